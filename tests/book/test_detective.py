"""The page on which program made the tables: a reader questions suspects, by mouse, by keys, by finger."""

import json

import pytest
from built_site import assert_axe_finds_nothing, wait_until

from study import store
from study.figures import which_program
from study.forensics.grid import FACTORS, NAMED
from study.forensics.plan import SEEDS, runs_of
from study.forensics.stages import counts_of
from study.forensics.witnesses import OTHERWISE
from study.paper import TABLE_2

PAGE, PLACE = "notebooks/which_program.html", "#gnode-detective"
CHOSEN = [i for i, factor in enumerate(FACTORS) if factor.name not in OTHERWISE]
PROGRAM, PROBABLE = NAMED["original"], NAMED["original, flat, no centring, Glorot"]
RUN_ONCE = ("compounding", "on", "tenfold", "on", "file", "output layer", "0.01", "2")
PREDICTED = ("flat", "on", "Glorot", "on", "file", "output layer", "0.01", "1")
DOTS = f"() => [...document.querySelectorAll('{PLACE} .dot')].map((dot) => dot.getAttribute('transform'))"


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        yield tab.page
        assert tab.problems == []


def choose(page, point):
    for i in CHOSEN:
        page.check(f"{PLACE} [name=suspect-{i}][value='{point[i]}']")


def change(point, name, value):
    return tuple(value if factor.name == name else old for factor, old in zip(FACTORS, point))


def cells(page, column):
    return page.locator(f"{PLACE} tbody tr td:nth-child({column})").all_text_contents()


def clue(page):
    return page.inner_text(f"{PLACE} .clue")


def test_the_scores_are_the_studys(page):
    page.click(f"{PLACE} summary")
    assert cells(page, 2) == [f"{TABLE_2[factor]['test']:.3f}" for factor in sorted(TABLE_2)]
    for point, name in ((PROGRAM, "program"), (PROBABLE, "probable")):
        choose(page, point)
        for column, method in ((3, "gn"), (4, "gcn")):
            seen = [which_program.scored(name)[method, factor] for factor in sorted(TABLE_2)]
            scores = [of["test"] / of["n_test"] for of in seen]
            assert cells(page, column) == [f"{of.mean():.3f} ± {of.std(ddof=1):.3f} (20)" for of in scores]
    choose(page, RUN_ONCE)
    for column, method in ((3, "gn"), (4, "gcn")):
        for factor, told in zip(sorted(TABLE_2), cells(page, column)):
            runs = runs_of(RUN_ONCE, method, factor, SEEDS["screening"])
            (cell,) = counts_of(runs, store.results_folder()).values()
            assert told == f"{cell['test'][0] / cell['n_test']:.3f} (1)"
    choose(page, PREDICTED)
    assert all(told.endswith(" predicted") for told in cells(page, 3) + cells(page, 4))
    assert page.locator(f"{PLACE} .dot.predicted").count() == page.locator(f"{PLACE} .dot").count() == 16


def test_the_probability_is_the_studys(page, root):
    stored = json.loads((root / "results" / "readings.json").read_text("utf-8"))["witnesses"]["test scores"]
    best = f"{100 * stored['likeliest'][0]['probability']:.0f}%"
    odds = page.inner_text(f"{PLACE} .odds")
    assert odds == (
        "This is the published program. "
        "Probability that it made Tables 1 and 2, by their test scores: less than 1 in 100,000."
    )
    said = page.inner_text(f"{PLACE} .best")
    assert f"The most probable of all {stored['n_readings']} that were weighed has {best}." in said
    choose(page, PROBABLE)
    assert page.inner_text(f"{PLACE} .odds strong") == best
    named = "flat memory, mean kept, Glorot initialisation, the text’s rate, batches of 1"
    assert f"none is more probable than this one: {named} ({best})." in page.inner_text(f"{PLACE} .best")
    choose(page, PREDICTED)  # another version, which is not the one that was found
    said = page.inner_text(f"{PLACE} .best")
    assert said.startswith("Your best suspect so far") and f"{named} ({best}). None of all" in said


def test_each_setting_alone_shows_why_it_matters(page):
    table, printed = which_program.table_2("probable")["gcn"], which_program.printed()
    choose(page, PROBABLE)
    assert clue(page) == f"What misses most: at A = 1 GCN falls short by {printed[1.0] - table[1.0]:.3f}."
    choose(page, change(PROBABLE, "amnesia", "compounding"))
    assert clue(page) == "What misses most: from A = 0.4 to 0.9 GCN rises by 0.008 instead of falling by 0.012."
    choose(page, change(PROBABLE, "start", "small"))
    assert clue(page).startswith("What misses most: at A = 0 GCN falls short by ")
    choose(page, PROGRAM)
    short = printed[1.0] - which_program.table_2("program")["gcn"][1.0]
    assert clue(page) == f"What misses most: at A = 1 GCN falls short by {short:.3f}."


def test_by_keyboard_alone(page):
    page.focus(f"{PLACE} [name=suspect-0]:checked")
    for key in ("ArrowLeft", "Tab", "ArrowLeft", "Tab", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.inner_text(f"{PLACE} .best").startswith("You have found it, questioning 5:")
    page.focus(f"{PLACE} summary")
    page.keyboard.press("Enter")
    assert page.is_visible(f"{PLACE} table")


def test_by_finger_on_a_phone(on_phone):
    with on_phone(PAGE) as page:
        for target in page.locator(f"{PLACE} label, {PLACE} summary").all():
            box = target.bounding_box()
            assert box["height"] >= 44 and box["width"] >= 44
        page.tap(f"{PLACE} label:has([value=flat])")
        assert "This is the published program with flat memory." in page.inner_text(f"{PLACE} .odds")
        page.tap(f"{PLACE} summary")
        assert page.locator(f"{PLACE} table").bounding_box()["width"] <= 326
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.locator(f"{PLACE} svg[role=img]").bounding_box()["width"] > 300


def test_dots_glide_unless_motion_is_unwelcome_and_axe_finds_nothing(page, tabs, address):
    choose(page, PROGRAM)
    before = page.evaluate(DOTS)
    choose(page, PROBABLE)
    after = page.evaluate(DOTS)
    assert before != after
    with tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        assert tab.page.evaluate(DOTS) == before
        choose(tab.page, PROBABLE)
        wait_until(tab.page, f"(after) => ({DOTS})().join() === after.join()", arg=after)
    page.click(f"{PLACE} summary")
    assert_axe_finds_nothing(page, PLACE)
