"""What is shown while runs are computed."""

from study import store
from study.commands import Progress, expected_seconds, in_words
from study.run import Run


def runs(method, seeds):
    return [Run("network", "usps", method, {"amnesia": 0.4}, seed) for seed in seeds]


def record(run, seconds):
    return {"key": run.key, **run.determinants, "seconds": seconds, "diverged": None}


def expected(monkeypatch, planned, todo, records):
    stored = {record["key"]: record for record in records}
    monkeypatch.setattr(store, "find", lambda run, folder: stored.get(run.key))
    return expected_seconds(planned, todo, None)


def test_runs_are_expected_to_take_as_long_as_those_of_other_seeds(monkeypatch):
    gn, usv = runs("gn", range(4)), runs("usv", range(2))
    records = [record(gn[0], 10), record(gn[1], 20), record(usv[0], 600)]
    found = expected(monkeypatch, [*gn, *usv], [*gn[2:], usv[1]], records)
    assert found == {gn[2].key: 15, gn[3].key: 15, usv[1].key: 600}


def test_a_run_that_is_computed_again_takes_as_long_as_before(monkeypatch):
    gn = runs("gn", range(2))
    older = [record(run, 30) | {"arithmetic": 1} for run in gn]
    assert expected(monkeypatch, gn, gn, older) == dict.fromkeys((run.key for run in gn), 30)


def test_of_other_settings_only_the_average_is_known(monkeypatch):
    gn, other = runs("gn", range(1)), Run("network", "usps", "gn", {"amnesia": 1.0}, 0)
    assert expected(monkeypatch, [*gn, other], gn, [record(other, 30)]) == {gn[0].key: 30}
    assert expected(monkeypatch, gn, gn, []) == {gn[0].key: 1}


def test_without_a_terminal_there_is_a_line_for_each_run(tmp_path, capsys):
    gn = runs("gn", range(2))
    with Progress(gn, gn, tmp_path) as progress:
        progress.done(gn[0], record(gn[0], 12.34) | {"scores": {"test": 0.9312}}, None)
        progress.done(gn[1], None, "Traceback: out of memory")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"1/2 {in_words(gn[0])}: test 0.931, 12.3 s; about ") and lines[0].endswith(" left")
    assert lines[1].startswith("2/2") and "failed; about 0 s left" in lines[1]
    assert progress.n_done == 1
    assert "out of memory" in progress.failures[0]
