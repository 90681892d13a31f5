"""Figures of the verdicts: every claim has a box in the group of its outcome."""

import re

from study.claims import CLAIMS
from study.figures import verdicts


def test_each_card_is_shown_once_and_those_counted_apart_on_another_page(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "display", lambda of: shown.append(of.data))
    verdicts.cards()
    verdicts.cards(apart=True)
    found = [claim for text in shown for claim in re.findall(r'id="ledger-(\w+)"', text)]
    assert sorted(found) == sorted(CLAIMS)
    assert dict(re.findall(r'id="ledger-(\w+)" data-tile="(.+?)(?:: \d+ of \d+)?" data-c', shown[0])) == verdicts.SHORT
    assert shown[0].startswith("<details>\n<summary>All 19 cards</summary>")
    assert [text.count("</details>") for text in shown] == [text.count("<details") for text in shown] == [20, 17]
    assert [text.count(' apart" id=') for text in shown] == [0, 16]
