"""The ledger has every claim, and what it says follows from what is stored."""

import csv
import io
import json
import re
import shutil
from dataclasses import replace

import pytest
from click.testing import CliRunner

from study import store
from study.claims import CLAIMS, VERDICTS, Verdict, judge, judge_all
from study.claims.card import MARKS, verdict_card, verdict_line
from study.claims.claim import OUR_QUESTION
from study.cli import main
from study.experiments import plan
from study.ledger import FILES, count, ledger_cards, written_verdicts
from study.stats import duration

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


def test_verdicts_are_counted_by_kind():
    other = Verdict("S2", "not run")
    assert count([VERDICT, other, VERDICT]) == dict.fromkeys(VERDICTS, 0) | {"partly": 2, "not run": 1}


def test_a_card_is_folded_and_leads_to_the_evidence():
    card = ledger_cards([VERDICT], {})
    assert card.startswith(":::{dropdown} ") and ":open:" not in card
    assert ":name: ledger-S1\n" in card
    assert "<verdict-S1>`" in card


def test_what_is_no_claim_of_the_paper_says_so():
    apart = [claim_id for claim_id, claim in CLAIMS.items() if claim.apart]
    assert apart == ["E4", "A3", "D4", "D6", "I6", "X1"]
    card = verdict_card(CLAIMS["A3"], Verdict("A3", "not reproduced"))
    assert "**Counted apart:** our question." in card and ":class-container: verdict not-reproduced apart\n" in card
    assert "apart" not in verdict_card(CLAIMS["S1"], VERDICT)


def test_what_our_runs_do_not_show_is_not_called_refuted():
    card = verdict_card(CLAIMS["A3"], Verdict("A3", "not reproduced"))
    assert card.splitlines()[0].endswith(f" ? {CLAIMS['A3'].title} (A3): not shown")
    line = verdict_line(CLAIMS["A3"], Verdict("A3", "not reproduced"))
    assert line.splitlines()[1].startswith("? ") and line.endswith(": not shown.\n:::\n")


@pytest.mark.parametrize(
    ("other", "beside", "robust"),
    [
        ("reproduced", "; holds under 1 of 2 readings", "depends on the reading"),
        ("partly", "", "never whole"),
        ("not run", "", "not run"),
    ],
)
def test_a_card_tells_the_verdicts_under_other_readings(other, beside, robust):
    likeliest = "amnesia flat, centring off"
    verdict, under = Verdict("M1", "not reproduced"), {"M1": {likeliest: Verdict("M1", other)}}
    card = ledger_cards([verdict], under)
    assert card.splitlines()[0].endswith(f"(M1): not reproduced{beside}")
    assert f"**By reading:** {robust}. {MARKS['not reproduced']} this book's; {MARKS[other]} the likeliest." in card


def test_a_card_says_what_how_and_at_what_cost():
    card = verdict_card(CLAIMS["S1"], VERDICT)
    title = f"{MARKS['partly']} {CLAIMS['S1'].title} (S1): partly (3 of 4)"
    assert card.startswith(f":::{{dropdown}} {title}\n:class-container: verdict partly\n\n")
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


@pytest.fixture(scope="module")
def judged(root):
    """The verdicts by the committed runs, and the files that are written of them."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GNODE_RESULTS", str(root / "results"))
        verdicts = judge_all()
        return verdicts, written_verdicts(verdicts)


def test_every_claim_has_a_judge(judged):
    assert list(CLAIMS) == [verdict.id for verdict in judged[0]]


def test_every_stored_verdict_in_part_says_its_fraction(judged):
    for verdict in judged[0]:
        kinds = {verdict.n_criteria: "reproduced", 0: "not reproduced"}
        assert verdict.n_criteria > 0
        assert verdict.verdict == kinds.get(verdict.n_met, "partly")
        word = "in part" if CLAIMS[verdict.id].apart == OUR_QUESTION else "partly"
        fraction = f": {word} ({verdict.n_met} of {verdict.n_criteria})"
        assert (fraction in verdict_card(CLAIMS[verdict.id], verdict)) == (verdict.verdict == "partly")


@pytest.mark.parametrize(
    ("seconds", "written"), [(0.123, "0.12 s"), (42.3, "42 s"), (600, "10 min"), (5399, "90 min"), (9000, "2.5 h")]
)
def test_durations_have_a_fitting_unit(seconds, written):
    assert duration(seconds) == written


def test_both_files_say_the_same():
    of_json, of_csv = (content.decode() for content in written_verdicts([VERDICT], {}).values())
    (record,) = json.loads(of_json)
    (row,) = csv.DictReader(io.StringIO(of_csv))
    assert record.pop("by_reading") == {}
    assert {name: str(value) for name, value in record.items()} == row
    assert (record["id"], record["verdict"], record["ours"]) == ("S1", "partly", "188, 66")
    assert (record["n_met"], record["n_criteria"]) == (3, 4)
    assert record["criterion"] == CLAIMS["S1"].criterion


def test_the_verdicts_under_other_readings_are_written():
    under = {"M1": {"text": Verdict("M1", "reproduced")}}
    content = written_verdicts([VERDICT, Verdict("M1", "not reproduced")], under)["verdicts.json"]
    untouched, touched = json.loads(content)
    assert (untouched["by_reading"], untouched["robustness"]) == ({}, "no reading touches it")
    assert touched["by_reading"] == {"original": "not reproduced", "text": "reproduced"}
    assert touched["robustness"] == "depends on the reading"


@pytest.mark.parametrize("name", FILES)
def test_the_committed_files_follow_from_the_committed_runs(root, judged, name):
    committed = (root / "results" / name).read_bytes()
    assert committed == judged[1][name], "run `gnode report --write`"


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
    """With no name given, `gnode run` runs all of them."""
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    study = re.search(r"^study:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]
    assert "/gnode run)\n" in study


@pytest.fixture(scope="module")
def changed(root, tmp_path_factory):
    """The stored results, but every network of table 1 that GN pre-trained has lost 0.3 of its test score."""
    folder = tmp_path_factory.mktemp("changed") / "results"
    shutil.copytree(root / "results", folder, ignore=shutil.ignore_patterns("smoke"))
    for run in plan("table1"):
        if run.method == "gn":
            record = {"kernels": "0" * 16} | store.find(run, folder)
            scores = record["scores"]
            scores["test"] = round((scores["test"] - 0.3) * scores["n_test"]) / scores["n_test"]
            record.pop("test_right", None)  # it would contradict the score
            store.save(run, record, None, folder)
    return folder


def test_a_changed_result_changes_number_and_verdict_of_the_card(root, changed, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    before = judge("A1")
    monkeypatch.setenv("GNODE_RESULTS", str(changed))
    after = judge("A1")
    assert before.ours in ledger_cards([before], {}) and before.ours != after.ours in ledger_cards([after], {})
    assert f": {before.in_words}\n" in ledger_cards([before], {}) and f": {after.in_words}\n" in ledger_cards(
        [after], {}
    )
    assert before.n_met > after.n_met


def test_the_file_keeps_the_protocol_s_word_for_a_claim_that_is_never_whole():
    under = {"M2": {"text": Verdict("M2", "not reproduced")}}
    (record,) = json.loads(written_verdicts([Verdict("M2", "partly")], under)["verdicts.json"])
    assert record["robustness"] == "fails everywhere"
