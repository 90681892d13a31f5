"""Rows that need not fit into memory: the same numbers, and little memory."""

import subprocess
import sys

import numpy as np
import pytest
from layers import ESTIMATORS, assert_layers_close, small_digits, start, weights

from gnode import memmap
from gnode.reference import train_layer

MEASURED_FIT = """
import resource, sys
import numpy as np
from gnode import GreedyByClassByNode, GreedyByNode
path, algorithm, n_rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
small = np.random.RandomState(0).uniform(-1, 1, (400, 100)).astype(np.float32)
make = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}[algorithm]
layer = make(50, max_epochs=1, learning_rate=1e-4, random_state=0)
layer.fit(small, np.arange(400) % 10)
before = peak()
X = np.memmap(path, np.float32, "r", shape=(n_rows, 100))
layer.fit(X, np.arange(n_rows) % 10)
print(peak() - before)
"""


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_memory_map_gives_the_same_as_an_array(algorithm, tmp_path, monkeypatch):
    monkeypatch.setattr(memmap, "BLOCK_BYTES", 5000)
    X, y = small_digits()
    mapped = np.memmap(tmp_path / "X", np.float64, "w+", shape=X.shape)
    mapped[:] = X
    init = start(algorithm, 12, X, y)
    layers = [
        ESTIMATORS[algorithm](12, init=init[:3], max_epochs=30, solver="primal").fit(data, y) for data in (X, mapped)
    ]
    assert_layers_close(weights(layers[0]), weights(layers[1]), 0)
    reference = train_layer(algorithm, X, y, init=init, learning_rate=1e-3, max_epochs=30, amnesia=0.4)
    assert_layers_close(weights(layers[0]), reference, 1e-9)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("view", [lambda X: X, np.asarray, lambda X: X[:, :]], ids=["map", "array", "slice"])
def test_what_is_written_into_a_private_map_stays_there(algorithm, view, tmp_path):
    X, y = small_digits()
    X.tofile(tmp_path / "X")
    mapped = view(np.memmap(tmp_path / "X", np.float64, "c", shape=X.shape))
    mapped *= 0.5
    layers = [ESTIMATORS[algorithm](12, max_epochs=5, random_state=0).fit(data, y) for data in (X * 0.5, mapped)]
    layers[1].fit_decoder(mapped)
    np.testing.assert_array_equal(mapped, X * 0.5)
    assert_layers_close(weights(layers[0]), weights(layers[1]), 0)


def test_blocks_cover_every_row_once(monkeypatch):
    X = np.zeros((101, 3))
    for n_bytes in (1, 24, 100, 10**6):
        monkeypatch.setattr(memmap, "BLOCK_BYTES", n_bytes)
        covered = np.concatenate([np.arange(101)[block] for block in memmap.row_blocks(X)])
        np.testing.assert_array_equal(covered, np.arange(101))


def test_not_finite_in_a_late_block(monkeypatch):
    monkeypatch.setattr(memmap, "BLOCK_BYTES", 100)
    X = np.zeros((50, 4))
    X[44, 2] = np.nan
    with pytest.raises(ValueError, match=r"Input X contains NaN"):
        memmap.check_finite(X, "GreedyByNode")


@pytest.mark.skipif(sys.platform != "linux", reason="counts resident pages as Linux does")
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_memory_of_a_fit_does_not_grow_with_the_rows(algorithm, tmp_path):
    """A map of 240 MB, fitted in far less resident memory than it has."""
    n_rows = 600_000
    mapped = np.memmap(tmp_path / "X", np.float32, "w+", shape=(n_rows, 100))
    block = np.random.RandomState(0).uniform(-1, 1, (20_000, 100))
    for first in range(0, n_rows, len(block)):
        mapped[first : first + len(block)] = block
    mapped.flush()
    command = [sys.executable, "-c", MEASURED_FIT, str(tmp_path / "X"), algorithm, str(n_rows)]
    extra_kilobytes = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert extra_kilobytes < 160_000
