"""The page on which program made the tables: what it says of each suspect is what the study says."""

import json
from itertools import product

import pytest

from study import store
from study.figures import which_program
from study.forensics.grid import NAMED, PAPER
from study.forensics.plan import SEEDS, runs_of
from study.forensics.stages import counts_of
from study.paper import MARGIN, TABLE_2

PAGE, PLACE = "notebooks/which_program.html", "#gnode-detective"
PROGRAM, PROBABLE = NAMED["original"], NAMED["original, flat, no centring, Glorot"]
RUN_ONCE = ("flat", "off", "tenfold", *PROGRAM[3:])
PREDICTED = ("flat", "on", "tenfold", *PROGRAM[3:])


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        yield tab.page
        assert tab.problems == []


def choose(page, point):
    for i in range(3):
        page.check(f"{PLACE} [name=suspect-{i}][value='{point[i]}']")


def cells(page, column):
    return page.locator(f"{PLACE} tbody tr td:nth-child({column})").all_text_contents()


def test_the_scores_are_the_studys(page):
    page.click(f"{PLACE} summary")
    assert cells(page, 2) == [f"{TABLE_2[factor]['test']:.3f}" for factor in sorted(TABLE_2)]
    for point, name in ((PROGRAM, "program"), (PROBABLE, "probable"), (PAPER, "paper")):
        choose(page, point)
        seen = [which_program.scored(name)["gcn", factor] for factor in sorted(TABLE_2)]
        scores = [of["test"] / of["n_test"] for of in seen]
        assert cells(page, 3) == [f"{of.mean():.3f} ± {of.std(ddof=1):.3f} (20)" for of in scores]
    choose(page, RUN_ONCE)
    for factor, told in zip(sorted(TABLE_2), cells(page, 3)):
        runs = runs_of(RUN_ONCE, "gcn", factor, SEEDS["screening"])
        (cell,) = counts_of(runs, store.results_folder()).values()
        assert told == f"{cell['test'][0] / cell['n_test']:.3f} (1)"
    choose(page, PREDICTED)
    assert all(told.endswith(" predicted") for told in cells(page, 3))
    assert page.locator(f"{PLACE} .dot.predicted").count() == page.locator(f"{PLACE} .dot").count() == 8
    assert page.locator(f"{PLACE} g.gcn").first.evaluate("(of) => getComputedStyle(of).stroke") != "none"


def test_the_clues_are_gcns_and_only_the_studys_most_probable_version_fits_all(page, root):
    stored = json.loads((root / "results" / "readings.json").read_text("utf-8"))["witnesses"]["test scores"]
    assert tuple(stored["likeliest"][0]["settings"].values()) == PROBABLE
    versions = json.loads((root / "results" / "suspects.json").read_text("utf-8"))["versions"]
    printed = [TABLE_2[factor]["test"] for factor in sorted(TABLE_2)]
    assert "the program’s version. Clues that fit: 0" in page.inner_text(f"{PLACE} [role=status]")
    for point in product(("flat", "compounding"), ("off", "on"), ("small", "tenfold", "Glorot")):
        choose(page, point)
        of = next(one for one in versions if one["point"] == [*point, *(PAPER if point == PAPER[:3] else PROGRAM)[3:]])
        misses = [ours["mean"] - score for ours, score in zip(of["gcn"], printed)]
        fits = [abs(miss) < MARGIN for miss in which_program.clues(dict(zip(sorted(TABLE_2), misses)))]
        clues = page.locator(f"{PLACE} .clue").all_inner_texts()
        assert [clue[0] for clue in clues] == ["✔" if fit else "✘" for fit in fits]
        told = f"most probable of the {stored['n_readings']} that" if all(fits) else f"fit: {sum(fits)} of 3."
        assert told in page.inner_text(f"{PLACE} [role=status]") and all(fits) == (point == PROBABLE[:3])


def test_on_a_phone_plot_buttons_and_clues_are_on_one_screen(on_phone):
    with on_phone(PAGE) as page:
        plot = page.locator(f"{PLACE} svg[role=img]").bounding_box()
        button, told = (page.locator(f"{PLACE} {part}").last.bounding_box() for part in ("label", "[role=status]"))
        assert plot["y"] < button["y"] < told["y"] and told["y"] + told["height"] - plot["y"] < 700
