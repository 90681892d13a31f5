"""Tables of the data sets for the pages: sizes, homes, splits and settings, from their records and the study's runs."""

from __future__ import annotations

from math import ceil

import pandas as pd

from study.datasets import get_record

from ..methods import BASELINES, CONTROLS, METHODS, NODE_BY_NODE
from ..paper import TABLE_3, main_runs, sizes_beside_files
from .table3 import CELL_MARKS, marked

WITHOUT_FILES = {
    "scikit-learn": "comes with scikit-learn",
    "computed": "computed from the rules",
    "simulated": "simulated",
    "this repository": "comes with the study",
}


def short_title(record):
    """Name a data set without what its title explains in brackets (str)."""
    return record.title.split(" (")[0]


def n_rows(record):
    """Count the rows of a whole set, training and test (int)."""
    return sum(sum(counts) for counts in record.study_counts(record.forms[0]) if counts)


def sizes(records):
    """Put the paper's rows N and columns d of each of its sets beside the files' (pandas.DataFrame, a row a set)."""
    rows = []
    for record in (record for record in records if record.in_paper):
        beside = sizes_beside_files(record)
        numbers = {f"{size}, {who}": n for size, told in beside.items() for who, n in zip(("paper", "files"), told)}
        differs = ", ".join(size for size, (*_, same) in beside.items() if not same) or "–"
        rows.append({"data set": short_title(record), **numbers, "differs": differs})
    return pd.DataFrame(rows)


def homes(records):
    """Tabulate where each set comes from, in Markdown, and what there is without its files (pandas.DataFrame)."""
    rows = []
    for record in records:
        sources = [form.source for form in record.forms if form.source]
        home = f"[{record.home.split('/')[2]}]({record.home})"
        rows.append(
            {
                "data set": short_title(record),
                "`load`": f"`{record.name}`",
                "home": home + (f", [{record.doi}](https://doi.org/{record.doi})" if record.doi else ""),
                "licence": record.license,
                "without files": WITHOUT_FILES[sources[0]] if sources else "–",
            }
        )
    return pd.DataFrame(rows)


def splits(records):
    """Tabulate training and test rows of each whole set and how its columns are scaled (pandas.DataFrame)."""
    rows = []
    for record in records:
        given = record.study_counts(record.forms[0])[1]
        size = record.split.test_size or sum(given)
        n_test = ceil(size * n_rows(record)) if size < 1 else size
        rows.append(
            {
                "data set": short_title(record),
                "training rows": n_rows(record) - n_test,
                "test rows": n_test,
                "test rows are": "given" if given else "drawn",
                "scaling": record.scaling,
            }
        )
    return pd.DataFrame(rows)


def parts(records):
    """List the forms that hold only a part of a set: the set and the form, in Markdown -> which part (dict of str)."""
    return {
        f'{short_title(record)}, `form="{form.name}"`': f"{form.part}."
        for record in records
        for form in record.forms
        if form.part
    }


def settings(runs, found):
    """Tabulate network, rates, amnesia factor, classes and rows of each set of Table 3."""
    networks = main_runs(runs[runs["method"].isin(TABLE_3["musk"])])
    rows = []
    for (dataset, kind, label), _ in found.groupby(["dataset", "rows", "label"], sort=False):
        record = get_record(dataset)
        of_set = networks[(networks["dataset"] == dataset) & (networks["rows"] == kind)]
        rates = of_set.drop_duplicates("method").groupby("learning_rate")["method"].agg(list)
        told = {f"{rate:g}": " and ".join(METHODS[name].label for name in of) for rate, of in rates.items()}
        rows.append(
            {
                "data set": label,
                "network": "-".join(map(str, record.in_paper.network)),
                "rate η": ", ".join(rate if len(told) == 1 else f"{rate} ({who})" for rate, who in told.items()),
                "A": record.in_paper.amnesia,
                "classes": len(record.study_names),
                "training rows": f"{int(of_set['n_train'].iloc[0]):,}",
                "test rows": f"{int(of_set['n_test'].iloc[0]):,}",
            }
        )
    return pd.DataFrame(rows)


def pairs(tested, found):
    """Tabulate node by node minus layer by layer on each set, in the paper and in our runs."""
    cells = found[found["in_d1"]].set_index(["dataset", "method"])
    rows: dict[str, dict] = {}
    for pair in tested.itertuples():
        one, other = (cells.loc[(pair.dataset, method)] for method in (pair.method, pair.other))
        sign = (" ▲" if pair.mean > 0 else " ▼") if pair.apart else " =" if pair.alike else ""
        name = f"{METHODS[pair.method].label} − {METHODS[pair.other].label}"
        row = rows.setdefault(pair.dataset, {"data set": one["label"]})
        row[f"{name}, paper"] = f"{one['test_paper'] - other['test_paper']:+.3f}"
        row[f"{name}, ours"] = f"{pair.mean:+.3f} [{pair.low:+.3f}, {pair.high:+.3f}]{sign}" if pair.n else "–"
    return pd.DataFrame(rows.values())


def beside_paper(found):
    """Tabulate our test accuracy minus the paper's with the mark of claim D1 (pandas.DataFrame, a row a set)."""
    cells = found[found["in_d1"]]
    rows = []
    for label, of_set in cells.groupby("label", sort=False):
        row = {"data set": label}
        for cell in of_set.itertuples():
            gap = f"{cell.test - cell.test_paper:+.3f}" if cell.n else "–"
            row[METHODS[cell.method].label] = f'<span class="{cell.how}">{CELL_MARKS[cell.how]} {gap}</span>'
        rows.append(row)
    return pd.DataFrame(rows)


def networks(found, dataset):
    """Tabulate the networks of one set: the paper's test score with its mark, and ours (pandas.DataFrame)."""
    rows = [
        {
            "method": METHODS[of.method].label,
            "paper, test": marked(of.test_paper, of.how) if of.in_d1 else "–",
            "ours, test": of.test_written,
            "ours, training": of.train_written,
        }
        for of in found[found["dataset"] == dataset].itertuples()
    ]
    return pd.DataFrame(rows).replace(r" \(\d+\)", "", regex=True)


def without_pretraining(base):
    """Tabulate what needs no pre-training beside the paper's best score, ✔ if that beats the baselines (DataFrame)."""
    base = base.dropna(subset=["best_paper"])
    table = pd.DataFrame({"data set": base["label"]})
    for name in (*BASELINES, *CONTROLS):
        table[METHODS[name].label] = base[f"{name}_written"].replace(r" \(\d+\)| ± 0\.000", "", regex=True)
    mark = base["informative"].map({True: " ✔", False: " ✘"})
    return table.assign(**{"paper's best": base["best_paper"].map("{:.3f}".format) + mark})


def controls(controlled):
    """Count the sets above, equal to and below each control; in brackets, those that are clear (pandas.DataFrame)."""
    rows = []
    for (method, control), of in controlled.groupby(["method", "control"]):
        sides = {"above": of["ahead"] > 0, "equal": of["ahead"] == 0, "below": of["ahead"] < 0}
        counts = {side: f"{chosen.sum()} ({(chosen & of['clear']).sum()})" for side, chosen in sides.items()}
        counts["equal"] = f"{sides['equal'].sum()}"
        rows.append({"method": METHODS[method].label, "control": METHODS[control].label} | counts)
    order = [METHODS[name].label for name in NODE_BY_NODE]
    return pd.DataFrame(rows).sort_values("method", key=lambda of: of.map(order.index), kind="stable")
