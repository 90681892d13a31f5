"""The check of prose: what it finds, and above all what it lets pass."""

import prose
import pytest
from click.testing import CliRunner

GOOD = """\
# Does it work?

GN beats neither control; GCN beats both. The paper does not say which nine nodes it shows, so we show
ours (seed 0, {numref}`fig-a`). At $A = 1$ the test accuracy falls to {glue:text}`x:.3f`, e.g. for GN. See
[the notes](there). What if it diverges? Of the 23 claims, 10 hold. That is no surprise. That makes a test
of five seeds too weak: we ran ten. Table 2 spans 0.1 – 0.4, and a 256-200-150-10 network has two hidden layers.

- *Roughness.* The total variation of a feature. Noise is rough; strokes are smooth.
- It holds that value until the next epoch.

{doc}`node_by_node` derives the algorithm, and {eq}`eq-a` is its update. The rows that train a node are
drawn once. One seed takes a minute. One of them failed.

| before | after |
| --- | --- |
| Nor does it say that; what it prints; cannot; settle it | better |

```{code-cell} ipython3
whose = "nor does it; in; any; way"
```
"""

BAD = {
    "Nor does it say which rate its Table 1 used.": "opens with “Nor does it”",
    "Neither do the others.": "opens with “Neither do the”",
    "Which nine of the 200 nodes the paper shows, it does not say.": "opens with “Which nine of”",
    "What the noise does depends on the node.": "opens with “What the noise”",
    "What is printed cannot settle it.": "opens with “What is printed”",
    "That both ends are worse is found for GN.": "opens with “That both ends”",
    "It is the first node that sees every row.": "opens with “It is the”",
    "As for the scores, they agree.": "opens with “As for the”",
    "Whether this holds we do not know.": "opens with “Whether this holds”",
    "All agree but for one seed.": "“but for”",
    "Here one can see the strokes.": "“one can”",
    "We use it in order to compare.": "“in order to”",
    "It falls; it rises; it ends.": "a chain of semicolons",
    "The node – the first – sees all rows.": "a dash for an aside",
    "The rows are drawn, the node is trained and the error is measured.": "3 passives",
    "It holds (we ran it on one seed, and only with the settings that the paper itself prints).": "16 words in",
    " ".join(["Many", *(f"a{n}" for n in range(36))]) + ".": "37 words",
    "We ran the the network.": "proselint, lexical_illusions",
    "We ask the question again.": "proselint, redundancy",
}

CELL = """\
```{code-cell} ipython3
---
mystnb:
  figure:
    caption: Nor does it rise.
  image:
    alt: As for it.
---
1
```
"""

ANSWER = """\
::::{admonition} Does it?
:class: answer

Nor do they.

:::{glue:figure} x
:alt: As for them, no.

As for this, too.
:::
::::
"""


@pytest.fixture
def found(tmp_path):
    """Return a function that gives what is wrong with a text."""

    def found(text):
        path = tmp_path / "page.md"
        path.write_text(text, encoding="utf-8")
        return [fault.removeprefix(f"{path}:") for fault in prose.faults(path)]

    return found


def test_plain_sentences_pass(found):
    assert found(GOOD) == []


@pytest.mark.parametrize("sentence", BAD)
def test_a_fault_is_found_once_with_its_line_and_sentence(found, sentence):
    if BAD[sentence].startswith("proselint") and prose.LintFile is None:
        pytest.skip("proselint is not installed")
    told = found(f"# Title\n\nThis is fine.\n{sentence} And this\nis fine again.\n")
    assert len(told) == 1, told
    line, fault = told[0].split(": ", 1)
    assert line == "4" and BAD[sentence] in fault and sentence[:50] in fault


def test_captions_alternative_texts_and_answers_are_read_too(found):
    told = found(CELL + "\n" + ANSWER)
    assert [fault.split(":")[0] for fault in told] == ["2", "2", "15", "18", "20"]


def test_without_proselint_the_rest_is_checked_and_the_command_says_so(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("We ran the the network.\n")
    assert "proselint" in BAD["We ran the the network."]
    monkeypatch.setattr(prose, "LintFile", None)
    result = CliRunner().invoke(prose.main, [str(page)])
    assert result.exit_code == 0 and "proselint is not installed" in result.output
    page.write_text("Nor does it work.\n")
    assert CliRunner().invoke(prose.main, [str(page)]).exit_code == 1


def test_sentences_end_where_they_end():
    text = "It is 0.5, e.g. X. Fig. 2 shows it (see Sec. 3.1). “Why?” Because. 5 of X fell!\nDone"
    assert [sentence for _, sentence in prose.sentences_of(text)] == [
        "It is 0.5, e.g. X.",
        "Fig. 2 shows it (see Sec. 3.1).",
        "“Why?”",
        "Because.",
        "5 of X fell!",
        "Done",
    ]


def test_the_command_fails_on_a_fault_and_says_where_the_rules_are(tmp_path):
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("It works.\n")
    bad.write_text("Nor does it work.\n")
    assert CliRunner().invoke(prose.main, [str(good)]).exit_code == 0
    result = CliRunner().invoke(prose.main, [str(good), str(bad)])
    assert result.exit_code == 1 and f"{bad}:1: " in result.output and "book/style.md" in result.output
