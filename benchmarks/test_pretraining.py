"""Pre-training of two layers by each method, all compiled alike, warm; and how well the joint kernel is vectorised."""

import numpy as np
import pytest
from measuring import LAYERS, pretrain

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


@pytest.mark.parametrize("method", ["USV", "SV"])
def test_joint_kernel_beside_sgemm(timed, rows, method):
    """A row needs 6 operations for each weight of the decoder and 4 of the encoder, whose inputs need no gradient."""
    rng = np.random.default_rng(0)
    A, B = (rng.standard_normal((SGEMM_SIZE, SGEMM_SIZE), dtype=np.float32) for _ in range(2))
    n_rows, d1 = rows.X.shape
    n_outputs = d1 if method == "USV" else len(np.unique(rows.y))
    timed(
        f"joint kernel {method}",
        lambda: pretrain(method, rows.X, rows.y, LAYERS[:1], max_epochs=JOINT_EPOCHS),
        rounds=7,
        beside={"sgemm": lambda: A @ B},
        flop=(4 * d1 + 6 * n_outputs) * LAYERS[0] * n_rows * JOINT_EPOCHS,
        sgemm_flop=2 * SGEMM_SIZE**3,
    )
