"""The first author's program, array by array, to 1e-9: the reference and all four estimators."""

from pathlib import Path

import numpy as np
import pytest
from layers import ESTIMATORS, assert_layers_close, small_digits, weights

from gnode.reference import train_layer

FILES = sorted((Path(__file__).parent / "golden").glob("*.npz"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def golden(request):
    with np.load(request.param) as arrays:
        return dict(arrays)


def start_of(golden):
    return [golden[f"{part}_init"] for part in ("encoder", "encoder_bias", "decoder", "decoder_bias")]


def trained(golden):
    return [golden[part] for part in ("encoder", "encoder_bias", "decoder", "decoder_bias")]


def test_all_twelve_are_there():
    assert len(FILES) == 12


def test_reference(golden):
    X, y = small_digits()
    layer = train_layer(
        str(golden["algorithm"]),
        X,
        y,
        init=start_of(golden),
        learning_rate=float(golden["learning_rate"]),
        max_epochs=int(golden["epochs"]),
        amnesia=float(golden["amnesia"]),
        reading="program",
    )
    assert_layers_close(layer, trained(golden), 1e-9)


def test_estimators(golden):
    X, y = small_digits()
    algorithm = str(golden["algorithm"])
    greedy = algorithm in ("GN", "GCN")
    for solver in ("auto", "primal", "dual") if greedy else (None,):
        options = dict(amnesia=float(golden["amnesia"]), solver=solver) if greedy else {}
        layer = ESTIMATORS[algorithm](
            int(golden["n_nodes"]),
            learning_rate=float(golden["learning_rate"]),
            max_epochs=int(golden["epochs"]),
            reading="program",
            init=tuple(start_of(golden)[: 3 if greedy else 4]),
            **options,
        ).fit(X, y)
        assert_layers_close(weights(layer), trained(golden), 1e-9)


def test_slips_show():
    """The arrays tell the program from the reading without its slips: a test of the test."""
    path = next(path for path in FILES if path.stem == "gn_digits_a0.4_n12_lr0.001_e150")
    X, _ = small_digits()
    with np.load(path) as golden:
        layer = train_layer("GN", X, init=start_of(golden), learning_rate=0.001, max_epochs=150, amnesia=0.4)
        assert np.abs(layer[0] - golden["encoder"]).max() > 1e-3
