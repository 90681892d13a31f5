"""Pre-training of two layers by each method, all compiled alike, warm; and how well the joint kernel is vectorised."""

from functools import partial

import numpy as np
import pytest
from measuring import LAYERS, Stopwatch, pretrain, stamp

ROUNDS = 5
SLOW = ("SV", "USV")
FAST = {
    f"{method} {solver}": partial(pretrain, method, solver=solver)
    for method, solver in [("GN", "primal"), ("GN", "auto"), ("GCN", "primal"), ("GCN", "dual"), ("GCN", "auto")]
}
SGEMM_SIZE = 2000
JOINT_EPOCHS = 3


def test_in_turn(benchmark, rows, results):
    """All methods, in each round one after the other: what slows the machine for a while slows all that is compared.

    The fast ones take a turn after each of the slow ones, so that they have two times a round.
    """
    started = stamp()
    slow = {name: Stopwatch(partial(pretrain, name, rows.X, rows.y)) for name in SLOW}
    fast = {name: Stopwatch(partial(run, X=rows.X, y=rows.y)) for name, run in FAST.items()}
    for name in SLOW:
        pretrain(name, rows.X, rows.y, max_epochs=1)
    for watch in fast.values():
        watch.run()

    def one_round():
        for watch in slow.values():
            watch()
            for other in fast.values():
                other()
        for name, watch in (slow | fast).items():
            results.store(f"pretraining {name}", started, watch.record())

    benchmark.pedantic(one_round, rounds=ROUNDS)


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
