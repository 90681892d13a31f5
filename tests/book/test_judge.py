"""Be the judge: the page knows our verdicts, by keyboard, on a phone and without scripts."""

import random

import pytest
from built_site import assert_axe_finds_nothing

from study.claims import judge_columns
from study.figures.verdicts import MAIN


def test_five_claims_are_judged_by_keyboard_and_compared_with_our_verdicts(visit):
    with visit("notebooks/verdicts.html") as opened:
        form = opened.page.locator("#gnode-judge")
        verdicts = opened.page.locator("#five-claims td:nth-child(4) strong").all_text_contents()
        ours = [of.strip(" .,:") for of in verdicts]
        assert ours == [
            {"in part": "Holds in part"}.get(of, of.capitalize())
            for of in (judge_columns([claim])[0].outcome for claim in MAIN)
        ]
        given, agreed = [random.randrange(3) for _ in ours], []
        form.locator("button").first.focus()
        for at, (said, of) in enumerate(zip(given, ours)):
            for _ in range(said):
                opened.page.keyboard.press("Tab")
            opened.page.keyboard.press("Enter")
            same = ("Holds", "Holds in part", "Fails")[said] == of.replace("Splits", "Holds in part")
            agreed.append(same)
            text = form.locator("fieldset [role=status]").nth(at).inner_text()
            assert text.startswith("We agree." if same else "We say otherwise.") and "something simpler" in text
            for _ in range(3 - said):
                opened.page.keyboard.press("Tab")
        summary = form.locator("> [role=status]")
        assert f"agreed with us on {sum(agreed)} of 5" in summary.inner_text()
        form.locator("fieldset").last.locator("button").nth((given[-1] + 1) % 3).press("Enter")
        assert "changed your mind on 1." in summary.inner_text()
        assert_axe_finds_nothing(opened.page, "#gnode-judge")


@pytest.mark.weekly
def test_on_a_phone_and_without_scripts(on_phone, without_scripts):
    with on_phone("notebooks/verdicts.html") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#gnode-judge fieldset button").last.tap()
        assert page.locator("#gnode-judge button").last.evaluate("one => one.offsetHeight") >= 44
    with without_scripts("notebooks/verdicts.html") as page:
        assert not page.locator(".judge").count() and ": holds" in page.text_content("#ledger-A2 summary")
