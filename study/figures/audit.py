"""Figures and tables of the page on how everything was made, for those who check it."""

import json
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.special import logsumexp

from .. import store
from ..claims.card import MARKS
from ..experiments import EXPERIMENTS, fidelity, plan, runs_frame
from ..experiments.columns import COLUMNS
from ..experiments.settings import SETTINGS, USPS_NETWORK
from ..forensics import survivors
from ..forensics.check import AS_IT_IS, N_DRAWS, TINY, one_reading
from ..forensics.draws import Habits, draw_tables
from ..forensics.grid import AMNESIA_OF_TABLE_1, FACTORS, NAMED, name_of, points
from ..forensics.multiverse import by_reading
from ..forensics.plan import SEEDS, runs_of
from ..forensics.predictive import draw_runs, pick, stacked
from ..forensics.recovery import load_recovery
from ..forensics.report import readings_frame
from ..forensics.stages import judged_readings, surviving
from ..forensics.tables import AXES, PRINTED, log_likelihood, log_likelihoods, log_prior_of_habits, log_rows
from ..forensics.witnesses import PAPER, SHIFTS, own_cells
from ..forensics.witnesses import WITNESSES as LIKELIHOODS
from ..ledger import FILES as LEDGERS
from ..methods import METHODS, NODE_BY_NODE
from ..page import plain
from ..stats import duration
from .which_program import CALLED, VERSIONS, printed, scored, weighed, witnesses

__all__ = [
    "answer",
    "by_source",
    "by_test_scores",
    "contributions",
    "coverage",
    "experiments",
    "finalists",
    "fits",
    "followed",
    "gains_of_seeds",
    "learned",
    "machines",
    "named_tables",
    "notebooks",
    "posterior",
    "probable",
    "runs",
    "settings",
    "shortlisted",
    "sources_of_evidence",
    "switches",
    "twenty_seeds",
    "updates",
    "verdicts",
    "without_each_run",
]

HELD_UP = 100
"""A run that took so many times the median of its method and data set was held up by something else."""

SECTION = 'paper, section "Efficiency and Classification Performance"'

LATER = ("rates", "auto_rate", "auto_rate_third", "block_times_large", "depths_flat", "dial", "mean_kept")
"""Experiments that were planned after a result."""


# Runs ---------------------------------------------------------------------------------------------------------------


@lru_cache
def runs():
    """Gather all stored runs of the study and of the search for the settings.

    Returns
    -------
    pandas.DataFrame
        A row a run, with `experiment` ("search" for those of the search; a run of two experiments is of the first one)
        and `column`.
    """
    folder = store.results_folder()
    found: dict[str, dict] = {}
    for column in COLUMNS:
        for name in EXPERIMENTS:
            for record in store.find_all(plan(name, column=column), folder):
                found.setdefault(record["key"], record | {"experiment": name, "column": column})
    for record in store.find_everything(folder):
        found.setdefault(record["key"], record | {"experiment": "search", "column": "search"})
    frame = pd.DataFrame(found.values())
    usual = frame.groupby(["dataset", "method", "kind"])["seconds"].transform("median")
    of_search = frame["experiment"] == "search"
    return frame.assign(over_usual=frame["seconds"] / usual, held_up=of_search & (frame["seconds"] > HELD_UP * usual))


def experiments():
    """Tabulate the experiments: runs and seeds in each column, and times (pandas.DataFrame)."""
    rows, folder = [], store.results_folder()
    for name, experiment in EXPERIMENTS.items():
        row = {"experiment": f"`{name}`" + r" \*" * (name in LATER)}
        records = []
        for column in ("paper", "program"):
            of = store.find_all(plan(name, column=column), folder)
            row[column] = f"{len(of):,}\N{NO-BREAK SPACE}({len({one['seed'] for one in of})})" if of else "–"
            records += of
        rows.append({"what": plain(experiment.title).replace("\\:", ":")} | row | _spent(pd.DataFrame(records)))
    frame = runs()
    search = frame[(frame["experiment"] == "search") & ~frame["held_up"]]
    row = {"what": "The search for the settings", "experiment": "`readings`", "paper": "–", "program": "–"}
    rows.append(row | _spent(search) | {"program": f"{(frame['experiment'] == 'search').sum():,}"})
    return pd.DataFrame(rows)[["experiment", "what", "paper", "program", "in all", "longest"]]


def _spent(records):
    if records.empty:
        return {"in all": "–", "longest": "–"}
    seconds = records.drop_duplicates("key")["seconds"]
    unbroken = "\N{NO-BREAK SPACE}"
    spent = {"in all": duration(seconds.sum()), "longest": duration(seconds.max())}
    return {name: told.replace(" ", unbroken) for name, told in spent.items()}


def machines():
    """Tabulate machines and versions of the stored runs (pandas.DataFrame)."""
    rows = []
    for record in runs().to_dict("records"):
        listed = ", ".join(
            f"{name} {number}" for name, number in ({"Python": record["python"]} | record["packages"]).items()
        )
        machine = "{cpu}, {cores} cores, {system}".format(**record["machine"])
        rows.append((plain(machine), plain(listed), record["start"]))
    frame = pd.DataFrame(rows, columns=["machine", "versions", "day"])
    frame["day"] = frame["day"].str[:10]
    found = frame.groupby(["machine", "versions"])["day"].agg(["size", "min", "max"])
    return found.set_axis(["runs", "from", "to"], axis=1).reset_index()


def settings():
    """Tabulate the settings of every network, with their sources (pandas.DataFrame)."""
    return pd.DataFrame(
        {
            "setting": f"`{name}`",
            "value": f"`{setting.value!r}`",
            "from": setting.source.replace(SECTION, "Section 3.2"),
        }
        for name, setting in ({"hidden_layer_sizes": USPS_NETWORK} | SETTINGS).items()
    )


def notebooks(folder="."):
    """Tabulate how long each notebook took when all were last run (pandas.DataFrame; in `attrs` the whole record).

    Parameters
    ----------
    folder : path-like, default="."
        Of the notebooks' texts: a notebook that was not timed has a dash, one that is no more is left out.
    """
    measured = store.read_json(store.results_folder() / "notebooks.json", "`make book` writes it.")
    names = sorted(path.stem for path in Path(folder).glob("*.md"))
    took = {name: measured["seconds"].get(name) for name in names}
    rows = [(f"`{name}`", duration(seconds) if seconds else "–") for name, seconds in took.items()]
    half = -(-len(rows) // 2)
    beside = [*rows[half:], ("", "")][:half]
    frame = pd.DataFrame([left + right for left, right in zip(rows, beside)], columns=["notebook", "time", " ", "  "])
    frame.attrs = measured | {"n_timed": sum(seconds is not None for seconds in took.values())}
    return frame


# One number followed through -----------------------------------------------------------------------------------------


def followed():
    """Gather the runs of the number that the first figure follows (pandas.DataFrame): GCN at A = 1, as written."""
    return runs_frame("table2", column="paper").query("method == 'gcn' and amnesia == 1")


def answer():
    """Draw the steps from a stored run to a sentence, a box each."""
    of, folder = followed(), store.results_folder()
    first = of.iloc[0]
    run = next(one for one in plan("table2", column="paper") if one.key == first["key"])
    path = store.path_of(run, folder).relative_to(folder)
    mean = of["test"].mean()
    steps = {
        "a stored run": [f"{path.as_posix()}", f"GCN, A = 1, seed {first['seed']}: {first['test']:.4f}"],
        f"its {len(of)} seeds": [f"from {of['test'].min():.4f} to {of['test'].max():.4f}"],
        "the mean": [f"numbers(kept_at_1_gcn={mean:.4f})"],
        "the sentence": [f"“while the paper as written scores {mean:.3f}”"],
        "its check": ["check(mean_decided_at_1=True)"],
    }
    with plt.rc_context({"font.size": 12.5}):
        figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        top = 0.0
        for number, (name, told) in enumerate(steps.items(), 1):
            height, last = 0.35 + len(told), number == len(steps)
            edge = "#009E73" if last else "0.6"
            ax.add_patch(plt.Rectangle((0, top), 1, height, facecolor="0.97", edgecolor=edge, linewidth=1.5))
            ax.text(0.02, top + height / 2, f"{number}  {name}", va="center", fontweight="bold")
            for place, line in enumerate(told):
                ax.text(0.32, top + 0.68 + place, line, va="center")
            if not last:
                ends = {"xy": (0.5, top + height + 0.42), "xytext": (0.5, top + height)}
                ax.annotate("", **ends, arrowprops={"arrowstyle": "-|>", "color": "0.3", "shrinkA": 0, "shrinkB": 0})
            top += height + 0.42
        ax.set(xlim=(-0.01, 1.01), ylim=(top - 0.35, -0.1))
        ax.axis("off")
        figure.suptitle("From a stored run to a sentence that is checked", fontsize=14)
    plt.show()


# One setting at a time -----------------------------------------------------------------------------------------------

SWITCHES = {
    "original": "the program",
    "flat amnesia": "flat memory",
    "no centring": "mean kept",
    "Glorot start": "Glorot's initialisation",
    "shuffled rows": "examples shuffled",
    "reading program": "the program, slips included",
    "reading text": "textbook",
}


@lru_cache
def _switched():
    return runs_frame("fidelity")


def switches():
    """Tabulate what each switch changes (pandas.DataFrame)."""
    frame = fidelity.describe().replace({"switch": SWITCHES})
    frame["in the readings"] = frame["in the readings"].replace({"program": "the program, slips included"})
    return frame.rename(columns={"ours → flipped": "the program → flipped", "in the readings": "flipped in"})


def named_tables(what, method):
    """Tabulate test accuracy or features of GN or GCN under each switch (pandas.DataFrame).

    Parameters
    ----------
    what : {"accuracy", "features"}
    method : {"gn", "gcn"}
    """
    frame = getattr(fidelity, what)(_switched(), method)
    frame = frame.replace({"switch": SWITCHES}).replace({r" \(5\)": ""}, regex=True)
    if what == "features":
        frame = frame.replace({r" ± [\d.]+": ""}, regex=True)
    return frame.replace("([▲▼]) ", "\\1\N{NO-BREAK SPACE}", regex=True)


def updates():
    """Tabulate the updates of each stage (pandas.DataFrame)."""
    return fidelity.updates(_switched()).replace({"switch": SWITCHES})


# What the tables say of the settings ----------------------------------------------------------------------------------

WITNESSES = ("test scores", "training scores, with a shift", "training scores, as printed")


def posterior():
    """Tabulate the probability of each value of each setting by each witness (pandas.DataFrame)."""
    columns = {"before": weighed()["before"]} | {name: weighed(name)["after"] for name in WITNESSES}
    frame = pd.DataFrame(columns).map("{:.3f}".format).reset_index()
    frame.columns = ["setting", "value", "before", "test scores", "and training, shifted", "and training, as printed"]
    return frame


def probable():
    """Tabulate the most probable versions by test scores (pandas.DataFrame)."""
    told = witnesses()["witnesses"]
    rows = []
    for one in told["test scores"]["likeliest"]:
        row = {CALLED[name][0]: CALLED[name][1][value] for name, value in one["settings"].items()}
        rows.append(row | {"probability": f"{one['probability']:.3f}"})
    return pd.DataFrame(rows).drop(columns=["memory", "mean", "later rates"])


SHORTER = {
    "order of examples": "order",
    "rate decay": "decay",
    "later batches": "batches",
    "weight decay": "L2",
    "initialisation": "weights",
}
CALLED_HERE = {"paper": "as written", "several": "best of several"}


@lru_cache
def learned():
    """Learn what all versions predict of Tables 1 and 2.

    Returns
    -------
    readings : list of tuple
    of_tables : ndarray
        Their log likelihood by the first protocol, see `study.forensics.survivors.tried`.
    own : list of tuple
        Those with twenty seeds.
    own_groups : list of Cells
        What these predict by their own runs.
    parts : list of Cells
        What all predict without them.
    """
    folder = store.results_folder()
    readings, parts, of_tables = survivors._tried(folder)
    own, cells = survivors._with_all_seeds(readings, of_tables, folder)
    return readings, of_tables, [*own, PAPER], [cells, own_cells()], parts


@lru_cache
def without_each_run():
    """Weigh all versions without one run: its row of Table 2, and that of Table 1 if it is printed alike.

    Returns
    -------
    pandas.DataFrame
        Indexed by witness and the amnesia factor of the run (NaN: none is left out): flat, kept, Glorot, small, the
        version "paper", and several, the probability that a printed run is the best of more than one.
    """
    readings, _, own, own_groups, parts = learned()
    place = {point: i for i, point in enumerate(readings)}
    rows = {}
    for witness, shifts in {"test scores": [None], "training scores": SHIFTS}.items():
        groups = [[_rows_of(cells, shift) for shift in shifts] for cells in (*own_groups, *parts)]
        for left_out in (None, *PRINTED.table_2):
            each = [
                logsumexp([_of_tables(*of, left_out) for of in group], axis=0) - np.log(len(shifts)) for group in groups
            ]
            of_tables = np.concatenate(each[len(own_groups) :])
            of_tables[[place[point] for point in own]] = np.concatenate(each[: len(own_groups)])
            found = survivors.weighed(readings, of_tables)
            rows[witness, np.nan if left_out is None else left_out] = _told(readings, found)
    return pd.DataFrame(rows).T


def contributions():
    """Tabulate `without_each_run` (pandas.DataFrame of strings)."""
    rows = []
    for (witness, factor), of in without_each_run().iterrows():
        row = {"witness": witness.removesuffix(" scores"), "without A =": "–" if np.isnan(factor) else f"{factor:g}"}
        rows.append(row | {CALLED_HERE.get(name, name): f"{value:.3f}" for name, value in of.items()})
    return pd.DataFrame(rows)


def by_test_scores():
    """Weigh all versions by test scores alone (ndarray): the same as `results/readings.json`."""
    readings, _, own, own_groups, parts = learned()
    each = [log_likelihood(cells, PRINTED, shift=None) for cells in (*own_groups, *parts)]
    of_tables = np.concatenate(each[len(own_groups) :])
    of_tables[[readings.index(point) for point in own]] = np.concatenate(each[: len(own_groups)])
    return survivors.weighed(readings, of_tables).readings


@lru_cache
def by_source():
    """Weigh versions by what the regression predicts of all, by both (as it is done), and by twenty seeds of the nine.

    Returns
    -------
    pandas.DataFrame
        Indexed by witness and source: flat, kept, Glorot, small, tenfold, one (batch).
    """
    readings, _, own, own_groups, parts = learned()
    places = [readings.index(point) for point in own]
    rows = {}
    for witness in WITNESSES[:2]:
        likelihood = LIKELIHOODS[witness]
        predicted = np.concatenate([likelihood(cells, PRINTED) for cells in parts])
        seeded = np.concatenate([likelihood(cells, PRINTED) for cells in own_groups])
        both = predicted.copy()
        both[places] = seeded
        for source, points_of, of_tables in (
            ("the regression alone", readings, predicted),
            ("both", readings, both),
            ("twenty seeds alone", own, seeded),
        ):
            p = survivors.weighed(points_of, of_tables).readings
            rows[witness, source] = _shares(points_of, p)
    return pd.DataFrame(rows).T


def gains_of_seeds():
    """Tell by how much the log likelihood of each of the nine rose when its own seeds came in (dict)."""
    readings, _, own, own_groups, parts = learned()
    prior = log_prior_of_habits()
    predicted, seeded = (
        logsumexp(np.concatenate([log_likelihood(cells, PRINTED, shift=None) for cells in of]) + prior, axis=(1, 2, 3))
        for of in (parts, own_groups)
    )
    return {point: float(seeded[i] - predicted[readings.index(point)]) for i, point in enumerate(own)}


def sources_of_evidence():
    """Tabulate `by_source` (pandas.DataFrame of strings)."""
    frame = by_source().map("{:.3f}".format).rename_axis(["witness", "by"]).reset_index()
    frame["witness"] = frame["witness"].map(dict(zip(WITNESSES, ("test scores", "and training, shifted"))))
    return frame.rename(columns={"one": "batches of one"})


def shortlisted():
    """List the versions that got three more seeds than one (list of tuple)."""
    folder = store.results_folder()
    found = {point: runs_of(point, "gcn", 0.5, SEEDS["shortlist"]) for point in points(screened=True)}
    return [point for point, of in found.items() if store.find_all(of, folder)]


LEVELS = (
    ("flat", 0, "flat"),
    ("kept", 1, "off"),
    ("Glorot", 2, "Glorot"),
    ("small", 2, "small"),
    ("tenfold", 2, "tenfold"),
    ("one", 7, "1"),
)


def _shares(readings, p):
    return {name: sum(p[i] for i, of in enumerate(readings) if of[at] == level) for name, at, level in LEVELS}


def _told(readings, found):
    share = {name: of for name, of in _shares(readings, found.readings).items() if name not in ("tenfold", "one")}
    return share | {"paper": found.readings[readings.index(PAPER)], "several": 1 - found.habit(1)[1]}


def _rows_of(cells, shift):
    """Compute the log probabilities of the rows of Table 2 and of Table 1, (method, factor) -> ndarray (two dict)."""
    keys = list(cells.node_by_node)
    pairs = [PRINTED.table_2[factor] for _, factor in keys] + [PRINTED.table_1[method] for method, _ in keys]
    found = log_rows(stacked([*cells.node_by_node.values()] * 2), pairs, shift=shift)
    of_2, of_1 = found.reshape(2, len(keys), *found.shape[1:])
    return dict(zip(keys, of_2)), dict(zip(keys, of_1))


def _of_tables(rows, alone, left_out=None):
    """Compute `study.forensics.tables.log_likelihood` without one run; as it does if none is left out."""
    gn, gcn = NODE_BY_NODE
    shown = [factor for factor in PRINTED.table_2 if factor != left_out]
    lost = {
        name for name in NODE_BY_NODE if left_out is not None and PRINTED.table_1[name] == PRINTED.table_2[left_out]
    }
    may, own = {}, {}
    for name in NODE_BY_NODE:
        at = {factor: np.log(p) for factor, p in AMNESIA_OF_TABLE_1.items()}
        may[name] = {a: p for a, p in at.items() if name in lost or PRINTED.table_1[name] == PRINTED.table_2[a]}
        own[name] = 0.0 if name in lost else logsumexp([p + alone[name, a] for a, p in at.items()], axis=0)
    whole = {name: logsumexp(list(may[name].values())) + sum(rows[name, a] for a in shown) for name in NODE_BY_NODE}
    mixed = {a: np.logaddexp(rows[gn, a], rows[gcn, a]) - np.log(2) for a in shown}
    different = np.log(1 - sum(p**2 for p in AMNESIA_OF_TABLE_1.values()))
    either = [
        of_gn + of_gcn - different + sum(rows[gn, s] if s == a else rows[gcn, s] if s == b else mixed[s] for s in shown)
        for a, of_gn in may[gn].items()
        for b, of_gcn in may[gcn].items()
        if a != b
    ]
    return np.stack([whole[gn] + own[gcn], whole[gcn] + own[gn], logsumexp(either, axis=0)], axis=1)


@lru_cache
def fits():
    """Tell how often a version prints tables that are no likelier than the printed ones.

    Returns
    -------
    pandas.DataFrame
        Indexed by the settings: tests (by test scores alone), both (the protocol's, by training scores as printed, too,
        and by the auto-encoder and the supervised encoder; NaN for the column "paper", which the protocol has not).
    """
    readings, of_tables, *_ = learned()
    every, cells, found = surviving(survivors.survivors(readings, of_tables), store.results_folder())
    by_both = readings_frame(every, cells, found).set_index("reading")["fits"]
    greedy = replace(cells, layer_by_layer={})
    rows = {point: {"tests": _fit(greedy, i), "both": by_both[name_of(point)]} for i, point in enumerate(every)}
    return pd.DataFrame(rows | {PAPER: {"tests": _fit(own_cells(), 0), "both": np.nan}}).T.astype(float)


def _fit(cells, index):
    """Compute `study.forensics.check.fit_probability` by the test scores of GN and GCN alone."""
    own, rng = one_reading(cells, index), np.random.default_rng(0)
    prior = log_prior_of_habits()[..., AS_IT_IS]
    log_habits = log_likelihoods(own, [PRINTED], offsets=(0.0,), shift=None)[0][0, ..., 0] + prior
    habits = np.exp(log_habits - logsumexp(log_habits)) + TINY
    drawn = rng.choice(habits.size, size=N_DRAWS, p=habits.ravel() / habits.sum())
    table_2, repeats = np.unravel_index(drawn, habits.shape)
    n_runs = np.take(AXES[1], repeats)
    runs = {
        cell: (*draw_runs(pick([of], np.zeros_like(n_runs), np.zeros_like(n_runs)), n_runs, np.zeros(N_DRAWS), rng), of)
        for cell, of in own.node_by_node.items()
    }

    def printed_run(i, cell, *_):
        train, test, of = runs[cell]
        return train[i : i + 1], test[i : i + 1], of.n_train, of.n_test

    tables = [
        draw_tables(partial(printed_run, i), Habits(AXES[0][table_2[i]], int(n_runs[i])), rng, slip=0.0, layered=False)
        for i in range(N_DRAWS)
    ]
    seen, *others = (
        logsumexp(of[0, ..., 0] + prior) for of in log_likelihoods(own, [PRINTED, *tables], offsets=(0.0,), shift=None)
    )
    return (1 + sum(other <= seen for other in others)) / (1 + N_DRAWS)


def finalists():
    """Tabulate the versions that were run with twenty seeds by their fit (pandas.DataFrame)."""
    frame = fits().sort_values("tests", ascending=False)
    rows = []
    for point, of in zip(frame.index, frame.itertuples()):
        levels = dict(zip([factor.name for factor in FACTORS], point))
        row = {called: values[levels[name]] for name, (called, values) in CALLED.items() if name != "later rates"}
        row = {"memory, mean": f"{row.pop('memory')}, {row.pop('mean')}"} | row
        row["weight decay"] = row["weight decay"].replace("everywhere", "all")
        both = "–" if np.isnan(of.both) else f"{of.both:.3f}"
        rows.append(row | {"p, test": f"{of.tests:.3f}", "p, all": both})
    return pd.DataFrame(rows).rename(columns=SHORTER)


def coverage():
    """Tabulate how often sets of versions hold the true one in simulated papers (pandas.DataFrame)."""
    found = load_recovery()
    rows = [
        {
            "witness": name,
            **{f"sets of {level:.0%}": f"{share:.3f}" for level, share, _ in of["coverage"]},
            "true version first": f"{of['right']:.2f}",
        }
        for name, of in found["witnessed"].items()
    ]
    return pd.DataFrame(rows)


# Verdicts by version --------------------------------------------------------------------------------------------------


@lru_cache
def _judged():
    """Judge the claims that a setting touches under the versions of the search (dict of dict of Verdict), and them."""
    readings, of_tables, *_ = learned()
    every, _, found = surviving(survivors.survivors(readings, of_tables), store.results_folder())
    points = judged_readings(every, found)
    return points, by_reading(points, store.results_folder())


def verdicts():
    """Tabulate which claims turn with which version: the mark and the fraction of the criteria (pandas.DataFrame)."""
    points, under = _judged()
    called = {NAMED["original, flat"]: "program, flat", NAMED["text"]: "textbook"}
    called |= {NAMED["original, flat, no centring, Glorot"]: "most probable"}
    columns = {called.get(point, "tenfold, twos"): name_of(point) for point in points}
    written = json.loads((store.results_folder() / LEDGERS[0]).read_text(encoding="utf-8"))
    in_ledger = {claim["id"]: claim for claim in written}
    rows = []
    for claim, of_versions in under.items():
        of = in_ledger[claim]
        row = {"claim": f"{plain(of['title'])} ([{claim}](verdicts.ipynb#ledger-{claim}))"}
        for column, name in (("paper", "as written"), ("program", "program")):
            told = of["columns"][column]
            row[name] = f"{MARKS.get(told['verdict'], '–')} {told['n_met']}/{told['n_criteria']}"
        for column, name in columns.items():
            told = of_versions[name]
            row[column] = f"{MARKS.get(told.verdict, '–')} {told.n_met}/{told.n_criteria}"
        rows.append(row)
    return pd.DataFrame(rows)


def twenty_seeds():
    """Tabulate mean test accuracies in Table 2 of the versions with twenty seeds (pandas.DataFrame)."""
    rows = []
    for name, (called, _) in VERSIONS.items():
        for method in NODE_BY_NODE:
            row = {"version": called.replace("\n", " "), "method": METHODS[method].label}
            for factor in printed().index:
                of = scored(name)[method, factor]
                row[f"{factor:g}"] = f"{of['test'].mean() / of['n_test']:.3f}"
            rows.append(row)
    row = {"version": "*the paper*", "method": ""}
    return pd.DataFrame([*rows, row | {f"{factor:g}": f"{score:.3f}" for factor, score in printed().items()}])
