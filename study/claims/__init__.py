"""What the paper claims: a module of this folder for each group of claims, found by itself.

This reads what is stored and holds it against the criteria of the claims; their judges only look.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any

from .. import by_name, defined_in, store
from ..experiments import experiment_of, frame_of, nodes_frame
from ..experiments.columns import COLUMNS
from ..speed import load_speed
from .claim import OUTCOMES, Claim, InColumns, NotRun, Verdict

__all__ = ["CLAIMS", "OUTCOMES", "Claim", "Evidence", "InColumns", "NotRun", "Verdict"]
__all__ += ["judge", "judge_all", "judge_columns", "stored"]

_GROUPS = "ESAMDINX"  # first letters of the ids, in the order of the ledger; any other comes after these

CLAIMS: dict[str, Claim] = by_name(
    sorted(defined_in(__name__, __path__, Claim), key=lambda of: (f"{_GROUPS}{of.id}".index(of.id[0]), of.id)), "id"
)
"""Id -> `Claim`."""


@dataclass(frozen=True)
class Evidence:
    """What a judge reads, and where it comes from: an experiment's runs of a column, or why there is nothing."""

    data: Any
    experiment: str = ""
    n_planned: int = 0
    n_stored: int = 0
    seconds: float = 0.0  # of all runs, one after the other
    peak_memory_bytes: int = 0
    problem: str = ""
    column: str = "program"


def experiment_read(name):
    """Return the experiment whose runs a claim reads under a name, see `Claim.reads` (Experiment)."""
    return experiment_of("features" if name == "nodes" else name)


def stored(name, profile="paper", column="program"):
    """Read what a claim reads of a profile's runs in a column, see `Claim.reads` (Evidence)."""
    if name == "speed":
        try:
            return Evidence(load_speed())
        except store.NoResult as error:
            return Evidence({"parts": {}}, problem=str(error))
    folder = store.results_folder(profile)
    return _stored(name, profile, column, folder, store.as_of(folder))


@lru_cache(maxsize=64)
def _stored(name, profile, column, folder, _as_of):
    experiment = experiment_read(name)
    planned = experiment.plan(profile, column=column)
    records = store.find_all(planned, folder)
    return Evidence(
        nodes_frame(profile, column) if name == "nodes" else frame_of(records, experiment.columns),
        experiment.name,
        len(planned),
        len(records),
        sum(record["seconds"] for record in records),
        max((record["peak_memory_bytes"] or 0 for record in records), default=0),
        column=column,
    )


def _verdict_of(claim: Claim, read: Callable[[str], Evidence], **chosen: float) -> Verdict:
    """Judge a claim by the evidence that `read` gives for each name that it reads, and by what of `chosen` it heeds."""
    evidence = [read(name) for name in claim.reads]
    runs = [of for of in evidence if of.experiment]
    command = f"gnode run {' '.join(of.experiment for of in runs)}" if runs else ""
    heeded = {name: chosen[name] for name in claim.heeds if name in chosen}
    blank = Verdict(
        claim.id,
        "not run",
        command=command + (" --column paper" if runs and runs[0].column == "paper" else ""),
        seconds=sum((of.seconds for of in runs), 0.0),
        peak_memory_bytes=max((of.peak_memory_bytes for of in runs), default=0),
    )
    if empty := [of.experiment for of in runs if not len(of.data)]:
        return replace(blank, note=f"No runs are stored of {', '.join(empty)}.")
    try:
        verdict = replace(blank, **claim.judge(*(of.data for of in evidence), **heeded))
    except NotRun as error:
        problems = dict.fromkeys([str(error), *(of.problem for of in evidence if of.problem)])
        return replace(blank, note=" ".join(problems))
    n_planned, n_stored = sum(of.n_planned for of in runs), sum(of.n_stored for of in runs)
    missing = f"{n_planned - n_stored} of {n_planned} runs are still missing." if n_stored < n_planned else ""
    return replace(verdict, note=f"{verdict.note} {missing}".strip())


def judge(claim_id, read=stored):
    """Judge a claim by what is stored (Verdict), or by whatever evidence `read` gives of a name."""
    return judge_all([claim_id], read)[0]


def judge_all(claim_ids=tuple(CLAIMS), read=stored):
    """Judge claims likewise, by default all in their order (list of Verdict); what several read is read once."""
    unknown = [claim_id for claim_id in claim_ids if claim_id not in CLAIMS]
    if unknown:
        raise ValueError(f"There is no claim {unknown[0]!r}: the claims are {', '.join(CLAIMS)}.")
    once = cache(read)
    return [_verdict_of(CLAIMS[claim_id], once) for claim_id in claim_ids]


def judge_columns(claim_ids=tuple(CLAIMS), read=stored, **chosen):
    """Judge claims in both columns (list of InColumns); `read` takes a name and a `column`.

    `chosen` are other numbers of the criteria than the committed ones, by what `Claim.heeds` calls them.
    """
    once = {column: cache(partial(read, column=column)) for column in COLUMNS}
    found = []
    for claim in (CLAIMS[claim_id] for claim_id in claim_ids):
        claim = replace(claim, judge=claim.since or claim.judge)
        judged = {column: _verdict_of(claim, once[column], **chosen) for column in claim.columns or ("program",)}
        others = Verdict(claim.id, "not testable") if claim.columns else judged["program"]
        found.append(InColumns(claim.id, dict.fromkeys(COLUMNS, others) | judged))
    return found
