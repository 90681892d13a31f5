"""One set, one file: what a module in `study.datasets.sets` has to be (tests/test_walks.py adds a new one)."""

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
