"""Stored results: whole or not there, found again, never lost; damage is named with its place and its remedy."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from made_up import FEATURES, arrays_of, record_of, run_of

from study import store
from study.experiments import EXPERIMENTS, plan
from study.experiments.columns import COLUMNS, n_seeds
from study.forensics import stages
from study.record import check_arrays, check_record
from study.run import Run
from study.runner import missing

RUN = Run("baseline", "cancer", "majority", {}, 0)
SEEDS = sorted((replace(RUN, seed=seed) for seed in range(3)), key=lambda run: run.key)
ARRAYS = arrays_of(FEATURES)


def save(*runs, folder, **result):
    for run in runs:
        store.save(run, record_of(run, **result), ARRAYS if run == FEATURES else None, folder)
    return store.path_of(runs[0], folder)


def keys_in(path):
    return [json.loads(line)["key"] for line in path.read_bytes().splitlines()]


def shared_in(folder):
    return json.loads((folder / "shared.json").read_bytes())


def programs_in(folder):
    return {name: value for name, value in shared_in(folder).items() if "kernels" in value or "commit" in value}


def test_every_kind_of_run_is_found_as_it_was_stored(results, root):
    of_kinds = {record["kind"]: record for record in store.find_everything(root / "results")}
    diverged = record_of(replace(RUN, kind="network"), diverged="node 3 diverged", commit=None, dirty=None)
    for record in (*of_kinds.values(), diverged):
        run, record = run_of(record), {"kernels": "0" * 16} | record
        assert store.find(run, results) is None and not store.is_current(run, results)
        store.save(run, record, None, results)
        found = store.find(run, results)
        assert found == record
        found["machine"]["cores"] = found["data"]["name"] = None  # is the caller's own
        assert store.find(run, results) == record


def test_seeds_share_a_file_and_their_program_stands_once_and_another_one_changes_its_line_alone(results):
    path = save(*SEEDS, folder=results)
    assert path == results / "runs" / "baseline" / "cancer.jsonl" and keys_in(path) == [run.key for run in SEEDS]
    assert len(programs_in(results)) == 1 and b"AMD" not in path.read_bytes()
    before = path.read_bytes().splitlines()
    save(SEEDS[1], folder=results, commit="1" * 40)
    now = path.read_bytes().splitlines()
    assert now[::2] == before[::2] and len(now) == 3 and len(programs_in(results)) == 2
    assert [store.find(run, results)["commit"][0] for run in SEEDS] == ["0", "1", "0"]


WHOLE = json.dumps(record_of(SEEDS[1]) | {"program": "PROGRAM", "data": "DATA"})  # for their names in shared.json
DAMAGES = [
    *("", "hello", "<<<<<<< HEAD", WHOLE[:-1], WHOLE + WHOLE, "[" * 100_000, "null", "{}", b"\xc4" + WHOLE.encode()),
    *(WHOLE.replace(f'"{name}"', f'"no {name}"') for name in ("key", "program")),
    *(WHOLE.replace('"PROGRAM"', other) for other in ('"00000000"', "null")),
    WHOLE.replace(SEEDS[1].key, SEEDS[0].key),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_line_is_named_with_its_remedy_wherever_it_is_read(results, damage):
    path = save(*SEEDS, folder=results)
    lines, damage = path.read_bytes().splitlines(), damage.encode() if isinstance(damage, str) else damage
    (program,), names = programs_in(results), shared_in(results)
    (data,) = names.keys() - {program}
    damage = damage.replace(b"PROGRAM", program.encode()).replace(b"DATA", data.encode())
    lines[1] = damage
    path.write_bytes(b"\n".join(lines))
    for read in (
        *(lambda run=run: store.find(run, results) for run in SEEDS),
        lambda: store.is_current(RUN, results),
        lambda: store.find_everything(results),
        lambda: store.stored_rows("cancer", results),
        lambda: save(RUN, folder=results),
    ):
        with pytest.raises(store.DamagedResult) as raised:
            read()
        said = str(raised.value)
        assert said.startswith(f"{path}, line 2, is no record of a run: ") and "\n" not in said
        assert f"`git checkout -- {path}`" in said and "delete the line, and `gnode run`" in said
    assert path.read_bytes() == b"\n".join(lines)
    assert store.find(replace(RUN, dataset="bank"), results) is None  # in a file of its own


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", None])
def test_damage_to_what_lines_share_is_named(results, content):
    path = save(RUN, folder=results).parents[2] / "shared.json"
    path.unlink() if content is None else path.write_text(content)
    store._held.clear()
    for read in (lambda: store.find(RUN, results), lambda: store.find_everything(results)):
        with pytest.raises(store.DamagedResult, match=r"shared\.json .*`git checkout"):
            read()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(results, monkeypatch):
    path = save(RUN, folder=results)
    monkeypatch.setattr(os, "fsync", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(RUN, folder=results, seconds=2.0)
    assert store.find(RUN, results)["seconds"] == 1.0 and list(path.parent.iterdir()) == [path]


def test_weights_come_back_as_they_were_stored_and_make_no_room_for_others(results):
    one, two = (save(FEATURES, folder=folder) for folder in (results, results / "smoke"))
    assert one.read_bytes() == two.read_bytes()
    other = replace(FEATURES, settings=FEATURES.settings | {"n_components": 6})
    with pytest.raises(ValueError, match=f"holds the weights of another run, {FEATURES.key}"):
        store.save(other, record_of(other), arrays_of(other), results)
    assert store.find(other, results) is None and store.is_current(FEATURES, results)
    stored, arrays = store.load_features("gn"), store.read_arrays(FEATURES, results)
    assert stored.provenance == record_of(FEATURES) == store.find(FEATURES, results) and arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert stored[name].dtype == np.float32
        assert np.array_equal(stored[name], array) and np.array_equal(arrays[name], array)


PACKED = store.packed(record_of(FEATURES), ARRAYS)
DAMAGED_WEIGHTS = [
    *(b"", b"hello", b"\x93NUMPY", PACKED[:-1], PACKED[: len(PACKED) // 2], b"PK\x05\x06" + bytes(18)),  # a zip of none
    *(PACKED[:100] + bytes([PACKED[100] ^ 1]) + PACKED[101:], store.packed([], ARRAYS)),  # in the first array
    store.packed(record_of(FEATURES), ARRAYS | {"decoder": np.array([None])}),
]


@pytest.mark.parametrize("damage", DAMAGED_WEIGHTS, ids=range(len(DAMAGED_WEIGHTS)))
def test_damaged_weights_are_named_with_their_remedy_wherever_they_are_read(results, damage):
    path = save(FEATURES, folder=results)
    path.write_bytes(damage)
    for read in (
        lambda: store.find(FEATURES, results),
        lambda: store.read_arrays(FEATURES, results),
        lambda: store.load_features("gn"),
        lambda: save(FEATURES, folder=results),
    ):
        with pytest.raises(store.DamagedResult, match=rf"`git checkout -- {path}`.* delete .*`gnode run features`"):
            read()
    path.unlink()
    assert missing([FEATURES], results) == [FEATURES]


@pytest.mark.weekly
def test_all_that_is_committed_is_whole_in_its_place_and_planned(root, monkeypatch):
    monkeypatch.delenv("GNODE_RESULTS", raising=False)
    folder = store.results_folder()
    assert folder == root / "results" and store.results_folder("smoke") == folder / "smoke"
    planned = {
        run.key
        for column in COLUMNS
        for name, experiment in EXPERIMENTS.items()
        if n_seeds(experiment, column)
        for run in plan(name, column=column)
        if run.kind != "features"
    }
    known = planned | {run.key for column in COLUMNS for run in plan("features", column=column)}
    known |= {run.key for run in stages.plan("claims")}
    keys = set()
    for path in filter(os.path.isfile, (folder / "runs").rglob("*")):
        for line in path.read_bytes().splitlines(keepends=True):
            record = json.loads(line)
            assert line == json.dumps(record, separators=(",", ":")).encode() + b"\n"
            record = store.whole(line, folder)
            check_record(record)
            assert store.path_of(run_of(record), folder) == path
            assert record["key"] in known or record["kind"] == "counts"  # which other stages plan
        here = keys_in(path)
        assert here == sorted(set(here))
        keys.update(here)
    assert planned <= keys
    for run in plan("features"):
        record = store.find(run, folder)
        check_record(record)
        check_arrays(store.read_arrays(run, folder), record)
        assert record["dirty"] is False
    files = [path for path in folder.rglob("*") if path.is_file() and "smoke" not in path.parts]
    assert len(files) <= 150 and sum(path.stat().st_size for path in files) <= 40e6
    assert not any(program["dirty"] for program in programs_in(folder).values()), (
        "made by a program that no commit holds"
    )
