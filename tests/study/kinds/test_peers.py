"""The kind "peers", and the methods that are no layer of the paper."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import r2_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnode import DeepClassifier, GreedyByNode
from study.datasets import DatasetNotAvailable, load
from study.experiments import plan
from study.experiments.peers import ROWS
from study.experiments.settings import SETTINGS
from study.kinds.judged import make_features
from study.kinds.peers import LATER_STAGES, raw_rows
from study.methods import METHODS
from study.methods.peers import RandomTanh, ShiftedNMF, TriangleKMeans
from study.methods.top_k import SHARE_ACTIVE, TopKAutoencoder
from study.record import check_record
from study.run import Run, load_rows
from study.runner import compute

WITH_A_NETWORK = ("peers", "depths", "memory_by_layer", "table1")

SMALL = {"n_components": 10, "dtype": "float32"}
LAYER = SMALL | {"learning_rate": 0.01, "max_epochs": 5, "amnesia": 0.4, "reading": "mended"}


@pytest.fixture(scope="module")
def digits():
    return load("digits", random_state=900)


def test_a_run_is_scored_as_scikit_learn_would():
    run = Run("peers", "digits", "gn", LAYER, 900)
    record, arrays = compute(run)
    check_record(record)
    assert arrays is None
    data = load("digits", random_state=900)
    X, X_test = data.X_train.astype("float32"), data.X_test.astype("float32")
    layer = GreedyByNode(10, learning_rate=0.01, max_epochs=5, reading="mended", random_state=900).fit(X)
    H, H_test = layer.transform(X), layer.transform(X_test)
    probe = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(H, data.y_train)
    measures = record["measures"]
    assert measures["probe_all"] == pytest.approx(probe.score(H_test, data.y_test), abs=0.004)
    decoded = LinearRegression().fit(H.astype(float), X).predict(H_test.astype(float))
    mean = X.mean(axis=0)
    expected = 1 - np.sum((X_test - decoded) ** 2) / np.sum((X_test - mean) ** 2)
    assert measures["r2"] == pytest.approx(expected, abs=1e-4)
    assert r2_score(X_test, decoded, multioutput="variance_weighted") == pytest.approx(expected, abs=0.02)
    assert measures["probe_10"] < measures["probe_50"] < measures["probe_all"] < measures["finetuned"]
    network = DeepClassifier((10,), learning_rate=0.01, max_epochs=5, reading="mended", random_state=0)
    assert measures["finetuned"] == pytest.approx(network.fit(X, data.y_train).score(X_test, data.y_test), abs=0.05)


@pytest.mark.parametrize("name", sorted({name for name, _ in ROWS}))
def test_every_method_gives_as_many_features_as_asked_for(name, digits):
    settings = (LAYER if METHODS[name].layer else SMALL) | {"partition": "error"}
    for without in ("partition" if METHODS[name].layer else "", *METHODS[name].inert):
        settings.pop(without, None)
    X, y = digits.X_train[:300].astype("float32"), digits.y_train[:300]
    model = make_features(Run("peers", "digits", name, settings, 900)).fit(X, y)
    H = model.transform(X)
    assert H.shape == (300, 10) and np.isfinite(H).all() and H.std(axis=0).max() > 0
    assert model.components_.shape == (10, 64)


@pytest.mark.parametrize("method", ["gcn", "pca", "kmeans"])
def test_only_layers_of_tanh_nodes_are_fine_tuned(method):
    run = next(run for run in plan("peers", "smoke") if run.method == method and run.dataset == "cancer")
    settings = run.settings | ({"max_epochs": 2} if method == "gcn" else {})
    record, _ = compute(Run("peers", "cancer", method, settings, 900))
    check_record(record)
    assert ("finetuned" in record["measures"]) == (method == "gcn")
    assert "roughness_median" not in record["measures"]  # no images
    with pytest.raises(ValueError, match="r2"):
        check_record(record | {"measures": record["measures"] | {"r2": 1.5}})


def test_a_run_that_diverges_says_so():
    record, _ = compute(Run("peers", "digits", "gn", LAYER | {"learning_rate": 50.0}, 900))
    check_record(record)
    assert "diverged" in record["diverged"] and "measures" not in record


def test_triangle_features_are_zero_beyond_the_average_distance(digits):
    X = digits.X_train[:400]
    model = TriangleKMeans(8, random_state=0).fit(X)
    distances = np.linalg.norm(X[:, np.newaxis] - model.centres_, axis=2)
    expected = np.maximum(distances.mean(axis=1, keepdims=True) - distances, 0)
    np.testing.assert_allclose(model.transform(X), expected, atol=1e-6)
    np.testing.assert_allclose(model.components_ + X.mean(axis=0), model.centres_)


def test_nmf_takes_rows_below_those_it_was_fitted_on(digits):
    model = ShiftedNMF(6, random_state=0).fit(digits.X_train[:300])
    assert (model.transform(digits.X_test[:20] - 5) >= 0).all() and (model.components_ >= 0).all()


def test_random_tanh_is_never_trained(digits):
    one, other = (RandomTanh(7, random_state=0).fit(X) for X in (digits.X_train, digits.X_test))
    np.testing.assert_array_equal(one.components_, other.components_)


def test_a_tenth_of_the_top_k_nodes_speak_for_a_row_and_training_lowers_the_error(digits):
    X = digits.X_train - digits.X_train.mean(axis=0)

    def error(max_epochs):
        model = TopKAutoencoder(30, max_epochs=max_epochs, random_state=0).fit(digits.X_train)
        H = model.transform(digits.X_train)
        assert (H >= 0).all() and (np.count_nonzero(H, axis=1) <= round(30 * SHARE_ACTIVE)).all()
        return np.mean((H @ model.decoder_ - X) ** 2)

    assert error(40) < 0.7 * error(1)


def test_the_gradient_of_top_k_is_that_of_its_error(digits):
    model = TopKAutoencoder(12, max_epochs=1, random_state=0).fit(digits.X_train)
    Z = (digits.X_train - model.mean_)[:50]
    parts = [model.components_, model.intercept_, model.decoder_]

    def half_error(parts):
        W, b, V = parts
        return np.sum((model._largest(Z @ W.T + b) @ V - Z) ** 2) / (2 * len(Z))

    gradients = model._gradients(Z, *parts)
    for which, at in ((0, (3, 20)), (1, (3,)), (2, (3, 20))):
        moved = [[part.copy() for part in parts] for _ in range(2)]
        for of, step in zip(moved, (1e-6, -1e-6)):
            of[which][at] += step
        numeric = (half_error(moved[0]) - half_error(moved[1])) / 2e-6
        assert gradients[which][at] == pytest.approx(numeric, rel=1e-3, abs=1e-7)


def test_raw_rows_have_no_gaps():
    run = Run("peers", "cancer_original", "gn_varied", LAYER | {"scaled": False}, 0)
    try:
        data = load_rows(run)
    except DatasetNotAvailable:
        pytest.skip("needs CANCER, Original")
    assert all(np.isfinite(rows).all() for rows in raw_rows(run, data))


def test_the_later_stages_are_the_papers():
    assert {name: SETTINGS[name].value for name in LATER_STAGES} == LATER_STAGES


@pytest.mark.parametrize("name", WITH_A_NETWORK)
def test_no_run_hangs_on_a_default_of_the_library(name, monkeypatch):
    """The library's defaults are for its users, and may change: a stored run must come out again."""
    runs = [run for run in plan(name, "smoke") if run.dataset == "digits" and run.method in ("gn", "gn_varied", "none")]
    run = runs[0]
    before, _ = compute(run)
    others = {"output_learning_rate": 0.1, "output_epochs": 3, "finetune_learning_rate": 0.1, "finetune_epochs": 3}
    others |= {"reading": "textbook", "batch_size": 7, "amnesia": 0.9, "learning_rate": 0.05, "max_epochs": 3}
    monkeypatch.setattr(DeepClassifier.__init__, "__kwdefaults__", DeepClassifier.__init__.__kwdefaults__ | others)
    after, _ = compute(run)
    assert _timeless(before) == _timeless(after)


def _timeless(record):
    """What a run gave, without what its time and place have to say."""
    if not isinstance(record, dict):
        return record
    passing = ("start", "load_average", "peak_memory_bytes", "timings")
    return {
        key: _timeless(value) for key, value in record.items() if key not in passing and not key.endswith("seconds")
    }
