"""The fast preset: as good as scikit-learn's network from a random start, on one thread, on any rows."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import make_classification, make_gaussian_quantiles
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import scale
from threadpoolctl import threadpool_info, threadpool_limits

from gnode import DeepClassifier, fast

LAYERS = (60, 40)


# Each feature tells something, so noise in them costs.
INFORMATIVE = make_classification(1600, 12, n_informative=12, n_redundant=0, n_classes=6, random_state=6)
# Classes one inside the other, which hardly any accuracy announces in the first epochs.
SHELLS = make_gaussian_quantiles(n_samples=1600, n_features=4, n_classes=4, random_state=6)


@pytest.mark.weekly
@pytest.mark.parametrize("rows", [INFORMATIVE, SHELLS], ids=["informative", "shells"])
def test_no_worse_than_a_random_start(rows):
    X, y = rows
    X, X_test, y, y_test = *np.split(scale(X), [1100]), *np.split(y, [1100])
    differences = []
    for seed in range(3):
        ours = DeepClassifier(LAYERS, pretraining="gcn", preset="fast", random_state=seed).fit(X, y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # 60 epochs are what was asked for
            mlp = MLPClassifier(LAYERS, activation="tanh", max_iter=60, random_state=seed).fit(X, y)
        differences.append(ours.score(X_test, y_test) - mlp.score(X_test, y_test))
    assert np.mean(differences) > -0.03


def test_one_thread_inside(monkeypatch):
    """Whatever was set outside, which is as it was afterwards."""
    if not any(pool["user_api"] == "blas" for pool in threadpool_info()):
        pytest.skip("this BLAS has no threads to count")
    seen = []
    as_mlp = fast.as_mlp

    def counting(*args):
        seen.append(threads())
        return as_mlp(*args)

    def threads():
        return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}

    monkeypatch.setattr(fast, "as_mlp", counting)
    X, y = INFORMATIVE
    with threadpool_limits(2, user_api="blas"):
        before = threads()
        DeepClassifier((6,), pretraining="none", preset="fast").fit(X[:100], y[:100])
        assert threads() == before
    assert seen and all(found == {1} for found in seen)


@pytest.mark.parametrize("counts", [(1, 1), (1, 5, 3), (1, 600, 600)])
def test_a_class_of_one_row(counts):
    X, _ = INFORMATIVE
    y = np.repeat(np.arange(len(counts)), counts)
    model = DeepClassifier((2,), preset="fast", max_epochs=5, random_state=0).fit(X[: len(y)], y)
    assert model.predict_proba(X).shape == (len(X), len(counts))
    assert all(np.isfinite(part).all() for part in model.coefs_)


@pytest.mark.parametrize("n_classes", [2, 6])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_output_layer_is_logistic_regression_without_its_warning(n_classes, dtype, monkeypatch):
    monkeypatch.setattr(fast, "OUTPUT_STEPS", 2)
    X, y = INFORMATIVE
    H, y = np.tanh(scale(X)).astype(dtype), y % n_classes
    W, b = fast.output_layer(H, y)
    with pytest.warns(ConvergenceWarning):
        model = LogisticRegression(C=1 / fast.OUTPUT_PENALTY, max_iter=fast.OUTPUT_STEPS, tol=1e-4).fit(H, y)
    outputs = H @ W.T + b
    expected = model.decision_function(H)
    ours = outputs[:, 1] - outputs[:, 0] if n_classes == 2 else outputs
    assert W.dtype == b.dtype == dtype
    np.testing.assert_allclose(ours, expected, atol=1e-3 if dtype == np.float32 else 1e-12)
