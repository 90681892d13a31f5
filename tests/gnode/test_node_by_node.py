"""The loop that trains node by node: rows on demand, blocks, threads, orders in turn, rates of its own."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layers import ESTIMATORS, assert_same_bits, peak_memory, small_digits, start
from scipy.sparse import csr_array

from gnode import DeepClassifier, DivergenceError, GreedyByClassByNode, GreedyByNode, schedule
from gnode.amnesia import blocks_of
from gnode.reading import as_reading

BOTH = pytest.mark.parametrize("algorithm", ["GN", "GCN"])
X, y = small_digits()


def test_auto_takes_the_dual_form_only_while_its_matrices_are_small(monkeypatch):
    def fitted(solver):
        return GreedyByClassByNode(20, max_epochs=20, solver=solver, random_state=0).fit(X, y).components_

    primal, dual = fitted("primal"), fitted("dual")
    assert (primal != dual).any(axis=1).all()  # in their last bits
    np.testing.assert_array_equal(fitted("auto"), dual)
    monkeypatch.setattr("gnode.node_by_node.GRAM_BYTES", 1000)
    np.testing.assert_array_equal(fitted("auto"), primal)
    monkeypatch.undo()  # it needs the orders of all epochs at once: 1,000 rows and a million epochs are 8 GB
    rows = np.zeros((1000, 2000), np.float32)
    for reading, n_epochs, dual in [("textbook", 3000, True), ("textbook", 10**6, False), ("default", 10**6, True)]:
        layer = GreedyByNode(reading=reading)
        layer._reading = as_reading(reading)
        assert layer._takes_dual(len(rows), n_epochs, rows) == dual


@BOTH
@pytest.mark.parametrize("options", [{"amnesia": 0.0}, *({"block_size": size} for size in (1, 5, 100))], ids=str)
@pytest.mark.parametrize("reading", ["mended", "program", "textbook"])
def test_same_bits_for_every_number_of_jobs(algorithm, reading, options):
    """Dense and sparse; blocks of one node are none."""
    settings = {"max_epochs": 5, "reading": reading, "random_state": 0} | options
    for rows in (X, csr_array(X)):
        one, *others = (ESTIMATORS[algorithm](13, n_jobs=n, **settings).fit(rows, y) for n in (None, 1, 2, -1))
        assert_same_bits(one, *others)
        assert all(np.array_equal(one.n_updates_, other.n_updates_) for other in others)
    if options == {"block_size": 1}:
        del settings["block_size"]
        assert_same_bits(one, ESTIMATORS[algorithm](13, **settings).fit(rows, y))


def test_a_block_sees_what_the_ones_before_it_left():
    """Change the start of a node: its block stays as it was, the next one changes."""
    rng = np.random.RandomState(1)
    init = [rng.uniform(-0.1, 0.1, shape) for shape in ((7, X.shape[1]), 7, (7, X.shape[1]))]
    one = GreedyByNode(7, block_size=3, max_epochs=5, init=tuple(init)).fit(X)
    init[0][2] += 0.3
    other = GreedyByNode(7, block_size=3, max_epochs=5, init=tuple(init)).fit(X)
    same = (one.components_ == other.components_).all(axis=1)
    assert list(same) == [True, True, False, True, False, False, False]


@BOTH
def test_what_a_layer_gives_back_counts_each_block_once(algorithm):
    layer = ESTIMATORS[algorithm](13, max_epochs=5, block_size=4, amnesia=1.0, reading="textbook", random_state=0)
    H, blocks = layer.fit(X, y).transform(X), blocks_of(13, 4, first_alone=algorithm == "GN")
    means = [H[:, blocks == i] @ layer.decoder_[blocks == i] / (blocks == i).sum() for i in range(blocks[-1] + 1)]
    np.testing.assert_allclose(layer.inverse_transform(H), np.sum(means, axis=0), atol=1e-5)


@pytest.mark.parametrize("n_jobs", [None, 2, 4])
def test_the_first_node_that_diverges_is_named_even_if_others_are_quicker(n_jobs):
    class Slow(GreedyByClassByNode):
        def _trained_node(self, X, i, *plan):
            time.sleep(0.2 * (i == 3))
            return super()._trained_node(X, i, *plan)

    W, b, V, _ = start("GCN", 20, X, y)
    V[3:] = 1e200
    layer = Slow(20, amnesia=0.0, init=(W, b, V), max_epochs=20, n_jobs=n_jobs)
    with pytest.raises(DivergenceError, match="GCN: node 3 diverged"):
        layer.fit(X, y)
    assert not hasattr(layer, "components_")


@pytest.mark.parametrize("estimator", [GreedyByNode, GreedyByClassByNode])
@pytest.mark.parametrize(
    "options",
    [{"solver": "primal"}, {"solver": "dual"}, {"output": "sigmoid"}, {"amnesia": 0, "n_jobs": 2}, {"block_size": 3}],
    ids=str,
)
def test_no_bit_depends_on_how_many_are_drawn_at_once(estimator, options, monkeypatch):
    layer = estimator(17, reading="textbook", max_epochs=9, random_state=0, **options)
    fitted = []
    for at_once, n_jobs in ((1, layer.n_jobs), (450, layer.n_jobs), (10**9, layer.n_jobs), (10**9, None)):
        monkeypatch.setattr(schedule, "DRAWN_AT_ONCE", at_once)
        layer.set_params(n_jobs=n_jobs).fit((X + 1) / 2, y)
        fitted.append([part.tobytes() for part in (layer.components_, layer.decoder_, *layer.loss_curve_)])
    assert fitted[0] == fitted[1] == fitted[2] == fitted[3]


@pytest.mark.parametrize(
    "options",
    [{}, *(pytest.param(of, marks=pytest.mark.weekly) for of in (None, {"n_jobs": 2}, {"output": "sigmoid"}))],
    ids=str,
)
def test_the_orders_of_all_epochs_are_never_held(options):
    """In a layer, and in a network."""
    later = {"pretraining": "random", "output_epochs": 100, "finetune_epochs": 100, "random_state": 0}
    layer = {"reading": "textbook", "max_epochs": 100, "random_state": 0} | (options or {})
    model = DeepClassifier((1,), **later) if options is None else GreedyByNode(2, **layer)
    X = np.random.default_rng(0).random((50_000, 2))
    y = np.arange(len(X)) % 2
    model.fit(X[:50], y[:50])
    assert peak_memory(lambda: model.fit(X, y)) < 0.75 * len(X) * 100 * 8


# learning_rate="auto": rows scaled to one norm, weights scaled back.
def fitted(estimator, X, y=None, **parameters):
    return estimator(12, **{"learning_rate": "auto", "max_epochs": 8, "random_state": 0} | parameters).fit(X, y)


@settings(max_examples=15)
@given(exponent=st.integers(-60, 60), by_class=st.booleans(), with_nothing=st.booleans())
def test_units_do_not_matter(exponent, by_class, with_nothing):
    """A power of two changes no bit of float64, so it may change none of the outputs; rows may all be zero."""
    rows, estimator = X[:150].copy(), GreedyByClassByNode if by_class else GreedyByNode
    rows[(y[:150] == 3) & with_nothing] = 0
    factor = 2.0**exponent
    one, other = fitted(estimator, rows, y[:150]), fitted(estimator, rows * factor, y[:150])
    np.testing.assert_array_equal(one.transform(rows), other.transform(rows * factor))
    np.testing.assert_array_equal(one.decoder_ * factor, other.decoder_)


@pytest.mark.parametrize("factor", [1e-28, 1e8, 1e18, 1e28])
def test_no_scale_diverges_or_saturates_or_deals_out_other_rows(factor):
    single = X.astype(np.float32)
    one, other = (fitted(GreedyByNode, rows, max_epochs=50) for rows in (single, single * np.float32(factor)))
    assert np.abs(other.transform(single * np.float32(factor))).max() < 0.999
    shared = [len(np.intersect1d(a, b)) / len(a) for a, b in zip(one.subsets_, other.subsets_, strict=True)]
    assert min(shared) > 0.9  # rounding may change places at the edges


@pytest.mark.filterwarnings("ignore:.*encountered in reduce:RuntimeWarning")
@pytest.mark.parametrize(
    ("dtype", "factor", "said"),
    [(np.float32, 3e38, "large"), (np.float64, 1e200, "large"), (np.float32, 1e-42, "small"), (float, 1e-160, "small")],
)
def test_rows_too_large_or_too_small_are_refused(dtype, factor, said):
    with pytest.raises(ValueError, match=rf"rows are too {said} for float\d\d.*scale X"):
        fitted(GreedyByNode, X.astype(dtype) * dtype(factor))
