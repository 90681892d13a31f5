"""Layers and rows that several tests train."""

import numpy as np
from sklearn.datasets import load_digits

import gnode
from gnode.reading import as_reading
from gnode.start import starting_weights

ESTIMATORS = {
    "GN": gnode.GreedyByNode,
    "GCN": gnode.GreedyByClassByNode,
    "USV": gnode.LayerwiseAutoencoder,
    "SV": gnode.LayerwiseSupervisedEncoder,
}


def small_digits(n_rows=300):
    """The first rows of the digits in [-1, 1], as the golden arrays have them."""
    digits = load_digits()
    return digits.data[:n_rows] / 8 - 1, digits.target[:n_rows]


def start(algorithm, n_components, X, y, seed=0, reading="original"):
    """Starting arrays of one layer in float64."""
    n_outputs = y.max() + 1 if algorithm == "SV" else X.shape[1]
    rng = np.random.RandomState(seed)
    return starting_weights(as_reading(reading), algorithm, n_components, X.shape[1], n_outputs, rng)


def weights(layer):
    """The four trained arrays of an estimator, as `gnode.reference.train_layer` returns them."""
    return layer.components_, layer.intercept_, layer.decoder_, layer.decoder_intercept_


def assert_layers_close(one, other, tolerance):
    """Hold two layers, as tuples of four arrays, against each other."""
    for name, a, b in zip(("components", "intercept", "decoder", "decoder_intercept"), one, other, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance, err_msg=name)
