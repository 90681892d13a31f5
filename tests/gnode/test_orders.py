"""Orders of rows are drawn when it is their turn: the same as if all were drawn first, in less memory."""

import tracemalloc

import numpy as np
import pytest
from layers import small_digits

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode, schedule
from gnode.reading import READINGS, as_reading
from gnode.schedule import OrdersInTurn, row_orders

SHUFFLED = READINGS["textbook"]


def peak(work):
    """Most memory that Python and NumPy hold at a time for some work, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("drawn_at_once", [1, 20, 50, 10**6])
@pytest.mark.parametrize(("n_rows", "n_epochs"), [(20, 7), (1, 3), (7, 1)])
def test_in_turn_they_are_those_of_all_at_once(n_rows, n_epochs, drawn_at_once, monkeypatch):
    monkeypatch.setattr(schedule, "DRAWN_AT_ONCE", drawn_at_once)
    expected = row_orders(SHUFFLED, n_rows, n_epochs, np.random.RandomState(3))
    parts = list(OrdersInTurn(SHUFFLED, n_rows, n_epochs, np.random.RandomState(3)))
    np.testing.assert_array_equal(np.concatenate([orders for _, orders in parts]), expected)
    assert [e for epochs, _ in parts for e in range(n_epochs)[epochs]] == list(range(n_epochs))
    for epochs, orders in parts:
        assert len(orders) == epochs.stop - epochs.start and orders.dtype == np.intp


def test_in_file_order_one_serves_all_epochs():
    ((epochs, orders),) = OrdersInTurn(READINGS["paper"], 5, 300, None)
    assert (epochs, orders.tolist()) == (slice(0, 300), [[0, 1, 2, 3, 4]])


@pytest.mark.parametrize("solver", ["primal", "dual"])
@pytest.mark.parametrize(
    "layer",
    [
        GreedyByNode(7, reading="textbook"),
        GreedyByNode(7, reading="textbook", output="sigmoid"),
        GreedyByNode(7, reading="textbook", amnesia=0, n_jobs=2),
        GreedyByNode(7, reading="textbook", block_size=3, n_jobs=2, partition="random"),
        GreedyByClassByNode(20, reading="textbook", amnesia=0, n_jobs=2),
    ],
    ids=str,
)
def test_no_bit_depends_on_how_many_are_drawn_at_once(layer, solver, monkeypatch):
    X, y = small_digits(200)
    layer.set_params(solver="auto" if layer.output == "sigmoid" else solver, max_epochs=9, random_state=0)
    X = (X + 1) / 2
    fitted = []
    for at_once in (1, 450, 10**9):
        monkeypatch.setattr(schedule, "DRAWN_AT_ONCE", at_once)
        fitted.append([part.tobytes() for part in (layer.fit(X, y).components_, layer.decoder_, *layer.loss_curve_)])
    layer.set_params(n_jobs=None)
    fitted.append([part.tobytes() for part in (layer.fit(X, y).components_, layer.decoder_, *layer.loss_curve_)])
    assert fitted[0] == fitted[1] == fitted[2] == fitted[3]


@pytest.mark.parametrize("options", [{}, {"amnesia": 0, "n_jobs": 2}, {"output": "sigmoid"}], ids=str)
def test_a_layer_does_not_hold_the_orders_of_all_epochs(options):
    X = np.random.default_rng(0).random((50_000, 2))
    layer = GreedyByNode(2, reading="textbook", max_epochs=100, random_state=0, **options)
    layer.fit(X[:50])
    assert peak(lambda: layer.fit(X)) < 0.75 * len(X) * layer.max_epochs * 8


def test_a_network_does_not_hold_the_orders_of_all_epochs():
    X = np.random.default_rng(0).random((20_000, 2))
    y = np.arange(len(X)) % 2
    model = DeepClassifier((1,), pretraining="random", output_epochs=100, finetune_epochs=100, random_state=0)
    model.fit(X[:50], y[:50])
    assert peak(lambda: model.fit(X, y)) < 0.25 * len(X) * 100 * 8


def test_the_dual_form_is_not_taken_where_its_orders_outweigh_all():
    """It needs those of all epochs at once: 1,000 rows and a million epochs are 8 GB."""
    X = np.zeros((1000, 2000), np.float32)
    for reading, n_epochs, dual in [("textbook", 3000, True), ("textbook", 10**6, False), ("default", 10**6, True)]:
        layer = GreedyByNode(reading=reading)
        layer._reading = as_reading(reading)
        assert layer._takes_dual(len(X), n_epochs, X) == dual
