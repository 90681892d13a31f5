"""Tables of the data sets say what the records and the runs do."""

import pandas as pd

from study.datasets import get_record, names
from study.experiments import set_tables

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


def test_pairs_have_the_papers_difference_and_ours_with_what_the_test_says():
    tested = pd.DataFrame(
        [
            ("bank", "gn", "usv", -0.003, False, True, 5),
            ("bank", "gcn", "sv", 0.04, True, False, 5),
            ("madelon", "gn", "usv", float("nan"), False, False, 0),
            ("madelon", "gcn", "sv", -0.1, True, False, 5),
        ],
        columns=["dataset", "method", "other", "mean", "apart", "alike", "n"],
    )
    tested = tested.assign(low=tested["mean"] - 0.01, high=tested["mean"] + 0.01)
    found = pd.DataFrame(
        {"dataset": name, "label": name.upper(), "method": method, "in_d1": True, "test_paper": 0.9 + place / 100}
        for name in ("bank", "madelon")
        for place, method in enumerate(("sv", "usv", "gn", "gcn"))
    )
    table = by_set(set_tables.pairs(tested, found))
    assert table.columns.tolist() == ["GN − USV, paper", "GN − USV, ours", "GCN − SV, paper", "GCN − SV, ours"]
    assert table.loc["BANK"].tolist() == ["+0.010", "-0.003 [-0.013, +0.007] =", "+0.030", "+0.040 [+0.030, +0.050] ▲"]
    assert table.loc["MADELON"].tolist() == ["+0.010", "–", "+0.030", "-0.100 [-0.110, -0.090] ▼"]


def test_each_score_is_marked_and_set_beside_the_papers():
    rows = [
        ("A", "sv", 0.9, 0.905, "met", 5, True),
        ("A", "gn", 0.9, 0.7, "missed", 5, True),
        ("B", "sv", 0.9, float("nan"), "missed", 0, True),
        ("C", "sv", 0.9, 0.9, "met", 5, False),
    ]
    found = pd.DataFrame(rows, columns=["label", "method", "test_paper", "test", "how", "n", "in_d1"])
    table = by_set(set_tables.beside_paper(found))
    assert table.index.tolist() == ["A", "B"]
    assert table.loc["A"].tolist() == [
        '<span class="met">✔ +0.005</span>',
        '<span class="missed">✘ -0.200</span>',
    ]
    assert table.loc["B", "SV"] == '<span class="missed">✘ –</span>'


def test_networks_of_a_set_have_the_papers_score_with_its_mark():
    rows = [
        ("bank", "gn", 0.9, "missed", True),
        ("bank", "random", float("nan"), None, False),
        ("musk", "gn", 1, "met", True),
    ]
    found = pd.DataFrame(rows, columns=["dataset", "method", "test_paper", "how", "in_d1"])
    found = found.assign(test_written="0.800 ± 0.010 (5)", train_written="0.9 ± 0.1 (5)")
    table = set_tables.networks(found, "bank")
    assert table["method"].tolist() == ["GN", "random layers"]
    assert table["paper, test"].tolist() == ['<span class="missed">✘ 0.900</span>', "–"]
    assert table["ours, test"].tolist() == ["0.800 ± 0.010"] * 2


def test_the_best_score_is_marked_and_a_set_without_one_left_out():
    base = pd.DataFrame({"label": ["A", "B", "C"], "best_paper": [0.9, 0.8, None], "informative": [True, False, None]})
    for name in ("majority", "logistic", "none", "random"):
        base[f"{name}_written"] = "0.700 ± 0.000 (5)"
    table = set_tables.without_pretraining(base)
    assert table["paper's best"].tolist() == ["0.900 ✔", "0.800 ✘"]
    assert table["random layers"].tolist() == ["0.700", "0.700"]


def test_sets_are_counted_beside_each_control_with_those_that_are_clear():
    rows = [("gcn", 0.1, True), ("gcn", 0.1, False), ("gn", -0.1, True), ("gn", 0.0, False)]
    controlled = pd.DataFrame(rows, columns=["method", "ahead", "clear"]).assign(control="none")
    table = set_tables.controls(controlled)
    assert table["method"].tolist() == ["GN", "GCN"]
    assert table[["above", "equal", "below"]].to_numpy().tolist() == [["0 (0)", "1", "1 (1)"], ["2 (1)", "0", "0 (0)"]]
