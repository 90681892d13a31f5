"""GN among its peers: what features are worth, at equal numbers, whoever makes them."""

import numpy as np
import pandas as pd
from scipy.stats import wilcoxon

from study import datasets

from ..measures import MEASURES
from ..methods import GCN, GN, LAYER_BY_LAYER, METHODS, PCA
from ..methods.others import BOLTZMANN, DICTIONARY, KMEANS, MIXES, NMF_PARTS, OWN_ROWS, RANDOM_TANH, TOP_K
from ..paper import TABLE_3
from ..run import FLAT, Run, in_full
from .differences import difference_over_sets
from .experiment import Experiment
from .ranks import critical_difference, friedman_p, mean_ranks
from .settings import SETTINGS, chosen
from .worth import PROBES

LARGE = "mixture"
SETS = ("usps", *TABLE_3, LARGE)
MOST_FEATURES = 100
"""A set gets as many features as the first layer of the paper's network has nodes, and no more than these."""
FEATURES_OF_LARGE = 50

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


def _sets(profile, choose_rows, sets):
    """Give each set with its rows and the number of its features; those of "smoke" are small."""
    if profile == "smoke":
        yield from (("digits", "whole", 20), ("cancer", "whole", 20))
        return
    for dataset in sets:
        in_paper = datasets.get_record(dataset).in_paper
        yield dataset, choose_rows(dataset), min(MOST_FEATURES, in_paper.network[0]) if in_paper else FEATURES_OF_LARGE


def _peers(peers):
    """Make the plan of methods, each with what sets it apart (callable)."""

    def runs(profile, seed, choose_rows):
        found = []
        for dataset, rows, n_features in _sets(profile, choose_rows, SETS):
            for method, apart in peers:
                settings = {"n_components": n_features} | chosen(profile, "dtype") | apart
                if method == PCA.name:  # there are no more components than columns
                    n_columns = datasets.get_record(dataset).forms[0].holds.n_features
                    settings["n_components"] = min(n_features, n_columns)
                if METHODS[method].layer is not None:
                    names = [name for name in ("max_epochs", "amnesia") if name not in METHODS[method].inert]
                    settings |= chosen("paper", "learning_rate") | chosen(profile, *names)
                found.append(Run("peers", dataset, method, settings, seed, rows))
        return found

    return runs


def variants_of(method, variants, sets=SETS[:-1], more=lambda dataset, variant: {}):
    """Make the plan of variants of one method, scored as the peers are; `more` adds settings by set and variant."""

    def runs(profile, seed, choose_rows):
        found = []
        listed = list(_sets(profile, choose_rows, sets))
        for dataset, rows, n in listed[-1:] if profile == "smoke" else listed:  # that one is the smaller
            common = chosen(profile, "learning_rate", "max_epochs", "amnesia", "reading", "dtype") | {"n_components": n}
            settings = [common | more(dataset, variant) | variant for variant in variants]
            found += [Run("peers", dataset, method.name, of, seed, rows) for of in settings]
        return found

    return runs


def peer_label(method, apart):
    """Write the name of a row of `ROWS` (str)."""
    whose = {"error": "GN's", "class": "GCN's"}.get(apart.get("partition", ""), "own")
    return METHODS[method].label.replace("own", whose) + (", flat" if apart.get("reading") == FLAT else "")


def _scores(frame, criterion, sets):
    """Gather a score of the runs of "peers" (array of shape (n_sets, n_seeds, len(ROWS)), NaN for none)."""
    labels, seeds = [peer_label(*row) for row in ROWS], sorted(frame["seed"].unique())
    table = frame.reindex(columns=["dataset", "seed", "peer", criterion]).set_index(["dataset", "seed", "peer"])
    index = pd.MultiIndex.from_product([sets, seeds, labels])
    return table[criterion].reindex(index).to_numpy(dtype=float).reshape(len(sets), len(seeds), len(ROWS))


def with_peers(frame):
    """Add the column peer, the label of each run's row, to a frame of "peers" (pandas.DataFrame)."""
    return frame.assign(peer=[peer_label(*row) for row in zip(frame["method"], frame["apart"])])


def ranked(frame, criterion):
    """Rank the rows of `ROWS` on each set; competitive if no other is better by Nemenyi's critical difference."""
    scores, methods = _of_those_with(frame, criterion, SETS)
    found = mean_ranks(scores).set_axis(methods.index)
    found["method"] = methods
    found["score"] = np.nanmean(scores, axis=(0, 1))
    found["competitive"] = found["mean"] - found["mean"].min() <= critical_difference(len(methods), len(SETS))
    return found.sort_values("mean", kind="stable")


def gains(frame, criterion, against):
    """Compare the rows of `ROWS` with one of them (a label), paired by set and seed; the largest gain first."""
    scores, methods = _of_those_with(frame, criterion, SETS)
    base = scores[:, :, methods.index.get_loc(against)]
    found = {}
    for k, (label, method) in enumerate(methods.items()):
        if label != against:
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
    for measure in MEASURES if "usps" in sets else ():
        medians = frame[frame["dataset"] == "usps"].groupby("peer")[f"{measure}_median"].mean()
        shown[f"{measure.replace('_', ' ')}, USPS"] = [f"{medians.get(label, np.nan):.2f}" for label in labels]
    return shown


PEERS = Experiment(
    "peers",
    "GN among its peers: what features are worth at equal numbers",
    place=13,
    n_seeds=5,
    runs=_peers(ROWS),
    table=("Mean rank over the sets (1 is best) with its 95 % interval, and Friedman's p", _table),
    columns=lambda settings: {"apart": {name: settings[name] for name in ("reading", "partition") if name in settings}},
)

MACHINE = Experiment(
    "boltzmann",
    "A restricted Boltzmann machine among the peers",
    place=13.5,
    n_seeds=5,
    runs=_peers([(BOLTZMANN.name, {})]),
)
