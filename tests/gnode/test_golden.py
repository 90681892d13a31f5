"""The first author's program, array by array, to 1e-9: the reference and all four estimators."""

import numpy as np
import pytest
from layers import GOLDEN, assert_layers_close, fitted_like, golden_layer, golden_start, small_digits

from gnode.reference import train_layer


def trained(golden, reading):
    algorithm, epochs = str(golden["algorithm"]), int(golden["epochs"])
    rates = {name: float(golden[name]) for name in ("learning_rate", "amnesia")}
    return train_layer(
        algorithm, *small_digits(), init=golden_start(golden), max_epochs=epochs, reading=reading, **rates
    )


def test_all_twelve_are_there():
    assert len(GOLDEN) == 12


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_reference_and_estimators(path):
    with np.load(path) as arrays:
        golden = dict(arrays)
    expected = golden_layer(golden)
    assert_layers_close(trained(golden, "program"), expected, 1e-9)
    greedy = str(golden["algorithm"]) in ("GN", "GCN")
    for options in [{"solver": solver} for solver in ("auto", "primal", "dual")] if greedy else [{}]:
        assert_layers_close(fitted_like(golden, **options), expected, 1e-9)


def test_slips_show():
    """The arrays tell the program from the reading without its slips: a test of the test."""
    (path,) = (path for path in GOLDEN if path.stem == "gn_digits_a0.4_n12_lr0.001_e150")
    with np.load(path) as golden:
        assert np.abs(trained(golden, "mended")[0] - golden["encoder"]).max() > 1e-3
