"""The page on which program made the tables: what it says of each suspect is what the study says."""

import json

import pytest

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


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        yield tab.page
        assert tab.problems == []


def choose(page, point):
    for i in CHOSEN:
        page.check(f"{PLACE} [name=suspect-{i}][value='{point[i]}']")


def cells(page, column):
    return page.locator(f"{PLACE} tbody tr td:nth-child({column})").all_text_contents()


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
    listed = "Posterior probability among the versions on our list: less than 1 in 100,000."
    assert odds == f"This is the program’s version. {listed}"
    assert page.locator(f"{PLACE} meter").evaluate("(meter) => meter.value") == 0
    choose(page, PROBABLE)
    assert page.inner_text(f"{PLACE} .odds strong") == best
    assert page.locator(f"{PLACE} meter").evaluate("(meter) => meter.value") == 1
    found = page.inner_text(f"{PLACE} .clue")
    assert f"none of the {stored['n_readings']} on the list is more probable." in found
    choose(page, PREDICTED)  # another version, which is not the one that was found
    assert page.inner_text(f"{PLACE} .clue").startswith("What misses most")
    assert page.locator(f"{PLACE} meter").evaluate("(meter) => meter.value") < 1


def test_on_a_phone_the_verdict_stands_between_the_buttons_and_the_plot(on_phone):
    with on_phone(PAGE) as page:
        last, verdict, plot = (
            page.locator(f"{PLACE} {part}").last.bounding_box()["y"] for part in ("label", ".clue", "svg[role=img]")
        )
        assert last < verdict < plot < last + 500
