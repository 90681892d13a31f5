"""The ledger: its tiles show the cards, which fold, and without scripts all is there."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe


@pytest.fixture
def ledger(visit):
    with visit("notebooks/verdicts.html") as opened:
        yield opened.page


def shown(page, selector):
    return [element for element in page.locator(selector).all() if element.is_visible()]


CHOSEN = ".tiles + div details.verdict[open]"


def test_a_tile_shows_the_card_of_its_claim(ledger):
    tiles = ledger.locator(".tiles a")
    assert tiles.count() == 19 and ledger.locator(CHOSEN).count() == 0
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
        tile.click()
        claim = tile.get_attribute("href").removeprefix("#ledger-")
        assert f"Claim ({claim})" in ledger.locator(CHOSEN).inner_text()
        assert ledger.locator(".tiles [aria-current]").inner_text() == tile.inner_text()
        assert ledger.url.endswith(f"#ledger-{claim}")
        caution = tile.locator("small").inner_text()
        assert ("It hangs on one choice" in ledger.locator(CHOSEN).inner_text()) == ("fragile" in caution)
    assert unfolded(ledger) == [""]  # the card in the list stays folded


def test_tiles_stand_under_their_outcome(ledger):
    told = ledger.locator(".tiles li:first-child").all_inner_texts()
    assert told == ["✔ holds (7)", "◐ in part (5)", "✘ fails (4)", "≠ splits (2)", "– not testable (1)"]
    for group, title in zip(ledger.locator(".tiles ul").all(), told, strict=True):
        assert group.locator("a").count() == int(re.search(r"\d+", title)[0])


def test_the_tiles_work_by_keyboard_and_axe_finds_nothing(ledger):
    ledger.locator(".tiles a").first.focus()
    ledger.keyboard.press("Tab")
    ledger.keyboard.press("Enter")
    assert "Claim (E2)" in ledger.locator(CHOSEN).inner_text()
    for theme in ("light", "dark"):
        ledger.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = Axe().run(ledger, context="#fig-verdicts-count", options={"preload": False})
        assert found.violations_count == 0, found.generate_report()


def test_on_paper_the_picture_of_the_tiles_stays(ledger):
    picture, tiles = ledger.locator("#fig-verdicts-count img"), ledger.locator(".tiles")
    assert tiles.is_visible() and not picture.is_visible()
    ledger.emulate_media(media="print")
    assert picture.is_visible() and not tiles.is_visible()
    ledger.emulate_media(media="screen")


def unfolded(page):
    return page.locator("details.verdict[open]").evaluate_all("all => all.map((card) => card.id)")


def test_cards_are_folded_until_a_link_or_a_click_opens_one(ledger, visit):
    assert unfolded(ledger) == []
    ledger.locator("#ledger-S1 > summary").click()
    assert unfolded(ledger) == ["ledger-S1"]
    ledger.locator("#ledger-S1 > summary").click()
    assert unfolded(ledger) == []
    with visit("notebooks/verdicts.html#ledger-A2") as opened:
        assert unfolded(opened.page) == ["ledger-A2"]
        assert opened.page.locator("#ledger-A2").evaluate("card => card.getBoundingClientRect().top < innerHeight")


def test_a_link_to_a_card_in_a_folded_group_unfolds_both(visit):
    with visit("notebooks/verdicts.html#ledger-N1") as opened:
        assert unfolded(opened.page) == ["ledger-N1"]
        assert opened.page.locator("#ledger-N1").is_visible()
        assert opened.page.locator("#ledger-N1").evaluate("card => card.getBoundingClientRect().top < innerHeight")


def test_a_card_says_in_its_title_which_claim_it_is_and_what_became_of_it(ledger):
    title = re.compile(r"[✔◐✘≠–…] .+: (holds|in part|fails|splits|not testable)")
    for card in ledger.locator("details.verdict").all():
        told = title.fullmatch(" ".join(card.locator("summary").text_content().split()))
        assert told and told[1].replace(" ", "-") in card.get_attribute("class").split()
        claim = re.search(r"Claim \((\w+)\)", card.text_content())
        assert f"ledger-{claim[1]}" == card.get_attribute("id")


def test_a_card_has_no_markup_left_in_it(ledger):
    for card in ledger.locator("details.verdict").all():
        assert not re.search(r"`|\*\*|\]\(|\$|\{|<", card.text_content())


APART = "details:not(.verdict):has(details.apart)"


def test_what_is_counted_apart_is_folded_in_groups(ledger):
    groups = ledger.locator(APART).all()
    for group, n in zip(groups, (6, 10), strict=True):
        assert group.get_attribute("open") is None
        assert group.locator("> summary").inner_text().endswith(f"({n})")
        assert group.locator("details.verdict").count() == group.locator("details.apart").count() == n


def test_without_scripts_the_whole_list_is_there(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/notebooks/verdicts.html")
    assert len(shown(page, "details.verdict")) == 19
    for group in page.locator(f"{APART} > summary").all():
        group.click()
    assert len(shown(page, "details.verdict")) == 35
    assert page.locator(".tiles").count() == 0 and page.locator("#fig-verdicts-count img").is_visible()
    context.close()


def test_a_verdict_leads_to_its_evidence_in_three_clicks(visit, address):
    with visit("index.html") as opened:
        page = opened.page
        page.get_by_role("link", name="Verdicts", exact=True).first.click()
        page.locator("#ledger-S1 > summary").click()
        page.locator("#ledger-S1").get_by_role("link", name="figure").first.click()
        assert page.url.endswith("faster.html#fig-running-ratios")
