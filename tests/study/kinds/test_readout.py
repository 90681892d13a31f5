"""The kind "readout": least squares from a layer's outputs."""

import numpy as np
import pytest

from gnode import GreedyByClassByNode
from study.datasets import load
from study.kinds.readout import RIDGE
from study.measures import best_match, roughness
from study.record import check_record
from study.run import Run
from study.runner import compute

SETTINGS = {"n_components": 12, "learning_rate": 0.01, "max_epochs": 30, "amnesia": 0.4, "dtype": "float32"}


@pytest.mark.parametrize("reading", ["mended", "paper"])
def test_it_is_the_least_squares_of_unseen_rows(reading):
    record, arrays = compute(Run("readout", "digits", "gcn", SETTINGS | {"reading": reading}, 3))
    check_record(record)
    assert arrays is None
    data = load("digits", random_state=3)
    X, X_test = data.X_train.astype("float32"), data.X_test.astype("float32")
    layer = GreedyByClassByNode(
        12, learning_rate=0.01, max_epochs=30, amnesia=0.4, reading=reading, random_state=3
    ).fit(X, data.y_train)
    H, H_test = (np.column_stack([np.ones(len(of)), layer.transform(of)]).astype(float) for of in (X, X_test))
    penalty = RIDGE * len(X) * np.diag([0] + [1] * 12)
    targets = np.column_stack([X, np.eye(10)[data.y_train]]).astype(float)
    given = H_test @ np.linalg.solve(H.T @ H + penalty, H.T @ targets)
    left = np.sum((X_test - given[:, :64]) ** 2) / np.sum((X_test - X.mean(axis=0)) ** 2)
    measures = record["measures"]
    assert measures["test"] == np.mean(given[:, 64:].argmax(axis=1) == data.y_test)
    assert measures["r2"] == pytest.approx(1 - left, abs=1e-5)
    assert measures["roughness_median"] == pytest.approx(np.median(roughness(layer.components_)))
    assert measures["best_image_median"] == pytest.approx(np.median(best_match(layer.components_, X)))
