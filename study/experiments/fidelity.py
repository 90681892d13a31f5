"""One switch of the reading at a time, on USPS: what each does."""

from dataclasses import asdict

import pandas as pd

from gnode.reading import READINGS

from .. import paper
from ..methods import GCN, METHODS, NODE_BY_NODE
from ..paper import holds
from ..run import in_full
from ..stats import cell, differences, summary, where
from .experiment import Experiment
from .settings import SETTINGS, networks_of

# One switch at a time: name -> what changes. All but the last three flip one field of the reading.
SWITCHES: dict[str, dict] = {
    "flat amnesia": {"reading": {"memory": "flat"}},
    "no centring": {"reading": {"centring": False}},
    "no minimum of updates": {"reading": {"minimum_updates": False}},
    "no rate decay": {"reading": {"rate_decay": False}},
    "rate carried over": {"reading": {"rate_carried_over": True}},
    "ranking without centring": {"reading": {"ranking_on_centred_rows": False}},
    "shuffled rows": {"reading": {"row_order": "shuffled"}},
    "decoder bias": {"reading": {"decoder_bias": True}},
    "Glorot start": {"reading": {"initialisation": "glorot"}},
    "weight decay everywhere": {"reading": {"weight_decay": "everywhere"}},
    "reading program": {"reading": "program"},
    "reading text": {"reading": "textbook"},
    "batches of 2": {"batch_size": 2},
    "batches of 20": {"batch_size": 20},
    "float64": {"dtype": "float64"},
}

BASE = "original"
# What is measured on the first layer of a run -> how a table calls it.
MEASURES = {
    "redundancy": "redundancy",
    "roughness_median": "roughness",
    "best_image_median": "image",
    "best_class_mean_median": "class mean",
    "selectivity_median": "selectivity",
}
STAGES = {"pretraining": "pre-training", "output": "output layer", "finetuning": "fine-tuning"}


def describe():
    """List what each switch changes, and which of the readings "textbook" and "program" have it so."""
    usual = asdict(READINGS["mended"]) | {name: SETTINGS[name].value for name in ("batch_size", "dtype")}
    rows = []
    for switch, change in SWITCHES.items():
        change = change.get("reading", change)
        if isinstance(change, str):  # a whole reading
            continue
        ((field, value),) = change.items()
        named = [name for name in ("textbook", "program") if getattr(READINGS[name], field, None) == value]
        in_readings = (", ".join(named) or "neither") if field in asdict(READINGS["mended"]) else "–"
        rows.append((switch, f"`{field}`", f"{usual[field]} → {value}", in_readings))
    return pd.DataFrame(rows, columns=["switch", "setting", "ours → flipped", "in the readings"])


def of_method(runs, method):
    """Take the runs of one method (pandas.DataFrame)."""
    return where(runs, method=method)


def switches_of(method):
    """List the switches that a method is run with, "original" first: GCN ranks nothing."""
    return [name for name in (BASE, *SWITCHES) if method != GCN.name or name != "ranking without centring"]


def accuracy(runs, method):
    """Tabulate test accuracies under each switch, and whether claim A1's criterion is met (pandas.DataFrame)."""
    runs = where(runs, method=method)
    change, means = differences(runs, "switch", BASE), summary(runs, "switch")
    printed = paper.TABLE_1[method]["test"]
    rows = []
    for switch in switches_of(method):
        row = {"switch": switch, "test accuracy": cell(runs, "test", switch=switch), "change": "–"}
        if switch in change.index:
            row["change"] = _signed(change.loc[switch])
        met = holds(printed, means.loc[switch]) if switch in means.index else None
        row[f"paper's {printed:.3f}"] = {True: "✔", False: "✘", None: "–"}[met]
        rows.append(row)
    return pd.DataFrame(rows)


def updates(runs):
    """Tabulate how many updates each stage makes, of each method's "original" and each switch that changes a number."""
    rows = []
    for method in NODE_BY_NODE:
        counts = pd.DataFrame(
            {stage: summary(where(runs, method=method), "switch", f"{stage}_updates")["mean"] for stage in STAGES}
        )
        for switch in [name for name in switches_of(method) if name in counts.index]:
            if switch == BASE or BASE not in counts.index or not counts.loc[switch].equals(counts.loc[BASE]):
                numbers = {title: f"{counts.loc[switch, stage]:,.0f}" for stage, title in STAGES.items()}
                rows.append({"method": method.upper(), "switch": switch} | numbers)
    return pd.DataFrame(rows)


def features(runs, method):
    """Tabulate what each switch does to the first layer; ▲ or ▼ where the 95 % interval of the change excludes zero."""
    runs = where(runs, method=method)
    table = pd.DataFrame({"switch": switches_of(method)})
    for measure, title in MEASURES.items():
        found = differences(runs, "switch", BASE, measure)
        changes = [_signed(found.loc[of], marked=True) if of in found.index else "–" for of in table["switch"][1:]]
        table[title] = [cell(runs, measure, switch=BASE), *changes]
    return table


def _signed(change, marked=False):
    """Write a mean change with its sign, which one that rounds to zero does not have; "=" where no seed changes."""
    if change["same"]:
        return "="
    written = f"{change['mean']:+.3f}"
    written = written if float(written) else written[1:]
    if marked:
        return ("▲ " if change["low"] > 0 else "▼ " if change["high"] < 0 else "") + written
    return written + (" [{low:+.3f}, {high:+.3f}]".format(**change) if change["n"] > 1 else "")


def _switch_of(settings):
    """Name the switch of the fidelity experiment that settings have flipped; "original" for none."""
    for switch, changes in SWITCHES.items():
        written = {name: in_full(value) if name == "reading" else value for name, value in changes.items()}
        if settings | written == settings:
            return switch
    return BASE


def _table(frame, _):
    rows = []
    for switch in (BASE, *SWITCHES):
        row = {"switch": switch}
        for method in NODE_BY_NODE:
            of_switch = {"method": method, "switch": switch}
            row[f"{METHODS[method].label}, test"] = cell(frame, "test", **of_switch)
            row[f"{METHODS[method].label}, pre-training (s)"] = cell(frame, "pretraining_seconds", **of_switch)
        rows.append(row)
    return pd.DataFrame(rows)


FIDELITY = Experiment(
    "fidelity",
    "One switch of the reading at a time, on USPS",
    place=7,
    n_seeds=5,
    runs=networks_of(
        lambda _: [(method, SWITCHES.get(of, {})) for method in NODE_BY_NODE for of in switches_of(method)]
    ),
    table=("One switch of the reading at a time", _table),
    columns=lambda settings: {"switch": _switch_of(settings)},
)
