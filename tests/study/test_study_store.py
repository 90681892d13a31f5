"""Stored results: whole or not there, found again, with a clear message when missing."""

import os

import numpy as np
import pytest

from gnode.study import store


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    return tmp_path / "results"


@pytest.fixture
def arrays():
    rng = np.random.default_rng(0)
    shapes = {"components": (4, 6), "intercept": (4,), "decoder": (4, 6), "decoder_intercept": (6,)}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def test_features_come_back_as_they_were_stored(results, arrays):
    store.save_features(store.features_path("gn"), arrays, {"key": "k", "seconds": 1.5})
    stored = store.load_features("gn")
    assert stored.provenance == {"key": "k", "seconds": 1.5}
    for name, array in arrays.items():
        assert stored[name].dtype == np.float32
        np.testing.assert_array_equal(stored[name], array)


def test_same_arrays_and_provenance_give_the_same_bytes(results, arrays):
    for name in ("gn", "gcn"):
        store.save_features(store.features_path(name), arrays, {"key": "k"})
    assert store.features_path("gn").read_bytes() == store.features_path("gcn").read_bytes()


def test_missing_features_name_the_command(results):
    with pytest.raises(store.NoResult, match=r"gcn\.npz is missing.*`gnode run features`"):
        store.load_features("gcn")
    with pytest.raises(store.NoResult, match="`gnode run features --seeds 4`"):
        store.load_features("gcn", seed=3)


def test_unknown_features_name_those_that_exist(results):
    with pytest.raises(ValueError, match="usv, sv, gn, gcn"):
        store.load_features("pca")


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


def test_the_results_folder_is_that_of_the_checkout(monkeypatch, root):
    monkeypatch.delenv("GNODE_RESULTS", raising=False)
    assert store.results_folder() == root / "results"
