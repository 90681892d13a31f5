"""The deep classifier: its stages against plain NumPy, its weights in scikit-learn's hands, and bad input."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import gnode
from gnode import DeepClassifier, DivergenceError, fast
from gnode.kernels import train_epoch_backprop, train_epoch_output
from gnode.reading import READINGS

PRETRAINING = ["gn", "gcn", "autoencoder", "supervised", "random", "none"]
QUICK = dict(max_epochs=5, output_epochs=10, finetune_epochs=2, random_state=0)
PRESETS = {"paper": QUICK, "fast": dict(preset="fast", max_epochs=5, random_state=0)}


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


def mean_loss(X, y, layers):
    return -np.mean(np.log(forward(X, layers)[-1][np.arange(len(y)), y]))


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


def test_gradients_are_those_of_the_loss():
    """The test's own NumPy gradients against finite differences, before anything is held against them."""
    X, y = small_digits(8)
    layers = random_layers([64, 5, 4, 10])
    for (W, b), (gW, gb) in zip(layers, gradients(X, y, layers), strict=True):
        for part, gradient in ((W, gW), (b, gb)):
            index = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
            losses = []
            for step in (1e-6, -2e-6, 1e-6):
                part[index] += step
                losses.append(mean_loss(X, y, layers))
            np.testing.assert_allclose((losses[0] - losses[1]) / 2e-6, gradient[index], rtol=1e-6)


@pytest.mark.parametrize("sizes", [[64, 10], [64, 5, 10], [64, 7, 5, 10]])
@pytest.mark.parametrize("batch_size", [1, 2, 7, 60])
@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_backpropagation(sizes, batch_size, decay):
    X, y = small_digits(60)
    layers = random_layers(sizes)
    theta = flat(layers)
    bounds = np.linspace(0, 60, 60 // batch_size + 1).round().astype(np.intp)
    order = np.random.RandomState(1).permutation(len(bounds) - 1)
    assert train_epoch_backprop(X, y, theta, np.array(sizes), 0.05, bounds, order, decay)
    for i in order:
        rows = slice(bounds[i], bounds[i + 1])
        layers = [
            (W - 0.05 * (gW + decay * W), b - 0.05 * gb)
            for (W, b), (gW, gb) in zip(layers, gradients(X[rows], y[rows], layers), strict=True)
        ]
    np.testing.assert_allclose(theta, flat(layers), atol=1e-10)


@pytest.mark.parametrize("batch_size", [1, 7, 60])
def test_output_layer(batch_size):
    H, y = small_digits(60)
    layers = random_layers([64, 10])
    W, b = (part.copy() for part in layers[0])
    bounds = np.linspace(0, 60, 60 // batch_size + 1).round().astype(np.intp)
    order = np.random.RandomState(1).permutation(len(bounds) - 1)
    assert train_epoch_output(H, y, W, b, 0.05, bounds, order, 0.1)
    for i in order:
        rows = slice(bounds[i], bounds[i + 1])
        ((gW, gb),) = gradients(H[rows], y[rows], layers)
        layers = [(layers[0][0] - 0.05 * (gW + 0.1 * layers[0][0]), layers[0][1] - 0.05 * gb)]
    np.testing.assert_allclose(flat([(W, b)]), flat(layers), atol=1e-10)


def quick_checks():
    """Each way through the code: on encoders (which have checks of their own) or on none, and the fast preset."""
    for pretraining in ("gcn", "none"):
        yield DeepClassifier((5, 4), pretraining=pretraining, finetune_learning_rate=0.05, finetune_epochs=100)
    yield DeepClassifier((5, 4), pretraining="gcn", preset="fast", max_epochs=20)


@pytest.mark.filterwarnings("default")  # some checks have rows about 100, which saturate tanh
@parametrize_with_checks(list(quick_checks()))
def test_scikit_learn_checks(estimator, check, monkeypatch):
    if check.func.__name__ != "check_classifiers_train":  # the others do not ask how well it learns
        monkeypatch.setattr("gnode.fast.EPOCHS", 6)
        monkeypatch.setattr("gnode.fast.TRIAL_EPOCHS", 3)
    check(estimator)


@pytest.mark.parametrize("pretraining", PRETRAINING)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("n_classes", [2, 10])
def test_every_pretraining(pretraining, preset, n_classes):
    X, y = small_digits()
    X, names = X.astype(np.float32), np.array(list("jabcdefghi"))[y % n_classes]
    model = DeepClassifier((12, 10), pretraining=pretraining, **PRESETS[preset]).fit(X, names)
    assert [W.shape for W in model.coefs_] == [(64, 12), (12, 10), (10, n_classes)]
    assert {part.dtype for part in model.coefs_ + model.intercepts_} == {np.dtype(np.float32)}
    assert model.timings_.keys() == {"pretraining", "output", "finetuning"}
    assert len(model.encoders_) == (2 if pretraining in PRETRAINING[:4] else 0)
    probabilities = model.predict_proba(X)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=1e-5)
    assert set(model.predict(X)) <= set(names)
    assert model.transform(X, 0).shape == (300, 12)
    assert model.transform(X).shape == (300, 10)
    if preset == "paper":  # the fast one may keep what it cannot improve
        for earlier, later in zip(model.before_finetuning().coefs_, model.coefs_, strict=True):
            assert not np.array_equal(earlier, later)
    for encoder, W in zip(model.encoders_, model.before_finetuning().coefs_):
        np.testing.assert_array_equal(encoder.components_.T, W)


@pytest.mark.parametrize("n_classes", [2, 10])
def test_to_mlp(n_classes):
    """Same predictions in scikit-learn's hands, and it can go on from there."""
    X, y = small_digits()
    y = y % n_classes
    model = DeepClassifier((12, 10), pretraining="gcn", **QUICK).fit(X, y)
    mlp = model.to_mlp()
    assert isinstance(mlp, MLPClassifier)
    np.testing.assert_allclose(mlp.predict_proba(X), model.predict_proba(X), atol=1e-10)
    np.testing.assert_array_equal(mlp.predict(X), model.predict(X))
    before = mlp.score(X, y)
    mlp.set_params(random_state=0, learning_rate_init=0.01)  # partial_fit shuffles the rows
    for _ in range(100):
        mlp.partial_fit(X, y)
    assert mlp.score(X, y) > max(before, 0.8)
    np.testing.assert_allclose(model.to_mlp().coefs_[0], model.coefs_[0])


def test_paper_setting_learns_the_digits():
    X, y = small_digits(1797)
    options = dict(learning_rate=0.01, output_learning_rate=0.02, finetune_learning_rate=0.02, random_state=0)
    model = DeepClassifier((50, 30), pretraining="gn", max_epochs=50, output_epochs=50, finetune_epochs=20, **options)
    assert model.fit(X[:1200], y[:1200]).score(X[1200:], y[1200:]) > 0.85
    assert model.n_updates_["output"] == 50 * 1200
    assert model.n_updates_["finetuning"] == 20 * 1200


@pytest.mark.parametrize("preset", PRESETS)
def test_same_seed_same_bits(preset):
    X, y = small_digits()
    one, two, other = (
        DeepClassifier((12, 10), **(PRESETS[preset] | {"random_state": seed})).fit(X, y) for seed in (4, 4, 5)
    )
    for a, b in zip(one.coefs_, two.coefs_, strict=True):
        assert np.array_equal(a, b)
    assert not np.array_equal(one.coefs_[0], other.coefs_[0])


def test_slips_of_the_program():
    X, y = small_digits(100)
    reading = replace(READINGS["mended"], output_layer_epochs="pretraining", output_layer_for_supervised=False)
    model = DeepClassifier((5,), pretraining="gn", reading=reading, **QUICK).fit(X, y)
    assert model.n_updates_["output"] == 5 * 100
    model = DeepClassifier((5,), pretraining="supervised", reading=reading, **QUICK).fit(X, y)
    assert model.n_updates_["output"] == 0


def test_layers_are_those_of_the_estimators():
    X, y = small_digits()
    model = DeepClassifier((12, 10), pretraining="gcn", amnesia=0.7, **QUICK).fit(X, y)
    first, second = model.encoders_
    again = ESTIMATORS["GCN"](12, amnesia=0.7, max_epochs=5, random_state=first.random_state).fit(X, y)
    np.testing.assert_array_equal(first.components_, again.components_)
    again = ESTIMATORS["GCN"](10, amnesia=0.7, max_epochs=5, random_state=second.random_state)
    np.testing.assert_allclose(second.components_, again.fit(first.transform(X), y).components_, atol=1e-12)


@pytest.mark.parametrize(
    ("option", "rate", "stage"),
    [("output_learning_rate", 1e3, "output layer"), ("finetune_learning_rate", 1e38, "fine-tuning")],
)
def test_divergence_names_the_stage_and_the_rate_of_it(option, rate, stage):
    X, y = small_digits(60)
    with pytest.raises(DivergenceError, match=rf"^{stage} diverged in epoch \d+ at .*; leave out {option}=\S+\.$"):
        DeepClassifier((5,), **(QUICK | {option: rate, "finetune_epochs": 20})).fit(X.astype(np.float32), y)


@pytest.mark.parametrize("name", fast.REFUSED)
def test_the_fast_preset_refuses_what_it_would_ignore(name):
    X, y = small_digits(30)
    value = 7
    with pytest.raises(ValueError, match=rf'preset="fast" .* {name}={value!r}: leave it out, or take preset="paper"'):
        DeepClassifier((5,), preset="fast", **{name: value}).fit(X, y)


@pytest.mark.parametrize(
    ("pretraining", "why"),
    [
        *((name, f'Give a number with pretraining="{name}"') for name in PRETRAINING[2:]),
        (gnode.GreedyByNode(), "keeps its own rate; set it there"),
    ],
)
def test_where_a_node_has_no_rate_of_its_own(pretraining, why):
    with pytest.raises(ValueError, match=f'learning_rate="auto".*{why}'):
        DeepClassifier((5,), pretraining=pretraining, learning_rate="auto", **QUICK).fit(*small_digits(30))


@pytest.mark.parametrize("load_table", [load_iris, load_wine, load_breast_cancer])
def test_the_default_learns_a_hundred_scaled_rows_without_a_word(load_table, recwarn):
    X, y = load_table(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, train_size=100, random_state=0, stratify=y)
    scaler = StandardScaler().fit(X)
    model = DeepClassifier(random_state=0).fit(scaler.transform(X), y)
    assert model.score(scaler.transform(X_test), y_test) > 0.9
    assert not recwarn.list
    assert model.n_updates_["finetuning"] == 400 * 100


@pytest.mark.parametrize("n_rows", [2, 12, 60, 99, 101])
def test_the_default_has_no_more_nodes_than_rows(n_rows):
    X, y = small_digits(n_rows)
    model = DeepClassifier(random_state=0).fit(X, y)
    assert [len(b) for b in model.intercepts_[:-1]] == [min(n_rows, 100), min(n_rows, 50)]


@pytest.mark.parametrize(("n_rows", "n_epochs"), [(100, 400), (125, 400), (200, 250), (2500, 20), (50_000, 20)])
def test_fine_tuning_is_as_long_as_the_rows_ask_for(n_rows, n_epochs):
    X = np.random.RandomState(0).standard_normal((n_rows, 2))
    model = DeepClassifier((1,), pretraining="none", random_state=0).fit(X, X[:, 0] > 0)
    assert model.n_updates_["finetuning"] == n_epochs * n_rows
