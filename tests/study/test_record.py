"""What a stored run must be: every field that is wrong, missing or unknown is refused and named."""

import base64
import copy
from functools import reduce
from operator import getitem

import pytest
from made_up import FEATURES, N_ROWS, record_of

from study import store
from study.experiments import KINDS
from study.record import check_record
from study.run import Run

RUN = Run("network", "usps", "gn", {"amnesia": 0.4}, 3)
# What a record may lack: it came later, or was once dropped.
OPTIONAL = {"arithmetic", "kernels", "test_right", "threads", "load_average", "start", "peak_memory_bytes"}
# Path of a field -> values that it must not have.
FIELDS = {
    "key": ["0" * 16, None],
    "seed": [3.0, True],
    "settings": [None, {}],
    "scores": [None, {}],
    "scores.test": [1.5, -0.1, "0.9", 1, 0.9000001, float("nan")],
    "scores.other": [0.5],
    "seconds": [-1.0, 0.01],
    "timings.pretraining": [50.0],
    "n_updates": [-1, 4],
    "stage_updates.output": [0, None],
    "measures.redundancy": [-0.1, 1.1, None],
    "diverged": [True, 0],
    "packages": [None, []],
    "machine.cores": [2.0],
    "machine.user": ["me"],
    "data.name": ["digits"],
    "data.simulated": [True, 0],
    "data.part": ["half"],
    "test_right": ["!", "AAAA", base64.b64encode(bytes(N_ROWS // 8)).decode()],
    "unknown": [1],
}


def changed(record, path, value):
    """Return a copy of a record with one field changed."""
    record = copy.deepcopy(record)
    *outer, last = path.split(".")
    reduce(getitem, outer, record)[last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in FIELDS.items() for value in values], ids=str
)
def test_a_field_that_is_wrong_is_refused(path, value):
    check_record(record_of(RUN))
    with pytest.raises(ValueError):
        check_record(changed(record_of(RUN), path, value))


@pytest.fixture(scope="module")
def committed(root):
    """A record of each kind that is committed; those of weights and of timed pre-training are made up."""
    timed = Run("pretraining", "usps", "gn", {"hidden_layer_sizes": [5]}, 0)
    found = [*store.find_everything(root / "results"), *map(record_of, (FEATURES, timed))]
    return {record["kind"]: record for record in found}


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_is_missing_or_unknown_is_named(committed, kind):
    record = committed[kind]
    check_record(record)
    for name in record.keys() - OPTIONAL:
        with pytest.raises(ValueError, match=name):
            check_record({field: value for field, value in record.items() if field != name})
    with pytest.raises(ValueError, match="'more' is no field of it"):
        check_record(record | {"more": 1})
