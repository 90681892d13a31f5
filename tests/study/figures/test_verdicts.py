"""What the page of verdicts shows: every claim once, and the cards."""

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
    names = re.findall(r'id="ledger-(\w+)">\n<summary>\S (.+?): ', shown[0])
    assert dict(names) == verdicts.SHORT and len(names) == 19
    assert shown[0].startswith("<details>\n<summary>All 19 cards</summary>")
    assert [text.count("</details>") for text in shown] == [text.count("<details") for text in shown] == [20, 17]
    assert [text.count(' apart" id=') for text in shown] == [0, 16]


def test_each_claim_is_in_the_table_once_and_leads_to_its_card(monkeypatch):
    shown = []
    monkeypatch.setattr(verdicts, "table", shown.extend)
    verdicts.claims_table()
    listed = [re.findall(r"\[.+?\]\(#ledger-(\w+)\)", row["claim"]) for row in shown]
    assert sorted(claim for [claim] in listed) == sorted(verdicts.SHORT)
    assert all(
        re.match(r"\S\xa0\*\*(holds|in part|fails|splits|not testable)\*\*.*\. \S", row["verdict"]) for row in shown
    )
