"""What the page of verdicts shows: every claim once, and the cards."""

import re

import pytest

from study.claims import CLAIMS
from study.figures import verdicts


def test_each_card_is_shown_once_and_those_counted_apart_on_another_page(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "display", lambda of: shown.append(of.data))
    verdicts.cards()
    verdicts.cards(apart=True)
    found = [claim for text in shown for claim in re.findall(r'id="ledger-(\w+)"', text)]
    assert sorted(found) == sorted(CLAIMS)
    names = re.findall(r'id="ledger-(\w+)">\n<summary>\S (.+?): ', shown[0])
    assert dict(names) == verdicts.SHORT and len(names) == 19
    assert shown[0].startswith("<details>\n<summary>All 19 cards</summary>")
    assert [text.count("</details>") for text in shown] == [text.count("<details") for text in shown] == [20, 17]
    assert [text.count(' apart" id=') for text in shown] == [0, 16]


def test_each_claim_is_in_the_figure_or_in_the_table(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "fold", lambda _, captioned: shown.append(captioned[1]))
    verdicts.other_claims()
    listed = re.findall(r"\[.+?\]\(#ledger-(\w+)\)", " ".join(shown[0]["claim"]))
    assert len(listed) == 14 and {*listed, *verdicts.MAIN} == set(verdicts.SHORT)
    found = verdicts.five_claims()
    assert list(found) == list(verdicts.AXES) == list(verdicts.MAIN) and {len(of) for of in found.values()} == {4}
    assert found["A2"][0] == pytest.approx([-0.2, -1.6]) and found["D1"] == [[], [22], [19], [24]]
    assert [sum(low > 0 for low in of) for of in found["I1"]] == [0, 1, 1, 3]  # as the verdicts say of the dots
    assert [round(float(of), 1) for of in found["S1"][3]] == [39.0, 70.5, 1.0, 0.5]
