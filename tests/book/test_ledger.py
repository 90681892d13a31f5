"""The ledger: its tiles show the cards, which fold, and without scripts all is there."""

import re

import pytest


@pytest.fixture
def ledger(visit):
    with visit("notebooks/verdicts.html") as opened:
        yield opened.page


CHOSEN, TILES = ".shown details.verdict[open]", ".tiles"


def test_a_tile_shows_the_card_of_its_claim(ledger):
    tiles = ledger.locator(f"{TILES} a")
    assert tiles.count() == 19 and ledger.locator(f"{TILES} a:visible").count() == 5  # those of the first page
    ledger.eval_on_selector_all(f"{TILES} details", "all => all.forEach((one) => { one.open = true; })")
    assert ledger.locator(CHOSEN).count() == 0
    for tile in tiles.all():
        tile.click()
        claim = tile.get_attribute("href").removeprefix("#ledger-")
        assert f"says ({claim})" in ledger.locator(CHOSEN).inner_text()
        assert ledger.locator(f"{TILES} [aria-current]").inner_text() == tile.inner_text()
        assert ledger.url.endswith(f"#ledger-{claim}")
        assert tile.evaluate("(one) => one.ariaDescription") in ledger.locator(f"{CHOSEN} p").first.inner_text()
        striped = "doubtful" in tile.get_attribute("class")
        assert ("Why not to lean on it" in ledger.locator(CHOSEN).inner_text()) == striped
    for _ in range(19):
        ledger.go_back()
    assert unfolded(ledger) == [] and tiles.first.evaluate("tile => tile === document.activeElement")


def unfolded(page):
    return page.locator("details.verdict[open]").evaluate_all("all => all.map((card) => card.id)")


@pytest.mark.parametrize(("page", "card"), [("verdicts", "ledger-A2"), ("audit", "ledger-N1")])
def test_cards_are_folded_until_a_link_opens_one(ledger, visit, page, card):
    assert unfolded(ledger) == []
    with visit(f"notebooks/{page}.html#{card}") as opened:
        assert unfolded(opened.page) == [card] and opened.page.locator(f"#{card}").is_visible()
        assert opened.page.locator(f"#{card}").evaluate("card => card.getBoundingClientRect().top < innerHeight")


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
        assert page.locator("details.verdict:visible").count() == page.locator(".tiles").count() == 0
        page.click("details:not(.verdict):has(> details.verdict) > summary")
        assert page.locator("details.verdict:visible").count() == 19
