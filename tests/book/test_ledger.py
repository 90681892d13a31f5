"""The ledger: its cards fold, its filter works by mouse and by keyboard, and without scripts all is there."""

import re

import pytest


@pytest.fixture
def ledger(visit):
    opened = visit("notebooks/10_verdicts.html")
    yield opened.page
    opened.page.close()


def shown(page, selector):
    return [element for element in page.locator(selector).all() if element.is_visible()]


def test_all_claims_are_shown_at_first(ledger):
    assert len(shown(ledger, "table.ledger tbody tr")) == 25
    assert len(shown(ledger, "details.verdict")) == 25
    assert ledger.get_by_role("button", name=re.compile("^all 25$")).get_attribute("aria-pressed") == "true"
    assert "25 of 25 claims" in ledger.get_by_role("status").inner_text()


def unfolded(page):
    return page.locator("details.verdict[open]").evaluate_all("all => all.map((card) => card.id)")


def test_cards_are_folded_until_a_link_or_a_click_opens_one(ledger, visit):
    assert unfolded(ledger) == []
    ledger.locator("table.ledger").get_by_role("link", name="S1", exact=True).click()
    assert unfolded(ledger) == ["ledger-s1"]
    ledger.locator("#ledger-s1 > summary").click()
    assert unfolded(ledger) == []
    ledger.locator("table.ledger").get_by_role("link", name="S1", exact=True).click()
    assert unfolded(ledger) == ["ledger-s1"]
    opened = visit("notebooks/10_verdicts.html#ledger-a2")
    assert unfolded(opened.page) == ["ledger-a2"]
    assert opened.page.locator("#ledger-a2").evaluate("card => card.getBoundingClientRect().top < innerHeight")
    opened.page.close()


def test_a_card_says_in_its_title_which_claim_it_is_and_what_became_of_it(ledger):
    for row, card in zip(ledger.locator("table.ledger tbody tr").all(), ledger.locator("details.verdict").all()):
        name, claim, verdict, _ = (" ".join(cell.inner_text().split()) for cell in row.locator("td").all())
        mark, words = verdict.split(" ", 1)
        claim = re.sub(r" \([^()]*\)$", "", claim)
        assert " ".join(card.locator("summary").inner_text().split()) == f"{mark} {name} {claim}: {words}"


def test_each_button_shows_the_claims_of_its_verdict(ledger):
    buttons = ledger.get_by_role("group", name="Show claims by verdict").get_by_role("button").all()
    total = 0
    for button in buttons[1:]:
        button.click()
        mark, *words, n = button.inner_text().split()
        rows = shown(ledger, "table.ledger tbody tr")
        assert len(rows) == int(n) == len(shown(ledger, "details.verdict"))
        wordings = [" ".join(words), {"partly": "in part", "not reproduced": "no"}.get(" ".join(words), "yes")]
        label = re.compile(rf"{re.escape(mark)} ({'|'.join(wordings)})( \(\d+ of \d+\))?$")
        assert all(label.search(row.locator("td").nth(2).inner_text()) for row in rows)
        assert f"{n} of 25 claims" in ledger.get_by_role("status").inner_text()
        assert [of.get_attribute("aria-pressed") for of in buttons].count("true") == 1
        total += int(n)
    assert total == 25


def test_the_filter_works_by_keyboard(ledger):
    first, second = ledger.get_by_role("group", name="Show claims by verdict").get_by_role("button").all()[:2]
    first.focus()
    ledger.keyboard.press("Tab")
    ledger.keyboard.press("Space")
    assert second.get_attribute("aria-pressed") == "true"
    assert len(shown(ledger, "table.ledger tbody tr")) < 25
    ledger.keyboard.press("Shift+Tab")
    ledger.keyboard.press("Enter")
    assert len(shown(ledger, "table.ledger tbody tr")) == 25


def test_without_scripts_the_whole_list_is_there(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/notebooks/10_verdicts.html")
    assert len(shown(page, "table.ledger tbody tr")) == 25
    assert page.locator(".ledger-filter").count() == 0
    context.close()


def test_a_verdict_leads_to_its_evidence_in_three_clicks(visit, address):
    opened = visit("index.html")
    page = opened.page
    page.get_by_role("link", name="Verdicts", exact=True).first.click()
    page.locator("table.ledger").get_by_role("link", name="S1", exact=True).click()
    page.locator("#ledger-s1").get_by_role("link", name=re.compile("^Fig")).click()
    assert page.url.endswith("06_running_time.html#fig-running-ratios")
    page.close()
