"""The first author's program, array by array, to 1e-9: the reference and all four estimators."""

import numpy as np
import pytest
from layers import GOLDEN, assert_layers_close, fitted_like, golden_layer, golden_start, small_digits

from gnode.reference import train_layer


@pytest.fixture(params=GOLDEN, ids=lambda path: path.stem)
def golden(request):
    with np.load(request.param) as arrays:
        return dict(arrays)


def test_all_twelve_are_there():
    assert len(GOLDEN) == 12


def test_reference(golden):
    X, y = small_digits()
    layer = train_layer(
        str(golden["algorithm"]),
        X,
        y,
        init=golden_start(golden),
        learning_rate=float(golden["learning_rate"]),
        max_epochs=int(golden["epochs"]),
        amnesia=float(golden["amnesia"]),
        reading="program",
    )
    assert_layers_close(layer, golden_layer(golden), 1e-9)


def test_estimators(golden):
    solvers = ("auto", "primal", "dual") if str(golden["algorithm"]) in ("GN", "GCN") else (None,)
    for solver in solvers:
        options = {"solver": solver} if solver else {}
        assert_layers_close(fitted_like(golden, **options), golden_layer(golden), 1e-9)


def test_slips_show():
    """The arrays tell the program from the reading without its slips: a test of the test."""
    path = next(path for path in GOLDEN if path.stem == "gn_digits_a0.4_n12_lr0.001_e150")
    X, _ = small_digits()
    with np.load(path) as golden:
        layer = train_layer("GN", X, init=golden_start(golden), learning_rate=0.001, max_epochs=150, amnesia=0.4)
        assert np.abs(layer[0] - golden["encoder"]).max() > 1e-3
