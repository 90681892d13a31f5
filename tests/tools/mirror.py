"""Results in which what was best is worst: every run gets the outcome of another."""

import json
import shutil
from pathlib import Path

IDENTITY = ("key", "kind", "dataset", "rows", "method", "settings", "seed")


def mirrored(results, target):
    """Copy results and deal the outcomes in the opposite order.

    Runs of one kind and one seed on the same rows change places by their test accuracy, the first with the last, if
    their outcomes have the same fields. Of a benchmark's times each becomes its reciprocal.
    """
    shutil.copytree(results, target)
    groups, lines = {}, {}
    for path in sorted(Path(target, "runs").rglob("*.jsonl")):
        for record in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            scores = record.get("scores", {})
            group = [record[name] for name in ("kind", "dataset", "rows", "seed")]
            group = (*group, *sorted(record), *sorted(record.get("measures", ())), scores.get("n_train"))
            groups.setdefault(group, []).append((scores.get("test", 0.0), record["key"], path, record))
    for runs in groups.values():
        runs.sort(key=lambda run: run[:2])
        for (*_, path, own), (*_, other) in zip(runs, reversed(runs)):
            record = other | {name: own[name] for name in IDENTITY}
            lines.setdefault(path, []).append(json.dumps(record) + "\n")
    for path, of in lines.items():
        path.write_text("".join(of), encoding="utf-8")
    speed = Path(target, "speed.json")
    speed.write_text(json.dumps(_reciprocal(json.loads(speed.read_text(encoding="utf-8")))), encoding="utf-8")


def _reciprocal(value, seconds=False):
    """Replace all times of a measurement by their reciprocals."""
    if isinstance(value, dict):
        return {name: _reciprocal(part, seconds or name.endswith("_seconds")) for name, part in value.items()}
    if isinstance(value, list):
        return [_reciprocal(part, seconds) for part in value]
    return 1 / value if seconds and value else value
