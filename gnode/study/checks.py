"""What a stored run must be, to the last field; a file that is anything else is damaged, and nothing of it is used."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from datetime import datetime
from functools import cache
from itertools import combinations
from math import ceil, prod

from .measures import IMAGES
from .run import canonical, key_of

__all__ = ["MEASURES", "WEIGHTS", "SetAside", "check_arrays", "check_identity", "check_record", "checksum", "parse"]

WEIGHTS = ("components", "intercept", "decoder", "decoder_intercept")
MEASURES = ("roughness", "best_image", "best_class_mean", "selectivity")

_LARGEST = sys.float_info.max
_MOST = 2**63 - 1  # what is counted; larger ones could not even be divided
_LONGEST = 1e9  # seconds, some thirty years
_ROUNDING = 1e-6  # by which a cosine or a correlation in float32 may exceed one
_STAGES = ("pretraining", "output", "finetuning")
_SCORES = ("train", "test", "n_train", "n_test")
_BEFORE = ("train_before", "test_before")


class SetAside(UserWarning):
    """A stored file is damaged and is treated as if it were not there; the message names it and says why."""


def _text(value):
    """Tell whether a value is one line of text that can be shown."""
    return type(value) is str and 0 < len(value) <= 500 and value.isprintable()


def _matching(pattern):
    matches = re.compile(pattern, re.ASCII).fullmatch
    return lambda value: type(value) is str and matches(value) is not None


def _real(low=0.0, high=_LARGEST):
    return lambda value: type(value) is float and low <= value <= high


def _count(low=0):
    return lambda value: type(value) is int and low <= value <= _MOST


def _one_of(*values):
    return lambda value: any(value is one or (type(value) is str and value == one) for one in values)


def _or_none(holds):
    return lambda value: value is None or holds(value)


def _moment(value):
    """Tell whether a value is a date and time with its zone."""
    try:
        return _day_first(value) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _versions(value):
    """Tell whether a value names programs and their versions."""
    return type(value) is dict and bool(value) and all(map(_word, value)) and all(map(_version, value.values()))


_day_first = _matching(r"20\d\d-\d\d-\d\dT.*")
_word = _matching(r"[\w .()+-]{1,80}")
_version = _matching(r"[\w.!+-]{1,80}")
_sha256 = _matching(r"[0-9a-f]{64}")
_truth = _one_of(True, False)
_share = _real(high=1.0)

_MACHINE = {
    "cpu": _text,
    "cores": _or_none(_count(1)),
    "memory_bytes": _or_none(_count(1)),
    "system": _text,
}
_DATA = {
    "name": _word,
    "form": _word,
    "source": _word,
    "checksum": _sha256,
    "part": _or_none(_text),
    "simulated": _truth,
}
# What every record has: what determines its run, and where it comes from.
_IDENTITY = {
    "key": _matching(r"[0-9a-f]{16}"),
    "kind": _one_of("network", "baseline", "features", "sensitivity", "planes", "subsets", "output nodes"),
    "dataset": _word,
    "rows": _word,
    "method": _word,
    "settings": lambda value: type(value) is dict,
    "seed": _count(),
    "version": _count(1),
}
_PROVENANCE = {
    "diverged": _or_none(_text),
    "gnode": _version,
    "commit": _or_none(_matching(r"[0-9a-f]{40}")),
    "dirty": _one_of(None, True, False),
    "python": _version,
    "packages": _versions,
    "machine": _MACHINE,
    "data": _DATA,
    "threads": _count(1),
    "load_average": _or_none(_real()),
    "start": _moment,
    "seconds": _real(high=_LONGEST),
    "peak_memory_bytes": _or_none(_count(1)),
}
# What records have since some version of the program; older ones lack it.
_LATER = {
    "kernels": _matching(r"[0-9a-f]{16}"),
    "arithmetic": _count(1),
    "test_right": lambda value: type(value) is str,
}
_WITH_SCORES = {name: _count(1) if name.startswith("n_") else _share for name in _SCORES}
_UNBOUNDED = {"roughness", "roughness_median", "change_median", "change_max"}


@cache
def _result_of(kind, dataset, method, diverged, n_components):
    """Return the checks of what a run of a kind gives (dict)."""
    if diverged and kind not in ("network", "sensitivity", "output nodes"):
        raise ValueError("it diverged, which runs of its kind do not")
    if kind == "baseline":
        return {"scores": _WITH_SCORES}
    if kind == "features":
        timed = {"timings": {"pretraining": _real()}}
        return timed if method == "pca" else timed | {"warm": _truth, "n_updates": _count()}
    if kind == "network" and diverged:
        return {"warm": _truth}
    if kind == "output nodes" and diverged:
        return {}
    measures = dict.fromkeys(_measures_of(kind, dataset, diverged, n_components), _real(high=1 + _ROUNDING))
    result = {"measures": measures | {name: _real() for name in measures.keys() & _UNBOUNDED}}
    if kind == "output nodes":
        result |= {"scores": _WITH_SCORES}
    if kind == "network":
        result |= {
            "warm": _truth,
            "scores": _WITH_SCORES | dict.fromkeys(_BEFORE, _share),
            "timings": dict.fromkeys(_STAGES, _real()),
            "n_updates": _count(),
            "stage_updates": dict.fromkeys(_STAGES, _count()),
        }
        if method in ("none", "random"):  # no layer is trained before fine-tuning
            del result["measures"]
    return result


def _measures_of(kind, dataset, diverged, n_components):
    """List the measures that a run of a kind gives."""
    if kind == "network":
        return ["redundancy", *(f"{name}_median" for name in MEASURES if dataset in IMAGES)]
    if kind == "sensitivity":
        return ["diverged_share", *([] if diverged else ["change_median", "change_max", "redundancy"])]
    if kind == "planes":
        if type(n_components) is not int or not 0 < n_components <= 100:
            raise ValueError(f"settings.n_components is {_shown(n_components)}")
        pairs = [f"neighbours_{i}_{j}" for i, j in combinations(range(n_components), 2)]
        return [*pairs, "neighbours_mean", "first_node_correlation", "best_correlation"]
    if kind == "subsets":
        return ["first_component_mean", "first_component_median", "alike", "redundancy", "decoder_redundancy"]
    return ["redundancy"]


def check_identity(record):
    """Check what determines the run of a record, by its key.

    Parameters
    ----------
    record : object
        What `parse` gave.

    Raises
    ------
    ValueError
        If anything is wrong; the message says what.
    """
    if type(record) is not dict:
        raise ValueError(f"it holds a {type(record).__name__}, not a record")
    _check(record, _IDENTITY, "")
    key = key_of({name: record[name] for name in _IDENTITY if name != "key"})
    if key != record["key"]:
        raise ValueError(f"its key {record['key']} is not that of its settings, {key}")


def check_record(record):
    """Check every field of a stored run: that it is there, of its type, in its range, and agrees with the others.

    Parameters
    ----------
    record : object
        What `parse` gave.

    Raises
    ------
    ValueError
        If anything is wrong; the message says what.
    """
    check_identity(record)
    _check(record, _PROVENANCE, "")
    later = {name: holds for name, holds in _LATER.items() if name in record}
    n_components = record["settings"].get("n_components") if record["kind"] == "planes" else None
    if type(n_components) in (dict, list):
        raise ValueError(f"settings.n_components is {_shown(n_components)}")
    diverged = record["diverged"] is not None
    result = _result_of(record["kind"], record["dataset"], record["method"], diverged, n_components)
    _check(record, result, "")
    _check(record, later, "")
    _none_other(record, _IDENTITY | _PROVENANCE | result | later, "")
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


def _check(values, checks, where):
    """Check fields; of those within them also that there are no others."""
    for name, holds in checks.items():
        if name not in values:
            raise ValueError(f"{where}{name} is missing")
        value = values[name]
        if type(holds) is dict:
            if type(value) is not dict:
                raise ValueError(f"{where}{name} is {_shown(value)}")
            _check(value, holds, f"{name}.")
            _none_other(value, holds, f"{name}.")
        elif not holds(value):
            raise ValueError(f"{where}{name} is {_shown(value)}")


def _none_other(values, checks, where):
    """Check that there are no fields but those that are checked."""
    if len(values) > len(checks):
        raise ValueError(f"{where}{_shown(next(name for name in values if name not in checks))} is no field of it")


def _check_scores(scores, test_right):
    """Check that each score is a whole number of right rows, and that the bits of `test_right` are that many."""
    for name, score in scores.items():
        if not name.startswith("n_"):
            n_rows = scores[f"n_{name.removesuffix('_before')}"]
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
    """Check the weights of a run of kind "features", and what is measured on them.

    Parameters
    ----------
    arrays : dict of str to ndarray
    record : dict
        The run's record, which has been checked.

    Raises
    ------
    ValueError
        If anything is wrong; the message says what.
    """
    import numpy as np

    if set(arrays) != {*WEIGHTS, *MEASURES}:
        raise ValueError(f"it holds the arrays {_shown(sorted(arrays))}")
    n_components = record["settings"].get("n_components")
    n_features, n_outputs = (arrays[name].shape[-1:] for name in ("components", "decoder"))
    shapes = {
        "components": (n_components, *n_features),
        "decoder": (n_components, *n_outputs),
        "decoder_intercept": n_outputs,
    }
    for name, array in arrays.items():
        if array.shape != shapes.get(name, (n_components,)) or prod(array.shape) == 0:
            raise ValueError(f"{name} has the shape {array.shape}")
        if array.dtype.name != record["settings"].get("dtype"):
            raise ValueError(f"{name} is of {array.dtype}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite")
        highest = _LARGEST if name in _UNBOUNDED else 1 + _ROUNDING
        if name in MEASURES and not (0 <= float(array.min()) and float(array.max()) <= highest):
            raise ValueError(f"{name} is from {array.min()} to {array.max()}")


def parse(content):
    """Read JSON more strictly than `json` does.

    Parameters
    ----------
    content : bytes or str

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If it is no JSON in UTF-8, or has a name twice, a number that is not finite, or text that cannot be shown.
    """
    try:
        return _DECODER.decode(content if isinstance(content, str) else content.decode())
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON ({error})" if content.strip() else "it is empty") from None
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None


def _unique(pairs):
    """Make a dict of names and values, each name once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"it has the name {_shown(next(name for name in names if names.count(name) > 1))} twice")
    return found


def _not_finite(name):
    raise ValueError(f"it holds {name}, which is no number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_not_finite)


def checksum(record):
    """Return the checksum of a record, whatever the order of its fields (str of 64 hexadecimal digits)."""
    return hashlib.sha256(canonical(record).encode()).hexdigest()


def _shown(value):
    """Show a value in a message, however long or strange it is."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
