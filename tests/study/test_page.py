"""What notebooks keep for their text."""

import base64
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from study.page import FalseSentence, concludes, keep, keep_picture, keep_table, typeset

myst_nb = pytest.importorskip("myst_nb")


@pytest.fixture
def glued(monkeypatch):
    kept = {}
    monkeypatch.setattr(myst_nb, "glue", lambda name, value, display: kept.update({name: (value, display)}))
    return kept


def test_values_are_glued_by_name_and_not_shown(glued):
    keep(a="28 of 30", b=np.int64(7))
    assert glued == {"a": ("28 of 30", False), "b": (7, False)}
    assert type(glued["b"][0]) is int


@pytest.mark.parametrize("value", [np.float64(0.1 + 0.2), np.float32(0.3), 0.3 * (1 + 1e-12)])
def test_last_bits_are_dropped(glued, value):
    keep(x=value)
    assert repr(glued["x"][0]) == "0.3"


def test_six_significant_digits_are_kept(glued):
    keep(small=1.23456789e-7, large=987654321.0)
    assert glued["small"][0] == 1.23457e-7 and glued["large"][0] == 987654000.0


@pytest.mark.parametrize("value", [None, np.ones(1), [1]])
def test_what_is_no_number_is_refused_by_name(glued, value):
    with pytest.raises(TypeError, match="x is a"):
        keep(x=value)


def test_a_picture_is_kept_whole_with_its_alternative_text(glued):
    figure = Figure(figsize=(1, 1))
    keep_picture("p", figure, 'a "dot" & a line')
    (html, shown) = glued["p"]
    alt, png = re.search('alt="(.*?)"', html.data)[1], re.search('base64,(.*?)"', html.data)[1]
    assert alt == "a &quot;dot&quot; &amp; a line" and not shown
    assert base64.b64decode(png).startswith(b"\x89PNG")


def text_of(glued):
    """Return the text of the table that was kept."""
    markdown, shown = glued["t"]
    assert not shown
    return markdown.data


def test_a_column_of_numbers_stands_to_the_right(glued):
    rows = {"whole": [1, 20], "written": ["1,000", "-0.5"], "mixed": ["1.5", "not run"], "spread": ["1 ± 2", "3 ± 4"]}
    keep_table("t", pd.DataFrame(rows))
    heads, sides, *lines = text_of(glued).splitlines()
    right = [side.endswith(":") for side in sides.strip("|").split("|")]
    assert dict(zip(rows, right, strict=True)) == {"whole": True, "written": True, "mixed": False, "spread": False}
    assert [head.strip() for head in heads.strip("|").split("|")] == list(rows)
    assert len(lines) == 2
    assert "1\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}2" in lines[0]


def test_a_number_is_shown_as_it_was_written(glued):
    keep_table("t", [{"A": "0.40"}, {"A": "1.00"}])
    assert "0.40" in text_of(glued)
    assert "1.00" in text_of(glued)


@pytest.mark.parametrize("rows", [[], pd.DataFrame(columns=["a"])])
def test_no_rows_are_said_to_be_not_run(glued, rows):
    keep_table("t", rows)
    assert text_of(glued) == "*not run*"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("GN - SV -0.24 [-0.27, +1.00]", "GN − SV −0.24 [−0.27, +1.00]"),
        ("2026-11-21, 256-200-150-10, `--seeds 3`, GN-SV", "2026-11-21, 256-200-150-10, `--seeds 3`, GN-SV"),
        (
            "0.1 ± 0.2, 88%, 95 %",
            "0.1\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.2, 88%, 95%",
        ),
    ],
)
def test_signs_are_set_as_in_print(written, shown):
    assert typeset(written) == shown


def test_a_solution_ends_with_a_sentence_that_is_so(capsys):
    concludes("No.", True)
    assert capsys.readouterr().out == "No.\n"
    with pytest.raises(FalseSentence, match="Yes"):
        concludes("Yes.", False)
    concludes("Yes.", False, as_written=False)
    assert capsys.readouterr().out == "Not so with these parameters: “Yes.”\n"
