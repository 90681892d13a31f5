"""The ledger has every claim, and what it says follows from what is stored."""

import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from study.claims import CLAIMS, InColumns, Verdict, judge_columns
from study.claims.card import OUTCOME_MARKS, verdict_card
from study.cli import main
from study.experiments import runs_frame
from study.experiments.columns import COLUMNS
from study.ledger import FILES, places_of_labels, written_verdicts

VERDICT = Verdict("S1", "partly", 3, 4, "3.8", "188, 66", 3, command="gnode run seconds", seconds=560)
VERDICT = replace(VERDICT, peak_memory_bytes=10**8)


def both(paper, program=None):
    """Put two verdicts together; one stands for both."""
    return InColumns(paper.id, {"paper": paper, "program": program or paper})


PARTLY = both(VERDICT)
SPLIT = both(VERDICT, replace(VERDICT, verdict="not reproduced", n_met=0, ours="2, 3"))


def test_every_claim_is_shown_by_a_page(tmp_path):
    """A label that a claim names and no page has would be left out of its card."""
    (tmp_path / "fast.md").write_text('# Faster?\n\n<a id="verdict-S1"></a>Yes.\n\n    name: fig-ratios\n')
    found = {"verdict-S1": ("fast", "Faster?"), "fig-ratios": ("fast", "Faster?")}
    assert places_of_labels(tmp_path) == found
    places = places_of_labels()
    assert [label for claim in CLAIMS.values() for label in claim.shown if label not in places] == []


def test_a_card_tells_both_columns_and_why_they_differ():
    claim = replace(CLAIMS["S1"], why={"splits": "Memory decides.", "holds": "It does."})
    card = verdict_card(claim, SPLIT)
    assert card.splitlines()[1] == f"<summary>{OUTCOME_MARKS['splits']} {claim.title}: splits</summary>"
    assert "**We found in the paper's version: in part (3 of 4)** (3 seeds). 188, 66." in card
    assert "**We found in the program's version: fails** (3 seeds). 2, 3." in card
    assert "**Why it splits.** Memory decides." in card and "It does." not in card
    assert "Why" not in verdict_card(claim, PARTLY)


def test_a_line_why_says_no_more_than_the_runs(judged):
    """What such a line adds to the outcome, read off the numbers of the card."""
    columns = {found.id: found.columns for found in judged[0]}

    def of(claim, column, pattern):
        return [float(number) for number in re.findall(pattern, columns[claim][column].ours)]

    best = {claim: {column: of(claim, column, r"best at ([\d.]+)") for column in COLUMNS} for claim in ("M1", "M1x")}
    scores = {column: of("A1", column, r"([\d.]+) ±") for column in COLUMNS}
    sums = {
        (column, method): sum(low > 0 for low in of("I8", column, rf" {method} beyond sums: \S+ \[([^,]+)"))
        for column in COLUMNS
        for method in ("GN", "GCN")
    }
    on_plane = {column: of("I2", column, r"([\d.]+) ±") for column in COLUMNS}
    kept = runs_frame("reconstruction", column="paper").groupby(["method", "amnesia"])["r2"].median().unstack(0)
    alike = runs_frame("table2", column="paper").groupby(["method", "amnesia"])["redundancy"].mean().unstack(0)
    first = {column: of("I5", column, r"^([\d.]+) ±") for column in COLUMNS}
    so = {
        "A1": all("not GCN." in verdict.note for verdict in columns["A1"].values()),
        "A2": all(max(of_four) - min(of_four) < 0.01 for of_four in scores.values()),
        "A3": [low > 0 for low in of("A3", "paper", r"\[([^,]+)")] == [True, True, False, False],
        "D1": all(
            "CANCER 4/4" in v.ours and "ISOLET 3/4" in v.ours and "CHESS 1/4" in v.ours for v in columns["D1"].values()
        ),
        "D2": all(v.n_met == 2 and v.ours.count("no score, USV diverged") == 2 for v in columns["D2"].values()),
        "D3": all(float(v.ours.split()[0]) < 0.935 - 0.1 for v in columns["D3"].values()),
        "D4": columns["D4"]["paper"].n_met < 9,
        "D6": all(v.ours.startswith("1 of 18 pairs are equivalent (POKER, GN)") for v in columns["D6"].values()),
        "D7": of("D7", "paper", r"; (\d+) differ")[0] > 2 * of("D7", "paper", r", (\d+) of them in favour")[0],
        "N6": of("N6", "paper", r"at 0\.1: ([-+.\d]+)")[0] < 0 < of("N6", "program", r"at 0\.1: ([-+.\d]+)")[0],
        "M1": best["M1"]["paper"] == [0.4, 0.4] and min(best["M1"]["program"]) >= 0.8,
        "M1x": max(best["M1x"]["paper"]) < 0.4 and min(best["M1x"]["program"]) > 0.5,
        "M2": alike.idxmin().between(0.1, 0.9).all() and of("M2", "program", r"GN ρ = (\S+),")[0] < -0.8,
        "I1": all(of("I1", column, r"image \S+ \[([^,]+)")[0] > 0 for column in COLUMNS)
        and all(of("I1", column, r"selectivity \S+ \[\S+ ([^]]+)")[0] < -0.5 for column in COLUMNS),
        "I2": on_plane["paper"][1] > on_plane["paper"][0] and abs(np.subtract(*on_plane["program"])) < 0.01,
        "I5": first["paper"][0] < 0.1 < 0.5 < first["program"][0] < 0.9,
        "I6": all(verdict.ours.startswith("GN 10 of 10, GCN 1 of 10.") for verdict in columns["I6"].values()),
        "I8": sums == {("paper", "GN"): 0, ("paper", "GCN"): 2, ("program", "GN"): 2, ("program", "GCN"): 1},
        "N1": all(min(of("N1", column, r"G\w+ (\d+)%")) > 50 for column in COLUMNS),
        "N4": kept.idxmax().between(0.2, 0.5).all() and of("N4", "program", r"GN ρ = (\S+) ")[0] > 0.8,
    }
    assert all(so.values()), [claim for claim, holds in so.items() if not holds]


def test_numbers_with_the_same_names_become_a_table():
    ours = {"paper": "1 of 4. SV 1.5, USV 2 ± 1 (20), GN +3 [2, 4], GCN 4", "program": "SV 5, USV 6, GN 7, GCN 8"}
    columns = {name: replace(VERDICT, printed="SV .1, USV .2, GN .3, GCN .4", ours=told) for name, told in ours.items()}
    card = verdict_card(CLAIMS["A1"], InColumns("A1", columns))
    assert (
        "\n|  | the paper prints | the paper's version | the program's version |\n| --- | --- | --- | --- |\n" in card
    )
    assert "\n| SUP | .1 | 1.5 | 5 |\n| AE | .2 | 2 ± 1 (20) | 6 |\n| GN | .3 | +3 [2, 4] | 7 |\n" in card
    assert "**The paper prints:**" not in card and "1 of 4." not in card


@pytest.fixture(scope="module")
def judged(root):
    """The verdicts by the committed runs, and the files that are written of them."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GNODE_RESULTS", str(root / "results"))
        found = judge_columns()
        return found, written_verdicts(found)


def test_every_stored_verdict_says_its_fraction_and_every_outcome_why(judged):
    for found in judged[0]:
        assert found.outcome == "not run" or CLAIMS[found.id].why.get(found.outcome)
        for verdict in found.columns.values():
            kinds = {verdict.n_criteria: "reproduced", 0: "not reproduced"}
            if verdict.verdict not in ("not testable", "not run"):
                assert verdict.n_criteria > 0 and verdict.verdict == kinds.get(verdict.n_met, "partly")


def test_both_files_say_the_same():
    of_json, of_csv = (content.decode() for content in written_verdicts([SPLIT]).values())
    (record,), (row,) = json.loads(of_json), csv.DictReader(io.StringIO(of_csv))
    flat = {f"{column}_{name}": value for column, of in record.pop("columns").items() for name, value in of.items()}
    assert {name: str(value) for name, value in (record | flat).items()} == row
    told = record | flat
    expected = {"id": "S1", "outcome": "splits", "printed": "3.8", "criterion": CLAIMS["S1"].criterion}
    expected |= {"paper_verdict": "partly", "paper_fraction": "3/4", "program_fraction": "0/4"}
    assert told | expected == told


@pytest.mark.parametrize("name", FILES)
def test_the_committed_files_follow_from_the_committed_runs(root, judged, name):
    committed = (root / "results" / name).read_bytes()
    assert committed == judged[1][name], "run `gnode report --write`"


def test_the_report_writes_the_files(results):
    result = CliRunner().invoke(main, ["report", "--write"])
    assert result.exit_code == 0, result.output
    assert [verdict["id"] for verdict in json.loads((results / "verdicts.json").read_text())] == list(CLAIMS)
    assert f"written: {results / 'verdicts.csv'}" in result.output
