"""What a stored run must be, to the last field: the runner checks it before it is stored."""

import base64
import hashlib
import re
import sys
from datetime import datetime
from math import ceil, prod

import numpy as np

from .experiments import KINDS
from .experiments.features import WEIGHTS
from .measures import MEASURES
from .run import canonical, key_of

LARGEST = sys.float_info.max
ROUNDING = 1e-6
"""By which a cosine or a correlation in float32 may exceed one."""
HIGHEST = {"roughness": LARGEST, "r2": 1.0, "n_used": LARGEST, "change_median": LARGEST, "change_max": LARGEST}
"""Measure -> how large it may be, where that is not one: all others are shares, cosines and correlations."""


def _real(value, low=0.0, high=LARGEST):
    """Tell whether a value is a number within bounds, finite, and written with a point."""
    return type(value) is float and low <= value <= high


def _count(value, low=0):
    """Tell whether a value is a whole number; larger ones could not even be divided."""
    return type(value) is int and low <= value < 2**63


def _positive(value):
    return _count(value, 1)


def _matching(pattern):
    """Make the check that a value is a text that matches a pattern from end to end."""
    matches = re.compile(pattern, re.ASCII).fullmatch
    return lambda value: type(value) is str and matches(value) is not None


def _text(value):
    """Tell whether a value is one line of text that can be shown."""
    return type(value) is str and 0 < len(value) <= 500 and value.isprintable()


def _or_none(holds):
    return lambda value: value is None or holds(value)


def _truth(value):
    return type(value) is bool


def _moment(value):
    """Tell whether a value is a date and time with its zone."""
    try:
        return _matching(r"20\d\d-\d\d-\d\dT.*")(value) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


_word, _version = _matching(r"[\w .()+-]{1,80}"), _matching(r"[\w.!+-]{1,80}")
_hash = _matching(r"[0-9a-f]{16}")


def _versions(value):
    """Tell whether a value names programs and their versions."""
    return type(value) is dict and bool(value) and all(map(_word, value)) and all(map(_version, value.values()))


# What every record has: what determines its run, and where it comes from.
IDENTITY = {
    "key": _hash,
    "kind": lambda value: type(value) is str and value in KINDS,
    "dataset": _word,
    "rows": _word,
    "method": _word,
    "settings": lambda value: type(value) is dict,
    "seed": _count,
    "version": _positive,
}
_PROVENANCE = {
    "diverged": _or_none(_text),
    "gnode": _version,
    "commit": _or_none(_matching(r"[0-9a-f]{40}")),
    "dirty": _or_none(_truth),
    "python": _version,
    "packages": _versions,
    "machine": {"cpu": _text, "cores": _or_none(_positive), "memory_bytes": _or_none(_positive), "system": _text},
    "data": {
        "name": _word,
        "form": _word,
        "source": _word,
        "checksum": _matching(r"[0-9a-f]{64}"),
        "part": _or_none(_text),
        "simulated": _truth,
    },
    "threads": _positive,
    "load_average": _or_none(_real),
    "start": _moment,
    "seconds": lambda value: _real(value, high=1e9),  # some thirty years
    "peak_memory_bytes": _or_none(_positive),
}
# What runs of the kind "counts" were once stored without, and what records have since some version of the program.
_DROPPED = ("threads", "load_average", "start", "peak_memory_bytes")
_LATER = {"kernels": _hash, "arithmetic": _positive, "test_right": lambda value: type(value) is str}


def check_record(record):
    """Check every field of a stored run: that it is there, of its type, in its range, and agrees with the others."""
    _check(record, IDENTITY, "")
    key = key_of({name: record[name] for name in IDENTITY if name != "key"})
    if key != record["key"]:
        raise ValueError(f"its key {record['key']} is not that of its settings, {key}")
    dropped = _DROPPED if record["kind"] == "counts" else ()
    checks = {name: holds for name, holds in _PROVENANCE.items() if name in record or name not in dropped}
    checks |= {name: holds for name, holds in _LATER.items() if name in record}
    _check(record, checks, "")
    result = _result_checks(record)
    _check(record, result, "")
    _none_other(record, IDENTITY | checks | result, "")
    data = record["data"]
    if data["name"] != record["dataset"] or data["simulated"] != (record["rows"] == "simulated"):
        raise ValueError(
            f"its data {data['name']!r} are not those of its run, {record['dataset']!r} ({record['rows']})"
        )
    if (data["part"] is None) != (record["rows"] in ("whole", "simulated")):
        raise ValueError(f"its data are of the part {_shown(data['part'])}, its run of the rows {record['rows']!r}")
    if sum(record.get("timings", {}).values()) > record["seconds"]:
        raise ValueError("its stages took longer than all of it")
    if "stage_updates" in record and sum(record["stage_updates"].values()) != record["n_updates"]:
        raise ValueError("the updates of its stages are not n_updates in all")
    if "scores" in record:
        _check_scores(record["scores"], record.get("test_right"))
    elif "test_right" in record:
        raise ValueError("it has test_right but no scores")


def _result_checks(record):
    """Give the checks of what a run gave, by what its kind says that it gives (dict)."""
    kind = KINDS[record["kind"]]
    gives = kind.gives if record["diverged"] is None else kind.if_diverged
    if gives is None:
        raise ValueError("it diverged, which runs of its kind do not")
    gives = gives(record) if callable(gives) else gives
    n_nodes = record["settings"].get("n_components")

    def one_a_node(holds):
        return lambda values: type(values) is list and len(values) == n_nodes and all(map(holds, values))

    def check_of(field, name):
        if field == "nodes":
            return one_a_node(_count if name == "digit" else _measure(name))
        if field == "node_seconds":
            return one_a_node(_real)
        if field == "warm":
            return _truth
        if field in ("measures", "judge"):
            return _measure(name)
        if field == "scores":
            return _positive if name.startswith("n_") else lambda value: _real(value, high=1.0)
        if field in ("n_updates", "stage_updates"):
            return _count if record["diverged"] is None else _or_none(_count)
        return _real  # seconds

    return {
        field: {name: check_of(field, name) for name in names} if names else check_of(field, "")
        for field, names in gives.items()
    }


def _measure(name):
    """Make the check of a measure by its name."""
    high = HIGHEST.get(name.removesuffix("_median"), HIGHEST.get(name, 1 + ROUNDING))
    return lambda value: _real(value, -LARGEST if name == "r2" else 0.0, high)


def _check(values, checks, where):
    """Check fields; of those within them also that there are no others."""
    for name, holds in checks.items():
        if name not in values:
            raise ValueError(f"{where}{name} is missing")
        value = values[name]
        if type(holds) is dict and type(value) is dict:
            _check(value, holds, f"{name}.")
            _none_other(value, holds, f"{name}.")
        elif type(holds) is dict or not holds(value):
            raise ValueError(f"{where}{name} is {_shown(value)}")


def _none_other(values, checks, where):
    """Check that there are no fields but those that are checked."""
    if len(values) > len(checks):
        raise ValueError(f"{where}{_shown(next(name for name in values if name not in checks))} is no field of it")


def _shown(value):
    """Show a value in a message, however long or strange it is."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _check_scores(scores, test_right):
    """Check that each score is a whole number of right rows, and that the bits of `test_right` are that many."""
    for name, score in scores.items():
        if not name.startswith("n_"):
            n_rows = scores[f"n_{name.partition('_')[0]}"]
            if abs(score - round(score * n_rows) / n_rows) > 1e-12:
                raise ValueError(f"scores.{name} is {score!r}, which is no whole number of {n_rows} rows")
    if test_right is not None:
        try:
            right = base64.b64decode(test_right, validate=True)
        except ValueError:
            raise ValueError(f"test_right is {_shown(test_right)}") from None
        n_test = scores["n_test"]
        n_right = int.from_bytes(right, "big").bit_count()
        if len(right) != ceil(n_test / 8) or n_right != round(scores["test"] * n_test):
            raise ValueError(f"test_right has {n_right} of {8 * len(right)} bits set, which is not scores.test")


def check_arrays(arrays, record):
    """Check the weights of a run of kind "features" whose record is right, and what is measured on them."""
    if set(arrays) != {*MEASURES, *(() if record["seed"] else WEIGHTS)}:
        raise ValueError(f"it holds the arrays {_shown(sorted(arrays))}")
    n_components = record["settings"]["n_components"]
    shapes = {}
    if record["seed"] == 0:
        n_features, n_outputs = (arrays[name].shape[-1:] for name in ("components", "decoder"))
        shapes = {
            "components": (n_components, *n_features),
            "decoder": (n_components, *n_outputs),
            "decoder_intercept": n_outputs,
        }
    for name, array in arrays.items():
        if array.shape != shapes.get(name, (n_components,)) or prod(array.shape) == 0:
            raise ValueError(f"{name} has the shape {array.shape}")
        if array.dtype.name != record["settings"]["dtype"]:
            raise ValueError(f"{name} is of {array.dtype}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite")
        if name in MEASURES and not all(map(_measure(name), array.astype(float).tolist())):
            raise ValueError(f"{name} is from {array.min()} to {array.max()}")


def checksum(record):
    """Return the checksum of a record, whatever the order of its fields (str of 64 hexadecimal digits)."""
    return hashlib.sha256(canonical(record).encode()).hexdigest()
