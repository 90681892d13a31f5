"""What the tests of the study share."""

import pytest

from study.run import Run

# What may differ between two computations of the same run.
VOLATILE = {"start", "seconds", "timings", "load_average", "peak_memory_bytes", "commit", "dirty"}


@pytest.fixture
def results(tmp_path, monkeypatch):
    """An empty results folder."""
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    return tmp_path / "results"


@pytest.fixture(scope="session")
def small_runs():
    """Make runs of a few milliseconds each, none of which compiles anything."""

    def make(n_seeds):
        return [
            Run("baseline", "cancer", name, {}, seed) for seed in range(n_seeds) for name in ("majority", "logistic")
        ]

    return make


@pytest.fixture(scope="session")
def lasting():
    """Return what of a record must be the same in every computation."""
    return lambda record: {name: value for name, value in record.items() if name not in VOLATILE}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("place") / "results"
