"""What a stored run must be: every field that is wrong, missing or unknown is refused and named."""

import base64
import copy
from dataclasses import replace
from functools import reduce
from operator import getitem

import numpy as np
import pytest
from made_up import FEATURES, N_ROWS, arrays_of, record_of

from study import store
from study.experiments import KINDS
from study.record import check_arrays, check_record
from study.run import Run

RUN = Run("network", "usps", "gn", {"amnesia": 0.4}, 3)
# What a record may lack: it came later, or was once dropped.
OPTIONAL = {"arithmetic", "kernels", "test_right", "threads", "load_average", "start", "peak_memory_bytes"}
# Path of a field -> values that it must not have.
FIELDS = {
    "key": ["", "0" * 16, replace(RUN, seed=4).key, None],
    "seed": [-1, 3.0, "3", True, None],
    "kind": ["networks", None, []],
    "settings": [None, [], {"amnesia": 0.5}, {}],
    "version": [2, None],
    "scores": [None, [], {}, {"test": 0.5}],
    "scores.test": [1.5, -0.1, "0.9", 1, None, 0.9000001, [0.9], float("nan")],
    "scores.n_test": [0, -5, 1.5, N_ROWS + 1, None, True],
    "scores.other": [0.5],
    "seconds": [-1.0, "1", None, 1, 0.01, 1e300, float("nan"), float("inf")],
    "timings.pretraining": [-0.1, "0.1", None, 50.0],
    "n_updates": [-1, 2.5, 4, None, "3"],
    "stage_updates.output": [-1, 0, None],
    "measures.redundancy": [-0.1, 1.1, None, "0.5", float("nan")],
    "measures.roughness_median": [-0.1, None, float("inf")],
    "diverged": [True, 0, "", "two\nlines"],
    "warm": [0, None, "yes"],
    "gnode": ["", None, "<b>"],
    "commit": ["main", "<b>" * 10, 1],
    "dirty": ["no", 0],
    "kernels": ["xyz", None, 1, "0" * 15],
    "python": ["3.11<br>", "", None],
    "packages": [{}, None, {"numpy": 2}, {"<i>": "1"}, []],
    "machine": [{}, None, "AMD"],
    "machine.cpu": ["", None, "a\nb", "\x1b[2J", "\ud800", "x" * 501],
    "machine.cores": [0, 2.0, "2", 10**400],
    "machine.user": ["me"],
    "data.name": ["digits", None],
    "data.checksum": ["c", None],
    "data.simulated": [True, None, 0],
    "data.part": ["half", 1],
    "threads": [0, None, 1.0],
    "load_average": [-1.0, "1"],
    "start": ["yesterday", "2026-11-21", None, "2026-11-21T14:36:09", "2026-W01-1T00:00+00:00"],
    "peak_memory_bytes": [-1, 0, 1.5, "1", 10**400],
    "arithmetic": [0, "1", None, 1.0],
    "test_right": ["!", None, 1, "AAAA", base64.b64encode(bytes(N_ROWS // 8)).decode()],
    "program": ["0" * 8],
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
def test_a_field_that_is_wrong_is_named(path, value):
    with pytest.raises(ValueError) as refused:
        check_record(changed(record_of(RUN), path, value))
    said = str(refused.value)
    assert any(name in said for name in (*path.split("."), "key", "stages"))
    assert "\n" not in said and len(said) < 300


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


def test_fields_that_only_some_records_have_are_checked_if_they_are_there():
    right = np.arange(N_ROWS) < 0.75 * N_ROWS
    record = record_of(RUN, scores={"test": 0.75}, commit=None, dirty=None, load_average=None)
    for without in ("arithmetic", "kernels", ""):
        check_record({name: value for name, value in record.items() if name != without})
    record["test_right"] = base64.b64encode(np.packbits(right).tobytes()).decode()
    check_record(record)
    with pytest.raises(ValueError, match="test_right has 75000 of 100000 bits set"):
        check_record(changed(record, "scores.test", 0.5))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        *(("intercept", [np.nan] * 5), ("components", [[np.inf] * 4] * 5), ("decoder_intercept", [0] * 6)),
        *(("selectivity", [-1] * 5), ("best_image", [2] * 5), ("the arrays", []), ("roughness", np.zeros(5))),
    ],
)
def test_other_weights_are_refused_and_named(name, array):
    record, arrays = record_of(FEATURES), arrays_of(FEATURES)
    check_arrays(arrays, record)
    with pytest.raises(ValueError, match=name):
        check_arrays(arrays | {name: array if name == "roughness" else np.float32(array)}, record)
