"""What a stored run must be, to the last field: the runner checks it before it is stored."""

import base64
from math import ceil, inf

import numpy as np

from .experiments import KINDS
from .experiments.features import WEIGHTS
from .measures import MEASURES
from .run import key_of

ROUNDING = 1e-6  # by which a cosine or a correlation in float32 may exceed one
HIGHEST = dict.fromkeys(("roughness", "roughness_median", "n_used", "change_median", "change_max"), inf) | {"r2": 1.0}
"""Measure -> how large it may be, where that is not one: all others are shares, cosines and correlations."""


def _real(value, low=0.0, high=inf):
    """Tell whether a value is a number within bounds, and written with a point; JSON has no infinite ones."""
    return type(value) is float and low <= value <= high


def _measure(name):
    """Make the check of a measure by its name."""
    return lambda value: _real(value, -inf if name == "r2" else 0.0, HIGHEST.get(name, 1 + ROUNDING))


# What every record has, what determines its run and where it comes from: a field -> its types, or those within it.
IDENTITY: dict[str, tuple] = dict.fromkeys(("key", "kind", "dataset", "rows", "method"), (str,))
IDENTITY |= {"settings": (dict,), "seed": (int,), "version": (int,)}
_NONE = type(None)
_PROVENANCE = {
    "diverged": (str, _NONE),
    "gnode": (str,),
    "commit": (str, _NONE),
    "dirty": (bool, _NONE),
    "python": (str,),
    "packages": (dict,),
    "machine": {"cpu": (str,), "cores": (int, _NONE), "memory_bytes": (int, _NONE), "system": (str,)},
    "data": dict.fromkeys(("name", "form", "source", "checksum"), (str,))
    | {"part": (str, _NONE), "simulated": (bool,)},
    "threads": (int,),
    "load_average": (float, _NONE),
    "start": (str,),
    "seconds": _real,
    "peak_memory_bytes": (int, _NONE),
}
# What runs of the kind "counts" were once stored without, and what records have since some version of the program.
_DROPPED = ("threads", "load_average", "start", "peak_memory_bytes")
_LATER = {"kernels": (str,), "arithmetic": (int,), "test_right": (str,)}


def check_record(record):
    """Check every field of a stored run: that it is there, of its type, in its range, and agrees with the others."""
    _check({name: record.get(name) for name in IDENTITY}, IDENTITY)
    key = key_of({name: record[name] for name in IDENTITY if name != "key"})
    if key != record["key"]:
        raise ValueError(f"its key {record['key']} is not that of its settings, {key}")
    may_lack = (*_LATER, *(_DROPPED if record["kind"] == "counts" else ()))
    checks = {name: of for name, of in (_PROVENANCE | _LATER).items() if name in record or name not in may_lack}
    _check(record, IDENTITY | checks | _result_checks(record))
    data = record["data"]
    if data["name"] != record["dataset"] or data["simulated"] != (record["rows"] == "simulated"):
        raise ValueError(f"its data {data['name']!r} are not those of {record['dataset']!r} ({record['rows']})")
    if (data["part"] is None) != (record["rows"] in ("whole", "simulated")):
        raise ValueError(f"its data are of the part {data['part']}, its run of the rows {record['rows']!r}")
    if sum(record.get("timings", {}).values()) > record["seconds"]:
        raise ValueError("its stages took longer than all of it")
    if "stage_updates" in record and sum(record["stage_updates"].values()) != record["n_updates"]:
        raise ValueError("the updates of its stages are not n_updates in all")
    _check_scores(record.get("scores", {}), record.get("test_right"))


def _result_checks(record):
    """Give the checks of what a run gave, by what its kind says that it gives (dict)."""
    kind, diverged = KINDS[record["kind"]], record.get("diverged") is not None
    gives = kind.if_diverged if diverged else kind.gives
    if gives is None:
        raise ValueError("it diverged, which runs of its kind do not")

    def count(value):
        return type(value) is int and value >= 0

    def check_of(field, name=""):
        if field in ("nodes", "node_seconds"):  # one a node
            holds, n = (
                count if name == "digit" else _measure(name) if name else _real,
                record["settings"]["n_components"],
            )
            return lambda values: type(values) is list and len(values) == n and all(map(holds, values))
        if field in ("measures", "judge"):
            return _measure(name)
        if field in ("n_updates", "stage_updates") or name.startswith("n_"):
            return lambda value: count(value) or (diverged and value is None)
        if field == "warm":
            return (bool,)
        return lambda value: _real(value, high=1.0 if field == "scores" else inf)

    return {
        field: {name: check_of(field, name) for name in names} if names else check_of(field)
        for field, names in (gives(record) if callable(gives) else gives).items()
    }


def _check(value, holds, where=""):
    """Check a value, of fields each, and that there are no others."""
    if isinstance(holds, dict) and isinstance(value, dict):
        for name in holds | value:
            if name not in value:
                raise ValueError(f"{where}{name} is missing")
            if name not in holds:
                raise ValueError(f"{where}{name!r} is no field of it")
            _check(value[name], holds[name], f"{where}{name}.")
    elif not (holds(value) if callable(holds) else type(value) in holds):
        told = " (study/record.py, HIGHEST, says which measures may be above 1)" if where[:9] == "measures." else ""
        raise ValueError(f"{where[:-1]} is {value!r:.60}{told}")


def _check_scores(scores, test_right):
    """Check that each score is a whole number of right rows, and that the bits of `test_right` are that many."""
    for name, score in scores.items():
        if not name.startswith("n_"):
            n_rows = scores[f"n_{name.partition('_')[0]}"]
            if abs(score - round(score * n_rows) / n_rows) > 1e-12:
                raise ValueError(f"scores.{name} is {score!r}, which is no whole number of {n_rows} rows")
    if scores and test_right is not None:
        right, n_test = base64.b64decode(test_right, validate=True), scores["n_test"]
        n_right = int.from_bytes(right, "big").bit_count()
        if len(right) != ceil(n_test / 8) or n_right != round(scores["test"] * n_test):
            raise ValueError(f"test_right has {n_right} of {8 * len(right)} bits set, which is not scores.test")


def check_arrays(arrays, record):
    """Check the weights of a run of kind "features" whose record is right, and what is measured on them."""
    if set(arrays) != {*MEASURES, *(() if record["seed"] else WEIGHTS)}:
        raise ValueError(f"it holds the arrays {sorted(arrays)}")
    n_components = record["settings"]["n_components"]
    shapes = dict.fromkeys((*MEASURES, "intercept"), (n_components,))
    if record["seed"] == 0:
        n_features, n_outputs = (arrays[name].shape[-1:] for name in ("components", "decoder"))
        shapes |= {"components": (n_components, *n_features), "decoder": (n_components, *n_outputs)}
        shapes["decoder_intercept"] = n_outputs
    for name, array in arrays.items():
        if array.shape != shapes[name] or not array.size:
            raise ValueError(f"{name} has the shape {array.shape}")
        if array.dtype.name != record["settings"]["dtype"]:
            raise ValueError(f"{name} is of {array.dtype}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite")
        if name in MEASURES and not all(map(_measure(name), array.astype(float).tolist())):
            raise ValueError(f"{name} is from {array.min()} to {array.max()}")
