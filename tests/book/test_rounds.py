"""Rounds of networks that train in the page: each is the library's, on digits and on the reader's own table."""

import numpy as np
import pytest
from built_site import REST, wait_until
from sklearn.preprocessing import MinMaxScaler
from test_play_files import BAD_FILES, picture, table
from test_train import in_python

from study.datasets import load
from study.figures import IN_FULL
from study.figures.use import KINDS, SIMPLER, load_rounds, one_round

PAGE, PLACE = "notebooks/use.html", "#gnode-rounds"
DATA, COLUMN, SCALING = (f"{PLACE} select >> nth={k}" for k in range(3))
COEFS = "gnodeRounds.networks.map(({coefs}) => coefs.map((array) => [...array]))"
LAYERS, NOTE = f"{PLACE} label input >> nth=1", f"{PLACE} p.own"
X = np.random.default_rng(0).integers(0, 256, (103, 5))
Y = np.where(X[:, 0] + X[:, 1] > 255, "10", "9")
OWN = ("a.csv", "text/csv", table(X, Y))


def told_after(page, _):
    """Give the shares of the widget and what it says when, after something was done, nothing trains any more."""
    wait_until(page, "!gnodeRounds.busy()")
    return page.evaluate("gnodeRounds.told()"), page.inner_text(f"{PLACE} [role=status]")


def press(page, button):
    return told_after(page, page.click(f"{PLACE} button >> nth={button}", force=True))  # though nothing is left


def choose(page, *files, layers="6"):
    page.select_option(DATA, index=1), page.fill(LAYERS, layers)
    files = [{"name": n, "mimeType": m, "buffer": b} for n, m, b in files]
    page.set_input_files(f"{PLACE} [type=file]", files)


def give(page, *files, layers="6"):
    return told_after(page, choose(page, *files, layers=layers))


def assert_last_round(page, train, test, seed=0, sizes=(6,)):
    models = [in_python(*train, hidden_layer_sizes=sizes, pretraining=of, random_state=seed) for of in KINDS]
    assert page.evaluate("gnodeRounds.told().at(-1)") == [np.mean(of.predict(test[0]) == test[1]) for of in models]
    expected = [[of_layer.ravel().tolist() for of_layer in of.coefs_] for of in models]
    assert [[np.float32(of_layer).tolist() for of_layer in of] for of in page.evaluate(COEFS)] == expected


def test_rounds_on_digits_are_stored_and_give_what_python_gives(page):
    page.locator(LAYERS).evaluate("(field) => { field.value = 'none'; }")  # hidden
    assert press(page, 0)[0] == load_rounds()[:1].tolist()
    means = [f"{IN_FULL[of]}, mean {share:.1%}" for of, share in zip(KINDS, load_rounds()[0])]
    assert page.get_attribute(f"{PLACE} svg", "aria-label") == f"Test accuracy: {'; '.join(means)}"
    assert press(page, 0)[0] == load_rounds()[:2].tolist() and page.locator(f"{PLACE} circle").count() == 6
    digits, some = load("mnist16"), np.random.RandomState(1).permutation(5000)[:1000]
    train = digits.X_train[some].astype("f"), digits.y_train[some]
    assert_last_round(page, train, (digits.X_test.astype("f"), digits.y_test), 1, (100, 50))


@pytest.mark.weekly
def test_what_is_stored_is_what_python_gives():
    for kinds, stored in ((KINDS, load_rounds()), (SIMPLER, load_rounds("simpler"))):
        assert [one_round(seed, kinds) for seed in (0, 9)] == stored[[0, 9]].tolist()


def test_what_is_won_and_lost_is_said(page):
    shares, in_words = load_rounds(), "gnodeRounds.inWords"
    gained = [f"{of.mean():+.1f} ± {of.std(ddof=1) / 10**0.5:.1f}" for of in 100 * (shares[:, :2] - shares[:, 2:]).T]
    said = page.evaluate(in_words, shares.tolist())
    assert f"GN {gained[0]} points, GCN {gained[1]}. GN won 10 and lost 0, GCN won 3 and lost 7." in said
    assert "GN won 9 and lost 0," in page.evaluate(in_words, [[0.9] * 3, *shares[1:].tolist()])  # a tie


@pytest.mark.parametrize("scaling", ["range", "none"])
def test_a_fifth_of_the_readers_own_table_is_held_out_and_drawn_anew(page, scaling):
    page.locator(SCALING).evaluate("(field, scaling) => { field.value = scaling; }", scaling)
    give(page, OWN)
    note = page.inner_text(NOTE)
    assert note.startswith("103 examples of 5 numbers between 0 and 255; the largest of 2 classes has 51.5%. ")
    assert ("saturate the nodes: scale each column to" if scaling == "none" else ", so each column is scaled") in note
    assert note.endswith("A round holds out 21 examples. Hidden layers: 6 nodes.")
    for seed in range(2):
        test, rest = np.split(np.random.RandomState(seed).permutation(103), [21])
        rows = X.astype("f")
        if scaling == "range":  # by what trains
            once = MinMaxScaler((-1, 1)).fit_transform(X).astype("f").astype(float)
            rows = MinMaxScaler((-1, 1)).fit(once[rest]).transform(once).astype("f")
        assert_last_round(page, (rows[rest], Y[rest]), (rows[test], Y[test]), seed)
        shares, _ = press(page, 0)
    ticks = [float(of[:-1]) / 100 for of in page.locator(f"{PLACE} [text-anchor=middle]").all_text_contents()]
    assert ticks[0] <= np.min(shares) <= np.max(shares) <= ticks[-1] <= 1
    assert told_after(page, page.select_option(DATA, index=0))[0] == []


def images(*names):
    return [(f"{of}.png", "image/png", picture(255 * (of < "b"))) for of in names]


def test_what_cannot_be_read_or_trained_is_said_and_images_of_two_classes_train(page):
    page.select_option(DATA, index=1)
    assert press(page, 0)[1] == "Choose a file first."
    assert BAD_FILES[0][1] in give(page, ("rows.csv", "text/csv", BAD_FILES[0][0]))[1]
    assert give(page, *images(*"abcd"))[1].startswith("4 classes are too many for 4 images. An image’s class is")
    assert give(page, *images("a_1", "a_2"))[1].startswith("All images are of one class, “a”")
    assert give(page, ("a.csv", "text/csv", table(X[:19], Y)))[1].startswith("19 examples are too few")
    assert give(page, OWN, layers="10, x")[1].startswith("Hidden layers: one to six whole numbers from 1 to 999")
    assert page.evaluate("[gnodeRounds.told(), gnodeRounds.networks]") == [[], []]
    page.fill(LAYERS, "6")
    assert "Is the class in another column?" in told_after(page, page.select_option(COLUMN, "first"))[1]
    page.select_option(COLUMN, "last"), page.select_option(SCALING, "none")
    diverged = give(page, ("a.csv", "text/csv", table(1e30 * X, Y)))[1]
    assert diverged == "The training diverged, because the numbers are too large: scale each column."
    shares, said = give(page, *images(*(f"{of} {k}" for of in "ab" for k in range(10))), layers="20, 5")
    assert len(shares) == 1 and said.startswith(f"After 1 round: {shares[0][2]:.0%} correct without pre-training, GN ")
    assert page.inner_text(NOTE).endswith("16, 5 nodes, as many as the 16 examples that train allow.")


def test_it_can_be_stopped_and_begun_again_and_other_data_end_what_trains_or_is_read(page):
    press(page, 0)
    page.click(f"{PLACE} button >> nth=1")
    wait_until(page, f"/%/.test(document.querySelector('{PLACE} g text').textContent)")
    stopped = "Stopped. After 1 round: 90.9% correct without pre-training, GN +0.8 points, GCN −0.1. Does"
    assert press(page, 1)[1].startswith(stopped)
    page.click(f"{PLACE} button >> nth=1")
    hold = "own = gnodeRows.own, void (gnodeRows.own = (...of) => new Promise((ok) => (go = () => ok(own(...of)))))"
    page.evaluate(hold)
    choose(page, ("slow.csv", "text/csv", table(X[:50], Y)))
    assert page.inner_text(f"{PLACE} [role=status]") == "Reading slow.csv."
    page.evaluate("void (gnodeRows.own = own)"), give(page, OWN)
    page.evaluate("go()"), page.evaluate(REST, 300)
    assert page.inner_text(NOTE).startswith("103 examples")
    page.locator(LAYERS).press_sequentially(", 5")
    assert page.evaluate("[gnodeRounds.told(), gnodeRounds.busy()]") == [[], False]
    page.click(f"{PLACE} button >> nth=1")
    wait_until(page, "gnodeRounds.told().length > 1")
    assert press(page, 1)[1].startswith("Stopped. After ")
    assert len(press(page, 1)[0]) == 10 and press(page, 1)[0] == []
