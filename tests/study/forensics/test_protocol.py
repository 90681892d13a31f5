"""The protocol as it was committed, and the data that the runs are planned from."""

import hashlib

import pytest

from study.forensics.grid import NAMED, points
from study.forensics.nine_sets import LATER, LONG, OF_ONE_SET, forms_of, set_runs
from study.forensics.plan import SEEDS, baseline_runs, greedy_runs
from study.forensics.protocol import tables
from study.forensics.stages import STAGES
from study.paper import TABLE_3


@pytest.mark.parametrize("page", ["claims", "protocol_readings"])
def test_what_was_fixed_beforehand_is_as_it_was_committed(root, page):
    """A change after that is an entry in book/deviations.md, not another text here."""
    kept, name = (root / f"book/{page}.sha256").read_text().split()
    assert name == f"{page}.md"
    assert hashlib.sha256((root / "book" / name).read_bytes()).hexdigest() == kept


def test_the_page_of_deviations_has_the_hash_of_the_criteria(root):
    kept, _ = (root / "book/claims.sha256").read_text().split()
    assert kept in (root / "book/deviations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", tables())
def test_the_protocol_shows_the_data_behind_the_runs(root, name):
    assert tables()[name] in (root / "book/protocol_readings.md").read_text(encoding="utf-8")


def test_the_protocol_says_the_seeds(root):
    pages = ("protocol_readings", "deviations")
    text = "".join((root / f"book/{page}.md").read_text(encoding="utf-8") for page in pages)
    for seeds in SEEDS.values():
        assert (f"{seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"the seed {seeds[0]}") in text
        assert seeds[0] >= 1000
    assert not set(SEEDS["screening"]) & set(SEEDS["survivors"])
    assert all(name in text for name in NAMED)
    assert len(STAGES) == 6


def test_runs_are_planned_once_and_seed_after_seed():
    readings = list(NAMED.values())
    runs = greedy_runs(readings, range(1000, 1003)) + baseline_runs(readings, range(1000, 1002))
    assert len({run.key for run in runs}) == len(runs)
    of_gn = [run.seed for run in runs if run.method == "gn"]
    assert of_gn == sorted(of_gn)
    # four readings, of which two differ from others in the amnesia rule alone: those share A = 0 and A = 1
    assert len(of_gn) == 3 * (4 * 8 - 2)
    # SV and USV heed neither amnesia nor centring: three readings, in three forms of pre-training
    assert len([run for run in runs if run.method == "sv"]) == 2 * 3 * 2


def test_all_of_the_grid_can_be_planned():
    assert len({run.key for run in greedy_runs(points(), [0])}) > 0


@pytest.mark.parametrize("dataset", TABLE_3)
def test_a_set_is_run_in_all_its_forms(dataset):
    n_own = len(OF_ONE_SET.get(dataset, "x"))
    assert len(forms_of(dataset, "gn", NAMED["text"])) == len(LATER) * n_own
    assert len(forms_of(dataset, "sv", NAMED["text"])) == (2 if dataset in LONG else len(LATER)) * n_own
    runs = [run for run in set_runs([NAMED["text"]], lambda dataset: "whole") if run.dataset == dataset]
    assert {run.method for run in runs} == {"sv", "usv", "gn", "gcn"}
    assert len({run.key for run in runs}) == len(runs)
