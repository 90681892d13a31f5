"""One set, one file: what a module in `study.datasets.sets` has to be (tests/test_walks.py adds a new one)."""

import ast
import sys
from pathlib import Path

import pytest

from study import datasets
from study.datasets import sets

MODULES = sorted(path for path in Path(sets.__file__).parent.glob("*.py") if path.stem != "__init__")


def test_a_set_has_the_name_of_its_file(monkeypatch, tmp_path):
    assert sorted(datasets.names()) == [path.stem for path in MODULES]
    (tmp_path / "digits2.py").write_text(MODULES[[path.stem for path in MODULES].index("digits")].read_text())
    monkeypatch.setattr(sets, "__path__", [*sets.__path__, str(tmp_path)])
    with pytest.raises(ValueError, match=r"sets\.digits2 names its set 'digits': give both one name"):
        sets.find_records()
    del sys.modules["study.datasets.sets.digits2"]


def test_the_order_is_that_of_the_papers_tables_and_not_of_the_files(monkeypatch):
    in_paper = {name: datasets.get_record(name).in_paper for name in datasets.names()}
    in_table_3 = "musk isolet cnae9 madelon cancer cancer_original bank news poker chess".split()
    assert [name for name, row in in_paper.items() if row and row.table == 3] == in_table_3
    assert datasets.names() == ["usps", "digits", *in_table_3, "mixture", "mnist16"]  # a set without a place comes last
    found = list(sets.pkgutil.iter_modules(sets.__path__))
    monkeypatch.setattr(sets.pkgutil, "iter_modules", lambda path: found[::-1])
    assert list(sets.find_records()) == datasets.names()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_set_knows_only_how_to_parse_and_to_describe_itself(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ours = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level}
    assert ours <= {"record", "parse"}
