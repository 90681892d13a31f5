"""Figures of the verdicts: every claim has a box in the group of its outcome, every difference a mark."""

import re

import matplotlib.pyplot as plt

from study.claims import CLAIMS
from study.claims.card import CAUTIONS
from study.figures import verdicts


def drawn(function):
    """Draw a figure of the page and give it."""
    function()
    return plt.gcf()


def test_every_claim_of_the_paper_has_a_box_with_its_name():
    figure = drawn(verdicts.answer)
    told = {text.get_text() for text in figure.axes[0].texts}
    assert {verdicts.SHORT[of.id] for of in verdicts.claims()} <= told
    assert set(verdicts.SHORT) == {claim.id for claim in CLAIMS.values() if not claim.apart}
    cautions = {", ".join(of) for of in CAUTIONS.values()}
    assert cautions <= told
    groups = told - set(verdicts.SHORT.values()) - cautions - {""}
    assert sum(int(text.split()[1]) for text in groups) == len(verdicts.SHORT)


def test_names_stay_in_their_boxes():
    figure = drawn(verdicts.answer)
    figure.canvas.draw()
    (ax,) = figure.axes
    outlines = [patch for patch in ax.patches if not patch.get_fill() or patch.get_facecolor()[3] == 0]
    names = [text for text in ax.texts if text.get_text() in verdicts.SHORT.values()]
    cautions = [ax.texts[ax.texts.index(name) + 1] for name in names]
    for outline, *texts in zip(outlines, names, cautions, strict=True):
        assert max(of.get_window_extent().width for of in texts) <= outline.get_window_extent().width


def test_a_difference_beyond_the_axis_is_an_arrow_with_its_value():
    figure = drawn(verdicts.scores)
    assert [text.get_text() for text in figure.axes[0].texts] == ["GCN −0.14"]
    assert len(verdicts.differences()) == 39


def test_each_card_is_shown_once_and_those_counted_apart_are_folded(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "display", lambda of: shown.append(of.data))
    for letters in ("ES", "AD", "M", "I", ""):
        verdicts.cards(letters)
    found = [claim for text in shown for claim in re.findall(r'id="ledger-(\w+)"', text)]
    assert sorted(found) == sorted(CLAIMS)
    tiles = [tile for text in shown for tile in re.findall(r'id="ledger-(\w+)" data-tile="(.+?)" data-caution', text)]
    assert dict(tiles) == verdicts.SHORT
    assert shown[-1].startswith("<details>\n<summary>")
    assert shown[-1].count("<details") == shown[-1].count("</details>") == shown[-1].count(' apart" id=') + 2


def test_the_most_probable_version_is_judged():
    assert all(of.verdict != "not run" for of in verdicts.most_probable().values())
