"""Sparse rows: the same layers as from dense ones, without making all rows dense."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, assert_layers_close, small_digits, weights
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix

from gnode import GreedyByNode
from gnode.reading import READINGS

MEASURED_FIT = """
import resource
import numpy as np
from scipy.sparse import random_array
from gnode import GreedyByClassByNode, Reading
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
reading = Reading(minimum_updates=False)
layer = GreedyByClassByNode(100, max_epochs=1, learning_rate=1e-3, random_state=0, solver="primal", reading=reading)
def rows(n, d):
    return random_array((n, d), density=1e-3, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
layer.fit(rows(400, 300), np.arange(400) % 10)
X, y = rows(20_000, 10_000), np.arange(20_000) % 10
before = peak()
layer.fit(X, y)
assert layer.transform(X).shape == (20_000, 100)
print(peak() - before)
"""


@pytest.mark.parametrize("block_bytes", [2**25, 5000], ids=["one block", "blocks"])
@pytest.mark.parametrize("form", [csr_array, csr_matrix, csc_array, coo_array])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_sparse_rows_give_the_bits_of_dense_ones(algorithm, form, block_bytes, monkeypatch):
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", block_bytes)
    X, y = small_digits(100)
    X = X + 1  # many zeros
    layer = ESTIMATORS[algorithm](12, max_epochs=10, learning_rate=1e-3, solver="primal", random_state=0)
    dense = weights(layer.fit(X, y))
    H = layer.transform(X)
    sparse = weights(layer.fit(form(X), y))
    for a, b in zip(dense, sparse, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_allclose(layer.transform(form(X)), H, atol=1e-12)


@pytest.mark.parametrize(
    "options",
    [
        {"solver": "auto"},
        {"output": "sigmoid"},
        {"reading": replace(READINGS["mended"], decoder_bias=True)},
        {"reading": "textbook"},
        {"reading": "program"},
        {"partition": "random"},
        {"partition": "clusters"},
    ],
    ids=str,
)
def test_sparse_rows_in_blocks_give_the_layer_of_dense_ones(options, monkeypatch):
    X, _ = small_digits(100)
    X = (X + 1) / 2
    layer = GreedyByNode(8, max_epochs=10, learning_rate=1e-3, random_state=0, **options)
    dense = weights(layer.fit(X))
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 5000)
    assert_layers_close(dense, weights(layer.fit(csr_array(X))), 1e-9)


@pytest.mark.skipif(sys.platform != "linux", reason="counts resident pages as Linux does")
def test_rows_are_never_all_dense_by_class():
    """Rows that would take 800 MB when dense, fitted and transformed in less than a quarter of that."""
    ran = subprocess.run([sys.executable, "-c", MEASURED_FIT], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) < 200_000
