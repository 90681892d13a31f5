"""Judge it yourself: what the page of verdicts says by chosen criteria is what the judges in Python say."""

import json
import random
from itertools import product

import pytest
from built_site import assert_axe_finds_nothing

from study import judged
from study.claims import CLAIMS, judge_columns

CHOICES = list(product(judged.MARGINS, ("both", "paper", "program")))
OUTCOMES = """Object.fromEntries([...document.querySelectorAll("details.verdict[id]")].map((card) =>
  [card.id.replace("ledger-", ""), card.querySelector("summary").textContent.trim().split(": ").at(-1)]))"""


@pytest.fixture
def stored(root):
    return json.loads((root / "results" / judged.FILE).read_text("utf-8"))


def told(stored, claim, margin, column):
    return stored["claims"][claim][column][judged.MARGINS.index(margin)].split(" (")[0]


def test_every_choice_gives_the_stored_verdicts(visit, stored):
    with visit("notebooks/verdicts.html") as opened:
        fixed = opened.page.evaluate(OUTCOMES)
        for choice in CHOICES:
            opened.page.fill(".judge [name=margin]", str(judged.MARGINS.index(choice[0])))
            opened.page.select_option(".judge [name=column]", choice[1])
            found = opened.page.evaluate(OUTCOMES)
            assert found == {claim: told(stored, claim, *choice) for claim in CLAIMS if not CLAIMS[claim].apart}
            marks = [opened.page.locator(f"{of} i:text('✔')").count() for of in (".tiles", ".strip")]
            assert marks == 2 * [list(found.values()).count("holds")]
            assert ("changes 3 of" in opened.page.inner_text(".judge")) == (len(found.items() - fixed.items()) == 3)
        opened.page.fill(".judge [name=margin]", "0")
        opened.page.check(".judge [name=weak]")
        assert [*opened.page.evaluate(OUTCOMES).values()].count("disregarded") == 4
        opened.page.click(".judge p:last-child button")
        assert opened.page.evaluate(OUTCOMES) == fixed and opened.page.evaluate("location.search") == ""


def test_a_link_keeps_the_choice(visit, stored):
    with visit("notebooks/verdicts.html?margin=0.005&column=paper#ledger-A2") as opened:
        card = opened.page.locator("#ledger-A2")
        assert card.locator("summary").inner_text() == "✘ On USPS, accuracy is maintained against layer by layer: fails"
        told = card.locator(".chosen").inner_text()
        assert "the paper’s version, fails; the program’s version, in part (1 of 2)" in told
        assert told.startswith("Your verdict: fails.") and told.endswith("with their verdict: holds.")
        said = opened.page.inner_text(".judge")
        assert "digits (holds → fails)" in said and "Only 4 can be changed by them at all." in said
        opened.page.fill(".judge [name=margin]", "3")
        assert opened.page.locator(".tiles .moved").count() == 2
        assert_axe_finds_nothing(opened.page, "#fig-verdicts-count")
        assert opened.page.evaluate("location.search") == "?margin=0.02&column=paper"
    with visit("notebooks/verdicts.html?margin=7&column=none") as opened:
        assert opened.page.evaluate("location.search") == ""


@pytest.mark.weekly
def test_on_a_phone_and_without_scripts(on_phone, without_scripts):
    with on_phone("notebooks/verdicts.html?column=paper") as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator(".judge select").first.evaluate("one => one.offsetHeight") >= 44
    with without_scripts("notebooks/verdicts.html") as page:
        assert not page.locator(".judge").count() and ": holds" in page.text_content("#ledger-A2 summary")


def test_the_committed_numbers_are_among_the_choices(stored, root):
    committed = [told(stored, claim, stored["committed"], "both") for claim in CLAIMS]
    assert committed == [of["outcome"] for of in json.loads((root / "results" / "verdicts.json").read_text("utf-8"))]


@pytest.mark.weekly
def test_the_file_is_what_the_judges_say(stored):
    assert stored["claims"] == judged.judged_by_all(), "run `gnode report --write`"


@pytest.mark.parametrize("claim_id", ["A1", "A2", "N2"])
def test_judges_heed_what_is_chosen(stored, claim_id):
    margin = random.choice(judged.MARGINS)
    (found,) = judge_columns([claim_id], margin=margin)
    assert found.outcome == told(stored, claim_id, margin, "both")
