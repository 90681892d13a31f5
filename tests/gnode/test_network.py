"""The deep classifier: its stages against plain NumPy, layers from any estimator, and its weights in other hands."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from layers import assert_same_bits, small_digits
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from gnode import DeepClassifier, DivergenceError, GreedyByClassByNode, GreedyByNode, OwnRowsPCA
from gnode.kernels import train_epoch_backprop, train_epoch_output
from gnode.reading import READINGS

PRETRAINING = ["gn", "gcn", "autoencoder", "supervised", "random", "none"]
QUICK = dict(max_epochs=5, output_epochs=10, finetune_epochs=2, random_state=0)
PRESETS = {"paper": QUICK, "fast": dict(preset="fast", max_epochs=5, random_state=0)}
X, y = small_digits()


def softmax(z):
    p = np.exp(z - z.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True)


def forward(X, layers):
    """Outputs of every layer, input first; the last one a softmax."""
    outputs = [X]
    for W, b in layers[:-1]:
        outputs.append(np.tanh(outputs[-1] @ W.T + b))
    W, b = layers[-1]
    return [*outputs, softmax(outputs[-1] @ W.T + b)]


def gradients(X, y, layers):
    """Gradient of the mean cross-entropy, by backpropagation in plain NumPy."""
    outputs = forward(X, layers)
    delta = (outputs[-1] - np.eye(len(layers[-1][1]))[y]) / len(y)
    found = []
    for (W, _), below in zip(layers[::-1], outputs[-2::-1], strict=True):
        found.append((delta.T @ below, delta.sum(axis=0)))
        delta = (delta @ W) * (1 - below**2)
    return found[::-1]


def random_layers(sizes, seed=0):
    rng = np.random.RandomState(seed)
    return [(rng.randn(n, m) / np.sqrt(m), 0.1 * rng.randn(n)) for m, n in itertools.pairwise(sizes)]


def flat(layers):
    return np.concatenate([part.ravel() for layer in layers for part in layer])


@pytest.mark.parametrize("sizes", [[64, 10], [64, 5, 10], [64, 7, 5, 10]])
@pytest.mark.parametrize("batch_size", [1, 2, 7, 60])
@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_the_loops_step_by_the_mean_gradient(sizes, batch_size, decay):
    """Fine-tuning, and the output layer where there are no hidden ones."""
    layers = random_layers(sizes)
    theta = flat(layers)
    W, b = (part.copy() for part in layers[0])
    bounds = np.linspace(0, 60, 60 // batch_size + 1).round().astype(np.intp)
    order = np.random.RandomState(1).permutation(len(bounds) - 1)
    assert train_epoch_backprop(X[:60], y[:60], theta, np.array(sizes), 0.05, bounds, order, decay)
    for i in order:
        rows = slice(bounds[i], bounds[i + 1])
        steps = gradients(X[rows], y[rows], layers)
        layers = [(V - 0.05 * (gV + decay * V), c - 0.05 * gc) for (V, c), (gV, gc) in zip(layers, steps, strict=True)]
    np.testing.assert_allclose(theta, flat(layers), atol=1e-10)
    if len(layers) == 1:
        assert train_epoch_output(X[:60], y[:60], W, b, 0.05, bounds, order, decay)
        np.testing.assert_allclose(flat([(W, b)]), theta, atol=1e-10)


@pytest.mark.parametrize("pretraining", PRETRAINING)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("n_classes", [2, 10])
def test_every_pretraining(pretraining, preset, n_classes, monkeypatch):
    monkeypatch.setattr("gnode.fast.EPOCHS", 3)  # each runs the same lines
    monkeypatch.setattr("gnode.fast.TRIAL_EPOCHS", 3)
    rows, names = X.astype(np.float32), np.array(list("jabcdefghi"))[y % n_classes]
    model, again, other = (
        DeepClassifier((12, 10), pretraining=pretraining, **PRESETS[preset] | {"random_state": seed}).fit(rows, names)
        for seed in (0, 0, 1)
    )
    assert_same_bits(model, again)
    assert not np.array_equal(model.coefs_[0], other.coefs_[0])
    assert [W.shape for W in model.coefs_] == [(64, 12), (12, 10), (10, n_classes)]
    assert {part.dtype for part in model.coefs_ + model.intercepts_} == {np.dtype(np.float32)}
    assert model.timings_.keys() == {"pretraining", "output", "finetuning"}
    np.testing.assert_allclose(model.predict_proba(rows).sum(axis=1), 1, rtol=1e-5)
    assert set(model.predict(rows)) <= set(names)
    assert [model.transform(rows, i).shape for i in (0, 1, -1)] == [(300, 12), (300, 10), (300, 10)]
    earlier = model.before_finetuning()
    if preset == "paper":  # the fast one may keep what it cannot improve
        assert not any(np.array_equal(*pair) for pair in zip(earlier.coefs_, model.coefs_, strict=True))
    assert len(model.encoders_) == (2 if pretraining in PRETRAINING[:4] else 0)
    for encoder, W in zip(model.encoders_, earlier.coefs_):
        np.testing.assert_array_equal(encoder.components_.T, W)
    mlp = model.to_mlp()
    np.testing.assert_allclose(mlp.predict_proba(rows), model.predict_proba(rows), atol=1e-5)
    np.testing.assert_array_equal(mlp.predict(rows), model.predict(rows))


@pytest.mark.parametrize(("pretraining", "n_updates"), [("gn", 5 * 300), ("supervised", 0)])
def test_slips_of_the_program(pretraining, n_updates):
    reading = replace(READINGS["mended"], output_layer_epochs="pretraining", output_layer_for_supervised=False)
    model = DeepClassifier((5,), pretraining=pretraining, reading=reading, **QUICK).fit(X, y)
    assert model.n_updates_["output"] == n_updates


@pytest.mark.parametrize(
    ("option", "rate", "stage"),
    [("output_learning_rate", 1e3, "output layer"), ("finetune_learning_rate", 1e38, "fine-tuning")],
)
def test_divergence_names_the_stage_and_the_rate_of_it(option, rate, stage):
    with pytest.raises(DivergenceError, match=rf"^{stage} diverged in epoch \d+ at .*; leave out {option}=\S+\.$"):
        DeepClassifier((5,), **(QUICK | {option: rate, "finetune_epochs": 20})).fit(X.astype(np.float32), y)


@pytest.mark.parametrize("load_table", [load_iris, load_wine, load_breast_cancer])
def test_the_default_learns_a_hundred_scaled_rows_without_a_word(load_table, recwarn):
    X, y = load_table(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, train_size=100, random_state=0, stratify=y)
    scaler = StandardScaler().fit(X)
    model = DeepClassifier(random_state=0).fit(scaler.transform(X), y)
    assert model.score(scaler.transform(X_test), y_test) > 0.9
    assert not recwarn.list


@pytest.mark.parametrize("n_rows", [2, 60, 99, 101])
def test_the_default_has_no_more_nodes_than_rows(n_rows):
    model = DeepClassifier(finetune_epochs=1, random_state=0).fit(X[:n_rows], y[:n_rows])
    assert [len(b) for b in model.intercepts_[:-1]] == [min(n_rows, 100), min(n_rows, 50)]


@pytest.mark.parametrize(("n_rows", "n_epochs"), [(100, 400), (2500, 20)])
def test_fine_tuning_is_as_long_as_the_rows_ask_for(n_rows, n_epochs):
    X = np.random.RandomState(0).standard_normal((n_rows, 2))
    model = DeepClassifier((1,), pretraining="none", random_state=0).fit(X, X[:, 0] > 0)
    assert model.n_updates_["finetuning"] == n_epochs * n_rows


# Hidden layers from any estimator that has weights, and from any way to deal out the rows.
@pytest.mark.parametrize("preset", PRESETS)
def test_an_estimator_makes_the_layers(preset):
    given = OwnRowsPCA(partition="random")
    model, again = (DeepClassifier((12, 11), pretraining=given, **PRESETS[preset]).fit(X, y) for _ in range(2))
    assert not hasattr(given, "components_") and given.n_components == 10  # it is cloned
    assert len({encoder.random_state for encoder in model.encoders_}) == 2
    H = X
    for encoder, size, W, b in zip(model.encoders_, (12, 11), *model.before_finetuning()._before_finetuning):
        assert (encoder.n_components, encoder.partition) == (size, "random")
        np.testing.assert_array_equal(W, encoder.components_.T)
        np.testing.assert_array_equal(b, encoder.intercept_)
        np.testing.assert_allclose(encoder.fit(H, y).components_.T, W, rtol=1e-9, atol=1e-12)
        H = np.tanh(H @ W + b)
    assert_same_bits(model, again)
    assert model.n_updates_["pretraining"] == 0


@pytest.mark.parametrize("name, estimator", [("gn", GreedyByNode), ("gcn", GreedyByClassByNode)])
def test_layers_are_those_of_the_estimators(name, estimator):
    """By name or given as one; each layer on the outputs of the one before."""
    by_name = DeepClassifier((12, 10), pretraining=name, amnesia=0.7, **QUICK).fit(X, y)
    given = DeepClassifier((12, 10), pretraining=estimator(amnesia=0.7, max_epochs=5), **QUICK).fit(X, y)
    assert_same_bits(by_name, given)
    assert by_name.n_updates_ == given.n_updates_
    H = X
    for size, layer in zip((12, 10), by_name.encoders_, strict=True):
        again = estimator(size, amnesia=0.7, max_epochs=5, random_state=layer.random_state).fit(H, y)
        np.testing.assert_allclose(layer.components_, again.components_, atol=1e-12)
        H = layer.transform(H)


# Names of the columns of data frames.
@pytest.mark.parametrize("sizes", [(7, 4), (3, 6, 4), (5,)])
def test_each_layer_has_its_own_names(sizes):
    model = DeepClassifier(sizes, **QUICK).fit(X, y)
    arrays = [model.transform(X, layer=i) for i in range(len(sizes))]
    frames = [model.set_output(transform="pandas").transform(X, layer=i) for i in range(len(sizes))]
    for i, (array, frame) in enumerate(zip(arrays, frames, strict=True)):
        np.testing.assert_array_equal(frame.to_numpy(), array)
        assert list(frame.columns) == list(model.get_feature_names_out(layer=i))
        assert list(model.transform(X, layer=i - len(sizes)).columns) == list(frame.columns)
    assert len({name for frame in frames for name in frame.columns}) == sum(sizes)
    assert list(model.transform(X).columns) == [f"deepclassifier{i}" for i in range(sizes[-1])]
    assert list(model.before_finetuning().transform(X, layer=0).columns) == list(frames[0].columns)
    assert frames[0].columns[0] == ("deepclassifier_layer0_0" if len(sizes) > 1 else "deepclassifier0")
