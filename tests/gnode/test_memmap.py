"""Rows in a numpy.memmap: an array as any other, if it is read-only too."""

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits

from gnode import DeepClassifier, OwnRowsPCA

QUICK = {name: estimator(12, max_epochs=5, random_state=0) for name, estimator in ESTIMATORS.items()} | {
    "one node": ESTIMATORS["GN"](1, max_epochs=5, random_state=0),
    "OwnRowsPCA": OwnRowsPCA(12),
    "DeepClassifier": DeepClassifier((12,), max_epochs=2, output_epochs=2, finetune_epochs=2, random_state=0),
    "DeepClassifier, fast": DeepClassifier((12,), max_epochs=2, preset="fast", random_state=0),
}


@pytest.mark.parametrize("mode", ["r", "c"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", QUICK)
def test_a_memory_map_gives_the_bits_of_an_array_and_is_left_as_it_is(name, dtype, mode, tmp_path):
    X, y = small_digits(100)
    X = X.astype(dtype)
    X.tofile(tmp_path / "X")
    mapped = np.memmap(tmp_path / "X", dtype, mode, shape=X.shape)
    estimator = QUICK[name]
    expected = estimator.fit(X, y).transform(X)
    np.testing.assert_array_equal(estimator.fit(mapped, y).transform(mapped), expected)
    if hasattr(estimator, "fit_decoder"):
        expected = estimator.fit_decoder(X).least_squares_decoder_
        np.testing.assert_array_equal(estimator.fit_decoder(mapped).least_squares_decoder_, expected)
    np.testing.assert_array_equal(mapped, X)
