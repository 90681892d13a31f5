"""Hold a run that was computed again against what is stored of it."""

import random
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import count

import numpy as np
import pandas as pd

from . import store
from .experiments import KINDS
from .measures import MEASURES
from .methods import METHODS
from .page import plain
from .provenance import describe_program

SPREADS = 3  # what cannot be equal must lie within so many standard deviations over the seeds of the same settings

ROUNDING = 1e-6
"""Where one seed is all there is, or all seeds agree: how far another library's rounding may take a number."""


def draw(runs, seed):
    """Order runs by chance such that the first few have as many data sets, and of each as many methods, as can be."""
    chance = random.Random(seed)

    def in_turn(runs, group):
        turns: defaultdict = defaultdict(count)
        return sorted(runs, key=lambda run: (next(turns[group(run)]), chance.random()))

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
    values = []
    for other in planned:
        if other.determinants | {"seed": run.seed} == run.determinants and (record := store.find(other, folder)):
            arrays = store.read_arrays(other, folder) if run.kind == "features" else {}
            values.append(_numbers(record) | {name: np.median(arrays[name]) for name in MEASURES if name in arrays})
    return pd.DataFrame(values).std(ddof=1).fillna(0.0).to_dict()


def compare(run, record, arrays, folder, spread):
    """Compare a run that was computed again with what is stored of it: what differs, and if all is identical."""
    stored = store.find(run, folder)
    differences, identical = [], True

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
    # Of why a run diverged what happened counts, not what the library of its day said to do about it.
    old, new = (of["diverged"] and of["diverged"].split("; ")[0] for of in (stored, record))
    check("diverged", old, new, True)
    check("n_updates", stored.get("n_updates"), record.get("n_updates"), True)
    old_numbers, new_numbers = _numbers(stored), _numbers(record)
    for name in sorted(old_numbers.keys() | new_numbers.keys()):
        check(name, old_numbers.get(name, np.nan), new_numbers.get(name, np.nan), is_exact(run, name))
    if is_exact(run, "test"):
        check("test_right", stored.get("test_right"), record.get("test_right"), True)
    old_arrays = store.read_arrays(run, folder) if arrays else {}
    for name, array in (arrays or {}).items():
        if np.array_equal(array, old_arrays[name]):
            continue
        identical = False
        if is_exact(run, name):
            differences.append(f"{name}: {np.mean(array != old_arrays[name]):.0%} of its numbers differ")
        elif name in MEASURES:
            check(name, float(np.median(old_arrays[name])), float(np.median(array)), False)
    return differences, identical


def in_markdown(verdicts, told, records):
    """Write in Markdown how runs came out on this machine, with a place to sign (str)."""
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
    listed = "\n".join(f"- {fact}" for fact in facts)
    rows = [(run, "; ".join([verdict, *map(plain, of)])) for run, (verdict, of) in verdicts.items()]
    table = "\n".join(f"| {run} | {said} |" for run, said in [("run", "verdict"), ("---", "---"), *rows])
    confirm = "[[confirm, or say what differs]]"
    signed = f"I ran this on a machine of my own, changed nothing, and have no part in the project: {confirm}"
    parts = ("# Stored runs, computed again", listed, table, signed, "[[name, affiliation, day, signature]]")
    return "\n\n".join(parts) + "\n"


def _numbers(record):
    """Gather the scores and measures of a record, those of single nodes too (dict of str to number)."""
    of_nodes = {
        f"{name}, node {i}": v for name, values in record.get("nodes", {}).items() for i, v in enumerate(values)
    }
    return record.get("scores", {}) | record.get("measures", {}) | of_nodes
