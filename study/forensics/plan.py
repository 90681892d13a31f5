"""The runs: which cells the grid asks for in each stage, with which seeds, and what they cost."""

from __future__ import annotations

from dataclasses import replace

from gnode.reading import READINGS

from ..experiments.settings import AMNESIA_FACTORS, USPS_NETWORK, network_run
from ..methods import GN, LAYER_BY_LAYER, NODE_BY_NODE
from .grid import BASELINE_BATCHES, FACTORS, changes, points

__all__ = [
    "SEEDS",
    "SIDE_LEVELS",
    "as_counts",
    "baseline_forms",
    "baseline_runs",
    "counted",
    "greedy_runs",
    "heeded",
    "runs_of",
    "side_points",
]

SEEDS = {
    "screening": range(1000, 1001),
    "shortlist": range(1010, 1013),
    "beside": range(1020, 1022),
    "survivors": range(1100, 1120),
    "layer by layer": range(1100, 1103),
    "table3": range(1200, 1205),
    "claims": range(1100, 1110),
}
"""Seeds of each stage: none of 0..9, which the study and the first look used; survivors are not judged by the seeds
that chose them."""

_HEEDED_BY_BASELINES = (
    "rate_decay",
    "row_order",
    "initialisation",
    "initialisation_scale",
    "weight_decay",
    "output_layer_for_supervised",
)


def counted(profile, dataset, method, seed, network, rows="whole", **settings):
    """Return the run that counts what one network gets right.

    Settings without effect on the method are left out, so that one cell serves all readings that agree on the rest:
    the rule of memory at A = 0 and 1, and all that SV and USV do not heed.

    Parameters
    ----------
    profile, dataset, method, seed, network, rows
        As for `study.experiments.settings.network_run`.
    **settings
        Those that differ from `study.experiments.settings.SETTINGS`; "reading" has what changes in "mended".

    Returns
    -------
    Run
        Of the kind "counts".
    """
    run = network_run(profile, dataset, method, seed, network, rows, **settings)
    return as_counts(run, heeded(method, run.settings.get("amnesia"), settings.get("reading", {})))


def heeded(method, amnesia, change):
    """Leave out of a change of the reading "mended" what is none, or has no effect on a method (dict)."""
    reading = dict(vars(replace(READINGS["mended"], **change)))
    if method in LAYER_BY_LAYER:
        reading = {name: reading[name] for name in _HEEDED_BY_BASELINES}
    else:
        del reading["output_layer_for_supervised"]
        if method != GN.name:
            del reading["ranking_on_centred_rows"]
        if amnesia in (0.0, 1.0):
            del reading["memory"]
    usual = vars(READINGS["mended"])
    return {name: value for name, value in reading.items() if value != usual[name]}


def as_counts(run, reading):
    """Return the run of the kind "counts" that trains the network of a run under a reading (Run)."""
    return replace(run, kind="counts", settings=run.settings | {"reading": reading})


def runs_of(point, method, factor, seeds):
    """List the runs of one cell of Table 2: a reading, GN or GCN, an amnesia factor (list of Run, one a seed)."""
    settings = changes(point) | {"amnesia": factor}
    return [counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings) for seed in seeds]


def greedy_runs(readings, seeds):
    """List the runs of Table 2, GN and GCN, under some readings, each once.

    Parameters
    ----------
    readings : iterable of tuple
        Points of the grid.
    seeds : iterable of int

    Returns
    -------
    list of Run
        Seed after seed, so that an unfinished plan has a bit of every reading.
    """
    readings = list(readings)
    found = [
        run
        for seed in seeds
        for point in readings
        for method in NODE_BY_NODE
        for factor in AMNESIA_FACTORS
        for run in runs_of(point, method, factor, [seed])
    ]
    return list({run.key: run for run in found}.values())


def baseline_forms(point):
    """List the forms that the pre-training of SV and USV may have had under a reading.

    Returns
    -------
    list of (method, probability, settings)
    """
    usual = changes(point)
    found = []
    for method in LAYER_BY_LAYER:
        for batch, p in BASELINE_BATCHES.items():
            settings = usual if batch == 1 else usual | {"pretraining_batch_size": batch}
            found.append((method, p, settings))
    return found


def baseline_runs(readings, seeds):
    """List the runs of SV and USV of Table 1 under some readings, each once (list of Run), seed after seed."""
    readings = list(readings)
    found = [
        counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings)
        for seed in seeds
        for point in readings
        for method, _, settings in baseline_forms(point)
    ]
    return list({run.key: run for run in found}.values())


SIDE_LEVELS = tuple(
    (i, level.name) for i, factor in enumerate(FACTORS) for level in factor.levels if not level.screened
)
"""Levels that the screening leaves out: (place of the factor, name)."""


def side_points(centres):
    """List the points beside some centres: all later rates and batches that the screening leaves out.

    Parameters
    ----------
    centres : iterable of tuple
        Points of the grid.

    Returns
    -------
    list of tuple
        Points that differ from a centre in the factors of `SIDE_LEVELS` alone, with at least one of these levels.
    """
    varied = {i for i, _ in SIDE_LEVELS}
    return [
        point
        for centre in centres
        for point in points()
        if all(point[i] == centre[i] for i in range(len(FACTORS)) if i not in varied)
        and any((i, point[i]) in SIDE_LEVELS for i in varied)
    ]
