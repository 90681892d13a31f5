"""`load` for every set: counts, splits, scaling, and the same rows for the same seed."""

import gzip
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits

from gnode import datasets
from gnode.datasets.files import find

needs_data = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")


def test_digits_are_scikit_learns_rows_in_minus_one_to_one():
    digits = datasets.load("digits", random_state=3)
    X, y = load_digits(return_X_y=True)
    assert digits.X_train.shape == (1257, 64) and digits.X_test.shape == (540, 64)
    ours = np.column_stack([np.vstack([digits.X_train, digits.X_test]), np.r_[digits.y_train, digits.y_test]])
    theirs = np.column_stack([X / 8 - 1, y])
    assert sorted(map(tuple, ours)) == sorted(map(tuple, theirs))
    share = np.bincount(digits.y_test) / np.bincount(y)
    assert share.min() > 0.29 and share.max() < 0.31
    assert digits.source == "scikit-learn" and digits.part is None and digits.simulated is False


def test_cancer_has_the_sizes_that_the_papers_scores_fit():
    cancer = datasets.load("cancer", random_state=0)
    assert cancer.X_train.shape == (381, 30) and cancer.X_test.shape == (188, 30)
    np.testing.assert_allclose(cancer.X_train.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(cancer.X_train.std(axis=0), 1, atol=1e-12)
    assert abs(cancer.X_test.mean(axis=0)).max() > 1e-3  # the test rows took no part in the scaling
    assert cancer.feature_names == load_breast_cancer().feature_names.tolist()
    assert cancer.target_names == load_breast_cancer().target_names.tolist()


@pytest.mark.parametrize("name", ["digits", "cancer"])
def test_split_follows_the_seed(name):
    first, again, other = (datasets.load(name, random_state=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.X_train, again.X_train)
    np.testing.assert_array_equal(first.y_test, again.y_test)
    assert not np.array_equal(first.y_test, other.y_test)
    assert first.checksum == again.checksum == other.checksum


@needs_data
def test_usps_counts_and_values():
    usps = datasets.load("usps")
    assert np.bincount(usps.y_train).tolist() == [1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644]
    assert np.bincount(usps.y_test).tolist() == [359, 264, 198, 166, 200, 160, 170, 147, 166, 177]
    assert usps.X_train.shape == (7291, 256) and usps.X_test.shape == (2007, 256)
    assert usps.X_train.dtype == usps.X_test.dtype == np.float64
    assert usps.X_train.min() == usps.X_test.min() == -1 and usps.X_train.max() == usps.X_test.max() == 1
    with gzip.open(find("usps", datasets.get_record("usps").forms[0].files[0])[0]) as lines:
        np.testing.assert_array_equal(usps.X_train[0], [float(word) for word in next(lines).split()[1:]])


def test_unknown_name_lists_the_allowed_ones():
    with pytest.raises(ValueError, match=r"'mnist'.*usps.*digits.*cancer"):
        datasets.load("mnist")


def test_import_of_gnode_does_not_import_the_data_sets():
    code = "import sys, gnode; sys.exit('gnode.datasets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_missing_file_is_named_with_its_home_and_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("GNODE_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not datasets.is_at_hand("usps")
    with pytest.raises(datasets.DatasetNotAvailable) as caught:
        datasets.load("usps")
    message = str(caught.value)
    assert "zip.train.gz" in message and "https://hastie.su.domains/" in message
    assert str(tmp_path) in message and "GNODE_DATA" in message
