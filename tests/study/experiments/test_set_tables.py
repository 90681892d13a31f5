"""Tables of the data sets say what the records and the runs do."""

import pandas as pd

from gnode.datasets import get_record, names
from gnode.study.experiments import set_tables

RECORDS = [get_record(name) for name in names()]


def by_set(table):
    return table.set_index("data set")


def test_sizes_name_what_differs():
    table = by_set(set_tables.sizes(RECORDS))
    assert table.loc["USPS"].tolist() == [9298, "7291 + 2007", 256, "256", "–"]
    assert table.loc["MADELON", "differs"] == "N"
    assert len(table) == sum(record.in_paper is not None for record in RECORDS)


def test_homes_link_and_say_what_there_is_without_files():
    table = set_tables.homes(RECORDS).set_index("`load`")
    assert table.loc["`musk`", "home"].startswith("[archive.ics.uci.edu](https://")
    assert table.loc["`chess`", "without files"] == "computed from the rules"
    assert table.loc["`usps`", "without files"] == "–"


def test_splits_share_out_all_rows():
    table = by_set(set_tables.splits(RECORDS))
    for record in RECORDS:
        row = table.loc[set_tables.short_title(record)]
        assert row["training rows"] + row["test rows"] == set_tables.n_rows(record)
    assert table.loc["ISOLET", "test rows are"] == "given"
    assert table.loc["CNAE-9", "test rows"] == 216


def test_only_parts_are_listed():
    told = set_tables.parts(RECORDS)
    assert all(" of " in part for part in told.values())
    assert {name.split(",")[0] for name in told} == {"NEWS", "POKER"}


def test_rates_are_told_by_method_where_they_differ():
    frame = pd.DataFrame(
        [("cnae9", "sv", 0.01), ("cnae9", "gn", 0.1), ("cnae9", "gcn", 0.1), ("cnae9", "gcn", 0.15)]
        + [("bank", name, 0.01) for name in ("sv", "gn")],
        columns=["dataset", "method", "learning_rate"],
    ).assign(rows="whole", n_train=864, n_test=216)
    found = pd.DataFrame({"dataset": ["cnae9", "bank"], "rows": "whole", "label": ["CNAE-9", "BANK"]})
    table = by_set(set_tables.settings(frame, found))
    assert table["rate η"].tolist() == ["0.01 (SV), 0.1 (GN and GCN)", "0.01"]
    assert table.loc["CNAE-9", "network"] == "594-396"
