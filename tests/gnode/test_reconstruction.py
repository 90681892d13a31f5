"""How well a layer gives its rows back."""

from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits
from scipy.sparse import csr_array
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score

from gnode.reading import READINGS


def r2(layer, X):
    return r2_score(X, layer.inverse_transform(layer.transform(X)), multioutput="variance_weighted")


def test_the_trainings_decoder_is_no_good_reconstruction_and_least_squares_is():
    """With fading memory, on digits: worse than the mean of the rows, and far better than it."""
    X, _ = small_digits(1797)
    layer = ESTIMATORS["GN"](10, reading="mended", random_state=0).fit(X)
    assert r2(layer, X) < 0
    assert r2(layer.fit_decoder(X), X) > 0.4


@pytest.mark.parametrize("output", ["linear", "sigmoid"])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_fit_decoder_is_linear_regression(algorithm, output, form, monkeypatch):
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 5000)
    X, y = small_digits()
    X = (X + 1) / 2
    layer = ESTIMATORS[algorithm](12, output=output, max_epochs=20, random_state=0).fit(X, y)
    trained = layer.decoder_.copy()
    H = layer.transform(X)
    expected = LinearRegression().fit(H, X).predict(H)
    np.testing.assert_allclose(layer.fit_decoder(form(X)).inverse_transform(H), expected, atol=1e-6)
    np.testing.assert_array_equal(layer.decoder_, trained)
    assert layer.least_squares_decoder_.shape == (12, 64)


@pytest.mark.filterwarnings("ignore::gnode.SaturationWarning")
@pytest.mark.parametrize(("dtype", "worse"), [(np.float64, 1.01), (np.float32, 1.03)])
@pytest.mark.parametrize("shift", [0.0, 100.0])
def test_nodes_that_are_nearly_alike_are_decoded_as_well_as_can_be(dtype, worse, shift, monkeypatch):
    """Far from zero most nodes of "mended" differ by little; the sums of their products would lose it."""
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 100_000)
    X = (small_digits(600)[0] + shift).astype(dtype)
    layer = ESTIMATORS["GN"](60, amnesia=1.0, max_epochs=100, reading="mended", random_state=0).fit(X)
    H = np.hstack([layer.transform(X).astype(float), np.ones((len(X), 1))])
    best = np.std(H @ np.linalg.lstsq(H, X.astype(float))[0] - X)
    assert np.std(layer.fit_decoder(X).inverse_transform(layer.transform(X)).astype(float) - X) < worse * best


def test_single_precision_and_other_rows():
    X, _ = small_digits(200)
    layer = ESTIMATORS["GN"](5, max_epochs=5, random_state=0).fit(X.astype(np.float32)).fit_decoder(X)
    assert layer.inverse_transform(layer.transform(X.astype(np.float32))).dtype == np.float32
    with pytest.raises(ValueError, match="63 features"):
        layer.fit_decoder(X[:, 1:])


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize(
    "later", [{"amnesia": 0.9}, {"output": "sigmoid"}, {"reading": "textbook"}, {"block_size": 100}], ids=str
)
def test_parameters_set_after_the_fit_change_nothing(algorithm, later):
    X, y = small_digits()
    reading = replace(READINGS["mended"], decoder_bias=True)
    layer = ESTIMATORS[algorithm](10, max_epochs=5, reading=reading, random_state=0).fit(X, y)
    H = layer.transform(X)
    expected = layer.inverse_transform(H)
    np.testing.assert_array_equal(layer.set_params(**later).inverse_transform(H), expected)
