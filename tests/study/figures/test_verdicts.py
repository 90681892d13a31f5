"""Figures of the verdicts: every claim has a box in the group of its outcome."""

import re

from study.claims import CLAIMS
from study.figures import verdicts


def test_each_card_is_shown_once_and_those_counted_apart_are_folded(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "display", lambda of: shown.append(of.data))
    verdicts.cards()
    found = [claim for text in shown for claim in re.findall(r'id="ledger-(\w+)"', text)]
    assert sorted(found) == sorted(CLAIMS)
    tiles = [tile for text in shown for tile in re.findall(r'id="ledger-(\w+)" data-tile="(.+?)" data-caution', text)]
    assert dict(tiles) == verdicts.SHORT
    assert shown[0].startswith("<details>\n<summary>Cost and time: 5 cards</summary>")
    assert shown[0].count("<details") == shown[0].count("</details>") == len(CLAIMS) + 6
    assert shown[0].count(' apart" id=') == shown[0].split("<summary>Our questions")[1].count(' apart" id=') == 16
