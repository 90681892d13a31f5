"""`load` for every set: counts, splits, scaling, and the same rows for the same seed."""

import os
from pathlib import Path

import numpy as np
import pytest

from study import datasets
from study.datasets.loading import scale

needs_data = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")

# Rows of each set: training, test, features, classes; source with the files beside the project, and without.
SETS = {
    "usps": (7291, 2007, 256, 10, "GNODE_DATA", None),
    "digits": (1257, 540, 64, 10, "scikit-learn", "scikit-learn"),
    "musk": (4618, 1980, 166, 2, "GNODE_DATA", None),
    "isolet": (6238, 1559, 617, 26, "GNODE_DATA", None),
    "cnae9": (864, 216, 856, 9, "GNODE_DATA", None),
    "madelon": (2000, 600, 500, 2, "GNODE_DATA", "simulated"),
    "cancer": (381, 188, 30, 2, "scikit-learn", "scikit-learn"),
    "cancer_original": (489, 210, 9, 2, "GNODE_DATA", None),
    "bank": (3164, 1357, 16, 2, "GNODE_DATA", None),
    "news": (6911, 2963, 58, 2, "GNODE_DATA", None),
    "poker": (1918, 7715, 10, 8, "GNODE_DATA", "simulated"),
    "chess": (6474, 2775, 6, 4, "GNODE_DATA", "computed"),
    "mixture": (49000, 21000, 50, 10, "computed", "computed"),
    "mnist16": (5000, 1000, 256, 10, "this repository", "this repository"),
}


def check(data, n_train, n_test, n_features, n_classes, source):
    assert data.X_train.shape == (n_train, n_features) and data.X_test.shape == (n_test, n_features)
    record = datasets.get_record(data.name)
    (form,) = [form for form in record.forms if form.name == data.form]
    counts, test_counts = record.study_counts(form)
    y = data.y_train if test_counts else np.r_[data.y_train, data.y_test]
    assert np.bincount(y).tolist() == list(counts) and len(counts) == n_classes
    assert test_counts is None or np.bincount(data.y_test).tolist() == list(test_counts)
    assert len(data.target_names) == n_classes and len(data.feature_names) == n_features
    for X in (data.X_train, data.X_test):
        assert X.dtype == np.float64 and X.flags.c_contiguous and np.isfinite(X).all()
    assert data.y_train.dtype == data.y_test.dtype == np.int64 and len(data.checksum) == 64
    assert data.source == source and data.simulated is (source == "simulated") is ("simulated" in data.DESCR[:200])


@needs_data
@pytest.mark.parametrize("name", SETS)
def test_every_set_loads_with_its_files(name):
    data = datasets.load(name)
    check(data, *SETS[name][:5])
    assert (data.part is not None) == (name in ("news", "poker"))
    if name == "news":
        columns = datasets.load("news", form="columns")
        assert columns.X_train.shape == (27750, 14) and columns.feature_names[1] == "n_unique_tokens"
    assert str(Path(os.environ["GNODE_DATA"])) not in repr([data[key] for key in ("source", "DESCR", "part", "form")])


@pytest.mark.parametrize("name", [name for name, row in SETS.items() if row[-1]])
def test_some_sets_load_with_no_files_and_no_network(name, no_data):
    data = datasets.load(name)
    n_train, n_test, n_features, n_classes, _, source = SETS[name]
    check(data, n_train, 76293 if name == "poker" else n_test, n_features, n_classes, source)


@pytest.mark.parametrize("name", [name for name, row in SETS.items() if not row[-1]])
def test_other_sets_say_what_is_missing(name, no_data, own_cache):
    record = datasets.get_record(name)
    assert datasets.state(name) == ("to download", record.forms[0])
    with pytest.raises(datasets.DatasetNotAvailable) as caught:
        datasets.load(name)
    said = [said for file in record.forms[0].files for said in (file.name, file.home)]
    assert all(word in str(caught.value) for word in (*said, str(own_cache / record.folder), "GNODE_DATA"))


def test_missing_values_become_the_median_and_all_are_scaled_by_the_training_rows():
    X_train, X_test = np.array([[1.0, 5], [3, 5], [8, 5]]), np.array([[np.nan, 6.0]])
    for ours, expected in zip(scale(X_train, X_test, "none"), (X_train, [[3, 6]])):
        np.testing.assert_array_equal(ours, expected)
    scaled, scaled_test = scale(X_train, X_test, "standardise")
    np.testing.assert_allclose(scaled.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.std(axis=0), [1, 0], atol=1e-12)
    np.testing.assert_allclose(scaled_test, [[-1 / X_train[:, 0].std(), 1]])


@pytest.mark.parametrize("name", ["digits", "chess"])
def test_split_follows_the_seed(name):
    first, again, other = (datasets.load(name, random_state=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.X_train, again.X_train)
    np.testing.assert_array_equal(first.y_test, again.y_test)
    assert not np.array_equal(first.X_test, other.X_test)
    assert first.checksum == again.checksum == other.checksum
