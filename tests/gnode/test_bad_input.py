"""Wrong data and parameters: early errors in the user's terms."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.utils import check_random_state

import gnode.limits
from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode, Reading
from gnode.schedule import node_rates, row_orders

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


@pytest.mark.parametrize(
    ("name", "options", "culprit"),
    [
        *((name, {"max_epochs": 10**n}, "max_epochs") for name in EVERY for n in (14, 30)),
        *((name, {"n_components": 10**n}, "n_components") for name in ("USV", "SV") for n in (14, 30)),
        ("DeepClassifier", {"output_epochs": 10**14}, "output_epochs"),
        ("DeepClassifier", {"finetune_epochs": 10**14}, "finetune_epochs"),
    ],
)
def test_more_than_fits_into_memory(name, options, culprit):
    X, y = small_digits(40)
    with pytest.raises(MemoryError, match=f"GiB to give: lower {culprit}"):
        make(name, **options).fit(X, y)


def test_shuffled_batches_of_too_many_epochs(monkeypatch):
    X, y = small_digits(40)
    monkeypatch.setattr(gnode.limits, "SMALL", 0)
    monkeypatch.setattr(gnode.limits, "available_memory", lambda: 10**5)
    with pytest.raises(MemoryError, match=r"orders of 40 mini-batches in 400 epochs .* lower finetune_epochs"):
        make("DeepClassifier", pretraining="none", finetune_epochs=400).fit(X, y)


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


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("value", ["seed", -1, 0.5])
def test_wrong_random_state(name, value):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match="random_state"):
        make(name, random_state=value).fit(X, y)


@pytest.mark.parametrize("name", ["GN", "GCN", "DeepClassifier"])
def test_amnesia_that_is_no_number(name):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=r"'amnesia' parameter .* must be a float in the range \[0.0, 1.0\]"):
        make(name, amnesia=float("nan")).fit(X, y)


@pytest.mark.parametrize("pretraining", ["gn", "gcn"])
def test_more_nodes_in_a_layer_than_rows(pretraining):
    """The network's own parameter is named, not that of its layers."""
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="hidden layer 0 would have 200 nodes, but X has only 150 rows") as caught:
        DeepClassifier(pretraining=pretraining).fit(X, y)
    assert "n_components" not in str(caught.value)
    with pytest.raises(ValueError, match="hidden layer 1 would have 151 nodes"):
        DeepClassifier((150, 151), pretraining=pretraining).fit(X, y)


@pytest.mark.parametrize(
    ("sizes", "got"),
    [
        ((5.5,), "got 5.5 for hidden layer 0"),
        ((5, 0), "got 0 for hidden layer 1"),
        ((-3,), "got -3 for hidden layer 0"),
        (((5,),), r"got \(5,\) for hidden layer 0"),
        ((True,), "got True for hidden layer 0"),
        ((5, "6"), "got '6' for hidden layer 1"),
        ((), r"got \(\)"),
        ((float("nan"),), "got nan"),
    ],
)
def test_hidden_layers_that_are_none(sizes, got):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=rf"hidden_layer_sizes must name one layer or more.* {got}"):
        DeepClassifier(sizes).fit(X, y)


def test_hidden_layers_of_numpy_integers():
    X, y = small_digits(40)
    model = DeepClassifier(np.array([10, 10]), max_epochs=1, output_epochs=1, finetune_epochs=0).fit(X, y)
    assert [len(b) for b in model.intercepts_] == [10, 10, 10]


@pytest.mark.parametrize("pretraining", ["autoencoder", "supervised", "random", "none"])
def test_huge_hidden_layers(pretraining):
    X, y = small_digits(40)
    with pytest.raises(MemoryError, match=r"the 64 x 10+ weights of hidden layer 0 would take [\d,]+ GiB"):
        DeepClassifier((10**12,), pretraining=pretraining).fit(X, y)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_a_tiny_rate_asks_for_no_huge_arrays(algorithm):
    X, y = small_digits(40)
    for reading in (Reading(), replace(Reading(), row_order="shuffled")):
        with pytest.raises(ValueError, match=r"learning_rate=1e-12 is too small: .* Raise learning_rate to 4e-08"):
            ESTIMATORS[algorithm](10, learning_rate=1e-12, reading=reading).fit(X, y)
    with pytest.raises(MemoryError, match=r"learning rates of 1000000000000 epochs would take 7,451 GiB"):
        ESTIMATORS[algorithm](10, max_epochs=10**12).fit(X, y)


def test_every_allowed_rate_needs_little_memory():
    """The smallest rate, for a node of one row."""
    with pytest.raises(ValueError, match="too small"):
        node_rates(Reading(), 3.9e-8, 300, 1)
    assert len(node_rates(Reading(), 1e-5, 300, 1)) == 400_000


def test_shuffled_orders_that_do_not_fit_into_memory(monkeypatch):
    monkeypatch.setattr(gnode.limits, "available_memory", lambda: 2**30)
    with pytest.raises(MemoryError, match=r"shuffled orders of 1000000 rows in 300 epochs would take 2 GiB.*row_order"):
        row_orders(replace(Reading(), row_order="shuffled"), 1_000_000, 300, check_random_state(0))


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_dual_says_which_memory_it_would_need(algorithm, monkeypatch):
    monkeypatch.setattr(gnode.limits, "available_memory", lambda: 2**28)
    monkeypatch.setattr(gnode.limits, "SMALL", 0)
    X = np.random.RandomState(0).uniform(-1, 1, (20_000, 3))
    y = np.arange(20_000) % 2
    layer = ESTIMATORS[algorithm](2, solver="dual", max_epochs=1, random_state=0)
    with pytest.raises(MemoryError, match=r"inner products of the \d+ rows of a node would take .* solver='auto'"):
        layer.fit(X, y)
    layer.set_params(solver="auto").fit(X, y)


def test_auto_takes_no_dual_form_with_huge_matrices():
    layer = GreedyByNode()
    assert layer._takes_dual(1000, 10**6, 10**5, np.dtype(np.float64))
    assert not layer._takes_dual(20_000, 10**6, 10**5, np.dtype(np.float64))


def test_available_memory_is_some():
    assert gnode.limits.available_memory() > 2**20


def test_fewer_nodes_than_classes():
    X, y = small_digits(100)
    names = np.array(list("jabcdefghi"))[y]
    with pytest.warns(
        UserWarning, match=r"4 nodes, but 10 classes: no node learns .* e, f, g, h, i, j\. Ask for 10"
    ) as caught:
        GreedyByClassByNode(4, max_epochs=1, random_state=0).fit(X, names)
    assert caught[0].filename == __file__  # who called `fit`


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


def test_the_limit_of_a_container_counts(tmp_path):
    assert gnode.limits._of_container(tmp_path) == float("inf")
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("1000\n")
    assert gnode.limits._of_container(tmp_path) == float("inf")
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.stat").write_text("anon 700\nfile 300\ninactive_file 200\n")
    assert gnode.limits._of_container(tmp_path) == 4200  # what files keep cached can be had


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
