"""GN among its peers: what features are worth, at equal numbers, whoever makes them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from study import datasets

from ..kinds.peers import PROBES
from ..methods import GCN, GN, LAYER_BY_LAYER, METHODS, PCA
from ..methods.own_rows import MIXES, OWN_ROWS
from ..methods.peers import DICTIONARY, KMEANS, NMF_PARTS, RANDOM_TANH, TOP_K
from ..paper import TABLE_3
from ..run import FLAT, Run, in_full
from .differences import difference_over_sets
from .experiment import Experiment, data_label
from .ranks import critical_difference, friedman_p, mean_ranks
from .settings import SETTINGS, SMOKE_SETTINGS

LARGE = "mixture"
SETS = ("usps", *TABLE_3, LARGE)
MOST_FEATURES = 100
"""A set gets as many features as the first layer of the paper's network has nodes, and no more than these."""
FEATURES_OF_LARGE = 50
SMOKE_SETS, SMOKE_FEATURES = ("digits", "cancer"), 20

_AS_READ = in_full(SETTINGS["reading"].value)

# Method and what sets it apart from others of its name. Everything else is the default of its package.
ROWS: tuple[tuple[str, dict], ...] = (
    (GN.name, {"reading": _AS_READ}),
    (GN.name, {"reading": FLAT}),
    (GCN.name, {"reading": _AS_READ}),
    (GCN.name, {"reading": FLAT}),
    (OWN_ROWS.name, {"partition": "error"}),
    (OWN_ROWS.name, {"partition": "class"}),
    (MIXES.name, {"partition": "error"}),
    (MIXES.name, {"partition": "class"}),
    *((name, {"reading": _AS_READ}) for name in LAYER_BY_LAYER),
    *((of.name, {}) for of in (PCA, RANDOM_TANH, KMEANS, NMF_PARTS, DICTIONARY, TOP_K)),
)

CRITERIA = {
    **dict(zip(PROBES, ("probe, all labels", "10 a class", "50 a class"))),
    "r2": "reconstruction",
    "finetuned": "fine-tuned",
}
"""What methods are ranked by -> its name in tables; for all of them the higher the better."""

COLUMNS = ("reading", "partition")


def _runs(profile, seed, choose_rows):
    runs = []
    for dataset in SETS if profile == "paper" else SMOKE_SETS:
        record = datasets.get_record(dataset)
        n_columns = record.forms[0].holds.n_features
        n_features = n_features_of(record) if profile == "paper" else SMOKE_FEATURES
        rows = choose_rows(dataset) if profile == "paper" else "whole"
        for method, apart in ROWS:
            settings = {"n_components": n_features, "dtype": SETTINGS["dtype"].value} | apart
            if method == PCA.name:  # there are no more components than columns
                settings["n_components"] = min(n_features, n_columns)
            if METHODS[method].layer is not None:
                names = ("learning_rate", "max_epochs", "amnesia")
                settings |= {name: SETTINGS[name].value for name in names if name not in METHODS[method].inert}
                settings |= {"max_epochs": SMOKE_SETTINGS["max_epochs"]} if profile == "smoke" else {}
            runs.append(Run("peers", dataset, method, settings, seed, rows))
    return runs


def variant_runs(profile, seed, choose_rows, method, variants, sets=None, more=lambda dataset, variant: {}):
    """List the runs of variants of one method, scored as the peers are."""
    smoke = profile == "smoke"
    common = {name: SETTINGS[name].value for name in ("learning_rate", "max_epochs", "amnesia", "reading", "dtype")}
    common |= {name: SMOKE_SETTINGS[name] for name in ("learning_rate", "max_epochs")} if smoke else {}
    runs = []
    for dataset in SMOKE_SETS[-1:] if smoke else sets or SETS[:-1]:  # that one is the smaller
        n_features = SMOKE_FEATURES if smoke else n_features_of(datasets.get_record(dataset))
        rows = "whole" if smoke else choose_rows(dataset)
        for variant in variants:
            settings = common | {"n_components": n_features} | more(dataset, variant) | variant
            runs.append(Run("peers", dataset, method, settings, seed, rows))
    return runs


def n_features_of(record):
    """Tell how many features every method makes of a set (int)."""
    return min(MOST_FEATURES, record.in_paper.network[0]) if record.in_paper else FEATURES_OF_LARGE


def peer_label(method, apart):
    """Write the name of a row of `ROWS` (str)."""
    whose = {"error": "GN's", "class": "GCN's"}.get(apart.get("partition", ""), "own")
    return METHODS[method].label.replace("own", whose) + (", flat" if apart.get("reading") == FLAT else "")


def _scores(frame, criterion, sets):
    """Gather a score of the runs of "peers"."""
    seeds = sorted(frame["seed"].unique())
    scores = np.full((len(sets), len(seeds), len(ROWS)), np.nan)
    if criterion in frame:
        value = dict(zip(zip(frame["dataset"], frame["seed"], frame["peer"]), frame[criterion]))
        for i, dataset in enumerate(sets):
            for j, seed in enumerate(seeds):
                scores[i, j] = [value.get((dataset, seed, peer_label(*row)), np.nan) for row in ROWS]
    return scores


def _columns(settings):
    """Tell which row of `ROWS` a run is of, by its settings (dict)."""
    return {"apart": {name: settings[name] for name in COLUMNS if name in settings}}


def with_peers(frame):
    """Add the column peer, the label of each run's row, to a frame of "peers" (pandas.DataFrame)."""
    return frame.assign(peer=[peer_label(*row) for row in zip(frame["method"], frame["apart"])])


def ranked(frame, criterion, sets=SETS):
    """Rank the rows of `ROWS` that have a score by their mean over seeds on each set."""
    scores, methods = _of_those_with(frame, criterion, sets)
    found = mean_ranks(scores).set_axis(methods.index)
    found["method"] = methods
    found["score"] = np.nanmean(scores, axis=(0, 1))
    found["competitive"] = found["mean"] - found["mean"].min() <= critical_difference(len(methods), len(sets))
    return found.sort_values("mean", kind="stable")


def gains(frame, criterion, against, sets=SETS):
    """Compare the rows of `ROWS` with one of them, or with scores of another kind, set by set and seed by seed."""
    from scipy.stats import wilcoxon

    scores, methods = _of_those_with(frame, criterion, sets)
    base = scores[:, :, methods.index.get_loc(against)] if isinstance(against, str) else against
    found = {}
    for k, (label, method) in enumerate(methods.items()):
        if isinstance(against, str) and label == against:
            continue
        mean, low, high, n_sets = difference_over_sets(scores[:, :, k], base)
        of_sets = pd.DataFrame(scores[:, :, k] - base).mean(axis=1).dropna()
        tested = {"n_better": int((of_sets > 0).sum()), "n_sets": n_sets, "p": float(wilcoxon(of_sets).pvalue)}
        found[label] = {"method": method, "mean": mean, "low": low, "high": high} | tested
    return pd.DataFrame.from_dict(found, orient="index").sort_values("mean", ascending=False, kind="stable")


def _of_those_with(frame, criterion, sets):
    """Gather the scores of those rows of `ROWS` that have any, and their methods (pandas.Series, indexed by label)."""
    scores = _scores(with_peers(frame), criterion, sets)
    has = ~np.isnan(scores).all(axis=(0, 1))
    methods = pd.Series({peer_label(*row): row[0] for row, it in zip(ROWS, has) if it}, dtype=object)
    return scores[:, :, has], methods


def _table(frame, planned):
    labels = [peer_label(*row) for row in ROWS]
    shown = pd.DataFrame({"features": labels})
    sets = list(dict.fromkeys(run.dataset for run in planned))
    if not len(frame):
        return shown.assign(**dict.fromkeys(CRITERIA.values(), "not run"))
    frame = with_peers(frame)
    for criterion, name in CRITERIA.items():
        scores, methods = _of_those_with(frame, criterion, sets)
        found = mean_ranks(scores).set_axis(methods.index)
        cells = {row.Index: f"{row.mean:.1f} [{row.low:.1f}, {row.high:.1f}]" for row in found.itertuples()}
        shown[f"{name} (p {friedman_p(scores):.0e})"] = [cells.get(label, "–") for label in labels]
    of_set = frame.groupby(["peer", "dataset"])["cpu_seconds"].mean().groupby("peer").sum()
    shown["CPU s, all sets"] = [f"{of_set.get(label, np.nan):.1f}" for label in labels]
    if "usps" in sets:
        for measure in ("roughness", "best_image", "best_class_mean", "selectivity"):
            medians = frame[frame["dataset"] == "usps"].groupby("peer")[f"{measure}_median"].mean()
            shown[f"{measure.replace('_', ' ')}, {data_label('usps')}"] = [
                f"{medians.get(label, np.nan):.2f}" for label in labels
            ]
    return shown


PEERS = Experiment(
    "peers",
    "GN among its peers: what features are worth at equal numbers",
    place=13,
    n_seeds=5,
    runs=_runs,
    table=("Mean rank over the sets (1 is best) with its 95 % interval, and Friedman's p", _table),
    columns=_columns,
)
