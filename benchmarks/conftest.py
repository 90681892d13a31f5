"""What the benchmarks share: the rows, one thread, and how contenders are timed in turn."""

import time
from functools import cache

import numpy as np
import pytest
from measuring import Results, Stopwatch, stamp
from sklearn.utils import Bunch
from threadpoolctl import threadpool_limits

from study.datasets import DatasetNotAvailable, load

TURNS = 3
"""How often each of the others is timed before every round and after the last one."""


def pytest_collection_modifyitems(items):
    for item in items:
        if not item.get_closest_marker("benchmark"):
            item.add_marker(pytest.mark.benchmark(timer=time.process_time))


def pytest_report_header():
    rows = load_rows()
    return f"measured on {rows.name}{rows.note}"


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


@cache
def load_rows():
    """USPS in float32; without it the 8 x 8 digits of scikit-learn, whose results get a file of their own."""
    try:
        data, note = load("usps"), ""
    except DatasetNotAvailable as error:
        data, note = load("digits"), f" instead of USPS, and stored apart. {error}"
    return Bunch(
        name=data.name,
        note=note,
        X=data.X_train.astype(np.float32),
        y=data.y_train,
        X_test=data.X_test.astype(np.float32),
        y_test=data.y_test,
    )


@pytest.fixture(scope="session")
def rows():
    return load_rows()


@pytest.fixture(scope="session")
def results(rows):
    return Results(rows)


@pytest.fixture
def timed(benchmark, results):
    """Time `run` and store it as a part; each of `beside` is timed in turn with it, before and after every round.

    `warm_up` compiles what `run` needs and touches its memory; by default that is `run` itself.
    """

    def timed(part, run, rounds, beside=None, warm_up=None, **more):
        started = stamp()
        watch, others = Stopwatch(run), {name: Stopwatch(other) for name, other in (beside or {}).items()}

        def take_turns():
            for _ in range(TURNS):
                for other in others.values():
                    other()

        (warm_up or run)()
        for other in others.values():
            other.run()
        benchmark.pedantic(watch, setup=take_turns, rounds=rounds)
        take_turns()
        besides = {"beside": {name: other.record() for name, other in others.items()}} if others else {}
        results.store(part, started, watch.record() | besides | more)

    return timed
