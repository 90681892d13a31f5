"""The ledger has every claim, and what it says follows from what is stored."""

import csv
import io
import json
import shutil
from dataclasses import replace

import nbformat
import papermill
import pytest
from click.testing import CliRunner

from gnode.cli import main
from gnode.study import store
from gnode.study.claims import CLAIMS, VERDICTS, Verdict, in_short, judge, judge_all
from gnode.study.claims.card import MARKS, verdict_card
from gnode.study.experiments import EXPERIMENTS, plan, runs_frame
from gnode.study.ledger import FILES, count, ledger_cards, overview, written_verdicts
from gnode.study.page import typeset
from gnode.study.stats import duration, summary

VERDICT = Verdict(
    "S1",
    "partly",
    n_met=3,
    n_criteria=4,
    paper="3.8",
    ours="188, 66",
    n_seeds=3,
    command="gnode run timing",
    seconds=560,
    peak_memory_bytes=10**8,
)


def test_every_claim_has_a_judge():
    assert list(CLAIMS) == [verdict.id for verdict in judge_all()]


def test_verdicts_are_counted_by_kind():
    other = Verdict("S2", "not run")
    assert count([VERDICT, other, VERDICT]) == dict.fromkeys(VERDICTS, 0) | {"partly": 2, "not run": 1}


def test_the_overview_leads_to_the_cards_and_they_to_the_evidence():
    assert overview([VERDICT]).splitlines()[-1] == (
        f"| {{ref}}`S1 <ledger-S1>` | {CLAIMS['S1'].title} | {MARKS['partly']} partly (3 of 4) |"
    )
    card = ledger_cards([VERDICT])
    assert ":name: ledger-S1\n" in card
    assert "<verdict-S1>`" in card


def test_a_card_says_what_how_and_at_what_cost():
    card = verdict_card(CLAIMS["S1"], VERDICT)
    assert card.startswith(f":::{{admonition}} {MARKS['partly']} S1: partly (3 of 4)\n:class: verdict partly\n\n")
    for said in (
        CLAIMS["S1"].statement,
        CLAIMS["S1"].criterion,
        "**Paper:** 3.8",
        "**Ours (3 seeds):** 188, 66",
        "`gnode run timing`. The stored runs took 9 min in all, on one thread, and at most 100 MB.",
    ):
        assert said in card


def test_a_card_without_runs_names_no_cost():
    card = verdict_card(CLAIMS["D5"], Verdict("D5", "partly", paper="18 numbers", ours="12 of 18"))
    assert "Made by" not in card and "took" not in card and "seeds" not in card


@pytest.mark.parametrize("n_seeds", [0, 1, 3])
def test_a_card_has_no_broken_bold(n_seeds):
    markdown = pytest.importorskip("markdown_it").MarkdownIt()
    card = markdown.render(verdict_card(CLAIMS["S1"], replace(VERDICT, n_seeds=n_seeds)))
    assert "<strong>Ours" in card
    assert "**" not in card


def test_only_a_verdict_in_part_has_a_fraction():
    assert VERDICT.in_words == "partly (3 of 4)"
    assert replace(VERDICT, verdict="not reproduced", n_met=0).in_words == "not reproduced"
    assert Verdict("S1", "not run").in_words == "not run"


def test_every_stored_verdict_in_part_says_its_fraction(root, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    for verdict in judge_all():
        kinds = {verdict.n_criteria: "reproduced", 0: "not reproduced"}
        assert verdict.n_criteria > 0
        assert verdict.verdict == kinds.get(verdict.n_met, "partly")
        fraction = f"{verdict.id}: partly ({verdict.n_met} of {verdict.n_criteria})"
        assert (fraction in verdict_card(CLAIMS[verdict.id], verdict)) == (verdict.verdict == "partly")


@pytest.mark.parametrize(
    ("seconds", "written"), [(0.123, "0.12 s"), (42.3, "42 s"), (600, "10 min"), (5399, "90 min"), (9000, "2.5 h")]
)
def test_durations_have_a_fitting_unit(seconds, written):
    assert duration(seconds) == written


def test_both_files_say_the_same():
    of_json, of_csv = (content.decode() for content in written_verdicts([VERDICT]).values())
    (record,) = json.loads(of_json)
    (row,) = csv.DictReader(io.StringIO(of_csv))
    assert {name: str(value) for name, value in record.items()} == row
    assert (record["id"], record["verdict"], record["ours"]) == ("S1", "partly", "188, 66")
    assert (record["n_met"], record["n_criteria"]) == (3, 4)
    assert record["criterion"] == CLAIMS["S1"].criterion


@pytest.mark.parametrize("name", FILES)
def test_the_committed_files_follow_from_the_committed_runs(root, monkeypatch, name):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    committed = (root / "results" / name).read_bytes()
    assert committed == written_verdicts(judge_all())[name], "run `gnode report --write`"


def test_the_report_writes_the_files(results):
    result = CliRunner().invoke(main, ["report", "--write"])
    assert result.exit_code == 0, result.output
    assert [verdict["id"] for verdict in json.loads((results / "verdicts.json").read_text())] == list(CLAIMS)
    assert f"written: {results / 'verdicts.csv'}" in result.output


def test_only_all_verdicts_are_written(results):
    result = CliRunner().invoke(main, ["report", "table1", "--write"])
    assert result.exit_code == 2 and "--write is about all verdicts" in result.output
    assert not results.exists()


def test_the_study_runs_every_experiment(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    runs = [line.split("gnode run ")[1].rstrip(")") for line in makefile.splitlines() if "/gnode run " in line]
    assert sorted(" ".join(runs).split()) == sorted(EXPERIMENTS)


@pytest.fixture(scope="module")
def changed(root, tmp_path_factory):
    """The stored results, but every network of table 1 that GN pre-trained has lost 0.3 of its test score."""
    folder = tmp_path_factory.mktemp("changed") / "results"
    shutil.copytree(root / "results", folder, ignore=shutil.ignore_patterns("smoke"))
    for run in plan("table1"):
        if run.method == "gn":
            record = store.find(run, folder)
            scores = record["scores"]
            scores["test"] = round((scores["test"] - 0.3) * scores["n_test"]) / scores["n_test"]
            record.pop("test_right", None)  # it would contradict the score
            store.save(run, record, None, folder)
    return folder


def cards(notebook, name):
    """Return what a notebook has glued under a name, as Markdown."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    data = next(of.data for of in outputs if of.get("metadata", {}).get("scrapbook", {}).get("name", "").endswith(name))
    return next(text for kind, text in data.items() if kind.endswith("text/markdown"))


def test_in_short_follows_the_results(root, changed, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    before = [told() for told in (in_short.accurate, in_short.faster, in_short.amnesia, in_short.interpretable)]
    assert in_short.MISSING not in before
    monkeypatch.setenv("GNODE_RESULTS", str(changed))
    gn = summary(runs_frame("table1"), "method").loc["gn"]
    assert f"{gn['mean']:.3f} ± {gn['sd']:.3f} (10) with GN" in in_short.accurate()
    assert in_short.accurate() != before[0]
    assert in_short.faster() == before[1]


@pytest.mark.parametrize("told", [in_short.accurate, in_short.faster, in_short.amnesia, in_short.interpretable])
def test_in_short_says_that_runs_are_missing(results, told):
    assert told() == in_short.MISSING


@pytest.mark.parametrize(("chapter", "name"), [("06_running_time", "verdict_A1"), ("10_verdicts", "ledger_A")])
def test_a_changed_result_changes_number_and_verdict_of_the_page(root, changed, tmp_path, monkeypatch, chapter, name):
    given = root / "notebooks" / f"{chapter}.ipynb"
    shown = cards(nbformat.read(given, as_version=4), name)
    assert f"{MARKS['reproduced']} A1: reproduced" in shown or f"{MARKS['partly']} A1: partly" in shown
    monkeypatch.setenv("GNODE_RESULTS", str(changed))
    papermill.execute_notebook(given, tmp_path / "ran.ipynb", progress_bar=False, log_output=False)
    now = cards(nbformat.read(tmp_path / "ran.ipynb", as_version=4), name)
    after = judge("A1")
    assert typeset(after.ours) in now and typeset(after.ours) not in shown
    assert f"A1: {after.verdict}" in now
    assert f"A2: {judge('A2').verdict}" in now or chapter != "10_verdicts"
