"""Two fits at once in two threads, and the nodes of one fit: the loops run without the interpreter's lock."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from measuring import SETTINGS

from gnode import GreedyByClassByNode

pytestmark = pytest.mark.benchmark(timer=time.perf_counter)  # CPU seconds add up over threads
ROUNDS = 5


@pytest.fixture
def fit(rows):
    def fit(n_jobs=None):
        return GreedyByClassByNode(200, amnesia=0.0, n_jobs=n_jobs, **SETTINGS).fit(rows.X, rows.y)

    return fit


def test_two_fits(timed, fit):
    """On two quiet cores the two take the wall seconds of one."""

    def two_fits():
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda _: fit(), range(2)))

    timed("two fits in threads", two_fits, ROUNDS, beside={"one fit": fit})


def test_two_jobs(timed, fit):
    """On two quiet cores about half the wall seconds of one job."""
    timed("two jobs", lambda: fit(n_jobs=2), ROUNDS, beside={"one job": fit})
