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
    in_part = {of.id: of.columns["paper"] for of in verdicts.judged().values() if of.outcome == "in part"}
    met = {claim: f": {of.n_met} of {of.n_criteria}" for claim, of in in_part.items()}
    names = {claim: name + met.get(claim, "") for claim, name in verdicts.SHORT.items()}
    assert dict(re.findall(r'id="ledger-(\w+)" data-tile="(.+?)" data-c', shown[0])) == names
    assert shown[0].startswith("<details>\n<summary>All 19 cards</summary>")
    assert [text.count("</details>") for text in shown] == [text.count("<details") for text in shown] == [20, 17]
    assert [text.count(' apart" id=') for text in shown] == [0, 16]
