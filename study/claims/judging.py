"""Hold what is stored against the criteria of the claims: this reads it, and the judges of the claims only look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from .. import store
from ..experiments import experiment_of, frame_of, nodes_frame
from ..speed import load_speed
from .claim import Claim, NotRun, Verdict


@dataclass(frozen=True)
class Evidence:
    """What a judge reads, and where it comes from."""

    data: Any
    experiment: str = ""
    n_planned: int = 0
    n_stored: int = 0
    seconds: float = 0.0
    peak_memory_bytes: int = 0
    problem: str = ""
    column: str = "program"


def stored(name, profile="paper", column="program"):
    """Read what a claim reads of a profile's runs in a column, see `study.claims.Claim` (Evidence)."""
    if name == "speed":
        try:
            return Evidence(load_speed())
        except store.NoResult as error:
            return Evidence({"parts": {}}, problem=str(error))
    experiment = experiment_of("features" if name == "nodes" else name)
    planned = experiment.plan(profile, column=column)
    records = store.find_all(planned, store.results_folder(profile))
    return Evidence(
        nodes_frame(profile, column) if name == "nodes" else frame_of(records, experiment.columns),
        experiment.name,
        len(planned),
        len(records),
        sum(record["seconds"] for record in records),
        max((record["peak_memory_bytes"] or 0 for record in records), default=0),
        column=column,
    )


def verdict_of(claim: Claim, read: Callable[[str], Evidence] = stored) -> Verdict:
    """Judge a claim."""
    evidence = [read(name) for name in claim.reads]
    runs = [of for of in evidence if of.experiment]
    blank = Verdict(
        claim.id,
        "not run",
        command=_command(runs),
        seconds=sum((of.seconds for of in runs), 0.0),
        peak_memory_bytes=max((of.peak_memory_bytes for of in runs), default=0),
    )
    if empty := [of.experiment for of in runs if not of.n_stored]:
        return replace(blank, note=f"No runs are stored of {', '.join(empty)}.")
    try:
        verdict = replace(blank, **claim.judge(*(of.data for of in evidence)))
    except NotRun as error:
        return replace(
            blank, note=" ".join(dict.fromkeys([str(error), *(of.problem for of in evidence if of.problem)]))
        )
    n_planned, n_stored = (sum(getattr(of, name) for of in runs) for name in ("n_planned", "n_stored"))
    if n_stored < n_planned:
        missing = f"{n_planned - n_stored} of {n_planned} runs are still missing."
        verdict = replace(verdict, note=f"{verdict.note} {missing}".strip())
    return verdict


def _command(runs):
    """Name what computes the runs of evidence (str); empty for none."""
    if not runs:
        return ""
    column = " --column paper" if runs[0].column == "paper" else ""
    return f"gnode run {' '.join(of.experiment for of in runs)}{column}"
