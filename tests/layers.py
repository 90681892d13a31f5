"""Layers and rows that several tests train."""

import tracemalloc
from functools import cache, partial
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

import gnode
from gnode.reading import as_reading
from gnode.schedule import starting_weights

ESTIMATORS = {
    "GN": gnode.GreedyByNode,
    "GCN": gnode.GreedyByClassByNode,
    "USV": gnode.LayerwiseAutoencoder,
    "SV": gnode.LayerwiseSupervisedEncoder,
}


def small_digits(n_rows=300):
    """The first rows of the digits in [-1, 1], as the golden arrays have them."""
    data, target = read_digits()
    return data[:n_rows] / 8 - 1, target[:n_rows].copy()


read_digits = cache(partial(load_digits, return_X_y=True))


def start(algorithm, n_components, X, y, seed=0, reading="mended"):
    """Starting arrays of one layer in float64."""
    n_outputs = y.max() + 1 if algorithm == "SV" else X.shape[1]
    rng = np.random.RandomState(seed)
    return starting_weights(as_reading(reading), algorithm, n_components, X.shape[1], n_outputs, rng)


def weights(model):
    """The trained arrays: four of a layer, as `gnode.reference.train_layer` returns them, or those of a network."""
    if hasattr(model, "coefs_"):
        return *model.coefs_, *model.intercepts_
    return model.components_, model.intercept_, model.decoder_, model.decoder_intercept_


def assert_same_bits(one, *others):
    """Hold fitted layers or networks against each other."""
    for other in others:
        for a, b in zip(weights(one), weights(other), strict=True):
            np.testing.assert_array_equal(a, b, strict=True)


def assert_layers_close(one, other, tolerance):
    """Hold two layers, as tuples of four arrays, against each other."""
    for name, a, b in zip(("components", "intercept", "decoder", "decoder_intercept"), one, other, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance, err_msg=name)


def peak_memory(work):
    """Most memory that Python and NumPy hold at a time for some work, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# Layers that the first author's program trained on `small_digits`.
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.npz"))
_PARTS = ("encoder", "encoder_bias", "decoder", "decoder_bias")


def golden_start(golden):
    return tuple(golden[f"{part}_init"] for part in _PARTS)


def golden_layer(golden):
    """The four arrays as the program trained them."""
    return tuple(golden[part] for part in _PARTS)


def fitted_like(golden, **options):
    """The four arrays as our estimator trains them."""
    algorithm, init = str(golden["algorithm"]), golden_start(golden)
    options |= {"learning_rate": float(golden["learning_rate"]), "max_epochs": int(golden["epochs"])}
    if algorithm in ("GN", "GCN"):
        options, init = options | {"amnesia": float(golden["amnesia"])}, init[:3]
    layer = ESTIMATORS[algorithm](int(golden["n_nodes"]), reading="program", init=init, **options)
    return weights(layer.fit(*small_digits()))
