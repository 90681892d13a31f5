"""What the pages tabulate of the data sets, from their records and the study's runs."""

import pandas as pd

from study.datasets import get_record

from ..methods import METHODS
from ..paper import TABLE_3, main_runs
from .experiment import where


def short_title(record):
    """Name a data set without what its title explains in brackets (str)."""
    return record.title.split(" (")[0]


def n_rows(record):
    """Count the rows of a whole set, training and test (int)."""
    return sum(sum(counts) for counts in record.study_counts(record.forms[0]) if counts)


def settings(runs, found):
    """Tabulate the settings of each set of Table 3, from its runs and `study.experiments.table3.compare`."""
    networks = main_runs(runs[runs["method"].isin(TABLE_3["musk"])])
    rows = []
    for (dataset, kind, label), _ in found.groupby(["dataset", "rows", "label"], sort=False):
        record = get_record(dataset)
        of_set = where(networks, dataset=dataset, rows=kind)
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
