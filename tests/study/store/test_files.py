"""Stored results: whole or not there, found again, with a clear message when missing."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from made_up import arrays_of, record_of

from study import store
from study.experiments import EXPERIMENTS, plan
from study.forensics import stages
from study.run import Run

RUN = Run("network", "digits", "gn", {"amnesia": 0.4}, 3)
FEATURES = Run("features", "usps", "gn", {"amnesia": 0.4, "n_components": 4, "dtype": "float32"}, 0)
PROVENANCE = {
    "gnode", "commit", "dirty", "python", "packages", "machine", "data", "threads", "start", "seconds",
    "peak_memory_bytes", "load_average",
}  # fmt: skip


@pytest.fixture
def arrays():
    return arrays_of(FEATURES)


def test_a_run_is_found_as_it_was_stored(results):
    record = record_of(RUN, scores={"test": 0.1 + 0.2})
    assert store.find(RUN, results) is None
    store.save(RUN, record, None, results)
    assert store.find(RUN, results) == record


@pytest.mark.parametrize("change", [{"seed": 4}, {"settings": {"amnesia": 0.5}}, {"method": "gcn"}])
def test_a_run_with_another_setting_is_not_found(results, change):
    store.save(RUN, record_of(RUN), None, results)
    assert store.find(replace(RUN, **change), results) is None


def test_numbers_that_are_not_finite_are_not_stored(results):
    with pytest.raises(ValueError, match=r"cannot be stored: measures.redundancy is nan"):
        store.save(RUN, record_of(RUN, measures={"redundancy": float("nan")}), None, results)
    assert store.find(RUN, results) is None


def test_features_come_back_as_they_were_stored(results, arrays):
    record = record_of(FEATURES, seconds=1.5)
    store.save(FEATURES, record, arrays, results)
    assert store.find(FEATURES, results) == record
    assert store.find(replace(FEATURES, settings=FEATURES.settings | {"n_components": 5}), results) is None
    stored = store.load_features("gn")
    assert stored.provenance == record
    for name, array in arrays.items():
        assert stored[name].dtype == np.float32
        np.testing.assert_array_equal(stored[name], array)


def test_same_arrays_and_provenance_give_the_same_bytes(results, arrays):
    for folder in (results, results / "smoke"):
        store.save(FEATURES, record_of(FEATURES), arrays, folder)
    one, other = sorted(results.rglob("*.npz"))
    assert one.read_bytes() == other.read_bytes()


def test_missing_features_name_the_command(results):
    with pytest.raises(store.NoResult, match=r"gcn\.npz is missing.*`gnode run features`"):
        store.load_features("gcn")
    with pytest.raises(store.NoResult, match="`gnode run features --seeds 4`"):
        store.load_features("gcn", seed=3)
    with pytest.raises(store.NoResult, match="`gnode run features --profile smoke`"):
        store.load_features("gcn", profile="smoke")


def test_features_are_told_apart_by_amnesia_and_profile(results, arrays):
    places = {("paper", 0.4): results, ("paper", 0.0): results, ("smoke", 0.4): store.results_folder("smoke")}
    for n, ((_, amnesia), folder) in enumerate(places.items()):
        run = replace(FEATURES, settings=FEATURES.settings | {"amnesia": amnesia})
        store.save(run, record_of(run), arrays | {"components": arrays["components"] + n}, folder)
    for n, (profile, amnesia) in enumerate(places):
        stored = store.load_features("gn", amnesia=amnesia, profile=profile)
        np.testing.assert_array_equal(stored.components, arrays["components"] + n)


def test_unknown_features_name_those_that_exist(results):
    with pytest.raises(ValueError, match="sv, usv, gn, gcn, pca"):
        store.load_features("lda")


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "folder" / "result.json"
    store.write_whole(path, b"old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        store.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in path.parent.iterdir()] == ["result.json"]


def test_what_a_killed_writer_left_of_a_run_is_removed_and_nothing_else(results):
    store.save(RUN, record_of(RUN), None, results)
    path = store.path_of(RUN, results)
    other = store.path_of(replace(RUN, seed=4), results)
    left = [path.with_name(f".unfinished-{name}-abc") for name in (path.name, other.name)]
    for file in left:
        file.write_text("{")
    store.remove_unfinished(RUN, results)
    assert set(path.parent.iterdir()) == {path, left[1]}


def test_the_results_folder_is_that_of_the_checkout(monkeypatch, root):
    monkeypatch.delenv("GNODE_RESULTS", raising=False)
    assert store.results_folder() == root / "results"
    assert store.results_folder("smoke") == root / "results" / "smoke"


def test_every_stored_file_is_a_run_of_the_protocol_with_its_provenance(monkeypatch, root):
    monkeypatch.delenv("GNODE_RESULTS", raising=False)
    folder = root / "results"
    planned = {store.path_of(run, folder): run for name in EXPERIMENTS for run in plan(name)}
    planned |= {store.path_of(run, folder): run for run in stages.plan("claims")}
    stored = [*(folder / "runs").rglob("*.json"), *(folder / "features").glob("*.npz")]
    assert stored
    for path in stored:
        assert path in planned, f"{path.name} is no run of the protocol"
        record = store.find(planned[path], folder)
        assert record is not None, path.name
        assert PROVENANCE <= record.keys(), path.name
        assert {"checksum", "part", "simulated"} <= record["data"].keys()
        assert record["dirty"] is False, f"{path.name} was made by a program that no commit holds"
        assert json.loads(json.dumps(record)) == record


def test_stored_features_have_the_shape_of_the_figures():
    for name in store.FEATURE_NAMES:
        stored = store.load_features(name)
        assert stored.components.shape == (200, 256)
        assert stored.components.dtype == np.float32
        assert np.isfinite(stored.components).all()
        assert stored.provenance["data"]["name"] == "usps"
        assert not stored.provenance["data"]["simulated"]


def test_the_results_stay_small(root):
    """A record has some 3 kB; the open questions alone have more than 3,000."""
    files = [path for path in (root / "results").rglob("*") if path.is_file() and "smoke" not in path.parts]
    assert sum(path.stat().st_size for path in files) < 35e6


def test_the_features_of_another_run_are_not_replaced(tmp_path):
    arrays = arrays_of(FEATURES)
    store.save(FEATURES, record_of(FEATURES), arrays, tmp_path)
    other = replace(FEATURES, settings=FEATURES.settings | {"n_components": 7})
    with pytest.raises(ValueError, match=f"holds the features of another run, {FEATURES.key}"):
        store.save(other, record_of(other), arrays_of(other), tmp_path)
    assert store.find(FEATURES, tmp_path)["key"] == FEATURES.key
    store.save(FEATURES, record_of(FEATURES), arrays, tmp_path)
