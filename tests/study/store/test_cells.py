"""Cells: the counts of all seeds in one file, whole or not there."""

import json
import threading
from dataclasses import replace

import pytest
from made_up import N_ROWS, record_of

from study import store
from study.kinds.network import measure_fields
from study.run import ARITHMETIC, Run
from study.store import SetAside
from study.store.cells import cell_key, path_of_cell, read_cell

RUN = Run("counts", "usps", "gn", {"amnesia": 0.4, "reading": {}}, 1000)


MEASURES = dict(zip(measure_fields("usps"), (0.25, 1.5, 0.5, 0.25, 0.125)))


def scored(run, right=90_000, **result):
    scores = {"train": 1.0, "test": right / N_ROWS, "n_train": N_ROWS, "n_test": N_ROWS}
    return record_of(run, **({"scores": scores, "measures": MEASURES, "n_updates": 7, "kernels": "0" * 16} | result))


def diverged(run):
    rows = {"n_train": N_ROWS, "n_test": N_ROWS}
    return record_of(run, diverged="it diverged", scores=rows, n_updates=None, kernels="0" * 16)


@pytest.fixture
def cell(results):
    for seed in (1003, 1000, 1001):
        run = replace(RUN, seed=seed)
        store.save(run, diverged(run) if seed == 1001 else scored(run, 90_000 + seed), None, results)
    return path_of_cell(RUN, results)


def test_seeds_share_a_file_and_are_found_again(cell, results):
    assert [path.name for path in cell.parent.iterdir()] == [f"gn-{cell_key(RUN)}.json"]
    found = store.find(replace(RUN, seed=1003), results)
    assert found["scores"] == {"train": 1.0, "test": 91_003 / N_ROWS, "n_train": N_ROWS, "n_test": N_ROWS}
    assert found["measures"] == MEASURES
    assert found["diverged"] is None and found["n_updates"] == 7 and found["key"] == replace(RUN, seed=1003).key
    assert store.find(replace(RUN, seed=1001), results)["diverged"] == "it diverged"
    assert store.find(replace(RUN, seed=1002), results) is None
    assert store.find(replace(RUN, settings={"amnesia": 0.5, "reading": {}}), results) is None
    assert store.is_current(replace(RUN, seed=1000), results)


def test_a_program_is_described_once(cell, results):
    assert len(read_cell(cell)["made_by"]) == 1
    run = replace(RUN, seed=1004)
    store.save(run, scored(run, commit="1" * 40), None, results)
    assert len(read_cell(cell)["made_by"]) == 2
    assert store.find(run, results)["commit"] == "1" * 40
    assert store.find(RUN, results)["commit"] == "0" * 40


def test_a_run_that_is_stored_again_replaces_itself_alone(cell, results):
    store.save(RUN, scored(RUN, 5), None, results)
    assert store.find(RUN, results)["scores"]["test"] == 5 / N_ROWS
    assert [row[0] for row in read_cell(cell)["runs"]] == [1000, 1001, 1003]


def test_runs_of_an_older_arithmetic_are_not_kept_beside_newer_ones(results):
    store.save(RUN, scored(RUN, arithmetic=ARITHMETIC - 1), None, results)
    assert not store.is_current(RUN, results)
    other = replace(RUN, seed=1001)
    store.save(other, scored(other), None, results)
    assert store.find(RUN, results) is None and store.is_current(other, results)


def test_a_cell_is_small(results):
    for seed in range(20):
        run = replace(RUN, seed=seed)
        store.save(run, scored(run, seconds=8.123456), None, results)
    assert path_of_cell(RUN, results).stat().st_size < 2600


def test_other_rows_of_data_are_refused(cell, results):
    run = replace(RUN, seed=1009)
    record = scored(run)
    record["data"]["checksum"] = "d" * 64
    with pytest.raises(ValueError, match="checksum of data"):
        store.save(run, record, None, results)
    with pytest.raises(ValueError, match="n_test, 50, is not that of the other seeds"):
        store.save(run, scored(run, scores={"train": 1.0, "test": 0.5, "n_train": N_ROWS, "n_test": 50}), None, results)


@pytest.mark.parametrize(
    "change",
    [
        lambda cell: cell["runs"][0].__setitem__(2, 5),
        lambda cell: cell["runs"].reverse(),
        lambda cell: cell["runs"][0].append(1),
        lambda cell: cell.update(n_test=7),
        lambda cell: cell.update(made_by=[]),
        lambda cell: cell.update(more=1),
        lambda cell: cell["settings"].update(amnesia=0.5),
        lambda cell: cell["diverged"].clear(),
    ],
)
@pytest.mark.parametrize("sealed", [False, True])
def test_whatever_is_changed_in_a_cell_is_seen(cell, results, change, sealed):
    """Without the checksum, too, but for a count that is possible."""
    content = json.loads(cell.read_text())
    change(content)
    if sealed:
        from study.store.record import checksum

        content.pop("sha256")
        content["sha256"] = checksum(content)
    cell.write_text(json.dumps(content))
    if sealed and content["runs"][0][2] == 5:
        assert store.find(RUN, results)["scores"]["test"] == 5 / N_ROWS
        return
    with pytest.warns(SetAside, match="is damaged and set aside"):
        assert store.find(RUN, results) is None


def test_a_damaged_cell_is_made_anew(cell, results):
    cell.write_bytes(b'{"runs": ')
    store.save(RUN, scored(RUN), None, results)
    assert [row[0] for row in read_cell(cell)["runs"]] == [1000]


def test_nothing_is_lost_when_several_add_to_a_cell(results):
    runs = [replace(RUN, seed=seed) for seed in range(24)]

    def add(some):
        for run in some:
            store.save(run, scored(run), None, results)

    threads = [threading.Thread(target=add, args=(runs[i::4],)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.find_all(runs, results)) == 24


def test_what_a_killed_writer_left_is_removed(cell, results):
    left = cell.parent / f".unfinished-{cell.name}-x"
    left.write_bytes(b"{")
    store.remove_unfinished(RUN, results)
    assert left.exists()  # another writer may be at work
    store.save(RUN, scored(RUN), None, results)
    assert not left.exists()


def test_everything_that_is_stored_is_found_without_a_plan(cell, results):
    other = Run("baseline", "cancer", "majority", {}, 0)
    store.save(other, record_of(other), None, results)
    seeds = [replace(RUN, seed=seed) for seed in (1000, 1001, 1003)]
    assert store.find_everything(results) == store.find_all([other, *seeds], results)
    cell.write_text("{")
    with pytest.warns(SetAside, match="is damaged and set aside"):
        assert store.find_everything(results) == store.find_all([other], results)
    assert store.find_everything(results / "nowhere") == []
