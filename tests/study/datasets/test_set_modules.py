"""One set, one file: what a module in `study.datasets.sets` has to be (tests/test_walks.py adds a new one)."""

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
