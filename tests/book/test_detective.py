"""The page on which program made the tables: what it says of each suspect is what the study says."""

from itertools import product

from test_sliders import shows

from study import store
from study.figures import which_program
from study.figures.quiz import quantised
from study.forensics.grid import NAMED, PAPER
from study.forensics.plan import SEEDS, runs_of
from study.forensics.stages import counts_of
from study.paper import TABLE_2

PAGE, PLACE = "notebooks/which_program.html", "#gnode-detective"
PROGRAM, PROBABLE = NAMED["original"], NAMED["original, flat, no centring, Glorot"]
RUN_ONCE = ("flat", "off", "tenfold", *PROGRAM[3:])
PREDICTED = ("flat", "on", "tenfold", *PROGRAM[3:])


def choose(page, point):
    memory, *pair = point[:3]
    page.check(f"{PLACE} [name=pair][value='{' '.join(pair)}']")
    page.locator(f"{PLACE} details").evaluate("one => { one.open = true; }")
    page.check(f"{PLACE} [name=memory][value={memory}]")


def cells(page, column):
    return page.locator(f"{PLACE} details tbody td:nth-child({column})").all_text_contents()


def test_the_scores_are_the_studys(page):
    assert cells(page, 2) == [f"{TABLE_2[factor]['test']:.3f}" for factor in sorted(TABLE_2)]
    for point, name in ((PROGRAM, "program"), (PROBABLE, "probable"), (PAPER, "paper")):
        choose(page, point)
        seen = [which_program.scored(name)["gcn", factor] for factor in sorted(TABLE_2)]
        scores = [of["test"] / of["n_test"] for of in seen]
        assert cells(page, 3) == [f"{of.mean():.3f} ± {of.std(ddof=1):.3f} (20)" for of in scores]
    choose(page, RUN_ONCE)
    for factor, told in zip(sorted(TABLE_2), cells(page, 3)):
        (cell,) = counts_of(runs_of(RUN_ONCE, "gcn", factor, SEEDS["screening"]), store.results_folder()).values()
        assert told == f"{cell['test'][0] / cell['n_test']:.3f} (1)"
    choose(page, PREDICTED)
    assert all(told.endswith(" predicted") for told in cells(page, 3))
    assert page.locator(f"{PLACE} .dot.predicted").count() == page.locator(f"{PLACE} .dot").count() == 8
    assert page.locator(f"{PLACE} g.gcn").first.evaluate("(of) => getComputedStyle(of).stroke") != "none"


def test_no_version_passes_all_three_tests(page):
    told = page.locator(f"{PLACE} [role=status]")
    assert told.inner_text().startswith("Mean kept, small weights, flat memory, the paper’s version:")
    for point in product(("flat", "compounding"), ("on", "off"), ("small", "tenfold", "Glorot")):
        choose(page, point)
        marks = ["✔" if passes else "✘" for passes in which_program.fits(which_program.choice(point))]
        tests = page.locator(f"{PLACE} :checked + span > span").all_inner_texts()
        assert [test[0] for test in tests[:3]] == [one for one in told.inner_text() if one in "✔✘"] == marks
        assert "✘" in marks and ("the third version" in told.inner_text()) == (point == PROBABLE[:3])
        features = which_program.shown(which_program.choice(point))
        assert shows(page.locator(f"{PLACE} canvas"), quantised(features).tobytes())


def test_on_a_phone_tests_plot_and_answer_are_on_one_screen(on_phone):
    with on_phone(PAGE) as page:
        table, plot, told = (
            page.locator(f"{PLACE} {of}").bounding_box() for of in (".pairs", "svg[role=img]", ".found")
        )
        assert table["y"] < plot["y"] < told["y"] and told["y"] + told["height"] - table["y"] < 700
