"""Pre-training of two layers by each method, all compiled alike, warm; and how well the joint kernel is vectorised."""

import numpy as np
import pytest
from measuring import LAYERS, SETTINGS, pretrain

from gnode import LayerwiseAutoencoder

SGEMM_SIZE = 2000
JOINT_EPOCHS = 3


@pytest.mark.parametrize(
    ("method", "solver"), [("GN", "primal"), ("GN", "auto"), ("GCN", "primal"), ("GCN", "dual"), ("GCN", "auto")]
)
def test_node_by_node(timed, rows, method, solver):
    timed(f"pretraining {method} {solver}", lambda: pretrain(method, rows.X, rows.y, solver=solver), rounds=7)


@pytest.mark.parametrize("method", ["USV", "SV"])
def test_layer_by_layer(timed, rows, method):
    timed(
        f"pretraining {method}",
        lambda: pretrain(method, rows.X, rows.y),
        rounds=1,
        beside={name: lambda name=name: pretrain(name, rows.X, rows.y) for name in ("GN", "GCN")},
        warm_up=lambda: pretrain(method, rows.X, rows.y, max_epochs=1),
    )


def test_joint_kernel_beside_sgemm(timed, rows):
    rng = np.random.default_rng(0)
    A, B = (rng.standard_normal((SGEMM_SIZE, SGEMM_SIZE), dtype=np.float32) for _ in range(2))
    layer = LayerwiseAutoencoder(LAYERS[0], **SETTINGS | {"max_epochs": JOINT_EPOCHS})
    n_rows, d1 = rows.X.shape
    timed(
        "joint kernel",
        lambda: layer.fit(rows.X),
        rounds=7,
        beside={"sgemm": lambda: A @ B},
        flop=10 * d1 * LAYERS[0] * n_rows * JOINT_EPOCHS,
        sgemm_flop=2 * SGEMM_SIZE**3,
    )
