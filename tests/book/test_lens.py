"""The five main claims by two comparisons: the page's table, by keyboard, on a phone and without scripts."""

import pytest
from built_site import assert_axe_finds_nothing

from study.claims import judge_columns
from study.figures.verdicts import MAIN

IN_WORDS = {"in part": "holds in part"}


def test_a_switch_changes_all_claims_at_once_and_the_verdicts_are_those_of_the_judges(visit):
    with visit("notebooks/verdicts.html") as opened:
        rows, shown = opened.page.locator("#five-claims tbody tr"), opened.page.locator("#gnode-lens dd")
        verdicts = rows.locator("td:nth-child(2) a[href^='#ledger-']")
        outcomes = [of.outcome for of in judge_columns(MAIN)]
        assert verdicts.all_text_contents() == [IN_WORDS.get(of, of) for of in outcomes]
        assert [of.split("-")[-1] for of in verdicts.evaluate_all("all => all.map((one) => one.hash)")] == [*MAIN]
        lens = opened.page.locator("#gnode-lens")
        lens.locator("button").first.focus()
        for at, column in enumerate(("nth-child(2)", "nth-child(3)", "nth-child(2)")):
            opened.page.keyboard.press(("Enter", "Tab", "Shift+Tab")[at])
            opened.page.keyboard.press("Enter")
            *each, together = rows.locator(f"td:{column}").all_text_contents()
            assert shown.all_text_contents() == each and lens.locator("[role=status]").text_content() == together
            pressed = lens.locator("button").evaluate_all("all => all.map((one) => one.ariaPressed)")
            assert pressed == [str(column == of).lower() for of in ("nth-child(2)", "nth-child(3)")]
        assert_axe_finds_nothing(opened.page, "#gnode-lens")


@pytest.mark.weekly
def test_on_a_phone_and_without_scripts(on_phone, without_scripts):
    with on_phone("notebooks/verdicts.html") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in page.locator("#gnode-lens button").all():
            button.tap()
            assert all(text.strip() for text in page.locator("#gnode-lens dd").all_inner_texts())
        page.locator("#five-claims summary").tap()
        assert page.is_visible("#five-claims table")
        assert page.locator("#gnode-lens button").last.evaluate("one => one.offsetHeight") >= 44
    with without_scripts("notebooks/verdicts.html") as page:
        assert not page.locator(".lens").count() and page.is_visible("#five-claims table")
        assert ": holds" in page.text_content("#ledger-A2 summary")
