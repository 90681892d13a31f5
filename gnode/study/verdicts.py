"""Hold the stored runs against the criteria of the claims."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from . import paper, store
from .claims import CLAIMS
from .protocol import plan
from .tables import runs_frame, summary

__all__ = ["EVALUATORS", "NotRun", "Verdict", "judge", "judge_all"]

MARGIN = 0.010  # of accuracy; the criteria of A1, A2 and D1
PAIRS = (("sv", "gcn"), ("sv", "gn"), ("usv", "gn"), ("usv", "gcn"))


class NotRun(LookupError):
    """Runs that a verdict needs are not stored."""


@dataclass(frozen=True)
class Verdict:
    """What became of a claim.

    Parameters
    ----------
    id : str
    verdict : str
        One of `gnode.study.claims.VERDICTS`, or "not run" while runs are missing.
    paper, ours : str
        The numbers compared; ours with spread and number of seeds.
    n_seeds : int
        The smallest number of seeds behind any number of ours.
    note : str
    command : str
        What computes the runs behind it.
    """

    id: str
    verdict: str
    paper: str = ""
    ours: str = ""
    n_seeds: int = 0
    note: str = ""
    command: str = ""


def judge(claim_id):
    """Judge a claim by what is stored.

    Parameters
    ----------
    claim_id : str
        A key of `EVALUATORS`.

    Returns
    -------
    Verdict
    """
    experiment, evaluate = EVALUATORS[claim_id]
    command = f"gnode run {experiment}"
    try:
        planned = plan(experiment)
        folder = store.results_folder()
        n_missing = sum(store.find(run, folder) is None for run in planned)
        outcome = evaluate(runs_frame(experiment))
    except NotRun as error:
        return Verdict(claim_id, "not run", note=str(error), command=command)
    if n_missing:
        outcome["note"] = f"{outcome.get('note', '')} {n_missing} of {len(planned)} runs are still missing.".strip()
    return Verdict(claim_id, command=command, **outcome)


def judge_all():
    """Judge every claim that stored runs can speak to (a list of `Verdict`, in the order of the claims)."""
    return [judge(claim_id) for claim_id in CLAIMS if claim_id in EVALUATORS]


def share(n_met, n_all):
    """Turn a count of criteria that are met into a verdict."""
    return "reproduced" if n_met == n_all else "partly" if n_met else "not reproduced"


def _cells(frame, by, wanted, value="test"):
    """Summarise a frame and make sure that each wanted cell is there."""
    cells = summary(frame, by, value)
    absent = [key for key in wanted if key not in cells.index]
    if absent:
        raise NotRun(f"No runs are stored of {', '.join(map(str, absent))}.")
    return cells.loc[list(wanted)]


def _written(cell):
    """Write mean, standard deviation and number of seeds of a cell."""
    return f"{cell['mean']:.3f} ± {cell['sd']:.3f} ({cell['n']:.0f})"


def _holds(printed, cell):
    """Tell whether a printed score lies within max(2 sd, 0.010) of our mean."""
    return abs(printed - cell["mean"]) <= max(2 * np.nan_to_num(cell["sd"]), MARGIN)


def _ratios(frame, value):
    """Compute the ratio of mean times of each pair."""
    times = _cells(frame, "method", ("sv", "usv", "gn", "gcn"), value)
    ratios = {(slow, fast): times["mean"][slow] / times["mean"][fast] for slow, fast in PAIRS}
    printed = {(slow, fast): paper.TABLE_1[slow][value] / paper.TABLE_1[fast][value] for slow, fast in PAIRS}
    written = [
        ", ".join(f"{slow.upper()}/{fast.upper()} {ratio:.3g}" for (slow, fast), ratio in of.items())
        for of in (printed, ratios)
    ]
    return ratios, *written, int(times["n"].min())


def _s1(frame):
    ratios, printed, ours, n = _ratios(frame, "pretraining_seconds")
    verdict = share(sum(ratio >= 10 for ratio in ratios.values()), len(ratios))
    return {"verdict": verdict, "paper": printed, "ours": ours, "n_seeds": n}


def _s2(frame):
    ratios, printed, ours, n = _ratios(frame, "total_seconds")
    verdict = share(sum(ratio > 1 for ratio in ratios.values()), len(ratios))
    return {"verdict": verdict, "paper": printed, "ours": ours, "n_seeds": n}


def _a1(frame):
    cells = _cells(frame, "method", paper.TABLE_1)
    printed = {method: row["test"] for method, row in paper.TABLE_1.items()}
    met = [_holds(score, cells.loc[method]) for method, score in printed.items()]
    return {
        "verdict": share(sum(met), len(met)),
        "paper": ", ".join(f"{method.upper()} {score:.3f}" for method, score in printed.items()),
        "ours": ", ".join(f"{method.upper()} {_written(cell)}" for method, cell in cells.iterrows()),
        "n_seeds": int(cells["n"].min()),
    }


def _scores(frame, **conditions):
    """Return the test scores of the runs that meet the conditions, at least two."""
    for name, wanted in conditions.items():
        frame = frame[frame[name] == wanted] if name in frame else frame[:0]
    scores = frame["test"].dropna() if "test" in frame else []
    if len(scores) < 2:
        raise NotRun(f"Fewer than two runs are stored of {', '.join(map(str, conditions.values()))}.")
    return scores


def _a2(frame):
    met, ours, n_seeds = [], [], []
    for greedy, layerwise in (("gn", "usv"), ("gcn", "sv")):
        one, other = _scores(frame, method=greedy), _scores(frame, method=layerwise)
        not_below = stats.ttest_ind(one, other - MARGIN, equal_var=False, alternative="greater").pvalue
        not_above = stats.ttest_ind(one, other + MARGIN, equal_var=False, alternative="less").pvalue
        p = max(not_below, not_above)
        met.append(p < 0.05)
        ours.append(f"{greedy.upper()} - {layerwise.upper()} {one.mean() - other.mean():+.4f}, p = {p:.2g}")
        n_seeds.append(min(len(one), len(other)))
    verdict = share(sum(met), 2) if min(n_seeds) >= 10 else "not testable"
    note = "" if min(n_seeds) >= 10 else "The criterion asks for at least 10 seeds."
    return {"verdict": verdict, "paper": "maintained", "ours": "; ".join(ours), "n_seeds": min(n_seeds), "note": note}


def _a3(frame):
    met, ours, n_seeds = [], [], []
    for greedy in ("gn", "gcn"):
        for control in ("none", "random"):
            one, other = _scores(frame, method=greedy), _scores(frame, method=control)
            low, high = stats.ttest_ind(one, other, equal_var=False).confidence_interval(0.95)
            met.append(low > 0)
            ours.append(f"{greedy.upper()} - {control} {one.mean() - other.mean():+.4f} [{low:+.4f}, {high:+.4f}]")
            n_seeds.append(min(len(one), len(other)))
    note = "Met where the interval lies above zero."
    return {
        "verdict": share(sum(met), len(met)),
        "paper": "no control",
        "ours": "; ".join(ours),
        "n_seeds": min(n_seeds),
        "note": note,
    }


def _m1(frame):
    factors = list(paper.TABLE_2)
    met, ours, n_seeds = [], [], []
    for method in ("gn", "gcn"):
        cells = _cells(frame[frame["method"] == method] if len(frame) else frame, "amnesia", factors)
        best = cells["mean"].idxmax()
        sd = np.nan_to_num(cells["sd"])
        below = [
            cells["mean"][best] - cells["mean"][factor] > sd[[factors.index(best), factors.index(factor)]].max()
            for factor in (1.0, 0.0)
        ]
        met.append(best in (0.4, 0.5) and all(below))
        listed = ", ".join(f"{factor:g}: {_written(cells.loc[factor])}" for factor in (best, 1.0, 0.0))
        ours.append(f"{method.upper()} best at {best:g} ({listed})")
        n_seeds.append(int(cells["n"].min()))
    return {
        "verdict": share(sum(met), 2),
        "paper": ", ".join(f"{factor:g}: {row['test']:.3f}" for factor, row in paper.TABLE_2.items()),
        "ours": "; ".join(ours),
        "n_seeds": min(n_seeds),
        "note": "One sd: the larger of the two that are compared.",
    }


def _m2(frame):
    factors = list(paper.TABLE_2)
    met, ours, n_seeds = [], [], []
    for method in ("gn", "gcn"):
        runs = frame[frame["method"] == method] if len(frame) else frame
        cells = _cells(runs, "amnesia", factors, "redundancy")
        rho = stats.spearmanr(factors, cells["mean"]).statistic
        met.append(rho <= -0.8)
        ours.append(
            f"{method.upper()} {rho:.2f}, from {cells['mean'][0.0]:.3f} (A = 0) to {cells['mean'][1.0]:.3f} (A = 1)"
        )
        n_seeds.append(int(cells["n"].min()))
    return {"verdict": share(sum(met), 2), "paper": "falls with A", "ours": "; ".join(ours), "n_seeds": min(n_seeds)}


def _m3(frame):
    if frame.empty:
        raise NotRun("No runs of sensitivity are stored.")
    rises, ours = [], []
    for (method, rate), runs in frame.groupby(["method", "learning_rate"]):
        diverged = summary(runs, "amnesia", "diverged_share")["mean"]
        change = summary(runs, "amnesia", "change_max")["mean"].reindex(diverged.index)
        trouble = diverged + np.log10(change.fillna(1.0)) / 100  # divergence first, then the growth of a perturbation
        rho = stats.spearmanr(diverged.index, trouble).statistic if trouble.nunique() > 1 else 0.0
        rises.append(rho >= 0.8)
        ours.append(f"{method.upper()} at {rate:g}: {rho:.2f}, diverged {diverged.max():.0%}")
    note = (
        "The claim has no threshold; met where trouble rises with A, by the share of diverged nodes and then by the "
        "growth of a perturbation of 1e-12 (Spearman >= 0.8)."
    )
    n_seeds = int(frame.groupby(["method", "learning_rate", "amnesia"]).size().min())
    return {
        "verdict": share(sum(rises), len(rises)),
        "paper": "high A induces numerical issues",
        "ours": "; ".join(ours),
        "n_seeds": n_seeds,
        "note": note,
    }


def _real(frame):
    """Leave out simulated rows and the extra rate of CNAE-9."""
    if frame.empty:
        raise NotRun("No runs of table3 are stored.")
    return frame[~frame["simulated"] & (frame["learning_rate"] != 0.15)]


def _d1(frame):
    frame = _real(frame)
    wanted = [(dataset, method) for dataset, row in paper.TABLE_3.items() for method in row]
    cells = _cells(frame, ["dataset", "method"], wanted)
    met = {key: _holds(paper.TABLE_3[key[0]][key[1]][1], cells.loc[key]) for key in wanted}
    of_set = {dataset: sum(met[dataset, method] for method in row) for dataset, row in paper.TABLE_3.items()}
    parts = sorted(set(frame[frame["part"].notna()]["dataset"]))
    return {
        "verdict": share(sum(met.values()), len(met)),
        "paper": "36 cells",
        "ours": f"{sum(met.values())} of 36 cells: " + ", ".join(f"{name} {n}/4" for name, n in of_set.items()),
        "n_seeds": int(cells["n"].min()),
        "note": f"Only a part of {' and '.join(parts)} was at hand." if parts else "",
    }


def _d2(frame):
    frame = _real(frame)
    met, ours, n_seeds = [], [], []
    for greedy in ("gn", "gcn"):
        for layerwise in ("sv", "usv"):
            one = _scores(frame, dataset="madelon", method=greedy)
            other = _scores(frame, dataset="madelon", method=layerwise)
            difference = one.mean() - other.mean()
            error = np.sqrt(one.var() / len(one) + other.var() / len(other))
            met.append(difference > 2 * error)
            ours.append(f"{greedy.upper()} - {layerwise.upper()} {difference:+.3f} ± {error:.3f}")
            n_seeds.append(min(len(one), len(other)))
    printed = "GN .645, GCN .652; SV .560, USV .550"
    return {
        "verdict": share(sum(met), len(met)),
        "paper": printed,
        "ours": "; ".join(ours),
        "n_seeds": min(n_seeds),
        "note": "± is the standard error of the difference.",
    }


def _d3(frame):
    ((dataset, method, rate), printed), *_ = paper.TEXT_SCORES.items()
    if frame.empty:
        raise NotRun("No runs of table3 are stored.")
    cells = _cells(frame[frame["learning_rate"] == rate], ["dataset", "method"], [(dataset, method)])
    cell = cells.loc[(dataset, method)]
    verdict = share(int(_holds(printed, cell)), 1)
    return {"verdict": verdict, "paper": f"{printed:.3f}", "ours": _written(cell), "n_seeds": int(cell["n"])}


def _d4(frame):
    frame = _real(frame)
    met, ours = [], []
    cells = _cells(frame, ["dataset", "method"], [(name, base) for name in paper.TABLE_3 for base in _BASELINES])
    for dataset, row in paper.TABLE_3.items():
        best = max(test for _, test in row.values())
        majority, logistic = (cells["mean"][dataset, base] for base in _BASELINES)
        met.append(best > majority + MARGIN and best > logistic + MARGIN)
        ours.append(f"{dataset}: majority {majority:.3f}, logistic {logistic:.3f}, paper's best {best:.3f}")
    note = (
        "A row is informative if the paper's best score beats both by more than 0.010; the criterion has no threshold."
    )
    return {
        "verdict": share(sum(met), len(met)),
        "paper": "no baselines",
        "ours": "; ".join(ours),
        "n_seeds": int(cells["n"].min()),
        "note": note,
    }


_BASELINES = ("majority", "logistic")

# Claim -> the experiment behind it and its judge. Claims that are not here are judged in the chapters about them.
EVALUATORS = {
    "S1": ("timing", _s1),
    "S2": ("timing", _s2),
    "A1": ("table1", _a1),
    "A2": ("table1", _a2),
    "A3": ("table1", _a3),
    "M1": ("table2", _m1),
    "M2": ("table2", _m2),
    "M3": ("sensitivity", _m3),
    "D1": ("table3", _d1),
    "D2": ("table3", _d2),
    "D3": ("table3", _d3),
    "D4": ("table3", _d4),
}
