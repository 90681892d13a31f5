"""Rounds of networks that train in the page: each is the library's, on digits and on the reader's own table."""

import numpy as np
import pytest
from built_site import wait_until
from sklearn.preprocessing import MinMaxScaler
from test_play_files import BAD_FILES, picture, table
from test_train import in_python

from study.datasets import load
from study.figures.use import KINDS, load_rounds, one_round

PLACE = "#gnode-rounds"
DATA, COLUMN, SCALING = (f"{PLACE} select >> nth={k}" for k in range(3))
COEFS = "gnodeRounds.networks.map(({coefs}) => coefs.map((array) => [...array]))"
X = np.random.default_rng(0).standard_normal((103, 5)).round(3)
Y = np.where(X[:, 0] + X[:, 1] > 0, "10", "9")
OWN = ("a.csv", "text/csv", table(X, Y))


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/use.html")
        yield tab.page
        assert tab.problems == []


def told_after(page, does):
    """Do something to the widget; gives its shares and what it says when nothing trains any more."""
    wait_until(page, "!gnodeRounds.busy()", does())
    return page.evaluate("gnodeRounds.told()"), page.inner_text(f"{PLACE} [role=status]")


def press(page, button):
    return told_after(page, lambda: page.click(f"{PLACE} button >> nth={button}", force=True))  # though nothing is left


def give(page, *files, layers="6"):
    page.select_option(DATA, index=1)
    page.locator(f"{PLACE} input").last.fill(layers), page.locator(f"{PLACE} input").last.blur()
    files = [{"name": n, "mimeType": m, "buffer": b} for n, m, b in files]
    return told_after(page, lambda: page.set_input_files(f"{PLACE} [type=file]", files))


def assert_last_round(page, train, test, seed=0, sizes=(6,)):
    models = [in_python(*train, hidden_layer_sizes=sizes, pretraining=of, random_state=seed) for of in KINDS]
    assert page.evaluate("gnodeRounds.told().at(-1)") == [np.mean(of.predict(test[0]) == test[1]) for of in models]
    expected = [[of_layer.ravel().tolist() for of_layer in of.coefs_] for of in models]
    assert [[np.float32(of_layer).tolist() for of_layer in of] for of in page.evaluate(COEFS)] == expected


def test_rounds_on_digits_are_stored_and_give_what_python_gives(page):
    assert page.evaluate("gnodeRounds.told()") == [one_round(0)] == load_rounds()[:1].tolist()
    assert press(page, 0)[0] == load_rounds()[:2].tolist() and page.locator(f"{PLACE} circle").count() == 6
    digits, some = load("mnist16"), np.random.RandomState(1).permutation(5000)[:1000]
    train = digits.X_train[some].astype("f"), digits.y_train[some]
    assert_last_round(page, train, (digits.X_test.astype("f"), digits.y_test), 1, (100, 50))


@pytest.mark.weekly
def test_ten_rounds_give_what_is_stored_and_say_what_it_means(page):
    gains = 100 * (load_rounds()[:, :2] - load_rounds()[:, 2:])
    gained = [f"{of.mean():+.1f} ± {of.std(ddof=1) / 10**0.5:.1f}" for of in gains.T]
    shares, said = press(page, 1)
    assert shares == load_rounds().tolist() and f"GN {gained[0]}, GCN {gained[1]} (standard error). " in said
    assert said.endswith("GN leads steadily (10 of 10), GCN has no steady lead (3 of 10).")
    assert (shares, said) == press(page, 0) == press(page, 1)


@pytest.mark.parametrize("scaling", ["range", "none"])
def test_a_fifth_of_the_readers_own_table_is_held_out_and_drawn_anew(page, scaling):
    page.locator(SCALING).evaluate("(field, scaling) => { field.value = scaling; }", scaling)
    give(page, OWN)
    assert page.inner_text(f"{PLACE} p.own") == "103 examples of 5 numbers; the largest of 2 classes has 53.4%."
    rows = (MinMaxScaler((-1, 1)).fit_transform(X) if scaling == "range" else X).astype("f")
    for seed in range(2):
        test, rest = np.split(np.random.RandomState(seed).permutation(103), [21])
        assert_last_round(page, (rows[rest], Y[rest]), (rows[test], Y[test]), seed)
        shares, _ = press(page, 0)
    ticks = [float(of[:-1]) / 100 for of in page.locator(f"{PLACE} [text-anchor=middle]").all_text_contents()]
    assert ticks[0] <= np.min(shares) <= np.max(shares) <= ticks[-1] <= 1
    assert told_after(page, lambda: page.select_option(DATA, index=0))[0] == load_rounds()[:1].tolist()


def test_what_cannot_be_read_or_trained_is_said(page):
    page.select_option(DATA, index=1)
    assert press(page, 0)[1].startswith("Choose a file first.")
    for content, why in BAD_FILES:
        assert why in give(page, ("rows.csv", "text/csv", content))[1]
    assert "Each image needs" in give(page, *((f"{of}.png", "image/png", picture(40)) for of in "abcd"))[1]
    for layers in ("", "0", "10, x", "1000", "2.5", "1 1 1 1 1 1 1"):
        assert give(page, OWN, layers=layers)[1].startswith("Hidden layers: one to six whole numbers from 1 to 999")
    assert page.evaluate("[gnodeRounds.told(), gnodeRounds.networks]") == [[], []]
    assert "Is the class in another column?" in told_after(page, lambda: page.select_option(COLUMN, "first"))[1]


def test_it_can_be_stopped_and_other_data_end_what_trains(page):
    page.click(f"{PLACE} button >> nth=1")
    wait_until(page, f"/%/.test(document.querySelector('{PLACE} g text').textContent)")
    assert press(page, 1)[1].startswith("Stopped. Points over no pre-training after 1 round: GN +0.8, GCN −0.1. Does")
    page.click(f"{PLACE} button >> nth=1")
    assert len(give(page, OWN)[0]) == 1
