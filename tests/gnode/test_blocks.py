"""Nodes in blocks: who sees whom, and by how much; the same bits by any number of threads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layers import ESTIMATORS, small_digits, weights

from gnode import GreedyByNode
from gnode.amnesia import blocks_of, memory, memory_of_blocks, output_shares

LAYER = {"n_components": 13, "learning_rate": 0.01, "max_epochs": 5, "random_state": 0}
BOTH = pytest.mark.parametrize("algorithm", ["GN", "GCN"])
rules = st.sampled_from(["flat", "fading"])
factors = st.floats(0, 1)


def fitted(algorithm, **parameters):
    return ESTIMATORS[algorithm](**LAYER | parameters).fit(*small_digits())


def test_node_0_is_a_block_of_its_own_where_it_takes_all_rows():
    assert list(blocks_of(10, 4, first_alone=True)) == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert list(blocks_of(6, 4, first_alone=False)) == [0, 0, 0, 0, 1, 1]


@given(rules, factors, st.integers(1, 30), st.booleans())
def test_blocks_of_one_node_are_the_papers(rule, amnesia, n_nodes, first_alone):
    blocks = blocks_of(n_nodes, 1, first_alone)
    np.testing.assert_array_equal(memory_of_blocks(rule, amnesia, blocks), memory(rule, amnesia, n_nodes - 1))
    np.testing.assert_array_equal(output_shares(rule, amnesia, blocks)[:-1], memory(rule, amnesia, n_nodes - 1))


@given(rules, factors, st.integers(1, 30), st.integers(1, 9), st.booleans())
def test_a_block_weighs_what_a_node_would(rule, amnesia, n_nodes, size, first_alone):
    blocks = blocks_of(n_nodes, size, first_alone)
    shares = memory_of_blocks(rule, amnesia, blocks)
    np.testing.assert_allclose(
        np.bincount(blocks[:-1], shares, minlength=blocks[-1])[: blocks[-1]],
        memory(rule, amnesia, blocks[-1]),
        atol=1e-300,  # a factor may be too small to be shared out
    )
    assert (shares[blocks[:-1] == blocks[-1]] == 0).all()  # its own block says nothing
    assert output_shares(rule, amnesia, blocks)[blocks == blocks[-1]].sum() == pytest.approx(1)


@BOTH
def test_blocks_of_one_change_nothing(algorithm):
    for a, b in zip(weights(fitted(algorithm)), weights(fitted(algorithm, block_size=1, n_jobs=2)), strict=True):
        assert np.array_equal(a, b)


@BOTH
@pytest.mark.parametrize("reading", ["mended", "program", "textbook"])
@pytest.mark.parametrize("block_size", [2, 5, 100])
def test_same_bits_for_every_number_of_jobs(algorithm, reading, block_size):
    one, *others = (
        fitted(algorithm, block_size=block_size, reading=reading, n_jobs=n_jobs, learning_rate=1e-3)
        for n_jobs in (None, 2, -1)
    )
    for other in others:
        for a, b in zip(weights(one), weights(other), strict=True):
            assert np.array_equal(a, b)


def test_a_block_sees_what_the_ones_before_it_left():
    """Change the start of a node: its block stays as it was, the next one changes."""
    X, _ = small_digits()
    rng = np.random.RandomState(1)
    start = [rng.uniform(-0.1, 0.1, shape) for shape in ((7, X.shape[1]), 7, (7, X.shape[1]))]
    one = GreedyByNode(7, block_size=3, max_epochs=5, init=tuple(start)).fit(X)
    start[0][2] += 0.3
    other = GreedyByNode(7, block_size=3, max_epochs=5, init=tuple(start)).fit(X)
    same = (one.components_ == other.components_).all(axis=1)
    assert list(same) == [True, True, False, True, False, False, False]


@BOTH
def test_what_a_layer_gives_back_counts_each_block_once(algorithm):
    X, _ = small_digits()
    layer = fitted(algorithm, block_size=4, amnesia=1.0, reading="textbook")
    blocks = blocks_of(13, 4, first_alone=algorithm == "GN")
    means = [
        (layer.transform(X)[:, blocks == block] @ layer.decoder_[blocks == block]) / (blocks == block).sum()
        for block in range(blocks[-1] + 1)
    ]
    np.testing.assert_allclose(layer.inverse_transform(layer.transform(X)), np.sum(means, axis=0), atol=1e-5)
