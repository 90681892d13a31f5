"""One set, one file: what a module in `study.datasets.sets` has to be (tests/test_walks.py adds a new one)."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from study import by_name, datasets
from study.datasets import sets

MODULES = sorted(path for path in Path(sets.__file__).parent.glob("*.py") if path.stem != "__init__")


def test_a_set_has_the_name_of_its_file_and_no_other_has_it():
    assert sorted(datasets.names()) == [path.stem for path in MODULES]
    digits = datasets.get_record("digits")
    with pytest.raises(ValueError, match="two of Record have the name 'digits'"):
        by_name([digits, replace(digits)])


def test_the_order_is_that_of_the_papers_tables_and_not_of_the_files():
    in_paper = {name: datasets.get_record(name).in_paper for name in datasets.names()}
    in_table_3 = "musk isolet cnae9 madelon cancer cancer_original bank news poker chess".split()
    assert [name for name, row in in_paper.items() if row and row.table == 3] == in_table_3
    assert datasets.names() == ["usps", "digits", *in_table_3, "mixture", "mnist16"]  # a set without a place comes last


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_set_knows_only_how_to_parse_and_to_describe_itself(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ours = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level}
    assert ours <= {"record", "parse"}
