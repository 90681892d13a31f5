"""The runs: which cells the grid and the sets of Table 3 ask for in each stage, and with which seeds."""

from dataclasses import replace
from itertools import product

from gnode.reading import READINGS
from study import datasets

from ..experiments.settings import AMNESIA_FACTORS, USPS_NETWORK, network_run
from ..experiments.table3 import rate_of
from ..methods import GN, LAYER_BY_LAYER, NODE_BY_NODE
from ..paper import TABLE_3
from ..run import once
from .grid import BASELINE_BATCHES, FACTORS, Level, changes, later, points

SEEDS = {
    "screening": range(1000, 1001),
    "shortlist": range(1010, 1013),
    "beside": range(1020, 1022),
    "survivors": range(1100, 1120),
    "layer by layer": range(1100, 1103),
    "table3": range(1200, 1205),
    "claims": range(1100, 1110),
}
"""None of 0..9, which the study and the first look used; survivors are not judged by the seeds that chose them."""

_HEEDED_BY_BASELINES = (
    *("rate_decay", "row_order", "initialisation", "initialisation_scale", "weight_decay"),
    "output_layer_for_supervised",
)


def counted(profile, dataset, method, seed, network, rows="whole", **settings):
    """Return the run of the kind "counts" of one network, see `network_run`; "reading" has what changes in "mended"."""
    # Settings without effect on the method are left out, so that one cell serves all readings that agree on the rest.
    run = network_run(profile, dataset, method, seed, network, rows, **settings)
    return as_counts(run, heeded(method, run.settings.get("amnesia"), settings.get("reading", {})))


def heeded(method, amnesia, change):
    """Leave out of a change of the reading "mended" what is none, or has no effect on a method (dict)."""
    reading, usual = vars(replace(READINGS["mended"], **change)), vars(READINGS["mended"])
    if method in LAYER_BY_LAYER:
        inert = set(usual) - set(_HEEDED_BY_BASELINES)
    else:
        inert = {"output_layer_for_supervised"}
        inert |= {"ranking_on_centred_rows"} if method != GN.name else set()
        inert |= {"memory"} if amnesia in (0.0, 1.0) else set()
    return {name: value for name, value in reading.items() if value != usual[name] and name not in inert}


def as_counts(run, reading):
    """Return the run of the kind "counts" that trains the network of a run under a reading (Run)."""
    return replace(run, kind="counts", settings=run.settings | {"reading": reading})


def runs_of(point, method, factor, seeds):
    """List the runs of one cell of Table 2: a reading, GN or GCN, an amnesia factor (list of Run, one a seed)."""
    settings = changes(point) | {"amnesia": factor}
    return [counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings) for seed in seeds]


def greedy_runs(readings, seeds):
    """List the runs of Table 2, GN and GCN, under some readings, each once, seed after seed."""
    readings = list(readings)
    cells = [(point, method, factor) for point in readings for method in NODE_BY_NODE for factor in AMNESIA_FACTORS]
    return once(run for seed in seeds for cell in cells for run in runs_of(*cell, [seed]))


def baseline_forms(point):
    """List the forms that SV and USV may have had under a reading (list of method, probability, settings)."""
    return [
        (method, p, changes(point) | ({} if batch == 1 else {"pretraining_batch_size": batch}))
        for method in LAYER_BY_LAYER
        for batch, p in BASELINE_BATCHES.items()
    ]


def baseline_runs(readings, seeds):
    """List the runs of SV and USV of Table 1 under some readings, each once, seed after seed."""
    forms = [(method, settings) for point in readings for method, _, settings in baseline_forms(point)]
    return once(
        counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings)
        for seed in seeds
        for method, settings in forms
    )


def side_points(centres):
    """List the points with a level that is not screened which agree with some centre in all other settings."""
    screened = set(points(screened=True))
    varied = [not all(of.screened for of in factor.levels) for factor in FACTORS]
    return [
        point
        for centre in centres
        for point in points()
        if point not in screened and all(free or a == b for free, a, b in zip(varied, point, centre))
    ]


LONG = ("isolet", "cnae9", "madelon")  # SV and USV take minutes a run: fewer forms and seeds
N_LONG_FORMS, N_LAYERED_SEEDS, N_LONG_SEEDS = 2, 3, 2

LATER = (
    Level("text", {}, 0.25, "text, of USPS: 0.002 for the output layer, 0.001 and 20 epochs for fine-tuning"),
    Level("0.01", later(0.01), 0.25, "table of data sets: eta = 0.01 “of SGD”"),
    Level("0.01, batches of 2", later(0.01, batch_size=2), 0.15, "eta in all stages; the program's example of 2"),
    Level("text, batches of 2", {"batch_size": 2}, 0.15, "text; the program's example of 2"),
    Level("0.1, batches of 20", later(0.1, batch_size=20), 0.1, "the program's defaults"),
    Level("text, 100 epochs", {"finetune_epochs": 100}, 0.1, "text; the program's default of epoch_limit_ft"),
)
"""Rates and batches of the output layer and of fine-tuning, and its epochs: of all four methods alike."""

PRETRAINING = (
    Level("row by row", {}, 0.6, "program"),
    Level("batches of 20", {"pretraining_batch_size": 20}, 0.4, "the program's default in other stages"),
)
"""How SV and USV may have been pre-trained, each on its own."""

OF_ONE_SET = {
    "chess": (
        Level("70 %", {}, 0.7, "text: about 30 % are kept for the test"),
        Level("40 %", {"train_share": 4 / 7}, 0.3, "first look: training on 40 % of the rows came near"),
    ),
    "isolet": (
        Level("minimum of updates", {}, 0.5, "program, step 4: 4 / 0.0001 updates a node"),
        Level("none", {"reading": {"minimum_updates": False}}, 0.5, "text: no minimum"),
    ),
}
"""What is open on one set alone, for all methods."""


def shared_forms(dataset):
    """List what may hold for all methods on a set (list of name, probability, settings)."""
    of_set = OF_ONE_SET.get(dataset, (Level("", {}, 1.0, ""),))
    return [
        (", ".join(filter(None, (one.name, own.name))), one.prior * own.prior, one.change | own.change)
        for one, own in product(LATER, of_set)
    ]


def forms_of(dataset, method, point):
    """List a method's cells of a set under a reading, later stages aside: shared form -> (probability, settings)s."""
    shared, layered = shared_forms(dataset), method in LAYER_BY_LAYER
    if layered:
        shared = shared[: N_LONG_FORMS * len(shared) // len(LATER)] if dataset in LONG else shared
    usual = {"learning_rate": rate_of(dataset, method), "amnesia": datasets.get_record(dataset).in_table_3.amnesia}
    found = {}
    for name, _, settings in shared:
        own = settings | usual | {"reading": changes(point)["reading"] | settings.get("reading", {})}
        found[name] = [(form.prior, own | form.change) for form in (PRETRAINING if layered else PRETRAINING[:1])]
    return found


def cell_runs(dataset, rows, method, settings):
    """List the runs of one cell of a set (list of Run, one a seed)."""
    network, seeds = datasets.get_record(dataset).in_table_3.network, SEEDS["table3"]
    if method in LAYER_BY_LAYER:
        seeds = seeds[: N_LONG_SEEDS if dataset in LONG else N_LAYERED_SEEDS]
    return [counted("paper", dataset, method, seed, network, rows, **settings) for seed in seeds]


def set_runs(readings, choose_rows):
    """List the runs of Table 3 under some readings, each once: seed after seed, the short sets first."""
    found = once(
        run
        for dataset in sorted(TABLE_3, key=LONG.__contains__)
        for method in (*NODE_BY_NODE, *LAYER_BY_LAYER)
        for point in readings
        for forms in forms_of(dataset, method, point).values()
        for _, settings in forms
        for run in cell_runs(dataset, choose_rows(dataset), method, settings)
    )
    return sorted(found, key=lambda run: run.seed)
