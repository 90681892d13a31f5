"""Hold a run that was computed again against what is stored of it."""

import random
from collections import Counter
from datetime import UTC, datetime

import numpy as np

from . import store
from .experiments import KINDS
from .measures import MEASURES
from .methods import METHODS

SPREADS = 3
"""What cannot be equal must lie within so many standard deviations over the seeds of the same settings."""

ROUNDING = 1e-6
"""Where one seed is all there is, or all seeds agree: how far another library's rounding may take a number."""


def draw(runs, seed):
    """Order runs by chance such that the first few have as many data sets, and of each as many methods, as can be."""
    chance = random.Random(seed)

    def in_turn(runs, group):
        seen: Counter = Counter()

        def turn(run):
            seen[group(run)] += 1
            return seen[group(run)], chance.random()

        return sorted(runs, key=turn)

    runs = sorted(runs, key=lambda run: run.key)
    runs = in_turn(chance.sample(runs, len(runs)), lambda run: (run.dataset, run.kind, run.method))
    return in_turn(runs, lambda run: run.dataset)


def is_exact(run, name):
    """Tell whether a number of a run must be the same on every machine (bool)."""
    if not METHODS[run.method].exact or run.settings.get("partition") == "clusters":
        return False
    if run.settings.get("preset") == "fast":  # L-BFGS and Adam are the processor's
        return False
    return not name.startswith(KINDS[run.kind].not_ours)


def spread_of_cell(run, planned, folder):
    """Compute how the numbers of a cell scatter: the standard deviation over the stored seeds of a run's settings."""
    cell = [
        other
        for other in planned
        if (other.kind, other.dataset, other.rows, other.method, other.settings)
        == (run.kind, run.dataset, run.rows, run.method, run.settings)
    ]
    found: dict[str, list[float]] = {}
    for other in cell:
        record = store.find(other, folder)
        if record is None:
            continue
        numbers = _numbers(record)
        if run.kind == "features":
            arrays = store.read_arrays(other, folder) or {}
            numbers |= {name: float(np.median(arrays[name])) for name in MEASURES if name in arrays}
        for name, value in numbers.items():
            found.setdefault(name, []).append(value)
    return {name: float(np.std(values, ddof=1)) if len(values) > 1 else 0.0 for name, values in found.items()}


def compare(run, record, arrays, folder, spread):
    """Compare a run that was computed again with what is stored of it."""
    stored = store.find(run, folder)
    old_arrays = {} if arrays is None else store.read_arrays(run, folder)
    if stored is None or old_arrays is None:
        return ["what is stored is damaged"], False
    differences = []
    identical = True

    def check(name, old, new, exact):
        nonlocal identical
        if old == new:
            return
        identical = False
        allowed = 0.0 if exact else max(SPREADS * spread.get(name, 0.0), ROUNDING)
        if exact or not np.isfinite([old, new]).all() or abs(old - new) > allowed:
            must = "must be equal" if exact else f"may differ by {allowed:.2g}"
            differences.append(f"{name}: stored {old}, now {new}, {must}")

    check("data checksum", stored["data"]["checksum"], record["data"]["checksum"], True)
    check("diverged", _without_advice(stored["diverged"]), _without_advice(record["diverged"]), True)
    check("n_updates", stored.get("n_updates"), record.get("n_updates"), True)
    old_numbers, new_numbers = _numbers(stored), _numbers(record)
    for name in sorted(old_numbers.keys() | new_numbers.keys()):
        check(name, old_numbers.get(name, np.nan), new_numbers.get(name, np.nan), is_exact(run, name))
    if is_exact(run, "test"):
        check("test_right", stored.get("test_right"), record.get("test_right"), True)
    if arrays is not None:
        for name, array in arrays.items():
            if np.array_equal(array, old_arrays[name]):
                continue
            if is_exact(run, name):
                identical = False
                differences.append(f"{name}: {np.mean(array != old_arrays[name]):.0%} of its numbers differ")
            elif name in MEASURES:
                check(name, float(np.median(old_arrays[name])), float(np.median(array)), False)
            else:
                identical = False
    return differences, identical


def in_markdown(verdicts, told, records):
    """Write in Markdown how runs came out on this machine, with a place to sign (str)."""
    from .page import plain
    from .provenance import describe_program

    program = describe_program()
    machine, packages = program["machine"], program["packages"]
    others = Counter(record["machine"]["cpu"] for record in records)
    facts = [
        *told,
        f"Written: {datetime.now(UTC).isoformat(timespec='seconds')}",
        f"Code: commit {program['commit']}{', with uncommitted changes' if program['dirty'] else ''}",
        f"Versions: Python {program['python']}, {', '.join(f'{name} {of}' for name, of in packages.items())}",
        f"This machine: {plain(machine['cpu'])}, {machine['cores']} cores, {machine['system']}",
        f"Processors of the stored runs: {', '.join(f'{plain(cpu)} ({n})' for cpu, n in others.items())}",
    ]
    lines = [
        "# Stored runs, computed again",
        "",
        *(f"- {fact}" for fact in facts),
        "",
        "| run | verdict |",
        "| --- | --- |",
    ]
    for run, (verdict, differences) in verdicts.items():
        lines.append(f"| {run} | {'; '.join([verdict, *map(plain, differences)])} |")
    confirm = "[[confirm, or say what differs]]"
    lines += ["", f"I ran this on a machine of my own, changed nothing, and have no part in the project: {confirm}"]
    return "\n".join([*lines, "", "[[name, affiliation, day, signature]]", ""])


def _without_advice(diverged):
    """Keep of why a run diverged what happened, not what the library of its day said to do about it (str or None)."""
    return diverged and diverged.split("; ")[0]


def _numbers(record):
    """Gather the scores and measures of a record, those of single nodes too (dict of str to number)."""
    of_nodes = {
        f"{name}, node {i}": v for name, values in record.get("nodes", {}).items() for i, v in enumerate(values)
    }
    return record.get("scores", {}) | record.get("measures", {}) | of_nodes
