"""Figures of the verdicts: every claim has a box in the group of its outcome."""

import re

from study.claims import CLAIMS
from study.figures import verdicts


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
    assert shown[-1].count("<details") == shown[-1].count("</details>") == shown[-1].count(' apart" id=') + 1
