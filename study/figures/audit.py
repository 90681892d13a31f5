"""Figures and tables of the page on how everything was made, for those who check it."""

import json
from dataclasses import replace
from functools import cache, partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.special import logsumexp

from .. import store
from ..claims.card import MARKS
from ..experiments import EXPERIMENTS, fidelity, plan, runs_frame
from ..experiments.columns import COLUMNS
from ..experiments.settings import SETTINGS, USPS_NETWORK
from ..forensics.draws import TINY, fit_probability
from ..forensics.grid import FACTORS, NAMED, PAPER, name_of, points
from ..forensics.multiverse import by_reading
from ..forensics.plan import SEEDS, runs_of
from ..forensics.recovery import load_recovery
from ..forensics.report import readings_frame
from ..forensics.stages import judged_readings, surviving, weighed
from ..forensics.tables import PRINTED, infer, log_likelihood, log_prior_of_habits, of_rows, of_tables
from ..forensics.witnesses import SHIFTS, WITNESSES, learned, own_cells
from ..ledger import FILES as LEDGERS
from ..methods import METHODS, NODE_BY_NODE
from ..page import plain
from ..stats import duration
from . import drawn
from .which_program import CALLED, VERSIONS, printed, table_2, witnesses
from .which_program import weighed as shares

HELD_UP = 100  # a run that took so many times the median of its method and data set was held up by something else
SECTION = 'paper, section "Efficiency and Classification Performance"'
# Experiments that were planned after a result.
LATER = (
    *("rates", "auto_rate", "auto_rate_third", "block_times_large", "depths_flat", "mean_kept", "longer"),
    *("other_rates", "race", "patience"),
)


@cache
def runs():
    """Gather all stored runs, a row a run, with the first `experiment` and `column`, or "search" (pandas.DataFrame)."""
    found: dict[str, dict] = {}
    for column in COLUMNS:
        for name in EXPERIMENTS:
            for record in _stored(name, column):
                found.setdefault(record["key"], record | {"experiment": name, "column": column})
    for record in store.find_everything(store.results_folder(), known=found.keys()):
        found[record["key"]] = record | {"experiment": "search", "column": "search"}
    frame = pd.DataFrame(found.values())
    usual = frame.groupby(["dataset", "method", "kind"])["seconds"].transform("median")
    return frame.assign(held_up=(frame["experiment"] == "search") & (frame["seconds"] > HELD_UP * usual))


def experiments():
    """Tabulate the experiments: runs and seeds in each column, and times (pandas.DataFrame)."""
    rows = []
    for name, experiment in EXPERIMENTS.items():
        row, records = {"experiment": f"`{name}`" + r" \*" * (name in LATER)}, []
        for column in ("paper", "program"):
            of = _stored(name, column)
            row[column] = f"{len(of):,}\N{NO-BREAK SPACE}({len({one['seed'] for one in of})})" if of else "–"
            records += of
        rows.append({"what": plain(experiment.title).replace("\\:", ":")} | row | _spent(pd.DataFrame(records)))
    search = runs().query("experiment == 'search'")
    row = {"what": "The search for the settings", "experiment": "`readings`", "paper": "–"}
    rows.append(row | {"program": f"{len(search):,}"} | _spent(search[~search["held_up"]]))
    return pd.DataFrame(rows)[["experiment", "what", "paper", "program", "in all", "longest"]]


def _spent(records):
    if records.empty:
        return {"in all": "–", "longest": "–"}
    seconds = records.drop_duplicates("key")["seconds"]
    told = {"in all": duration(seconds.sum()), "longest": duration(seconds.max())}
    return {name: words.replace(" ", "\N{NO-BREAK SPACE}") for name, words in told.items()}


def machines():
    """Tabulate machines and versions of the stored runs (pandas.DataFrame)."""
    of = runs()
    machine = of["machine"].map("{cpu}, {cores} cores, {system}".format_map).map(cache(plain)).rename("machine")
    packages = of["packages"].map(lambda each: "".join(f", {name} {number}" for name, number in each.items()))
    versions = ("Python " + of["python"] + packages).map(cache(plain)).rename("versions")
    found = of["start"].str[:10].groupby([machine, versions]).agg(["size", "min", "max"])
    return found.set_axis(["runs", "from", "to"], axis=1).reset_index()


def settings():
    """Tabulate the settings of every network, with their sources (pandas.DataFrame)."""
    every, source = {"hidden_layer_sizes": USPS_NETWORK} | SETTINGS, [SECTION, "Section 3.2"]
    rows = [(f"`{name}`", f"`{of.value!r}`", of.source.replace(*source)) for name, of in every.items()]
    return pd.DataFrame(rows, columns=["setting", "value", "from"])


def answer():
    """Draw the steps from a stored run, of GCN at A = 1 as written, to a sentence, a box each."""
    of, folder = runs_frame("table2", column="paper").query("method == 'gcn' and amnesia == 1"), store.results_folder()
    first = of.iloc[0]
    run = next(one for one in plan("table2", column="paper") if one.key == first["key"])
    path = store.path_of(run, folder).relative_to(folder)
    mean = of["test"].mean()
    steps = {
        "a stored run": [f"{path.as_posix()}", f"GCN, A = 1, seed {first['seed']}: {first['test']:.4f}"],
        f"its {len(of)} seeds": [f"from {of['test'].min():.4f} to {of['test'].max():.4f}"],
        "the mean": [f"numbers(kept_at_1_gcn={mean:.4f})"],
        "the sentence": [f"“With the mean kept it scores {mean:.3f},", "almost as printed.”"],
        "its check": ["check(mean_decided_at_1=True)"],
    }
    letters = {"font.size": 12.5}
    with drawn("From a stored run to a sentence that is checked", letters=letters, figsize=(6.4, 4.1)) as ax:
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


SWITCHES = {
    "original": "the program",
    "flat amnesia": "flat memory",
    "no centring": "mean kept",
    "Glorot start": "Glorot's initialisation",
    "shuffled rows": "examples shuffled",
    "reading program": "the program, slips included",
    "reading text": "textbook",
}


def switches():
    """Tabulate what each switch changes (pandas.DataFrame)."""
    told = {"switch": SWITCHES, "in the readings": {"program": "the program, slips included"}}
    columns = {"ours → flipped": "the program → flipped", "in the readings": "flipped in"}
    return fidelity.describe().replace(told).rename(columns=columns)


def named_tables(what, method):
    """Tabulate "accuracy" or "features" of GN or GCN under each switch (pandas.DataFrame)."""
    frame = getattr(fidelity, what)(runs_frame("fidelity"), method).replace({"switch": SWITCHES})
    shorter = {r" \(5\)": "", "([▲▼]) ": "\\1\N{NO-BREAK SPACE}"}
    return frame.replace(shorter | ({r" ± [\d.]+": ""} if what == "features" else {}), regex=True)


def updates():
    """Tabulate the updates of each stage (pandas.DataFrame)."""
    return fidelity.updates(runs_frame("fidelity")).replace({"switch": SWITCHES})


def posterior():
    """Tabulate the probability of each value of each setting by each witness (pandas.DataFrame)."""
    columns = {"before": shares()["before"]} | {name: shares(name)["after"] for name in WITNESSES}
    frame = pd.DataFrame(columns).map("{:.3f}".format).reset_index()
    frame.columns = ["setting", "value", "before", "test scores", "and training, shifted", "and training, as printed"]
    return frame


def probable():
    """Tabulate the most probable versions by test scores (pandas.DataFrame)."""
    likeliest = pd.DataFrame(witnesses()["witnesses"]["test scores"]["likeliest"])
    frame = pd.DataFrame(
        [{CALLED[of][0]: CALLED[of][1][level] for of, level in one.items()} for one in likeliest["settings"]]
    )
    found = frame.assign(probability=likeliest["probability"].map("{:.3f}".format))
    return found.drop(columns=["memory", "mean", "later rates"])


SHORTER = {"order of examples": "order", "rate decay": "decay", "later batches": "batches"}
SHORTER |= {"weight decay": "L2", "initialisation": "weights"}
CALLED_HERE = {"paper": "as written", "several": "best of several"}


_stored = cache(lambda name, column: store.find_all(plan(name, column=column), store.results_folder()))
_learned = cache(lambda: learned(store.results_folder()))
_surviving = cache(lambda: surviving(_learned()[0].survivors(), store.results_folder()))
_rows = cache(lambda cells, shift: of_rows(cells, [PRINTED], shift=shift)[0])


def _without(left_out, shifts, cells, printed):
    """Compute `log_likelihood` without one run, if one is left out, on average over shifts of training scores."""
    each = [of_tables(printed, *_rows(cells, shift), left_out) for shift in shifts]
    return logsumexp(each, axis=0) - np.log(len(shifts))


@cache
def without_each_run():
    """Weigh all versions without one run, by witness and its factor (NaN: none); `several`: it is the best of more."""
    found, groups = _learned()
    rows = {}
    for witness, shifts in {"test scores": (None,), "training scores": SHIFTS}.items():
        for left_out in (None, *PRINTED.table_2):
            posterior = found.weighed(partial(_without, left_out, shifts), groups)
            p = posterior.readings
            told = {name: of for name, of in _shares(found.readings, p).items() if name not in ("tenfold", "one")}
            told |= {"paper": p[found.readings.index(PAPER)], "several": 1 - posterior.habit(1)[1]}
            rows[witness, np.nan if left_out is None else left_out] = told
    return pd.DataFrame(rows).T


def contributions():
    """Tabulate `without_each_run` (pandas.DataFrame of strings)."""
    rows = []
    for (witness, factor), of in without_each_run().iterrows():
        row = {"witness": witness.removesuffix(" scores"), "without A =": "–" if np.isnan(factor) else f"{factor:g}"}
        rows.append(row | {CALLED_HERE.get(name, name): f"{value:.3f}" for name, value in of.items()})
    return pd.DataFrame(rows)


def by_test_scores():
    """Weigh all versions by test scores alone, as `results/readings.json` does: them, and their probabilities."""
    found, groups = _learned()
    return found.readings, found.weighed(partial(_without, None, (None,)), groups).readings


@cache
def by_source():
    """Weigh versions by the regression of all, by both (as it is done), and by twenty seeds (by witness and source)."""
    found, groups = _learned()
    own = [point for points_of, _ in groups for point in points_of]
    rows = {}
    for witness, likelihood in zip(WITNESSES, (partial(_without, None, of) for of in ((None,), SHIFTS))):
        seeded = np.concatenate([likelihood(cells, PRINTED) for _, cells in groups])
        for source, points_of, posterior in (
            ("the regression alone", found.readings, found.weighed(likelihood, [])),
            ("both", found.readings, found.weighed(likelihood, groups)),
            ("twenty seeds alone", own, weighed(own, seeded)),
        ):
            rows[witness, source] = _shares(points_of, posterior.readings)
    return pd.DataFrame(rows).T


def gains_of_seeds():
    """Tell by how much the log likelihood of each of the nine rose when its own seeds came in (dict)."""
    found, groups = _learned()

    def of_readings(parts):
        of = [log_likelihood(cells, PRINTED, shift=None) + log_prior_of_habits() for cells in parts]
        return np.concatenate([logsumexp(cells, axis=(1, 2, 3)) for cells in of])

    predicted = pd.Series(of_readings(found.parts), list(found.readings))
    own = [point for points_of, _ in groups for point in points_of]
    return {point: float(of - predicted[point]) for point, of in zip(own, of_readings(cells for _, cells in groups))}


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


LEVELS = {"flat": (0, "flat"), "kept": (1, "off"), "Glorot": (2, "Glorot"), "small": (2, "small")}
LEVELS |= {"tenfold": (2, "tenfold"), "one": (7, "1")}


def _shares(readings, p):
    return {name: sum(p[i] for i, of in enumerate(readings) if of[at] == level) for name, (at, level) in LEVELS.items()}


@cache
def fits():
    """Tell how often a version prints tables no likelier than the printed ones: by test scores, by the protocol."""
    every, cells, found = _surviving()
    by_both = readings_frame(every, cells, found).set_index("reading")["fits"]
    greedy = replace(cells, layer_by_layer={})
    rows = {point: {"tests": _fit(greedy.only(i)), "both": by_both[name_of(point)]} for i, point in enumerate(every)}
    return pd.DataFrame(rows | {PAPER: {"tests": _fit(own_cells()), "both": np.nan}}).T.astype(float)


def _fit(own):
    habits = infer(log_likelihood(own, PRINTED, shift=None), [1.0]).joint[0] + TINY
    return fit_probability(own, PRINTED, habits, np.random.default_rng(0), shift=None)


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
    rows = []
    for name, of in load_recovery()["witnessed"].items():
        row = {"witness": name} | {f"sets of {level:.0%}": f"{share:.3f}" for level, share, _ in of["coverage"]}
        rows.append(row | {"true version first": f"{of['right']:.2f}"})
    return pd.DataFrame(rows)


@cache
def verdicts():
    """Tabulate which claims turn with which version: the mark and the fraction of the criteria (pandas.DataFrame)."""
    points_of = judged_readings(_surviving()[0], _surviving()[2])
    called = {NAMED["original, flat"]: "program, flat", NAMED["text"]: "textbook"}
    called |= {NAMED["original, flat, no centring, Glorot"]: "most probable"}
    written = json.loads((store.results_folder() / LEDGERS[0]).read_text(encoding="utf-8"))
    in_ledger = {claim["id"]: claim for claim in written}
    rows = []
    for claim, of_versions in by_reading(points_of, store.results_folder()).items():
        of = in_ledger[claim]
        row = {"claim": f"{plain(of['title'])} ([{claim}](verdicts.ipynb#ledger-{claim}))"}
        told = {"as written": of["columns"]["paper"], "program": of["columns"]["program"]}
        told |= {called.get(point, "tenfold, twos"): vars(of_versions[name_of(point)]) for point in points_of}
        row |= {name: f"{MARKS.get(of['verdict'], '–')} {of['n_met']}/{of['n_criteria']}" for name, of in told.items()}
        rows.append(row)
    return pd.DataFrame(rows)


def twenty_seeds():
    """Tabulate mean test accuracies in Table 2 of the versions with twenty seeds (pandas.DataFrame)."""
    rows = []
    for name, (called, _) in VERSIONS.items():
        for method in NODE_BY_NODE:
            row = {"version": called.replace("\n", " "), "method": METHODS[method].label}
            rows.append(row | {f"{factor:g}": f"{mean:.3f}" for factor, mean in table_2(name)[method].items()})
    row = {"version": "*the paper*", "method": ""}
    return pd.DataFrame([*rows, row | {f"{factor:g}": f"{score:.3f}" for factor, score in printed().items()}])
