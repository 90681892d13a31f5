"""The reference and the estimators against what others wrote: the first author's program, and the paper itself."""

import json
from dataclasses import replace
from inspect import signature

import numpy as np
import pytest
from layers import ESTIMATORS, GOLDEN, assert_layers_close, fitted_like, golden_layer, golden_start, small_digits, start

import gnode
from gnode import reference
from gnode.network import SIZES, UPDATES
from gnode.reading import READINGS

A, ALPHA, LAMBDA = 0.4, 1e-3, 1.0


assert len(GOLDEN) == 12


def arrays_of(path):
    with np.load(path) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_arrays_of_the_program(path):
    golden = arrays_of(path)
    greedy = str(golden["algorithm"]) in ("GN", "GCN")
    for options in [{"solver": name} for name in ("auto", "primal", "dual")] if greedy else [{}]:
        assert_layers_close(fitted_like(golden, **options), golden_layer(golden), 1e-9)


SHORT = ("gcn_digits_a0.4_n30_lr0.003_e20", "gn_digits_a0.0_n15_lr0.001_e60", "sv_digits_n20_lr0.001_e60")


@pytest.mark.parametrize(
    "path", [path if path.stem in SHORT else pytest.param(path, marks=pytest.mark.weekly) for path in GOLDEN]
)
def test_the_reference_gives_them_too(path):
    """And they tell the program from the paper as it is written."""
    golden = arrays_of(path)
    given = {"init": golden_start(golden), "max_epochs": int(golden["epochs"])}
    given |= {name: float(golden[name]) for name in ("learning_rate", "amnesia")}
    program, paper = (
        reference.train_layer(str(golden["algorithm"]), *small_digits(), reading=reading, **given)
        for reading in ("program", "paper")
    )
    assert_layers_close(program, golden_layer(golden), 1e-9)
    assert np.abs(paper[0] - program[0]).max() > 1e-5


def as_written(X, subsets, init, n_epochs):
    """Train nodes by O_B = A * O_(1:i-1) + O_i, row after row, with the L2 term in every update."""
    W, b, V = (np.array(part) for part in init[:3])
    earlier = np.zeros_like(X)  # O_(1:i-1)
    for i, rows in enumerate(subsets):
        for _ in range(n_epochs):
            for k in rows:
                h = np.tanh(W[i] @ X[k] + b[i])
                error = A * earlier[k] + h * V[i] - X[k]
                slope = error @ V[i] * (1 - h**2)
                W[i], b[i], V[i] = (
                    W[i] - ALPHA * (slope * X[k] + LAMBDA / len(X) * W[i]),
                    b[i] - ALPHA * slope,
                    V[i] - ALPHA * (h * error + LAMBDA / len(X) * V[i]),
                )
        earlier = earlier + np.outer(np.tanh(X @ W[i] + b[i]), V[i])
    return W, b, V, np.zeros(X.shape[1])


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize(("n_rows", "n_epochs"), [(60, 12), (264, 130)], ids=["few", "many"])
def test_the_default_is_the_papers_formula(algorithm, n_rows, n_epochs):
    """Nodes of 5 and of 22 rows or so; 130 epochs are more than the program trains at the full rate."""
    X, y = small_digits(n_rows)
    init = start(algorithm, 13, X, y)
    layer = ESTIMATORS[algorithm](13, max_epochs=n_epochs, init=init[:3]).fit(X, y)
    sizes = [len(rows) for rows in layer.subsets_]
    assert sizes[1:] == [n_rows // 12] * 12 if algorithm == "GN" else sum(sizes) == n_rows
    assert layer.n_updates_.tolist() == [size * n_epochs for size in sizes]
    trained = layer.components_, layer.intercept_, layer.decoder_, layer.decoder_intercept_
    assert_layers_close(trained, as_written(X, layer.subsets_, init, n_epochs), 1e-12)


def test_every_default_is_the_paper_but_for_the_initialisation():
    for estimator in (*ESTIMATORS.values(), gnode.DeepClassifier):
        assert estimator().reading == "default"
    trainers = [getattr(reference, name) for name in reference.__all__ if name != "train_node"]
    assert all(signature(trainer).parameters["reading"].default == "default" for trainer in trainers)
    assert gnode.Reading() == READINGS["default"]
    assert replace(gnode.Reading(), initialisation="small") == READINGS["paper"]


def test_the_defaults_are_those_that_the_battery_chose(root):
    chosen = json.loads((root / "results" / "defaults.json").read_text("utf-8"))["third"]["choice"]
    reading, network = gnode.Reading(), gnode.DeepClassifier()
    assert [reading.initialisation, reading.initialisation_scale] == chosen["initialisation"]
    assert (network.hidden_layer_sizes, list(SIZES)) == ("auto", chosen["hidden_layer_sizes"])
    assert network.finetune_learning_rate == chosen["finetune_learning_rate"]
    assert (network.finetune_epochs, UPDATES) == ("auto", chosen["finetune_updates"])


@pytest.mark.parametrize(("where", "decays"), [("everywhere", True), ("output", True), ("nowhere", False)])
def test_the_output_layer_decays_unless_nothing_does(where, decays):
    X, y = small_digits(100)
    options = {"pretraining": "random", "output_epochs": 20, "finetune_epochs": 0, "random_state": 0}
    undecayed, network = (
        gnode.DeepClassifier((5,), reading=replace(READINGS["paper"], weight_decay=choice), **options).fit(X, y)
        for choice in ("nowhere", where)
    )
    np.testing.assert_array_equal(network.coefs_[0], undecayed.coefs_[0])
    assert (np.linalg.norm(network.coefs_[1]) < np.linalg.norm(undecayed.coefs_[1])) == decays
