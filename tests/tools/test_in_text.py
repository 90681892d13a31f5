"""Numbers that stand in the text are kept true, and a sentence that does not hold is named."""

from pathlib import Path

import in_text
import nbformat
import pytest

from study import page

NUMBERS = {"toy": {"gain": 0.0251, "n": 1234, "share": 0.934, "down": -0.0004}, "other": {"gain": 2.0}}
HOLDS = {"toy": {"wins": True, "rises": False}, "other": {"wins": True}}


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (0.85149, ".3f", "0.851"),
        (-0.25, ".2f", "\N{MINUS SIGN}0.25"),
        (-0.0004, ".3f", "0.000"),
        (0.934, ".1%", "93.4%"),
        (0.934, ".0%", "93%"),
        (1234, ",d", "1,234"),
        (25.6, "d", "26"),
        (0.006, "+.3f", "+0.006"),
    ],
)
def test_a_number_is_written_as_the_text_has_it(value, form, text):
    assert in_text.written(value, form) == text
    assert in_text.NUMBER.fullmatch(f"{text}<!--x:{form}-->")["number"] == text
    with pytest.raises(ValueError, match="is no form of a number"):
        in_text.written(1, ".3e")


def test_a_changed_value_changes_the_number_wherever_it_stands():
    text = (
        "**0.020<!--gain:.3f-->** of 9<!--n:,d-->, 2%<!--share:.0%-->; there 1.5<!--other/gain:.1f-->.\n"
        "- 0.03<!--gain:.2f-->\n"
    )
    now, changed, unknown = in_text.kept_true(text, "toy", NUMBERS)
    assert now == (
        "**0.025<!--gain:.3f-->** of 1,234<!--n:,d-->, 93%<!--share:.0%-->; there 2.0<!--other/gain:.1f-->.\n"
        "- 0.03<!--gain:.2f-->\n"
    )
    assert [name for name, *_ in changed] == ["toy/gain", "toy/n", "toy/share", "other/gain"]
    assert unknown == []
    assert in_text.kept_true(now, "toy", NUMBERS)[:2] == (now, [])


def problems(text):
    return in_text.problems_of_text(text, "toy", NUMBERS, HOLDS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It is 0.020<!--gain:.3f-->.", "line 1: 0.020 is 0.025 now (toy/gain)"),
        ("It is 0.020<!--lost:.3f-->.", "no cell gives the number toy/lost"),
        (
            "First.\n\nIt falls. It rises *steeply*.<!--holds: rises-->",
            "line 3: by these results it is not so (rises): “It rises *steeply*.”",
        ),
        ("It is so.<!--holds: nothing-->", "line 1: no cell checks nothing: “It is so.”"),
        ("It is so.<!--holds: wins,\n  rises-->", "it is not so (rises)"),
        ("It is 0.852 or so.", "line 1: 0.852 has no name"),
        ("It is .852.", "line 1: .852 has no name"),
        ("It is\n<!--holds: wins--> so.", "line 2: a comment at the start of a line"),
        ("> It is\n> <!--holds: wins--> so.", "line 2: a comment at the start of a line"),
    ],
)
def test_what_is_wrong_is_named(text, told):
    (found,) = problems(text)
    assert told in found


@pytest.mark.parametrize(
    "text",
    [
        "It is 0.025<!--gain:.3f--> and wins.<!--holds: wins, other/wins-->",
        "With $A = 0.4$, `x = 0.4`, version 1.0.4, [there](a0.3.html), <https://x.org/1.2>.\n\n$$\n0.5 x\n$$",
        "```{code-cell} ipython3\nx = 0.5  # <!--\n<!-- nothing -->\n```",
        "<details>\n<summary>More</summary>\n\nwords\n\n</details>",
    ],
)
def test_what_is_right_is_not(text):
    assert problems(text) == []


def test_a_name_that_no_text_uses_is_found():
    texts = {"toy": "0.025<!--gain:.3f--> wins.<!--holds: wins-->", "index": "1,234<!--toy/n:,d-->"}
    assert in_text.unused(texts, NUMBERS, HOLDS) == [
        *("other/gain", "other/wins", "toy/down", "toy/rises", "toy/share"),
    ]


def test_cells_give_what_no_viewer_shows(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data))
    page.numbers(gain=1 / 3, n=2)
    page.check(wins=True, rises=[])
    assert capsys.readouterr().out == "By these results it is not so: rises\n"
    cells = [nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("display_data", data)]) for data in shown]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("words"), *cells])
    assert in_text.given_by(notebook) == ({"gain": 0.333333, "n": 2}, {"wins": True, "rises": False})
    with pytest.raises(TypeError, match="gain is a str"):
        page.numbers(gain="much")


def test_a_page_that_reads_its_numbers_from_elsewhere_is_kept_true_as_well(root):
    given = {path.stem for path in (root / "notebooks").glob("*.md")}
    for text in [root / "index.md", *Path(root, "book").glob("*.md")]:
        of = {found["page"] for found in in_text.NUMBER.finditer(text.read_text(encoding="utf-8"))}
        assert of <= given, text
