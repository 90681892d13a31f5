"""From stored cells to beliefs, and the command behind them."""

import shutil

import numpy as np
import pytest
from click.testing import CliRunner
from made_up import record_of

from study import store
from study.cli import main
from study.experiments.networks import measure_names
from study.forensics.grid import NAMED
from study.forensics.plan import greedy_runs
from study.forensics.stages import Incomplete, plan, screened, tables_of
from study.forensics.tables import PRINTED, infer, log_likelihood
from study.methods import NODE_BY_NODE

READINGS = [NAMED["original"], NAMED["text"]]
SEEDS = range(1000, 1003)
OF_GREEDY = dict.fromkeys(NODE_BY_NODE, SEEDS)


def save(run, folder, n_wrong, diverged=False):
    scores = {"n_train": 7291, "n_test": 2007}
    if not diverged:
        scores |= {"train": 7285 / 7291, "test": (2007 - n_wrong) / 2007}
    record = record_of(run, n_updates=None if diverged else 7)
    if not diverged:
        record["measures"] = dict.fromkeys(measure_names("usps"), 0.5)
    record |= {"scores": scores, "diverged": "it diverged" if diverged else None}
    store.save(run, record, None, folder)


@pytest.fixture(scope="module")
def whole(place):
    """GN and GCN of two readings: the one errs as often as the paper, the other more often."""
    of_text = {run.key for run in greedy_runs([NAMED["text"]], SEEDS)}
    for run in greedy_runs(READINGS, SEEDS):
        save(run, place, (140 if run.key in of_text else 175) + run.seed % 3 * 8)
    return place


@pytest.fixture
def stored(whole, results):
    return shutil.copytree(whole, results)


def posterior(folder):
    readings, cells = tables_of(READINGS, OF_GREEDY, folder)
    assert readings == READINGS
    return infer(log_likelihood(cells, PRINTED), np.ones(2)).readings


def test_the_reading_that_errs_like_the_paper_is_believed(stored):
    before = posterior(stored)
    assert before[1] > 0.99
    run = greedy_runs([NAMED["text"]], SEEDS)[0]
    save(run, stored, 300)
    assert posterior(stored)[1] != before[1]


def test_what_is_not_all_stored_is_refused(stored):
    with pytest.raises(Incomplete, match="gnode run readings"):
        tables_of(READINGS, dict.fromkeys(NODE_BY_NODE, range(1000, 1004)), stored)


def test_later_stages_wait_for_earlier_ones(results):
    with pytest.raises(Incomplete, match="--stage screening"):
        screened(results)
    for stage in ("shortlist", "beside", "survivors", "table3"):
        with pytest.raises(Incomplete):
            plan(stage)
    assert len(plan("screening")) == 64 * 2 * 8


def test_the_command_runs_goes_on_and_verifies(results):
    def gnode(*arguments):
        return CliRunner().invoke(main, [*arguments, "--profile", "smoke"])

    first = gnode("run", "readings", "--stage", "screening", "--jobs", "1")
    assert first.exit_code == 0, first.output
    assert "readings, screening: 6 runs, 0 of them stored" in first.output
    again = gnode("run", "readings", "--jobs", "1")
    assert "readings, table3: 6 runs, 6 of them stored" in again.output
    assert "readings, screening    6 of    6 runs stored" in gnode("status", "readings").output
    checked = gnode("verify", "readings", "--sample", "2", "--jobs", "1")
    assert checked.output.count(": identical") == 2, checked.output
    assert "the screening is not all stored" in gnode("report", "readings").output
    assert "name it alone" in gnode("run", "readings", "table1").output
    assert "--stage is about readings alone" in gnode("run", "table1", "--stage", "screening").output

    run = plan("screening", "smoke")[0]
    record = store.find(run, results / "smoke")
    wrong = record_of(run, n_updates=record["n_updates"]) | {"data": record["data"]}
    wrong["measures"] = record["measures"]
    wrong["scores"] = record["scores"] | {"test": record["scores"]["test"] - 1 / record["scores"]["n_test"]}
    store.save(run, wrong, None, results / "smoke")
    checked = gnode("verify", "readings", "--jobs", "1")
    assert checked.exit_code == 1 and "test: stored" in checked.output
