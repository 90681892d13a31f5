"""Damaged results: named and set aside, never read, and computed anew; the rest goes on."""

import base64
import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_up import N_ROWS, arrays_of, put, read, record_of

from study import store
from study.claims import judge_all
from study.cli import main
from study.experiments import EXPERIMENTS, as_text, nodes_frame, plan
from study.ledger import written_verdicts
from study.page import source_of
from study.run import Run
from study.runner import missing
from study.speed import load_speed
from study.store.record import SetAside, check_record, checksum, parse

RUN = Run("network", "usps", "gn", {"amnesia": 0.4}, 3)
DIVERGED = replace(RUN, seed=4)
RUNS = {
    "network": RUN,
    "baseline": Run("baseline", "cancer", "majority", {}, 0),
    "sensitivity": Run("sensitivity", "usps", "gn", {"amnesia": 0.4}, 0),
    "planes": Run("planes", "digits", "pca", {"n_components": 4}, 0),
    "output nodes": Run("output nodes", "usps", "gn", {"output": "linear"}, 0),
}
ALL = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


def is_set_aside(run, folder):
    found, said = read(run, folder)
    path = store.path_of(run, folder)
    assert found is None
    assert len(said) == 1 and said[0].startswith(f"{path} is damaged and set aside: ") and "`gnode run`" in said[0]
    with pytest.warns(SetAside):
        assert missing([run], folder) == [run]
    return said[0]


def signed(record):
    """Write a record with the checksum that its fields ask for."""
    return json.dumps(record | {"sha256": checksum(record)})


WHOLE = signed(record_of(RUN))
DAMAGES = {
    "empty": b"",
    "blank": b"  \n",
    "not JSON": b"hello",
    "half": WHOLE[: len(WHOLE) // 2],
    "cut by a byte": WHOLE[:-1],
    "binary": bytes(range(256)) * 8,
    "an archive": b"PK\x03\x04" + bytes(100),
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "a string": b'"record"',
    "no fields": b"{}",
    "UTF-16": WHOLE.encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf" + WHOLE.encode(),
    "Latin-1": WHOLE.replace("AMD", "AM\xc4").encode("latin-1"),
    "lone surrogate": WHOLE.replace("AMD", "\\ud800"),
    "control character": WHOLE.replace("AMD", "\\u001b[31m"),
    "NaN": WHOLE.replace('"seconds": 1.0', '"seconds": NaN'),
    "Infinity": WHOLE.replace('"seconds": 1.0', '"seconds": Infinity'),
    "too large a number": WHOLE.replace('"seconds": 1.0', '"seconds": 1e999'),
    "too many digits": WHOLE.replace('"seconds": 1.0', '"seconds": ' + "9" * 5000),
    "a name twice": WHOLE.replace('"seconds": 1.0', '"seconds": 2.0, "seconds": 1.0'),
    "two records": WHOLE + WHOLE,
    "nested": "[" * 100_000 + "]" * 100_000,
    "huge": WHOLE + " " * (1 << 20),
    "of another seed": signed(record_of(replace(RUN, seed=4))),
    "of other settings": signed(record_of(replace(RUN, settings={"amnesia": 0.5}))),
    "of another version": signed(record_of(RUN) | {"version": 2}),
    "key of another run": signed(record_of(RUN) | {"key": replace(RUN, seed=4).key}),
    "no checksum": json.dumps(record_of(RUN)),
    "wrong checksum": json.dumps(record_of(RUN) | {"sha256": "0" * 64}),
}
# Path of a field -> values that it must not have.
FIELDS = {
    "seed": [-1, 3.0, "3", True, None],
    "kind": ["networks", None, []],
    "settings": [None, [], {"amnesia": 0.5}, {}],
    "scores": [None, [], {}, {"test": 0.5}],
    "scores.test": [1.5, -0.1, "0.9", 1, None, 0.9000001, [0.9]],
    "scores.n_test": [0, -5, 1.5, N_ROWS + 1, None, True],
    "scores.other": [0.5],
    "seconds": [-1.0, "1", None, 1, 0.01, 1e300],
    "timings.pretraining": [-0.1, "0.1", None, 50.0],
    "n_updates": [-1, 2.5, 4, None, "3"],
    "stage_updates.output": [-1, 0, None],
    "measures.redundancy": [-0.1, 1.1, None, "0.5"],
    "measures.roughness_median": [-0.1, None],
    "diverged": [True, 0, "", "two\nlines"],
    "warm": [0, None, "yes"],
    "commit": ["main", "<b>" * 10, 1],
    "dirty": ["no", 0],
    "python": ["3.11<br>", "", None],
    "packages": [{}, None, {"numpy": 2}, {"<i>": "1"}, []],
    "machine": [{}, None, "AMD"],
    "machine.cpu": ["", None, "a\nb", "\x1b[2J"],
    "machine.cores": [0, 2.0, "2", 10**400],
    "machine.user": ["me"],
    "data.name": ["digits", None],
    "data.checksum": ["c", None],
    "data.simulated": [True, None, 0],
    "data.part": ["half", 1],
    "threads": [0, None, 1.0],
    "load_average": [-1.0, "1"],
    "start": [
        "yesterday",
        "2026-11-21",
        None,
        "2026-11-21T14:36:09",
        "9999-12-31T23:59:59-23:59",
        "2026-W01-1T00:00+00:00",
    ],
    "peak_memory_bytes": [-1, 0, 1.5, "1", 10**400],
    "kernels": ["xyz", None, 1, "0" * 15],
    "arithmetic": [0, "1", None, 1.0],
    "test_right": ["!", None, 1, "AAAA", base64.b64encode(bytes(N_ROWS // 8)).decode()],
    "unknown": [1],
}


def changed(record, path, value):
    """Return a copy of a record with one field changed."""
    record = json.loads(json.dumps(record))
    *outer, last = path.split(".")
    within = record
    for name in outer:
        within = within[name]
    within[last] = value
    return record


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named_and_set_aside(results, damage):
    put(RUN, DAMAGES[damage], results)
    is_set_aside(RUN, results)


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, values in FIELDS.items() for value in values], ids=str
)
def test_a_field_that_is_wrong_is_named(results, path, value):
    put(RUN, signed(changed(record_of(RUN), path, value)), results)
    said = is_set_aside(RUN, results)
    assert path.rpartition(".")[2] in said or path.partition(".")[0] in said or "key" in said or "stages" in said


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_field_that_is_missing_is_named(results, run):
    record = record_of(run)
    for name in record.keys() - {"arithmetic"}:  # older ones lack that
        put(run, signed({field: value for field, value in record.items() if field != name}), results)
        assert name in is_set_aside(run, results)


def test_a_file_under_the_name_of_another_run_is_set_aside(results):
    store.save(RUN, record_of(RUN), None, results)
    other = replace(RUN, seed=4)
    os.replace(store.path_of(RUN, results), store.path_of(other, results))
    is_set_aside(other, results)


@pytest.mark.parametrize(
    "place", ["folder", "full folder", "dangling link", "loop of links", "pipe", "unreadable", "device"]
)
def test_what_is_no_file_is_set_aside_and_makes_room(results, place):
    path = store.path_of(RUN, results)
    path.parent.mkdir(parents=True)
    if place.endswith("folder"):
        path.mkdir()
        if place == "full folder":
            (path / "mine.txt").write_text("keep me")
    elif place == "pipe":
        os.mkfifo(path)
    elif place == "unreadable":
        path.write_text(WHOLE)
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("this user may read everything")
    else:
        path.symlink_to({"dangling link": "nowhere", "loop of links": path.name, "device": "/dev/zero"}[place])
    if place == "dangling link":
        assert read(RUN, results) == (None, [])
    else:
        is_set_aside(RUN, results)
    record = record_of(RUN)
    store.save(RUN, record, None, results)
    assert read(RUN, results) == (record, [])
    if place == "full folder":
        assert [kept.read_text() for kept in path.parent.glob(".set-aside-*/*/mine.txt")] == ["keep me"]


@pytest.mark.parametrize(
    "later",
    [{"kernels": "0123456789abcdef"}, {"arithmetic": 2}, {"test_right": None}, {"commit": None, "dirty": None}],
    ids=str,
)
def test_fields_that_only_some_records_have_are_read(results, later):
    record = record_of(RUN, scores={"test": 0.75})
    if "test_right" in later:
        right = np.arange(N_ROWS) < 0.75 * N_ROWS
        later = {"test_right": base64.b64encode(np.packbits(right).tobytes()).decode()}
    record |= later
    put(RUN, signed(record), results)
    assert read(RUN, results) == (record, [])


def test_every_kind_of_run_is_read_as_it_was_stored(results):
    for run in RUNS.values():
        record = record_of(run)
        store.save(run, record, None, results)
        assert read(run, results) == (record, [])
    store.save(DIVERGED, record_of(DIVERGED, diverged="node 3 diverged"), None, results)
    assert read(DIVERGED, results)[0]["diverged"] == "node 3 diverged"


def test_what_reading_would_set_aside_is_not_stored(results):
    for record, arrays in (
        (record_of(RUN, seconds=-1.0) | {"seconds": -1.0}, None),
        (record_of(replace(RUN, seed=4)), None),
        (record_of(RUN) | {"more": 1}, None),
    ):
        with pytest.raises(ValueError, match=f"The run {RUN.key} gave what cannot be stored"):
            store.save(RUN, record, arrays, results)
    assert not results.exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner), max_leaves=3
)


@ALL
@given(data=st.data(), kind=st.sampled_from(sorted(RUNS)))
def test_a_mutated_record_is_the_record_or_is_set_aside(place, data, kind):
    """Drop, add, retype or change any field of a stored file."""
    run = RUNS[kind]
    record = record_of(run)
    store.save(run, record, None, place)
    stored = json.loads(store.path_of(run, place).read_text())
    within = stored
    while True:
        name = data.draw(st.sampled_from([*within, "new"]))
        if isinstance(within.get(name), dict) and within[name] and data.draw(st.booleans()):
            within = within[name]
            continue
        break
    if data.draw(st.booleans()):
        within.pop(name, None)
    else:
        within[name] = data.draw(JSON)
    put(run, json.dumps(stored), place)
    found, said = read(run, place)
    assert (found == record and repr(found) == repr(record) and not said) or (found is None and len(said) == 1)


@ALL
@given(flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), min_size=1, max_size=4))
def test_a_file_with_flipped_bytes_is_the_record_or_is_set_aside(place, flips):
    record = record_of(RUN)
    store.save(RUN, record, None, place)
    content = bytearray(store.path_of(RUN, place).read_bytes())
    for where, change in flips:
        content[where % len(content)] ^= change
    put(RUN, bytes(content), place)
    found, said = read(RUN, place)
    assert (found == record and not said) or (found is None and len(said) == 1)


@pytest.fixture
def damaged(results):
    """Table 1 and the features, whole but for one file each."""
    planned = [run for name in ("table1", "features") for run in plan(name, n_seeds=2)]
    for number, run in enumerate(planned):
        result = {"scores": {"test": 0.9 + number / 1000}} if run.kind == "network" else {}
        store.save(run, record_of(run, **result), arrays_of(run, 16) if run.kind == "features" else None, results)
    for run in (planned[0], planned[-1]):
        store.path_of(run, results).write_bytes(b'{"seconds": ')
    return [store.path_of(run, results) for run in (planned[0], planned[-1])]


@pytest.mark.filterwarnings("always::study.store.SetAside")
def test_everything_that_reads_results_goes_on_without_the_damaged_file(damaged):
    with pytest.warns(SetAside) as said:
        for name, experiment in EXPERIMENTS.items():
            if experiment.table:
                as_text(name)
        assert "SV" in as_text("table1")
        nodes = nodes_frame()
        written_verdicts(judge_all())
        for name in EXPERIMENTS:
            source_of(name, "paper")
    assert len(nodes) == 200 * 8  # of 8 whole files with the usual amnesia factor
    assert {path for path in map(str, damaged) if any(path in str(one.message) for one in said)} == set(
        map(str, damaged)
    )


@pytest.mark.parametrize("command", [["status"], ["report", "table1"]])
def test_the_commands_name_the_damaged_file_on_a_line(damaged, command, results):
    gnode = [sys.executable, "-c", "from study.cli import main; main()"]
    outcome = subprocess.run([*gnode, *command], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr
    lines = [line for line in outcome.stderr.splitlines() if str(damaged[0]) in line]
    assert lines and all(line.startswith(f"{damaged[0]} is damaged and set aside: it is not JSON") for line in lines)
    assert "Traceback" not in outcome.stderr and "store.py" not in outcome.stderr


@pytest.mark.filterwarnings("ignore::study.store.SetAside")
def test_run_computes_a_damaged_result_anew(results):
    run = next(run for run in plan("table3", "smoke") if run.method == "majority")
    command = ["run", "table3", "--profile", "smoke", "--jobs", "1"]
    for other in plan("table3", "smoke"):
        if other != run:
            store.save(other, record_of(other), None, results / "smoke")
    for content in (b"", b"{}", DAMAGES["binary"]):
        put(run, content, results / "smoke")
        outcome = CliRunner().invoke(main, command)
        assert outcome.exit_code == 0, outcome.output
        assert "1/1 " in outcome.output
        check_record(store.find(run, results / "smoke"))


@pytest.mark.filterwarnings("ignore::study.store.SetAside")
def test_rows_of_damaged_files_say_nothing(results):
    run = Run("baseline", "news", "majority", {}, 0, rows="rows")
    for content in (b"", b"[]", b'{"rows": "rows"}', json.dumps(record_of(run) | {"rows": "columns"})):
        put(run, content, results)
        assert store.stored_rows("news", results) == set()
    put(run, json.dumps(record_of(run)), results)
    assert store.stored_rows("news", results) == {"rows"}


@pytest.mark.parametrize("at_rest", [False, True])
def test_rows_are_read_anew_when_a_file_is_replaced_or_removed(results, at_rest):
    run = Run("baseline", "news", "majority", {}, 0, rows="rows")
    whole, path = json.dumps(record_of(run)), store.path_of(run, results)
    for second, (content, rows) in enumerate(
        ((whole, {"rows"}), (whole.replace("{", "[", 1), set()), (whole, {"rows"}), (None, set()))  # of one length
    ):
        path.unlink() if content is None else put(run, content, results)
        if at_rest:  # since long ago
            os.utime(path.parent, (second, second))
        assert store.stored_rows("news", results) == store.stored_rows("news", results) == rows


@pytest.mark.parametrize(
    "content",
    [
        *("", "null", "[]", "{", '{"parts": NaN}', '{"parts": {"a": {"cpu_seconds": []}}}'),
        *('{"parts": {"a": {"cpu_seconds": [-1.0]}}}', '{"parts": {"a": {"beside": {"b": {"cpu_seconds": ["1"]}}}}}'),
        '{"parts": {"growth GN N": {"sizes": [1, 2], "cpu_seconds": [[1.0], [0.0]]}}}',
        *(
            '{"parts": null}',
            '{"parts": {"a": 1}}',
            '{"parts": {"growth GN N": {"sizes": {}, "cpu_seconds": [[1.0]]}}}',
        ),
        '{"parts": {"growth GN N": {"sizes": [1, 2], "cpu_seconds": [[1.0]]}}}',
        '{"parts": {"growth GN N": {"sizes": [1, 2], "cpu_seconds": [[1.0, 2.0], [1.0]]}}}',
    ],
)
def test_damaged_timings_are_named(results, content):
    results.mkdir()
    (results / "speed.json").write_text(content)
    with pytest.raises(store.DamagedResult, match=r"speed\.json is damaged: .*`make bench`"):
        load_speed()
    verdict = next(verdict for verdict in judge_all(["E2"]))
    assert verdict.verdict == "not run" and "speed.json is damaged" in verdict.note


def test_what_is_stored_today_is_whole(root, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    for name in EXPERIMENTS:
        for run in plan(name):
            read = store.read_arrays if run.kind == "features" else store.find
            assert read(run, root / "results") is not None, run


def test_parsing_is_strict():
    assert parse(b'{"a": [1, 2.5, null, "\\u00e4"]}') == {"a": [1, 2.5, None, "ä"]}
