import pandas as pd
import pytest

from gnode.study import prose


@pytest.fixture
def kept(monkeypatch):
    texts = {}
    monkeypatch.setattr(prose, "keep_text", texts.__setitem__)
    return texts


def test_a_column_of_numbers_stands_to_the_right(kept):
    rows = {"whole": [1, 20], "written": ["1,000", "-0.5"], "mixed": ["1.5", "not run"], "spread": ["1 ± 2", "3 ± 4"]}
    prose.keep_table("t", pd.DataFrame(rows))
    heads, sides, *lines = kept["t"].splitlines()
    right = [side.endswith(":") for side in sides.strip("|").split("|")]
    assert dict(zip(rows, right, strict=True)) == {"whole": True, "written": True, "mixed": False, "spread": False}
    assert [head.strip() for head in heads.strip("|").split("|")] == list(rows)
    assert len(lines) == 2
    assert "1\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}2" in lines[0]


def test_a_number_is_shown_as_it_was_written(kept):
    prose.keep_table("t", [{"A": "0.40"}, {"A": "1.00"}])
    assert "0.40" in kept["t"]
    assert "1.00" in kept["t"]


@pytest.mark.parametrize("rows", [[], pd.DataFrame(columns=["a"])])
def test_no_rows_are_said_to_be_not_run(kept, rows):
    prose.keep_table("t", rows)
    assert kept["t"] == "*not run*"
