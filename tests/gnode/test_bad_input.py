"""Wrong data and parameters: early errors in the user's terms; what is almost right is taken for what it is."""

import os
import subprocess
import sys
import warnings
from dataclasses import replace
from numbers import Integral, Real

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits, start
from scipy.sparse import csr_array
from sklearn.decomposition import PCA
from sklearn.preprocessing import MinMaxScaler

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode, OwnRowsPCA, Reading, fast
from gnode.reading import READINGS

EVERY = {**ESTIMATORS, "OwnRowsPCA": OwnRowsPCA, "network": DeepClassifier}
QUICK = {"n_components": 10, "hidden_layer_sizes": (6,), "max_epochs": 2, "output_epochs": 2, "finetune_epochs": 2}
AT_MOST_ALL = ("block_size", "batch_size", "n_jobs")  # more than there are is all that there are
X, y = small_digits(40)
U = (X + 1) / 2
INIT = start("GN", 10, X, y)


def make(name, **options):
    parameters = EVERY[name]().get_params()
    quick = {of: value for of, value in QUICK.items() if of in parameters}
    return EVERY[name](**(quick | {"random_state": 0} | options))


ROWS = [
    ("GN", X[:9], "n_components=10 nodes, but only n_samples=9 rows"),
    ("GCN", X[:9], "n_components=10 nodes, but only n_samples=9 rows"),
    ("OwnRowsPCA", X[:3], "n_samples=3 rows, fewer than n_components=10"),
    ("OwnRowsPCA", (X * 1e20).astype(np.float32), "squares are too large for float32.*scale X first"),
    ("OwnRowsPCA", X * 1e200, "squares are too large for float64.*scale X first"),
    ("OwnRowsPCA", (X * 1e-35).astype(np.float32), "rows of node 0 differ by at most .* too small for float32"),
    ("OwnRowsPCA", 1e-200 * X, "rows of node 0 differ by at most .* too small for float64.*scale X"),
]


@pytest.mark.parametrize(("name", "rows", "message"), ROWS)
def test_wrong_rows(name, rows, message):
    with pytest.raises(ValueError, match=message):
        make(name).fit(rows, y[: len(rows)])


def dealt(*subsets):
    """What gives these subsets to the last nodes after node 0, and row 1 to the others."""
    return {"partition": lambda X, errors, n: [*[[1]] * (9 - len(subsets)), *subsets]}


def sized(*sizes, **options):
    return {"hidden_layer_sizes": sizes} | options


NO_LAYERS = "hidden_layer_sizes must name one layer or more"
TINY_RATE = r"learning_rate=1e-12 is too small: .* Raise learning_rate to 4e-08"
PARAMETERS = [
    ("GN", {"amnesia": 1.1}, r"'amnesia' parameter .* range \[0.0, 1.0\]"),
    ("network", {"amnesia": np.nan}, r"'amnesia' parameter .* range \[0.0, 1.0\]"),
    ("GN", {"learning_rate": 1e-12, "reading": "mended"}, TINY_RATE),
    ("GCN", {"learning_rate": 1e-12, "reading": replace(READINGS["mended"], row_order="shuffled")}, TINY_RATE),
    ("GN", {"output": "sigmoid", "learning_rate": "auto"}, "learning_rate='auto' scales the rows.*output='linear'"),
    ("GN", {"output": "sigmoid", "solver": "dual"}, "solver='dual' needs linear output nodes"),
    ("GN", {"reading": replace(READINGS["mended"], decoder_bias=True), "solver": "dual"}, "nodes without a bias"),
    ("GN", {"reading": "original"}, "'original' is called 'mended' now"),
    ("network", {"reading": "text"}, "'text' is called 'textbook' now"),
    ("SV", {"init": INIT[:2]}, "got 2 arrays"),
    ("USV", {"init": (INIT[0][:, 1:], *INIT[1:])}, r"components must have shape \(10, 64\), got \(10, 63\)"),
    ("GCN", {"init": (INIT[0] * np.nan, *INIT[1:])}, "components contains NaN"),
    ("GN", {"partition": lambda X, errors, n: [[1]]}, "returned 1 subsets, but 9 nodes"),
    ("OwnRowsPCA", {"partition": lambda X, errors, n: [[1]]}, "returned 1 subsets, but 9 nodes"),
    ("GN", {"partition": lambda X, errors, n: None}, "partition must return 9 arrays"),
    ("GN", dealt([[1], [2, 3]]), "partition"),
    ("GN", dealt([]), "subset 8 must be a non-empty"),
    ("GN", dealt(np.ones(40, dtype=bool)), r"\(got bool; use np\.flatnonzero\)\."),
    ("GN", dealt([40]), "subset 8 has row indices outside 0 .. 39"),
    ("GN", dealt([-1], [2]), "subset 7 has row indices outside 0 .. 39"),
    ("GN", {"partition": "clusters", "n_components": 40}, "partition='clusters' needs 39 clusters"),
    *(("network", sized(*sizes), NO_LAYERS) for sizes in [(), (5.5,), (5, 0), (-3,), (True,), (5, "6"), ((5,),)]),
    *(("network", {"hidden_layer_sizes": of}, r"\(50,\) for a single layer") for of in (50, "big", None)),
    ("network", sized(41, 5), r"hidden_layer_sizes=\(41, 5\): X has only 40 rows.* at most 40 nodes in each layer"),
    ("network", sized(5, 41, pretraining="gcn"), r"hidden_layer_sizes=\(5, 41\): X has only 40 rows"),
    ("network", sized(41, pretraining=GreedyByNode()), "every node needs a row of its own"),
    ("network", {"pretraining": PCA()}, r"PCA.*intercept_ has to be an array of shape \(6,\).*missing"),
    ("network", {"pretraining": MinMaxScaler()}, r"MinMaxScaler\(\) has no parameter n_components"),
    ("network", {"pretraining": 7}, "'pretraining' parameter"),
    ("network", {"pretraining": "supervised", "learning_rate": "auto"}, 'Give a number with pretraining="supervised"'),
    ("network", {"pretraining": "none", "learning_rate": "auto"}, 'Give a number with pretraining="none"'),
    ("network", {"pretraining": GreedyByNode(), "learning_rate": "auto"}, "keeps its own rate; set it there"),
]


@pytest.mark.parametrize(("name", "options", "message"), PARAMETERS)
def test_wrong_parameters(name, options, message):
    rows = np.ones_like(U) if options.get("partition") == "clusters" else U
    with pytest.raises(ValueError, match=message) as caught:
        make(name, **options).fit(rows, y)
    assert "hidden_layer_sizes" not in message or "n_components" not in str(caught.value)


@pytest.mark.parametrize("name", fast.REFUSED)
def test_the_fast_preset_refuses_what_it_would_ignore(name):
    with pytest.raises(ValueError, match=rf'preset="fast" .* {name}=7: leave it out, or take preset="paper"'):
        DeepClassifier((5,), preset="fast", **{name: 7}).fit(X, y)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("USV", {"n_components": 10**13}, "LayerwiseAutoencoder: Unable to allocate .*n_components=10000000000000"),
        ("GN", {"max_epochs": 10**14}, "GreedyByNode: Unable to allocate .*max_epochs=100000000000000"),
        ("network", sized(10**13, pretraining="random"), r"hidden_layer_sizes=\(1000"),
        ("network", {"output_epochs": 10**14}, "DeepClassifier: Unable to allocate .*output_epochs=10000"),
    ],
)
def test_what_asks_for_too_much_memory_is_named(name, options, message):
    with pytest.raises(MemoryError, match=message):
        make(name, **options).fit(X, y)


@pytest.mark.parametrize("name", ["GCN", "SV", "network"])
@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (np.linspace(0, 1, 40), "Unknown label type: continuous"),
        (np.zeros(40), r"at least two classes, but y has one class only: 0\.0\."),
        (np.array(["a", None] * 20, dtype=object), "cannot sort .* none missing"),
        (None, "requires y"),
    ],
)
def test_wrong_classes(name, classes, message):
    with pytest.raises(ValueError, match=message):
        make(name).fit(X, classes)


@pytest.mark.parametrize("pretraining", ["gcn", GreedyByClassByNode(max_epochs=1)], ids=["gcn", "estimator"])
def test_fewer_nodes_than_classes_in_a_network(pretraining):
    """One warning, of its own parameter and in the classes' own names."""
    X, y = small_digits(100)
    names = np.array(list("jabcdefghi"))[y]
    told = r"^hidden_layer_sizes=\(12, 8, 9\): hidden layer 1 has 8 nodes, but 10 classes: .* i, j\. Ask for 10 nodes"
    with pytest.warns(UserWarning, match=told) as caught:
        make("network", hidden_layer_sizes=(12, 8, 9), pretraining=pretraining, finetune_epochs=0).fit(X, names)
    assert [warning.filename for warning in caught] == [__file__]


def test_a_partition_that_fails_is_named():
    def partition(X, errors, n_subsets):
        raise KeyError("no such row")

    with pytest.raises(KeyError, match="no such row") as caught:
        make("GN", partition=partition).fit(X)
    assert caught.value.__notes__ == ["GreedyByNode: the function given as partition failed."]


def test_sparse_rows_are_left_as_they_are_and_checked():
    """Each row has one column twice; then one has a column that X does not have."""
    rows = csr_array((np.full(40, 0.25), np.repeat(np.arange(20) % 4, 2), np.arange(0, 41, 2)), shape=(20, 4))
    given = rows.copy()
    layer = make("GN", n_components=4, output="sigmoid").fit(rows)
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(rows, part), getattr(given, part))
    rows.indices[-1] = 10**6
    for call in (layer.fit, layer.transform):
        with pytest.raises(ValueError, match="indices"):
            call(rows)


def numbers(of):
    """Names of the parameters of every estimator that are numbers of a kind, with the estimator's."""
    return [
        (name, parameter)
        for name, estimator in EVERY.items()
        for parameter, constraints in estimator._parameter_constraints.items()
        if any(getattr(constraint, "type", None) is of for constraint in constraints)
    ]


@pytest.mark.parametrize("value", [True, np.True_, "2", [2], 2.0, 10**15, 10**400], ids=lambda value: str(value)[:8])
def test_what_is_no_number_or_more_than_memory_holds_is_refused_by_name(value):
    assert (len(numbers(Integral)), len(numbers(Real))) == (25, 10)
    large = isinstance(value, int) and value > 1
    for name, parameter in numbers(Integral) + ([] if large or value == 2.0 else numbers(Real)):
        if not (large and parameter in AT_MOST_ALL):
            with pytest.raises(ValueError, match=rf"'{parameter}' parameter of \w+ must be .*(an int|a float).* Got "):
                make(name, **{parameter: value}).fit(X, y)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("kind", [np.int8, np.uint64])
def test_whole_numbers_of_numpy_are_whole_numbers(name, kind):
    """Rows and features are more than the smallest kinds can count."""
    X, y = small_digits(300)
    counts = [of for estimator, of in numbers(Integral) if estimator == name and of != "random_state"]
    given = {of: kind(12 if of == "n_components" else 2) for of in counts} | {"random_state": kind(3)}
    if name == "network":
        given["hidden_layer_sizes"] = np.array([12, 11], dtype=kind)
    plain = {of: value.tolist() for of, value in given.items()}
    X = np.tile(X, (1, 5))
    ours, same = (make(name, **options).fit(X, y) for options in (given, plain))
    np.testing.assert_array_equal(ours.transform(X), same.transform(X))
    assert all(type(ours.get_params()[of]) is type(given[of]) for of in given)  # as they were given


def test_a_reading_names_what_is_wrong_and_what_is_called_otherwise_now():
    for old, new in (("amnesia_rule", "memory"), ("start", "initialisation")):
        with pytest.raises(TypeError, match=f"no {old}: it is called {new} now"):
            Reading(**{old: "flat"})
    for scale in (True, 0, np.inf, np.nan, "1"):
        with pytest.raises(ValueError, match="initialisation_scale"):
            Reading(initialisation_scale=scale)
    with pytest.raises(ValueError, match="'compounding' is called 'fading' now"):
        Reading(memory="compounding")


def test_without_compiled_loops_the_import_says_so():
    off = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-c", "import gnode"], env=off, capture_output=True, text=True)
    assert ran.returncode and "unset NUMBA_DISABLE_JIT" in ran.stderr.splitlines()[-1]


def test_a_rule_of_ones_own_may_use_all_classes_with_few_nodes():
    class Shared(GreedyByClassByNode):
        def _subsets(self, X, y, rng):
            return (np.arange(len(X)) for _ in range(self.n_components))

    with warnings.catch_warnings(action="error"):
        Shared(3, max_epochs=2, random_state=0).fit(np.eye(40), np.arange(40) % 20)
