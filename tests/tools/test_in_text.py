"""Numbers that stand in the text are kept true, and a sentence that does not hold is named."""

import in_text
import pytest

NUMBERS = {"toy": {"gain": 0.0251, "n": 1234, "share": 0.934, "down": -0.0004}, "other": {"gain": 2.0}}
HOLDS = {"toy": {"wins": True, "rises": False}, "other": {"wins": True}}


WRITTEN = [(0.85149, ".3f", "0.851"), (-0.25, ".2f", "\N{MINUS SIGN}0.25"), (-0.0004, ".3f", "0.000")]
WRITTEN += [(0.934, ".1%", "93.4%"), (1234, ",d", "1,234"), (25.6, "d", "26"), (0.006, "+.3f", "+0.006")]


@pytest.mark.parametrize(("value", "form", "text"), WRITTEN)
def test_a_number_is_written_as_the_text_has_it(value, form, text):
    assert in_text.written(value, form) == text
    assert in_text.NUMBER.fullmatch(f"{text}<!--x:{form}-->")["number"] == text
    with pytest.raises(ValueError, match="is no form of a number"):
        in_text.written(1, ".3e")


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
