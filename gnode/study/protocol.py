"""Every setting of the paper's experiments, where it comes from, and the runs that an experiment consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from gnode import datasets
from gnode.datasets.forms import first_at_hand

from . import store
from .runs import Run

__all__ = ["EXPERIMENTS", "PROFILES", "SETTINGS", "Experiment", "Setting", "plan", "rows_to_run", "rows_to_show"]

PROFILES = ("paper", "smoke")
LAYER_BY_LAYER = ("sv", "usv")
NODE_BY_NODE = ("gn", "gcn")
CONTROLS = ("none", "random")
BASELINES = ("majority", "logistic")
AMNESIA_FACTORS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.0)


@dataclass(frozen=True)
class Setting:
    """A value and the place that it comes from."""

    value: Any
    source: str


_TEXT = 'paper, section "Efficiency and Classification Performance": '

# What every network of the study is trained with, unless its experiment varies it.
SETTINGS = {
    "learning_rate": Setting(1e-3, _TEXT + '"initial learning rate 0.001" in pre-training'),
    "max_epochs": Setting(300, _TEXT + '"a fixed number of iterations (300) for pre-training"'),
    "output_learning_rate": Setting(2e-3, _TEXT + 'output layer "with an initial learning rate 0.002"'),
    "output_epochs": Setting(500, _TEXT + '"500 iterations to train the final output layer"'),
    "finetune_learning_rate": Setting(1e-3, _TEXT + '"fine-tune all the weights [...] with fixed learning rate 0.001"'),
    "finetune_epochs": Setting(20, _TEXT + '"20 iterations of backpropagation"'),
    "batch_size": Setting(
        1,
        "not in the paper; the program's examples have 2; with 20 the training accuracies of Table 1 are not reached, "
        "with 1 they are",
    ),
    "amnesia": Setting(0.4, "table of data sets: A = 0.4; Table 1 does not say, Table 2 finds 0.4 best"),
    "reading": Setting("original", "the program without its plain slips; lambda = 1 is its decay of the output layer"),
    "dtype": Setting("float32", "our choice; the experiment fidelity has a run in float64"),
}

USPS_NETWORK = Setting((200, 150), "Table 1: 256-200-150-10")
TABLE_3_SETS = ("musk", "isolet", "cnae9", "madelon", "cancer", "cancer_original", "bank", "news", "poker", "chess")
# Their networks and amnesia factors stand in the records of the data sets (`in_paper`), and so do the rates but for
# CNAE-9's range. The paper calls these rates those "of SGD" without naming a stage: they are taken for pre-training,
# the stage that the table compares, and the other stages keep the rates of the text. Of one seed, the training
# accuracies of Table 3 spoke for that on most sets, and against the same rates in all stages (not so on MUSK). That
# look is not stored, and one seed's test scores had been seen by then. The experiment "rates" is the other reading; it
# was planned when all results of Table 3 were known, and no verdict uses it.
CNAE9_RATES = Setting(
    {"gn": 0.1, "gcn": 0.1, "default": 0.01},
    'text: "a learning rate up to 0.1 [...] for our new algorithms while the classical algorithms use [...] 0.01"',
)
CNAE9_BEST = Setting(0.15, 'text: "GCN with learning rate of 0.15 has the better test score"')

# One switch at a time: name -> what changes. All but the last three flip one field of the reading.
SWITCHES: dict[str, dict] = {
    "flat amnesia": {"reading": {"amnesia_rule": "flat"}},
    "no centring": {"reading": {"centring": False}},
    "no minimum of updates": {"reading": {"minimum_updates": False}},
    "no rate decay": {"reading": {"rate_decay": False}},
    "rate carried over": {"reading": {"rate_carried_over": True}},
    "ranking without centring": {"reading": {"ranking_on_centred_rows": False}},
    "shuffled rows": {"reading": {"row_order": "shuffled"}},
    "decoder bias": {"reading": {"decoder_bias": True}},
    "Glorot start": {"reading": {"start": "glorot"}},
    "weight decay everywhere": {"reading": {"weight_decay": "everywhere"}},
    "reading program": {"reading": "program"},
    "reading text": {"reading": "text"},
    "batches of 2": {"batch_size": 2},
    "batches of 20": {"batch_size": 20},
    "float64": {"dtype": "float64"},
}
FEATURE_FACTORS = (0.0, 0.7, 1.0)  # beside 0.4: amnesia factors whose features are kept
# Figure 6: "four inner nodes", five classes; the number of nodes of the layer, its rate and its epochs are not given.
PLANES = Setting(
    {"n_classes": 5, "n_components": 4},
    'caption of Figure 6: "four inner nodes", "5-class"; a layer of just those four is our reading',
)
SENSITIVITY_RATES = (0.001, 0.003, 0.01, 0.03)
PERTURBATION = 1e-12

# The profile "smoke" does the same on a small scale with rows that need no download; its higher rate makes up for fewer
# rows and epochs.
SMOKE_NETWORK = (40, 20)
SMOKE_SETTINGS = {"learning_rate": 0.01, "max_epochs": 60, "output_epochs": 200, "finetune_epochs": 20}
SMOKE_TABLE_3_SETS = (("cancer", "whole"), ("madelon", "simulated"))
SMOKE_AMNESIA_FACTORS = (1.0, 0.4, 0.0)
SMOKE_SENSITIVITY_RATES = (0.001, 0.01)


# Settings that do nothing in a method, and so are no part of its runs.
_WITHOUT_EFFECT = {
    "sv": ("amnesia",),
    "usv": ("amnesia",),
    "gn": (),
    "gcn": (),
    "random": ("amnesia", "learning_rate", "max_epochs"),
    "none": ("amnesia", "learning_rate", "max_epochs", "output_learning_rate", "output_epochs"),
}


@dataclass(frozen=True)
class Experiment:
    """A set of runs that answers one question.

    Parameters
    ----------
    name : str
    title : str
    n_seeds : int
        Number of seeds, from 0, of the profile "paper".
    runs : callable
        From a profile, a seed, and a function that tells which rows of a set to take, to the runs of that seed.
    alone : bool
        Whether its runs are to be timed, one at a time.
    """

    name: str
    title: str
    n_seeds: int
    runs: Callable[[str, int, Callable[[str], str]], list[Run]]
    alone: bool = False


def network_run(profile, dataset, method, seed, network, rows="whole", **changes):
    """Return the run that trains and scores one network.

    Parameters
    ----------
    profile : {"paper", "smoke"}
    dataset : str
    method : str
    seed : int
    network : tuple of int
        Sizes of the hidden layers; the profile "smoke" has its own.
    rows : str, default="whole"
    **changes
        Settings that differ from `SETTINGS`.
    """
    settings = {name: setting.value for name, setting in SETTINGS.items()}
    settings["hidden_layer_sizes"] = list(network)
    if profile == "smoke":
        settings |= SMOKE_SETTINGS | {"hidden_layer_sizes": list(SMOKE_NETWORK)}
    settings |= changes
    for name in _WITHOUT_EFFECT[method]:
        settings.pop(name, None)
    return Run("network", dataset, method, settings, seed, rows)


def rows_to_run(dataset, stored):
    """Tell which of a set's real rows to run: those of this machine, else those of stored runs, else the whole set."""
    record = datasets.get_record(dataset)
    real = [form for form in record.forms if not form.simulated]
    at_hand = first_at_hand(record, real)
    return at_hand.rows if at_hand else [*_stored_real_rows(real, stored), "whole"][0]


def rows_to_show(dataset, stored):
    """Tell which of a set's real rows tables are about: those of stored runs, else those of `rows_to_run`."""
    real = [form for form in datasets.get_record(dataset).forms if not form.simulated]
    return next(iter(_stored_real_rows(real, stored)), None) or rows_to_run(dataset, stored)


def _stored_real_rows(real, stored):
    """List the rows of real forms that stored runs were made from, the preferred ones first."""
    return [rows for rows in dict.fromkeys(form.rows for form in real) if rows in stored]


def _first_data(profile):
    """Return the set of Tables 1 and 2: USPS, or for "smoke" the digits that scikit-learn carries."""
    return "digits" if profile == "smoke" else "usps"


def _layer_settings(profile, **changes):
    """Return the settings of the first layer, as Table 1 has it."""
    smoke = profile == "smoke"
    return {
        "n_components": SMOKE_NETWORK[0] if smoke else USPS_NETWORK.value[0],
        "learning_rate": SMOKE_SETTINGS["learning_rate"] if smoke else SETTINGS["learning_rate"].value,
        "max_epochs": SMOKE_SETTINGS["max_epochs"] if smoke else SETTINGS["max_epochs"].value,
        "reading": SETTINGS["reading"].value,
        "dtype": SETTINGS["dtype"].value,
    } | changes


def _table1(profile, seed, _):
    methods = (*LAYER_BY_LAYER, *NODE_BY_NODE, *CONTROLS)
    return [network_run(profile, _first_data(profile), method, seed, USPS_NETWORK.value) for method in methods]


def _timing(profile, seed, _):
    methods = (*LAYER_BY_LAYER, *NODE_BY_NODE, *CONTROLS)
    data = _first_data(profile)
    return [network_run(profile, data, method, seed, USPS_NETWORK.value, alone=True) for method in methods]


def _table2(profile, seed, _):
    factors = SMOKE_AMNESIA_FACTORS if profile == "smoke" else AMNESIA_FACTORS
    data = _first_data(profile)
    return [
        network_run(profile, data, method, seed, USPS_NETWORK.value, amnesia=amnesia)
        for amnesia in factors
        for method in NODE_BY_NODE
    ]


def _table3_sets(profile, choose_rows):
    """List the sets of Table 3 and the rows to take of them."""
    return SMOKE_TABLE_3_SETS if profile == "smoke" else [(name, choose_rows(name)) for name in TABLE_3_SETS]


def _table3_networks(profile, seed, name, rows, methods, stages=("learning_rate",)):
    """List the networks of one row of Table 3; `stages` are the rates that the table's is taken for."""
    row = datasets.get_record(name).in_paper
    if name == "cnae9":
        cells = [(method, CNAE9_RATES.value.get(method, CNAE9_RATES.value["default"])) for method in methods]
        cells.append(("gcn", CNAE9_BEST.value))
    else:
        cells = [(method, float(row.learning_rate)) for method in methods]
    return [
        network_run(profile, name, method, seed, row.network, rows, amnesia=row.amnesia, **dict.fromkeys(stages, rate))
        for method, rate in cells
    ]


def _table3(profile, seed, choose_rows):
    methods = (*LAYER_BY_LAYER, *NODE_BY_NODE, *CONTROLS)
    runs = []
    for name, rows in (*_table3_sets(profile, choose_rows), *([] if profile == "smoke" else [("poker", "simulated")])):
        runs += _table3_networks(profile, seed, name, rows, methods)
        runs += [Run("baseline", name, method, {}, seed, rows) for method in BASELINES]
    return runs


def _rates(profile, seed, choose_rows):
    stages = ("learning_rate", "output_learning_rate", "finetune_learning_rate")
    sets = _table3_sets(profile, choose_rows)
    methods = (*LAYER_BY_LAYER, *NODE_BY_NODE)
    return [run for name, rows in sets for run in _table3_networks(profile, seed, name, rows, methods, stages)]


def _fidelity(profile, seed, _):
    runs = []
    for method in NODE_BY_NODE:
        for name, change in {"original": {}, **SWITCHES}.items():
            if name == "ranking without centring" and method == "gcn":
                continue  # GCN ranks nothing
            runs.append(network_run(profile, _first_data(profile), method, seed, USPS_NETWORK.value, **change))
    return runs


def _sensitivity(profile, seed, _):
    smoke = profile == "smoke"
    # float32 cannot hold the perturbation
    settings = _layer_settings(profile, dtype="float64", perturbation=PERTURBATION)
    return [
        Run(
            "sensitivity",
            _first_data(profile),
            method,
            settings | {"learning_rate": rate, "amnesia": amnesia},
            seed,
        )
        for method in NODE_BY_NODE
        for rate in (SMOKE_SENSITIVITY_RATES if smoke else SENSITIVITY_RATES)
        for amnesia in (SMOKE_AMNESIA_FACTORS if smoke else AMNESIA_FACTORS)
    ]


def _features(profile, seed, _):
    settings = _layer_settings(profile)
    data = _first_data(profile)
    runs = [Run("features", data, method, settings, seed) for method in LAYER_BY_LAYER]
    settings_greedy = settings | {"amnesia": SETTINGS["amnesia"].value}
    runs += [Run("features", data, method, settings_greedy, seed) for method in NODE_BY_NODE]
    if seed == 0:
        exact = {name: settings[name] for name in ("n_components", "dtype")}  # principal components need no start
        runs.append(Run("features", data, "pca", exact, seed))
        runs += [
            Run("features", data, method, settings | {"amnesia": factor}, seed)
            for factor in FEATURE_FACTORS
            for method in NODE_BY_NODE
        ]
    return runs


def _planes(_, seed, __):
    settings = {name: SETTINGS[name].value for name in ("learning_rate", "max_epochs", "reading")}
    settings |= PLANES.value | {"dtype": "float64"}
    runs = [
        Run("planes", "digits", "usv", settings, seed),
        Run("planes", "digits", "gn", settings | {"amnesia": SETTINGS["amnesia"].value}, seed),
    ]
    if seed == 0:
        runs.append(Run("planes", "digits", "pca", PLANES.value | {"dtype": "float64"}, seed))
    return runs


def _subsets(profile, seed, _):
    return [
        Run("subsets", _first_data(profile), "gn", _layer_settings(profile, partition=partition, amnesia=amnesia), seed)
        for partition in ("random", "error")
        for amnesia in (0.0, SETTINGS["amnesia"].value)
    ]


def _output_nodes(profile, seed, _):
    settings = {"amnesia": SETTINGS["amnesia"].value}
    return [
        Run("output nodes", _first_data(profile), method, _layer_settings(profile, output=output, **settings), seed)
        for method in NODE_BY_NODE
        for output in ("linear", "sigmoid")
    ]


EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment("features", "First-layer features on USPS (Figures 2 and 4)", 5, _features),
        Experiment("table1", "Accuracy on USPS (Table 1), with controls", 10, _table1),
        Experiment("timing", "Running time on USPS (Table 1), one run at a time", 3, _timing, alone=True),
        Experiment("table2", "Effect of the amnesia factor on USPS (Table 2)", 10, _table2),
        Experiment("table3", "Nine UCI sets (Table 3), with controls and baselines", 5, _table3),
        Experiment("rates", "Nine UCI sets with the rates of Table 3 in all stages", 5, _rates),
        Experiment("fidelity", "One switch of the reading at a time, on USPS", 5, _fidelity),
        Experiment("sensitivity", "Divergence and perturbations of 1e-12 against amnesia and rate", 3, _sensitivity),
        Experiment("planes", "Planes of two outputs, five-class digits (Figure 6)", 10, _planes),
        Experiment("subsets", "What the nodes of GN learn from random subsets, on USPS", 5, _subsets),
        Experiment("outputs", "Linear and sigmoid output nodes, one layer on USPS", 5, _output_nodes),
    )
}


def plan(experiment, profile="paper", n_seeds=None, choose_rows=rows_to_show):
    """List the runs of an experiment.

    Parameters
    ----------
    experiment : str
        A name of `EXPERIMENTS`.
    profile : {"paper", "smoke"}, default="paper"
        "smoke" is the same on a small scale with rows that need no download.
    n_seeds : int, default=None
        None for the experiment's own number, one for "smoke".
    choose_rows : {rows_to_show, rows_to_run}, default=rows_to_show

    Returns
    -------
    list of Run
        All methods of seed 0 first, so that an unfinished experiment has a bit of everything.
    """
    entry = EXPERIMENTS[experiment]
    if n_seeds is None:
        n_seeds = 1 if profile == "smoke" else entry.n_seeds
    folder = store.results_folder(profile)

    @cache
    def rows(dataset):
        return choose_rows(dataset, store.stored_rows(dataset, folder))

    return [run for seed in range(n_seeds) for run in entry.runs(profile, seed, rows)]
