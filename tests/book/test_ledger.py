"""The ledger: its links open the cards, which fold, and without scripts all is there."""

import re

import pytest


@pytest.fixture
def ledger(visit):
    with visit("notebooks/verdicts.html") as opened:
        yield opened.page


def unfolded(page):
    return page.locator("details.verdict[open]").evaluate_all("all => all.map((card) => card.id)")


@pytest.mark.parametrize(("page", "card"), [("verdicts", "ledger-A2"), ("audit", "ledger-N1")])
def test_cards_are_folded_until_a_link_opens_one(ledger, visit, page, card):
    assert unfolded(ledger) == []
    with visit(f"notebooks/{page}.html#{card}") as opened:
        assert unfolded(opened.page) == [card] and opened.page.locator(f"#{card}").is_visible()
        assert opened.page.locator(f"#{card}").evaluate("card => card.getBoundingClientRect().top < innerHeight")


def test_a_claim_of_the_table_opens_its_card_each_time_that_it_is_followed(ledger):
    links = ledger.locator("article table a")
    assert links.count() == 19
    for link in [*links.all(), links.last]:
        link.click()
        card = ledger.locator(f"[id='{link.get_attribute('href').removeprefix('#')}']")
        claim = link.get_attribute("href").removeprefix("#ledger-")
        card.locator("xpath=self::*[@open]").wait_for()  # the page hears of the link after the press
        assert f" ({claim})" in card.inner_text()
        card.locator("summary").first.click()


def test_a_card_says_in_its_title_what_became_of_its_claim(ledger):
    title = re.compile(r"[✔◐✘≠–…] .+: (holds|in part|fails|splits|not testable)")
    for card in ledger.locator("details.verdict").all():
        told = title.fullmatch(" ".join(card.locator("summary").text_content().split()))
        assert told and told[1].replace(" ", "-") in card.get_attribute("class").split()
        claim = re.search(r"The paper \w+ \((\w+)\)", card.text_content())
        assert f"ledger-{claim[1]}" == card.get_attribute("id")
        assert not re.search(r"`|\*\*|\]\(|\$|\{|<", card.text_content())  # no markup is left


def test_the_cards_are_folded_without_scripts_too(without_scripts):
    with without_scripts("notebooks/verdicts.html") as page:
        assert page.locator("details.verdict:visible").count() == 0
        page.click("details:not(.verdict):has(> details.verdict) > summary")
        assert page.locator("details.verdict:visible").count() == 19
