"""The page on which program made the tables: a reader questions suspects, by mouse, by keys, by finger."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import wait_until

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
PLAINLY = {"later rates": "rate after pre-training", "later batches": "batch after pre-training"}
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


def test_settings_have_the_names_that_the_page_gives_them(page):
    told = page.locator(f"{PLACE} [role=radiogroup]").evaluate_all(
        """(all) => all.map((group) => [group.ariaLabel, Object.fromEntries(
             [...group.querySelectorAll("input")].map(({value, nextSibling}) => [value, nextSibling.textContent]))])"""
    )
    assert len(told) == len(CHOSEN)
    for i, (called, words) in zip(CHOSEN, told):
        known, values = which_program.CALLED[FACTORS[i].name]
        assert called == PLAINLY.get(known, known)
        if known != "later batches":
            assert words.items() <= {name: word.replace("'", "’") for name, word in values.items()}.items()
        assert set(words) == {level.name for level in FACTORS[i].levels if level.screened}


def test_by_keyboard_alone(page):
    page.focus(f"{PLACE} [name=suspect-0]:checked")
    for key in ("ArrowLeft", "Tab", "ArrowLeft", "Tab", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.inner_text(f"{PLACE} .best").startswith("You have found it, questioning 5:")
    page.focus(f"{PLACE} summary")
    page.keyboard.press("Enter")
    assert page.is_visible(f"{PLACE} table")


def test_by_finger_on_a_phone(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    for target in page.locator(f"{PLACE} label, {PLACE} summary").all():
        box = target.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
    page.tap(f"{PLACE} label:has([value=flat])")
    assert "This is the published program with flat memory." in page.inner_text(f"{PLACE} .odds")
    page.tap(f"{PLACE} summary")
    assert page.locator(f"{PLACE} table").bounding_box()["width"] <= 326
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(f"{PLACE} svg[role=img]").bounding_box()["width"] > 300
    context.close()


def test_dots_glide_unless_motion_is_unwelcome(page, tabs, address):
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


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_axe_finds_nothing(page, mode):
    page.emulate_media(color_scheme=mode)
    wait_until(page, "mode => document.documentElement.dataset.theme === mode", arg=mode)
    page.click(f"{PLACE} summary")
    found = Axe().run(page, context=PLACE, options={"preload": False})
    assert found.violations_count == 0, found.generate_report()


def test_a_reader_meets_the_live_one_or_the_still(page, browser, address):
    still = "article .tag_detective-still img"
    assert page.is_hidden(still) and page.is_hidden("article .elsewhere") and page.is_visible(f"{PLACE} svg")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    assert page.is_visible(still) and page.is_visible("article .elsewhere") and page.is_hidden(PLACE)
    context.close()


def test_other_pages_do_not_load_it(site):
    loading = [page.name for page in site.rglob("*.html") if "play/detective.js" in page.read_text("utf-8")]
    assert loading == ["which_program.html"]
