"""Pre-training by each method, all compiled alike, warm; how well the joint kernel is vectorised; two threads."""

from concurrent.futures import ThreadPoolExecutor
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


@pytest.mark.parametrize("part", ["two fits in threads", "two jobs"])
def test_threads(timed, rows, part):
    """On two quiet cores two fits take the wall seconds of one, and two jobs of one fit about half of them."""

    def fit(n_jobs=None):
        return pretrain("GCN", rows.X, rows.y, LAYERS[:1], amnesia=0.0, n_jobs=n_jobs)

    def two_fits():
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda _: fit(), range(2)))

    if part == "two jobs":
        timed(part, lambda: fit(n_jobs=2), ROUNDS, beside={"one job": fit})
    else:
        timed(part, two_fits, ROUNDS, beside={"one fit": fit})
