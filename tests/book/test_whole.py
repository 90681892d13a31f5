"""The form that trains a whole network: what it shows is what the library gives."""

import numpy as np
import pytest
from built_site import wait_until
from figure_page import PAGE, change, rows
from test_train import in_python

from study.datasets import load

COEFS = "(at) => gnodeWhole.networks[at].coefs.map((array) => [...array])"


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}#data=digits&nodes=4&epochs=3")
        wait_until(tab.page, "window.gnodeWhole && window.gnodePlay && !gnodePlay.busy()")
        yield tab.page
        assert tab.problems == []


def train(page, sizes, pretraining="gn"):
    """Fill the form, press its button and wait."""
    page.fill("#gnode-whole [name=sizes]", sizes)
    page.select_option("#gnode-whole [name=pretraining]", pretraining)
    page.click("#gnode-whole button")
    wait_until(page, "!gnodeWhole.busy")


def assert_shown(page, models, X_test, y_test):
    """What the page shows and keeps of both networks is what these are."""
    right = [np.sum(model.predict(X_test) == y_test) for model in models]
    shares = page.locator("#gnode-whole td:last-child").all_inner_texts()
    assert shares == [f"{100 * n / len(y_test):.1f}%" for n in right]
    told = page.inner_text("#gnode-whole .status")
    largest = f"always naming the largest class would get {np.unique(y_test, return_counts=True)[1].max():,}."
    assert told.startswith(f"Of {len(y_test):,} held-out examples, ")
    assert told.endswith(f"{right[0]:,} correctly, the other one {right[1]:,}; {largest}")
    for at, model in enumerate(models):
        for found, of_python in zip(page.evaluate(COEFS, at), model.coefs_, strict=True):
            np.testing.assert_array_equal(np.float32(found), of_python.ravel())


def test_both_networks_are_the_librarys(page):
    digits = load("mnist16")
    X, unseen = digits.X_train.astype(np.float32), digits.X_test.astype(np.float32)
    train(page, "12, 8", "gcn")
    models = [in_python(X, digits.y_train, hidden_layer_sizes=(12, 8), pretraining=of) for of in ("gcn", "none")]
    assert_shown(page, models, unseen, digits.y_test)
    assert page.locator("#gnode-whole small").all_inner_texts() == ["done", "done"]


def test_a_fifth_of_the_readers_own_table_is_held_out(page):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((103, 5)).round(3)
    y = np.where(X[:, 0] + X[:, 1] > 0, "10", "9")
    table = "\n".join(",".join([*map(str, row), of]) for row, of in zip(X, y))
    file = {"name": "a.csv", "mimeType": "text/csv", "buffer": table.encode()}
    page.set_input_files("#gnode-play [type=file]", file)
    wait_until(page, "gnodePlay.settings().data === 'own' && !gnodePlay.busy()")
    X, labels = rows(page)  # as the figure scales them
    assert labels == y.tolist()
    train(page, "6")
    order = np.random.RandomState(0).permutation(103)
    test, rest = order[:21], order[21:]
    models = [in_python(X[rest], y[rest], hidden_layer_sizes=(6,), pretraining=of) for of in ("gn", "none")]
    assert_shown(page, models, X[test], y[test])
    change(page, "column", "none")
    train(page, "6")
    assert "have no classes" in page.inner_text("#gnode-whole .status")


def test_sizes_that_are_not_allowed_train_nothing(page):
    for sizes in ("", "0", "10, x", "501", "2.5", "1 1 1 1 1 1 1"):
        train(page, sizes)
        assert "whole numbers from 1 to 500 are needed" in page.inner_text("#gnode-whole .status")
        assert page.locator("#gnode-whole [aria-invalid]").count() == 1
        assert page.evaluate("gnodeWhole.networks.length") == 0


def test_it_can_be_stopped(page):
    page.click("#gnode-whole button")
    wait_until(page, "gnodeWhole.busy && document.querySelector('#gnode-whole small').textContent.includes('of')")
    assert page.inner_text("#gnode-whole button") == "Stop"
    page.click("#gnode-whole button")
    wait_until(page, "!gnodeWhole.busy")
    assert page.inner_text("#gnode-whole .status") == "Stopped." and page.inner_text("#gnode-whole button") == "Train"
