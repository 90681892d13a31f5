"""Figures of the verdicts: every claim has a box in the group of its outcome, every difference a mark."""

import re

import matplotlib.pyplot as plt

from study.claims import CLAIMS
from study.figures import verdicts


def drawn(function):
    """Draw a figure of the page and give it."""
    function()
    return plt.gcf()


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
