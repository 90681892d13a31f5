"""`load` for every set: counts, splits, scaling, and the same rows for the same seed."""

import functools
import gzip
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits

from study import datasets
from study.datasets.forms import first_at_hand, is_at_hand, read_form

needs_data = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")

# Rows of each set with the files beside the project: training, test, features, classes.
WITH_FILES = {
    "usps": (7291, 2007, 256, 10),
    "digits": (1257, 540, 64, 10),
    "musk": (4618, 1980, 166, 2),
    "isolet": (6238, 1559, 617, 26),
    "cnae9": (864, 216, 856, 9),
    "madelon": (2000, 600, 500, 2),
    "cancer": (381, 188, 30, 2),
    "cancer_original": (489, 210, 9, 2),
    "bank": (3164, 1357, 16, 2),
    "news": (6911, 2963, 58, 2),
    "poker": (1918, 7715, 10, 8),
    "chess": (6474, 2775, 6, 4),
    "mixture": (49000, 21000, 50, 10),
    "mnist16": (5000, 1000, 256, 10),
}
WITHOUT_FILES = {name: WITH_FILES[name] for name in ("digits", "cancer", "chess", "madelon", "mixture", "mnist16")}
WITHOUT_FILES["poker"] = (1918, 76293, 10, 8)


def check_shapes(data, shapes):
    n_train, n_test, n_features, n_classes = shapes
    assert data.X_train.shape == (n_train, n_features) and data.X_test.shape == (n_test, n_features)
    assert data.y_train.shape == (n_train,) and data.y_test.shape == (n_test,)
    assert np.unique(data.y_train).tolist() == list(range(n_classes))
    record = datasets.get_record(data.name)
    counts, test_counts = record.study_counts(next(form for form in record.forms if form.name == data.form))
    y = data.y_train if test_counts else np.r_[data.y_train, data.y_test]
    assert np.bincount(y).tolist() == list(counts)
    assert test_counts is None or np.bincount(data.y_test).tolist() == list(test_counts)
    assert len(data.target_names) == n_classes and len(data.feature_names) == n_features
    for X in (data.X_train, data.X_test):
        assert X.dtype == np.float64 and X.flags.c_contiguous and np.isfinite(X).all()
    assert data.y_train.dtype == data.y_test.dtype == np.int64
    assert len(data.checksum) == 64


@needs_data
@pytest.mark.parametrize("name", datasets.names())
def test_every_set_loads_with_its_files(name):
    data = datasets.load(name)
    check_shapes(data, WITH_FILES[name])
    assert data.simulated is False
    assert (data.part is not None) == (name in ("news", "poker"))
    without_files = {
        "digits": "scikit-learn",
        "cancer": "scikit-learn",
        "mixture": "computed",
        "mnist16": "this repository",
    }
    assert data.source == without_files.get(name, "GNODE_DATA")
    assert str(Path(os.environ["GNODE_DATA"])) not in repr(
        {key: data[key] for key in ("source", "DESCR", "part", "form")}
    )


@pytest.fixture(scope="module")
def without_files():
    """Load each set once."""
    return functools.cache(datasets.load)


@pytest.mark.parametrize("name", WITHOUT_FILES)
def test_six_sets_load_with_no_files_and_no_network(name, no_data, without_files):
    data = without_files(name)
    check_shapes(data, WITHOUT_FILES[name])
    assert data.simulated is (name in ("madelon", "poker"))
    if data.simulated:
        assert data.source == data.form == "simulated" and "simulated" in data.DESCR


@pytest.mark.parametrize("name", sorted(set(WITH_FILES) - set(WITHOUT_FILES)))
def test_other_sets_say_what_is_missing(name, no_data, own_cache):
    record = datasets.get_record(name)
    assert datasets.state(name) == ("to download", record.forms[0])
    with pytest.raises(datasets.DatasetNotAvailable) as caught:
        datasets.load(name)
    message = str(caught.value)
    for file in record.forms[0].files:
        assert file.name in message and file.homes[0] in message
    assert str(own_cache / record.folder) in message and "GNODE_DATA" in message


@needs_data
def test_usps_rows_are_those_of_the_file():
    usps = datasets.load("usps")
    assert np.bincount(usps.y_train).tolist() == [1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644]
    assert np.bincount(usps.y_test).tolist() == [359, 264, 198, 166, 200, 160, 170, 147, 166, 177]
    with gzip.open(Path(os.environ["GNODE_DATA"]) / "usps" / "zip.train.gz") as lines:
        label, *pixels = map(float, next(lines).split())
    np.testing.assert_array_equal(usps.X_train[0], pixels)
    assert usps.y_train[0] == label


@needs_data
def test_usps_is_found_in_the_folder_itself(monkeypatch, tmp_path):
    for name in ("zip.train.gz", "zip.test.gz"):
        (tmp_path / name).symlink_to(Path(os.environ["GNODE_DATA"]) / "usps" / name)
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    assert datasets.load("usps").source == "GNODE_DATA"


def test_digits_are_scikit_learns_rows_in_minus_one_to_one():
    digits = datasets.load("digits", random_state=3)
    X, y = load_digits(return_X_y=True)
    ours = np.column_stack([np.vstack([digits.X_train, digits.X_test]), np.r_[digits.y_train, digits.y_test]])
    assert sorted(map(tuple, ours)) == sorted(map(tuple, np.column_stack([X / 8 - 1, y])))
    share = np.bincount(digits.y_test) / np.bincount(y)
    assert share.min() > 0.29 and share.max() < 0.31


def test_cancer_is_scaled_by_its_training_rows():
    cancer = datasets.load("cancer")
    np.testing.assert_allclose(cancer.X_train.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(cancer.X_train.std(axis=0), 1, atol=1e-12)
    assert abs(cancer.X_test.mean(axis=0)).max() > 1e-3
    assert cancer.feature_names == load_breast_cancer().feature_names.tolist()
    assert cancer.target_names == load_breast_cancer().target_names.tolist()


@needs_data
def test_missing_values_become_the_median_of_the_training_rows():
    data = datasets.load("cancer_original")
    study, _, _ = read_form(datasets.get_record("cancer_original"), datasets.get_record("cancer_original").forms[0])
    assert np.isnan(study.X).sum() == np.isnan(study.X[:, 5]).sum() == 16
    # Sixteen more rows than the observed ones share the scaled value of the median.
    bare_nuclei = np.r_[data.X_train[:, 5], data.X_test[:, 5]]
    _, counts = np.unique(bare_nuclei.round(9), return_counts=True)
    observed = np.unique(study.X[:, 5][~np.isnan(study.X[:, 5])], return_counts=True)[1]
    assert sorted(counts - observed) == [0] * 9 + [16]


@needs_data
def test_isolet_shuffles_its_training_rows_and_keeps_its_test_rows():
    first, second = (datasets.load("isolet", random_state=seed) for seed in (0, 1))
    assert not np.array_equal(first.y_train, second.y_train)
    assert abs(np.diff(first.y_train)).mean() > 5  # not letter by letter
    np.testing.assert_array_equal(first.X_test, second.X_test)
    np.testing.assert_array_equal(np.sort(first.X_train[:, 0]), np.sort(second.X_train[:, 0]))


@pytest.mark.parametrize("name", ["digits", "cancer", "chess"])
def test_split_follows_the_seed(name):
    first, again, other = (datasets.load(name, random_state=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.X_train, again.X_train)
    np.testing.assert_array_equal(first.y_test, again.y_test)
    assert not np.array_equal(first.X_test, other.X_test)
    assert first.checksum == again.checksum == other.checksum


@pytest.mark.parametrize("name", ["madelon", "poker"])
def test_simulated_rows_are_the_same_every_time(name, no_data, without_files):
    again = datasets.load(name, random_state=7)
    np.testing.assert_array_equal(without_files(name).X_train, again.X_train)
    assert without_files(name).checksum == again.checksum


@needs_data
def test_form_can_be_asked_for():
    assert datasets.load("madelon", form="simulated").simulated and not datasets.load("madelon").simulated
    columns = datasets.load("news", form="columns")
    assert columns.X_train.shape == (27750, 14) and "14 of 58" in columns.part
    assert columns.feature_names[:2] == ["n_tokens_content", "n_unique_tokens"]
    with pytest.raises(ValueError, match=r"'sql'.*uci, rows, columns"):
        datasets.load("news", form="sql")


def test_unknown_name_lists_the_allowed_ones():
    with pytest.raises(ValueError, match=r"'mnist'.*usps.*digits.*chess"):
        datasets.load("mnist")


def test_records_are_complete():
    for name in datasets.names():
        record = datasets.get_record(name)
        assert record.name == name
        assert record.title and record.summary and record.citation and record.license and record.split.why
        assert record.home.startswith("https://")
        assert record.scaling in ("none", "standardise") and record.scaling_why
        assert set(record.study_classes or ()) <= set(record.classes)
        for form in record.forms:
            assert len(form.holds.class_counts) == len(record.classes)
            assert len(form.feature_names or record.feature_names) == form.holds.n_features
            assert bool(form.files) != bool(form.source)
            if not form.simulated and (form.part or all(file.sha256 is None for file in form.files)):
                assert form.holds.rows_sha256 or (name, form.name) == ("news", "uci")


def test_state_of_sets_that_need_no_file(no_data):
    states = {name: datasets.state(name)[0] for name in WITHOUT_FILES}
    assert states == {
        **{"digits": "built in", "cancer": "built in", "mnist16": "here"},
        **{"chess": "computed", "mixture": "computed", "madelon": "simulated", "poker": "simulated"},
    }


@needs_data
def test_preference_is_the_whole_file_then_the_part():
    record = datasets.get_record("poker")
    assert [form.name for form in record.forms if is_at_hand(record, form)] == ["first99999", "simulated"]
    assert datasets.state("poker")[1].name == "first99999"
    assert first_at_hand(record, record.forms).name == datasets.load("poker").form == "first99999"


def test_simulated_rows_are_at_hand_but_loaded_only_where_no_others_can_be_had(no_data):
    record = datasets.get_record("madelon")
    real = [form for form in record.forms if not form.simulated]
    assert first_at_hand(record, real) is None
    assert first_at_hand(record, record.forms).simulated and datasets.state("madelon")[1].simulated
    assert datasets.load("madelon", form="simulated").form == datasets.load("madelon").form == "simulated"


def test_forms_say_which_rows_of_the_papers_set_they_hold():
    names = ("usps", "news", "poker", "chess")
    rows = {name: [form.rows for form in datasets.get_record(name).forms] for name in names}
    assert rows == {
        "usps": ["whole"],
        "news": ["whole", "rows", "columns"],
        "poker": ["whole", "first99999", "simulated"],
        "chess": ["whole", "whole"],
    }
