"""What a stored run must be, to the last field: checked before it is stored."""

from __future__ import annotations

import base64
import hashlib
from math import ceil

from .kinds import KINDS, fields
from .run import canonical, key_of

LONGEST = 1e9  # seconds, some thirty years


_MACHINE = {
    "cpu": fields.text,
    "cores": fields.or_none(fields.count(1)),
    "memory_bytes": fields.or_none(fields.count(1)),
    "system": fields.text,
}
_DATA = {
    "name": fields.word,
    "form": fields.word,
    "source": fields.word,
    "checksum": fields.sha256,
    "part": fields.or_none(fields.text),
    "simulated": fields.truth,
}
# What every record has: what determines its run, and where it comes from.
IDENTITY = {
    "key": fields.matching(r"[0-9a-f]{16}"),
    "kind": fields.one_of(*KINDS),
    "dataset": fields.word,
    "rows": fields.word,
    "method": fields.word,
    "settings": lambda value: type(value) is dict,
    "seed": fields.count(),
    "version": fields.count(1),
}
_PROVENANCE = {
    "diverged": fields.or_none(fields.text),
    "gnode": fields.version,
    "commit": fields.or_none(fields.matching(r"[0-9a-f]{40}")),
    "dirty": fields.one_of(None, True, False),
    "python": fields.version,
    "packages": fields.versions,
    "machine": _MACHINE,
    "data": _DATA,
    "threads": fields.count(1),
    "load_average": fields.or_none(fields.real()),
    "start": fields.moment,
    "seconds": fields.real(high=LONGEST),
    "peak_memory_bytes": fields.or_none(fields.count(1)),
}
# What runs of the kind "counts" were once stored without.
_DROPPED = ("threads", "load_average", "start", "peak_memory_bytes")
# What records have since some version of the program; older ones lack it.
_LATER = {
    "kernels": fields.matching(r"[0-9a-f]{16}"),
    "arithmetic": fields.count(1),
    "test_right": lambda value: type(value) is str,
}


def check_record(record):
    """Check every field of a stored run: that it is there, of its type, in its range, and agrees with the others."""
    fields.check(record, IDENTITY, "")
    key = key_of({name: record[name] for name in IDENTITY if name != "key"})
    if key != record["key"]:
        raise ValueError(f"its key {record['key']} is not that of its settings, {key}")
    dropped = _DROPPED if record["kind"] == "counts" else ()
    provenance = {name: holds for name, holds in _PROVENANCE.items() if name in record or name not in dropped}
    fields.check(record, provenance, "")
    later = {name: holds for name, holds in _LATER.items() if name in record}
    result = KINDS[record["kind"]].fields(record)
    fields.check(record, result, "")
    fields.check(record, later, "")
    fields.none_other(record, IDENTITY | provenance | result | later, "")
    data = record["data"]
    if data["name"] != record["dataset"] or data["simulated"] != (record["rows"] == "simulated"):
        raise ValueError(
            f"its data {data['name']!r} are not those of its run, {record['dataset']!r} ({record['rows']})"
        )
    if (data["part"] is None) != (record["rows"] in ("whole", "simulated")):
        raise ValueError(
            f"its data are of the part {fields.shown(data['part'])}, its run of the rows {record['rows']!r}"
        )
    if sum(record.get("timings", {}).values()) > record["seconds"]:
        raise ValueError("its stages took longer than all of it")
    if "stage_updates" in record and sum(record["stage_updates"].values()) != record["n_updates"]:
        raise ValueError("the updates of its stages are not n_updates in all")
    if "scores" in record:
        _check_scores(record["scores"], record.get("test_right"))
    elif "test_right" in record:
        raise ValueError("it has test_right but no scores")


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
            raise ValueError(f"test_right is {fields.shown(test_right)}") from None
        n_test = scores["n_test"]
        n_right = int.from_bytes(right, "big").bit_count()
        if len(right) != ceil(n_test / 8) or n_right != round(scores["test"] * n_test):
            raise ValueError(f"test_right has {n_right} of {8 * len(right)} bits set, which is not scores.test")


def checksum(record):
    """Return the checksum of a record, whatever the order of its fields (str of 64 hexadecimal digits)."""
    return hashlib.sha256(canonical(record).encode()).hexdigest()
