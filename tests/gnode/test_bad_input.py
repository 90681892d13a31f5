"""Wrong data and parameters: early errors in the user's terms."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits
from scipy.sparse import csr_array
from sklearn.datasets import load_iris

import gnode
from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode
from gnode.reading import READINGS
from gnode.schedule import node_rates

EVERY = {**ESTIMATORS, "DeepClassifier": DeepClassifier}


def make(name, **options):
    size = {"hidden_layer_sizes": (10,)} if name == "DeepClassifier" else {"n_components": 10}
    return EVERY[name](**(size | {"max_epochs": 1, "random_state": 0} | options))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda X: X[0], "Expected 2D array, got 1D array"),
        (lambda X: X[None], "dim 3|3 dim"),
        (lambda X: X + 1j, "Complex data not supported"),
        (lambda X: np.array([["a", "b"]] * len(X), dtype=object), "could not convert string to float"),
        (lambda X: X[:0], "0 sample"),
        (lambda X: X[:, :0], "0 feature"),
        (lambda X: np.where(np.arange(X.size).reshape(X.shape) == 99, np.nan, X), "NaN"),
    ],
    ids=["1-D", "3-D", "complex", "strings", "no rows", "no features", "NaN"],
)
def test_bad_rows(name, spoil, message):
    X, y = small_digits(40)
    X = spoil(X)
    with pytest.raises(ValueError, match=message):
        make(name).fit(X, y[: len(X)])


@pytest.mark.parametrize("name", ["GCN", "SV", "DeepClassifier"])
@pytest.mark.parametrize(
    ("y", "message"),
    [
        (np.linspace(0, 1, 40), "Unknown label type: continuous"),
        (np.append(np.arange(39) % 2, np.nan), "y contains NaN"),
        (np.arange(80).reshape(40, 2) % 2, "y should be a 1d array"),
        (np.arange(39) % 2, "inconsistent numbers of samples"),
        (np.zeros(40), r"at least two classes, but y has one class only: 0\.0\."),
        (np.array(["a", None] * 20, dtype=object), "cannot sort .* none missing"),
        (np.array(["a", 1] * 20, dtype=object), "cannot sort .* all as numbers"),
        (None, "requires y to be passed"),
    ],
    ids=["continuous", "NaN", "2-D", "too short", "one class", "some missing", "mixed", "none"],
)
def test_bad_classes(name, y, message):
    X, _ = small_digits(40)
    with pytest.raises(ValueError, match=message):
        make(name).fit(X, y)


@pytest.mark.parametrize("name", ["GN", "GCN"])
def test_sparse_rows_stay_as_they_are(name):
    X = csr_array((np.full(40, 0.25), np.arange(40) % 2, np.arange(0, 41, 2)), shape=(20, 4))
    X.indices[1::2] = X.indices[::2]  # each row has one column twice
    given = X.copy()
    make(name, n_components=4, output="sigmoid").fit(X, np.arange(20) % 2)
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(X, part), getattr(given, part))


@pytest.mark.parametrize("name", ["USV", "SV", "DeepClassifier"])
def test_sparse_rows_where_they_are_not_served(name):
    X, y = small_digits(40)
    with pytest.raises(TypeError, match=r"[Ss]parse"):
        make(name).fit(csr_array(X), y)


@pytest.mark.parametrize("pretraining", ["gn", "gcn"])
@pytest.mark.parametrize("sizes", [(200, 150), (150, 151)])
def test_more_nodes_in_a_layer_than_rows(pretraining, sizes):
    """The network's own parameter is named, not that of its layers."""
    X, y = load_iris(return_X_y=True)
    said = rf"hidden_layer_sizes={re.escape(str(sizes))}: X has only 150 rows.* at most 150 nodes in each layer"
    with pytest.raises(ValueError, match=said) as caught:
        DeepClassifier(sizes, pretraining=pretraining).fit(X, y)
    assert "n_components" not in str(caught.value)


@pytest.mark.parametrize(
    "sizes", [(5.5,), (5, 0), (-3,), ((5,),), (True,), (5, "6"), (), (float("nan"),), (0,)], ids=str
)
def test_hidden_layers_that_are_none(sizes):
    X, y = small_digits(40)
    with pytest.raises(
        ValueError, match=rf"hidden_layer_sizes must name one layer or more.* got {re.escape(str(sizes))}"
    ):
        DeepClassifier(sizes).fit(X, y)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("row_order", ["file", "shuffled"])
def test_a_tiny_rate_asks_for_no_huge_arrays(algorithm, row_order):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=r"learning_rate=1e-12 is too small: .* Raise learning_rate to 4e-08"):
        ESTIMATORS[algorithm](10, learning_rate=1e-12, reading=replace(READINGS["mended"], row_order=row_order)).fit(
            X, y
        )


def test_every_allowed_rate_needs_little_memory():
    """The smallest rate, for a node of one row."""
    with pytest.raises(ValueError, match="too small"):
        node_rates(READINGS["mended"], 3.9e-8, 300, 1)
    assert len(node_rates(READINGS["mended"], 1e-5, 300, 1)) == 400_000


@pytest.mark.parametrize("pretraining", ["gcn", GreedyByClassByNode(max_epochs=1)], ids=["gcn", "estimator"])
def test_fewer_nodes_than_classes_in_a_network(pretraining):
    """One warning, of its own parameter and in the classes' own names."""
    X, y = small_digits(100)
    few = {"max_epochs": 1, "output_epochs": 1, "finetune_epochs": 0, "random_state": 0}
    names = np.array(list("jabcdefghi"))[y]
    told = r"^hidden_layer_sizes=\(12, 8, 9\): hidden layer 1 has 8 nodes, but 10 classes: .* i, j\. Ask for 10 nodes"
    with pytest.warns(UserWarning, match=told) as caught:
        DeepClassifier((12, 8, 9), pretraining=pretraining, **few).fit(X, names)
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize("returned", [None, 5, [[1, 2], [3]] * 2 + [[[1], [2, 3]]] * 2])
def test_a_partition_that_returns_no_subsets(returned):
    X, _ = small_digits(40)
    with pytest.raises(ValueError, match="partition"):
        GreedyByNode(6, partition=lambda X, errors, n: returned, max_epochs=1, random_state=0).fit(X)


def test_a_partition_that_fails():
    X, _ = small_digits(40)

    def partition(X, errors, n_subsets):
        raise KeyError("no such row")

    with pytest.raises(KeyError, match="no such row") as caught:
        GreedyByNode(6, partition=partition, max_epochs=1, random_state=0).fit(X)
    assert caught.value.__notes__ == ["GreedyByNode: the function given as partition failed."]


@pytest.mark.parametrize("name", ["GreedyByNode", "GreedyByClassByNode"])
def test_a_sparse_matrix_with_a_column_too_many_is_refused(name):
    X, y = csr_array(np.eye(40, 6)[:, :6] + 1), np.arange(40) % 2
    layer = getattr(gnode, name)(4, max_epochs=2, learning_rate=1e-3).fit(X, y)
    X.indices[-1] = 10**6
    for call in (lambda: layer.fit(X, y), lambda: layer.transform(X)):
        with pytest.raises(ValueError, match="indices"):
            call()


def test_without_compiled_loops_the_import_says_so():
    ran = subprocess.run(
        [sys.executable, "-c", "import gnode"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode and "unset NUMBA_DISABLE_JIT" in ran.stderr.splitlines()[-1]
