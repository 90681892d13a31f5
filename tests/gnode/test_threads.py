"""Nodes trained in threads: the same bits, the same errors; loops that let other threads run."""

import threading
import time

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits, start, weights
from numba.core.registry import CPUDispatcher
from scipy.sparse import csr_array

import gnode.kernels
from gnode import DivergenceError


@pytest.mark.parametrize("reading", ["mended", "program", "textbook"])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_same_bits_for_every_number_of_jobs(algorithm, reading, form):
    X, y = small_digits()
    layers = [
        ESTIMATORS[algorithm](
            20, amnesia=0.0, max_epochs=10, learning_rate=1e-3, reading=reading, n_jobs=n_jobs, random_state=0
        ).fit(form(X), y)
        for n_jobs in (None, 1, 2, 5, -1)
    ]
    for other in layers[1:]:
        for a, b in zip(weights(layers[0]), weights(other), strict=True):
            assert np.array_equal(a, b)
        assert np.array_equal(layers[0].n_updates_, other.n_updates_)


@pytest.mark.parametrize(("amnesia", "several"), [(0.0, True), (0.4, False)])
def test_nodes_that_depend_on_each_other_wait_for_each_other(amnesia, several):
    threads = set()

    class Watched(ESTIMATORS["GCN"]):
        def _trained_node(self, *plan):
            threads.add(threading.get_ident())
            return super()._trained_node(*plan)

    Watched(20, amnesia=amnesia, max_epochs=2, n_jobs=2, random_state=0).fit(*small_digits())
    assert (threads != {threading.get_ident()}) == several


@pytest.mark.parametrize("n_jobs", [None, 1, 2, 4])
def test_the_first_node_that_diverges_is_named_even_if_others_are_quicker(n_jobs):
    class Slow(ESTIMATORS["GCN"]):
        def _trained_node(self, X, i, *plan):
            time.sleep(0.2 * (i == 3))
            return super()._trained_node(X, i, *plan)

    X, y = small_digits(100)
    W, b, V, _ = start("GCN", 20, X, y)
    V[3:] = 1e200
    layer = Slow(20, amnesia=0.0, init=(W, b, V), max_epochs=20, n_jobs=n_jobs)
    with pytest.raises(DivergenceError, match="GCN: node 3 diverged"):
        layer.fit(X, y)
    assert not hasattr(layer, "components_")


def test_every_loop_runs_without_the_interpreters_lock():
    loops = [loop for loop in vars(gnode.kernels).values() if isinstance(loop, CPUDispatcher)]
    assert len(loops) > 8
    assert all(loop.targetoptions.get("nogil") for loop in loops)
