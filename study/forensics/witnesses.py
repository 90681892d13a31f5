"""Which settings printed Tables 1 and 2, by test scores alone, and with training scores as a second witness.

Training scores are nearly one everywhere, so that one misfit common to all rows counts in each of them. As a second
witness they are allowed a shift that is common to all rows (`book/protocol_columns.md`).
"""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
from scipy.special import logsumexp

from .. import store
from ..experiments import runs_frame
from ..methods import NODE_BY_NODE
from ..paper import TABLE_2, TABLE_3, main_runs
from .grid import FACTORS, NAMED
from .multiverse import evidence
from .predictive import from_seeds, stacked
from .printed import UNITS
from .stored import prior_of
from .survivors import weighed_by
from .tables import Cells, Printed, log_likelihood

__all__ = [
    "FILE",
    "N_LIKELIEST",
    "PAPER",
    "SHIFTS",
    "WITNESSES",
    "as_text",
    "distances",
    "own_cells",
    "shifted",
    "what_witnesses_say",
    "witnessed",
    "write",
]

FILE = "readings.json"
N_LIKELIEST = 5

SHIFTS = tuple(np.linspace(-0.002, 0.002, 9))
"""Of the printed training scores, all equally likely beforehand."""

PAPER = ("flat", "off", "small", "off", "file", "everywhere", "text", "1")
"""The column "paper" as a point of the grid."""


def _test_scores(cells, printed):
    return log_likelihood(cells, printed, shift=None)


def _with_training(cells, printed):
    each = [log_likelihood(cells, printed, shift=shift) for shift in SHIFTS]
    return logsumexp(each, axis=0) - np.log(len(SHIFTS))


WITNESSES = {
    "test scores": _test_scores,
    "training scores, with a shift": _with_training,
    "training scores, as printed": log_likelihood,
}
"""What is believed of the tables -> the log likelihood of `Cells`; the last one is the first edition's."""


def shifted(printed, shift):
    """Add a shift to all printed training scores, which are rounded again and stay in [0, 1] (Printed)."""

    def moved(rows):
        return {
            name: (float(np.clip(round((train + shift) * UNITS), 0, UNITS)) / UNITS, test)
            for name, (train, test) in rows.items()
        }

    return Printed(moved(printed.table_1), moved(printed.table_2))


def own_cells(column="paper"):
    """Learn what a column predicts of Tables 1 and 2 from its runs (`Cells` of one reading; None without them)."""
    runs = runs_frame("table2", column=column)
    sizes = runs.groupby(["method", "amnesia"]).size() if len(runs) else pd.Series(dtype=int)
    if len(sizes) < len(NODE_BY_NODE) * len(TABLE_2) or sizes.min() < 2:
        return None
    counted = {
        (method, float(factor)): {
            "train": np.rint(of["train"] * of["n_train"]).to_numpy(),
            "test": np.rint(of["test"] * of["n_test"]).to_numpy(),
            "n_train": int(of["n_train"].iloc[0]),
            "n_test": int(of["n_test"].iloc[0]),
        }
        for (method, factor), of in runs.dropna(subset="test").groupby(["method", "amnesia"])
        if method in NODE_BY_NODE
    }
    prior = prior_of(counted.values())
    learned = {
        key: from_seeds(of["train"], of["test"], of["n_train"], of["n_test"], prior) for key, of in counted.items()
    }
    return Cells({key: stacked([of]) for key, of in learned.items()})


def witnessed(folder):
    """Weigh all readings by each of `WITNESSES`.

    Parameters
    ----------
    folder : pathlib.Path
        Of the stored results.

    Returns
    -------
    dict of str to (list of tuple, Posterior)
        By the witness: the readings and their posterior. `PAPER` is among them, by the runs of its column where they
        are stored.

    Raises
    ------
    Incomplete
        If the stages of the readings are not all stored.
    """
    cells = own_cells()
    more = None if cells is None else (PAPER, cells)
    return {name: weighed_by(likelihood, folder, more) for name, likelihood in WITNESSES.items()}


def distances(folder):
    """Tell how far Table 3 is from each version that has run it.

    That is the root mean square, over the sets, of our mean test score minus the printed one.

    Parameters
    ----------
    folder : pathlib.Path

    Returns
    -------
    pandas.DataFrame
        One row a version and method: version, method, rms, n_sets, n_seeds (the fewest of a set).
    """
    frames = {
        "paper": runs_frame("table3", column="paper"),
        "mended": runs_frame("table3"),
        **{name: evidence(point, folder)("table3").data for name, point in NAMED.items() if name != "original"},
    }
    rows = []
    for version, frame in frames.items():
        for method in NODE_BY_NODE:
            of_method = main_runs(frame[frame["method"] == method]) if len(frame) else frame
            means = of_method.groupby("dataset")["test"].agg(["mean", "count"]) if len(of_method) else pd.DataFrame()
            known = [dataset for dataset in TABLE_3 if dataset in means.index]
            apart = [means["mean"][dataset] - TABLE_3[dataset][method][1] for dataset in known]
            rows.append(
                {
                    "version": version,
                    "method": method,
                    "rms": float(np.sqrt(np.mean(np.square(apart)))) if known else np.nan,
                    "n_sets": len(known),
                    "n_seeds": int(means["count"][known].min()) if known else 0,
                }
            )
    return pd.DataFrame(rows)


def what_witnesses_say(folder):
    """Say what each of `WITNESSES` makes of the settings, and how far Table 3 is from each version.

    Parameters
    ----------
    folder : pathlib.Path

    Returns
    -------
    dict
        In terms of JSON. witnesses: by name, n_readings, settings (by setting and level its probability), likeliest
        (the `N_LIKELIEST`, each with its settings and probability) and paper (the probability of the column). table_3:
        the rows of `distances`.
    """
    told = {}
    for name, (readings, posterior) in witnessed(folder).items():
        p = posterior.readings
        settings = {
            factor.name: {
                level.name: float(sum(p[j] for j, point in enumerate(readings) if point[i] == level.name))
                for level in factor.levels
            }
            for i, factor in enumerate(FACTORS)
        }
        likeliest = [
            {"settings": dict(zip((factor.name for factor in FACTORS), readings[j])), "probability": float(p[j])}
            for j in np.argsort(-p, kind="stable")[:N_LIKELIEST]
        ]
        own = float(sum(p[j] for j, point in enumerate(readings) if point == PAPER))
        told[name] = {"n_readings": len(readings), "settings": settings, "likeliest": likeliest, "paper": own}
    rows = distances(folder).astype(object)
    return {"witnesses": told, "table_3": rows.where(rows.notna(), None).to_dict("records")}


def write(folder):
    """Store `what_witnesses_say` in `FILE`; return the path."""
    path = folder / FILE
    store.write_whole(path, (json.dumps(what_witnesses_say(folder), indent=1) + "\n").encode())
    return path


def as_text(folder):
    """Tell it in lines (str)."""
    found = what_witnesses_say(folder)
    lines = []
    for name, of in found["witnesses"].items():
        lines.append(f"by {name}: probability of each setting, of {of['n_readings']} readings")
        for setting, levels in of["settings"].items():
            lines.append(f"  {setting}: " + ", ".join(f"{level} {p:.3f}" for level, p in levels.items()))
        lines += [f"  {one['probability']:.3f} {', '.join(one['settings'].values())}" for one in of["likeliest"]]
        lines.append(f"  {of['paper']:.4f} the column paper")
    table = pd.DataFrame(found["table_3"]).to_string(index=False, float_format="{:.3f}".format)
    return "\n".join([*lines, "Table 3, root mean square of our mean test scores minus the printed ones", table])
