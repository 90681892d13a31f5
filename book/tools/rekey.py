"""Store runs of the first edition under the keys of the second: ``python book/tools/rekey.py RESULTS``, once.

A run's key hashes its settings. The first edition wrote a reading as a name or as what it changed, by other names; now
it stands there in full (`study.run.in_full`). Each old key and the new one are printed side by side.
"""

import json
import sys
from pathlib import Path

import numpy as np

from study.run import in_full, key_of
from study.store import packed

NAMES = {"amnesia_rule": "memory", "start": "initialisation", "start_scale": "initialisation_scale"}
VALUES = {"compounding": "fading", "original": "mended", "text": "textbook"}


def renamed(reading):
    """Write a reading of the first edition in full, by today's names (dict)."""
    if isinstance(reading, str):
        return in_full(VALUES.get(reading, reading))
    return in_full({NAMES.get(name, name): VALUES.get(value, value) for name, value in reading.items()})


def new_key(determinants):
    """Return today's key of a run, and put its reading in full into its settings (dict, changed in place)."""
    if "reading" in determinants["settings"]:
        determinants["settings"] = determinants["settings"] | {"reading": renamed(determinants["settings"]["reading"])}
    names = ("kind", "dataset", "rows", "method", "settings", "seed", "version")
    return key_of({name: determinants[name] for name in names})


def rekeyed(record):
    """Give a record its new key; return both (tuple of str)."""
    old, record["key"] = record["key"], new_key(record)
    return old, record["key"]


def main(results):
    """Rewrite a folder of results."""
    for path in sorted(results.glob("runs/*/*.jsonl")):
        found = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            print(*rekeyed(record))
            found.setdefault(record["key"], []).append(record)
        for key, several in found.items():  # settings that were written in two ways: the same run twice
            outcomes = {json.dumps([of.get("scores"), of.get("measures"), of.get("nodes")]) for of in several}
            if len(outcomes) > 1:
                sys.exit(f"{path}: runs that are the same now had different outcomes: {key}")
        lines = {key: several[-1] for key, several in found.items()}
        ordered = (lines[key] for key in sorted(lines))
        path.write_text("".join(json.dumps(of, separators=(",", ":")) + "\n" for of in ordered), encoding="utf-8")
    for path in sorted(results.glob("features/*.npz")):
        with np.load(path) as file:
            arrays = dict(file)
        record = json.loads(str(arrays.pop("provenance")))
        print(*rekeyed(record))
        path.write_bytes(packed(record, arrays))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
