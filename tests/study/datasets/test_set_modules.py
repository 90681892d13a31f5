"""One set, one file: what a module in `study.datasets.sets` has to be, and that a new one is a new set."""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from study import datasets
from study.datasets import sets

MODULES = sorted(path for path in Path(sets.__file__).parent.glob("*.py") if path.stem != "__init__")
ROWS = b"".join(b"%d;%d.5;%s\n" % (k, k % 7, b"even" if k % 2 == 0 else b"odd") for k in range(40))

# A data set as a contributor would add it: all of it, in one file.
TOY = f'''
"""Toy: whether a number is even."""

import numpy as np

from ..parse import rows_of_text, to_codes
from ..record import RANDOM_30, File, Form, Holds, Record, Split, Table


def parse_toy(content):
    """Read toy.csv: two numbers and a word."""
    *numbers, words = zip(*rows_of_text(content, "toy.csv", n_columns=3, delimiter=";"))
    return Table(np.column_stack(numbers).astype(float), to_codes(words, ("even", "odd"), "toy.csv"))


RECORD = Record(
    name="toy",
    title="TOY",
    summary="Numbers.",
    home="https://example.org",
    doi="",
    license="none",
    citation="nobody",
    classes=("even", "odd"),
    feature_names=("number", "other"),
    forms=(
        Form(
            name="csv",
            read=parse_toy,
            files=(File("toy.csv", "{hashlib.sha256(ROWS).hexdigest()}", size={len(ROWS)}),),
            holds=Holds(n_features=2, class_counts=(20, 20), low=0, high=39),
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="none",
    scaling_why="They are small.",
)
'''
LOAD = """
import gnode
import study.datasets
toy = study.datasets.load("toy")
known = "toy" in study.datasets.names()
print(gnode.__file__, known, toy.X_train.shape, toy.X_test.shape, toy.target_names, toy.source)
"""


@pytest.fixture
def copy(root, tmp_path):
    """A copy of the package, to which a set can be added; `run(...)` runs Python with it."""
    for home in ("gnode", "study"):
        shutil.copytree(root / home, tmp_path / home, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "data" / "toy").mkdir(parents=True)
    (tmp_path / "data" / "toy" / "toy.csv").write_bytes(ROWS)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "GNODE_DATA": str(tmp_path / "data")}

    def run(*arguments):
        return subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
        )

    return run


def test_a_new_set_is_one_new_file(copy, tmp_path):
    (tmp_path / "study" / "datasets" / "sets" / "toy.py").write_text(TOY)
    loaded = copy("-c", LOAD)
    where = tmp_path / "gnode" / "__init__.py"
    assert loaded.stdout == f"{where} True (28, 2) (12, 2) ['even', 'odd'] GNODE_DATA\n", loaded.stderr
    listed = copy("-m", "gnode", "data", "list").stdout.splitlines()
    (place,) = [k for k, line in enumerate(listed) if line.split()[0] == "toy"]  # among others without a place
    assert [line.split()[0] for line in listed[:place] + listed[place + 1 :]] == ["set", *datasets.names()]
    assert listed[place].split() == ["toy", "here", "40", "(30%)", "2", "2", "csv"]
    assert "toy (csv, GNODE_DATA): right, rows " in copy("-m", "gnode", "data", "verify", "toy").stdout


def test_a_set_has_the_name_of_its_file(copy, tmp_path):
    """So no set can take another one's place."""
    (tmp_path / "study" / "datasets" / "sets" / "digits2.py").write_text(TOY.replace('name="toy"', 'name="digits"'))
    error = copy("-c", LOAD).stderr.splitlines()[-1]
    assert error == "ValueError: study.datasets.sets.digits2 describes a data set named 'digits': give both one name."


def test_every_file_is_a_set():
    assert sorted(datasets.names()) == [path.stem for path in MODULES]


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
    assert ours <= {"record", "parse", "errors"}
