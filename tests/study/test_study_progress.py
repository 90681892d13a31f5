"""What is shown while runs are computed."""

from gnode.study.progress import Estimate, Progress, in_words
from gnode.study.run import Run


def runs(method, seeds):
    return [Run("network", "usps", method, {"amnesia": 0.4}, seed) for seed in seeds]


def record(run, seconds):
    return {"key": run.key, **run.determinants, "seconds": seconds, "diverged": None}


def test_the_estimate_knows_runs_by_those_of_other_seeds():
    gn, usv = runs("gn", range(4)), runs("usv", range(2))
    estimate = Estimate([*gn, *usv], [], jobs=2)
    assert str(estimate) == "6 runs of unknown length left"
    estimate.add(record(gn[0], 10))
    estimate.add(record(gn[1], 20))
    assert estimate.left() == (2 * 15 / 2, 2)
    assert str(estimate) == "about 15 s and 2 runs of unknown length left"
    estimate.add(record(usv[0], 600))
    assert str(estimate) == "about 5 min left"
    estimate.remove(usv[1])
    assert str(estimate) == "about 15 s left"


def test_stored_runs_are_known_from_the_start():
    gn = runs("gn", range(2))
    assert Estimate(gn[1:], [record(gn[0], 30)], jobs=1).left() == (30, 0)


def test_a_run_that_is_computed_again_takes_as_long_as_before():
    gn = runs("gn", range(2))
    older = [record(run, 30) | {"arithmetic": 1} for run in gn]
    estimate = Estimate(gn, older, jobs=1)
    assert estimate.left() == (60, 0)
    estimate.add(record(gn[0], 10))
    assert estimate.left() == ((30 + 30 + 10) / 3, 0)


def test_other_settings_say_nothing():
    other = Run("network", "usps", "gn", {"amnesia": 1.0}, 0)
    assert Estimate(runs("gn", range(1)), [record(other, 30)], jobs=1).left() == (0, 1)


def test_without_a_terminal_there_is_a_line_for_each_run(tmp_path, capsys):
    gn = runs("gn", range(2))
    with Progress(gn, gn, tmp_path, jobs=1) as progress:
        progress.done(gn[0], record(gn[0], 12.34) | {"scores": {"test": 0.9312}}, None)
        progress.done(gn[1], None, "Traceback: out of memory")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"1/2 {in_words(gn[0])}: test 0.931, 12.3 s; about 12 s left"
    assert lines[1].startswith("2/2") and "failed" in lines[1]
    assert progress.n_done == 1
    assert "out of memory" in progress.failures[0]
