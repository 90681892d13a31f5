"""What can be read out of a first layer by least squares: the classes of unseen images, and the images themselves."""

from __future__ import annotations

import warnings

import numpy as np

from ..measures import best_match, roughness
from . import fields
from .kind import Kind
from .layer import make_layer, must_not_diverge

RIDGE = 1e-8
"""Times the number of rows: as in the page that trains (`readout.js`), for nodes that are all alike."""


def read_out(layer, data):
    """Score least squares from a layer's outputs, fitted to the training rows, on those for the test."""
    from sklearn.linear_model import Ridge

    (H, X), (H_test, X_test) = (
        (layer.transform(of).astype(np.float64), of.astype(np.float64)) for of in (data.X_train, data.X_test)
    )
    classes, codes = np.unique(data.y_train, return_inverse=True)
    given = Ridge(RIDGE * len(H)).fit(H, np.hstack([X, np.eye(len(classes))[codes]])).predict(H_test)
    rows, scores = np.hsplit(given, [X.shape[1]])
    return {
        "test": float(np.mean(classes[scores.argmax(axis=1)] == data.y_test)),
        "r2": float(1 - np.sum((X_test - rows) ** 2) / np.sum((X_test - X.mean(axis=0)) ** 2)),
    }


def _readout(run, data):
    """Train a first layer of images and read out of it."""
    from gnode import SaturationWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SaturationWarning)  # without memory all nodes are stuck
        layer = make_layer(run).fit(data.X_train, data.y_train)
    nodes = {"roughness": roughness(layer.components_), "best_image": best_match(layer.components_, data.X_train)}
    medians = {f"{name}_median": float(np.median(values)) for name, values in nodes.items()}
    return {"diverged": None, "measures": read_out(layer, data) | medians}, None


def _fields(record):
    must_not_diverge(record)
    medians = fields.bounded(["roughness_median", "best_image_median"], ["roughness_median"])
    return {"measures": medians | {"test": fields.share, "r2": fields.real(low=-fields.LARGEST, high=1.0)}}


READOUT = Kind("readout", _readout, _fields, not_ours=("test", "r2"))
