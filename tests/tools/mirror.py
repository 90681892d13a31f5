"""Results in which what was best is worst: every run gets the outcome of another, and all files are still sound."""

import json
import shutil
from pathlib import Path

import numpy as np

IDENTITY = ("key", "kind", "dataset", "rows", "method", "settings", "seed", "version")


def mirrored(results, target):
    """Copy results and deal the outcomes in the opposite order; return how many runs have another outcome (int).

    Runs of one kind on the same rows change places by their test accuracy, the first with the last, if the outcome of
    the one can be that of the other. So do cells of runs with the same seeds, and stored weights by their best match
    with an image. Of a benchmark's times each becomes its reciprocal.
    """
    from study import store
    from study.record import check_arrays, check_record

    shutil.copytree(results, target)
    stored, runs, cells = {}, [], {}
    for path in sorted(Path(target, "runs").rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            stored[record["key"]] = path, record
            if record["kind"] == "counts":
                cell = [record[name] for name in IDENTITY if name not in ("key", "seed")]
                cells.setdefault(json.dumps(cell, sort_keys=True), []).append(record)
            else:
                group = (record["kind"], record["dataset"], record["rows"], "measures" in record, "scores" in record)
                runs.append((group, _place(record), record["key"], [record]))
    for name, of in cells.items():
        of.sort(key=lambda record: record["seed"])
        right = [record["scores"].get("test", 0.0) for record in of]
        seeds = tuple(record["seed"] for record in of)
        group = (of[0]["dataset"], of[0]["rows"], of[0]["scores"]["n_train"], seeds)
        runs.append((group, float(np.mean(right)), name, of))
    changed = 0
    for (_, ones), (_, others) in _pairs(runs):
        pairs = [pair for one, other in zip(ones, others) for pair in ((one, other), (other, one))]
        given = [_with_outcome(own, other) for own, other in pairs]
        whole = [(store.whole(json.dumps(record), Path(target)),) for record in given]
        if _all_pass(check_record, whole):
            stored |= {record["key"]: (stored[record["key"]][0], record) for record in given}
            changed += len(given) if len(ones) == 1 else 2
    for path in {path for path, _ in stored.values()}:
        records = [record for place, record in stored.values() if place == path]
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    layers = []
    for path in sorted(Path(target, "features").glob("*.npz")):
        with np.load(path) as file:
            arrays = dict(file)
        layers.append((tuple(arrays), float(arrays["best_image"].mean()), path, arrays))
    for (one_path, one), (other_path, other) in _pairs(layers):
        own = {one_path: one.pop("provenance"), other_path: other.pop("provenance")}
        pair = {one_path: other, other_path: one}
        if _all_pass(check_arrays, [(pair[path], json.loads(str(own[path]))) for path in pair]):
            for path, arrays in pair.items():
                path.write_bytes(store.packed(json.loads(str(own[path])), arrays))
    for path in Path(target).glob("speed*.json"):
        path.write_text(json.dumps(_reciprocal(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
    return changed


def _pairs(listed):
    """Yield what changes places: path and content of two, of those that have a group and a place in it."""
    groups = {}
    for group, place, path, content in listed:
        groups.setdefault(group, []).append((place, path, content))
    for members in groups.values():
        members.sort(key=lambda member: member[:2])
        for one, other in zip(members[: len(members) // 2], reversed(members)):
            yield one[1:], other[1:]


def _all_pass(check, given):
    try:
        for arguments in given:
            check(*arguments)
    except ValueError:
        return False
    return True


def _reciprocal(value, seconds=False):
    """Replace all times of a measurement by their reciprocals."""
    if isinstance(value, dict):
        return {name: _reciprocal(part, seconds or name.endswith("_seconds")) for name, part in value.items()}
    if isinstance(value, list):
        return [_reciprocal(part, seconds) for part in value]
    return 1 / value if seconds and value else value


def _with_outcome(run, other):
    """Give a run the outcome of another (dict)."""
    return {name: run[name] if name in IDENTITY else value for name, value in other.items()}


def _place(record):
    """Return the test accuracy of a run; of one without, the first number of its outcome (float)."""
    outcome = (value for name, value in sorted(record.items()) if name not in IDENTITY)
    numbers = (float(value) for value in outcome if type(value) in (int, float))
    return record["scores"]["test"] if "scores" in record else next(numbers, 0.0)
