"""What the benchmarks share: the rows, one thread, and how contenders are timed in turn."""

import numpy as np
import pytest
from measuring import Results, Stopwatch, stamp
from sklearn.utils import Bunch
from threadpoolctl import threadpool_limits

from study.datasets import load

TURNS = 3  # how often each of the others is timed before every round and after the last one


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def rows():
    """USPS in float32."""
    data = load("usps")
    X, X_test = data.X_train.astype(np.float32), data.X_test.astype(np.float32)
    return Bunch(name=data.name, X=X, y=data.y_train, X_test=X_test, y_test=data.y_test)


@pytest.fixture(scope="session")
def results(rows):
    return Results(rows)


@pytest.fixture
def timed(benchmark, results):
    """Time `run`, warm, and store it as a part; each of `beside` is timed before and after every round."""

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
