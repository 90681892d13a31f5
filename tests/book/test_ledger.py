"""The ledger: its cards fold, its filter works by mouse and by keyboard, and without scripts all is there."""

import re

import pytest


@pytest.fixture
def ledger(visit):
    with visit("notebooks/verdicts.html") as opened:
        yield opened.page


def shown(page, selector):
    return [element for element in page.locator(selector).all() if element.is_visible()]


def test_all_claims_are_shown_at_first(ledger):
    assert len(shown(ledger, "details.verdict")) == 19
    assert ledger.get_by_role("button", name=re.compile("^all 19$")).get_attribute("aria-pressed") == "true"
    assert ledger.get_by_role("status").inner_text() == "19 of 19 claims are shown."


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


def test_each_button_shows_the_claims_of_its_outcome(ledger):
    buttons = ledger.get_by_role("group", name="Show claims by outcome").get_by_role("button").all()
    ledger.locator(f"{APART} > summary").first.click()
    total = 0
    for button in buttons[1:]:
        button.click()
        mark, *_, n = button.inner_text().split()
        cards = shown(ledger, "details.verdict:not(.apart)")
        assert all(card.locator("summary").inner_text().strip().startswith(mark) for card in cards)
        assert len(cards) == int(n)
        assert len(shown(ledger, "details.apart")) == 6
        assert ledger.get_by_role("status").inner_text() == f"{n} of 19 claims are shown."
        assert [of.get_attribute("aria-pressed") for of in buttons].count("true") == 1
        total += int(n)
    assert total == 19


def test_the_filter_works_by_keyboard(ledger):
    first, second = ledger.get_by_role("group", name="Show claims by outcome").get_by_role("button").all()[:2]
    first.focus()
    ledger.keyboard.press("Tab")
    ledger.keyboard.press("Space")
    assert second.get_attribute("aria-pressed") == "true"
    assert len(shown(ledger, "details.verdict")) < 19
    ledger.keyboard.press("Shift+Tab")
    ledger.keyboard.press("Enter")
    assert len(shown(ledger, "details.verdict")) == 19


def test_without_scripts_the_whole_list_is_there(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/notebooks/verdicts.html")
    assert len(shown(page, "details.verdict")) == 19
    for group in page.locator(f"{APART} > summary").all():
        group.click()
    assert len(shown(page, "details.verdict")) == 35
    assert page.locator(".ledger-filter").count() == 0
    context.close()


def test_a_verdict_leads_to_its_evidence_in_three_clicks(visit, address):
    with visit("index.html") as opened:
        page = opened.page
        page.get_by_role("link", name="Verdicts", exact=True).first.click()
        page.locator("#ledger-S1 > summary").click()
        page.locator("#ledger-S1").get_by_role("link", name="figure").first.click()
        assert page.url.endswith("faster.html#fig-running-ratios")
