"""Differences are taken seed by seed, and over seeds and test rows; intervals hold what they say, everywhere."""

import base64

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from study.stats import (
    difference_interval,
    differences,
    holm,
    resampled_interval,
    resampled_p,
    unpacked,
    welch_interval,
)


@pytest.fixture
def runs():
    random = np.random.default_rng(0)
    base = random.normal(0.9, 0.05, 6)
    shift = random.normal(-0.01, 0.001, 6)
    tests = pd.DataFrame({"original": base, "worse": base + shift, "idle": base}).rename_axis("seed")
    return tests.melt(ignore_index=False, var_name="switch", value_name="test").reset_index()


def test_mean_and_interval_are_those_of_the_paired_t_test(runs):
    found = differences(runs, "switch", "original").loc["worse"]
    wide = runs.pivot(index="seed", columns="switch", values="test")
    known = stats.ttest_rel(wide["worse"], wide["original"]).confidence_interval(0.95)
    assert (found["low"], found["high"]) == pytest.approx(tuple(known))
    assert found["high"] < 0  # hidden by the spread of the seeds, were they not paired
    assert found["n"] == 6
    assert found["p"] == pytest.approx(stats.ttest_rel(wide["worse"], wide["original"]).pvalue)


def test_only_seeds_of_both_count_and_diverged_runs_do_not(runs):
    found = differences(runs, "switch", "original")
    assert found["same"].to_dict() == {"worse": False, "idle": True}
    assert found.loc["idle", ["mean", "low", "high", "p"]].tolist() == [0, 0, 0, 1]
    runs.loc[(runs["switch"] == "worse") & (runs["seed"] == 0), "test"] = np.nan
    runs = runs[(runs["switch"] != "original") | (runs["seed"] != 1)]
    assert differences(runs, "switch", "original").loc["worse", "n"] == 4
    assert differences(pd.DataFrame(), "switch", "original").empty


def test_welchs_interval_of_few_values_and_of_values_that_do_not_vary():
    assert welch_interval([0.9, 0.92], [0.8, 0.83], 0.9) == pytest.approx((0.095, 0.0366, 0.1534), abs=1e-4)
    assert np.isnan(welch_interval([], [0.9])).all() and np.isnan(welch_interval([0.9], [0.8, 0.7])[1:]).all()
    assert welch_interval([0.5, 0.5], [0.25, 0.25]) == (0.25, 0.25, 0.25)


def test_a_drawn_split_widens_the_error_by_nadeaus_and_bengios_factor():
    by_seed, ratio = np.array([0.001, -0.002, 0.003, 0.0, 0.002]), 3 / 7
    t = (0.01 - by_seed.mean()) / (by_seed.std(ddof=1) * np.sqrt(1 / 5 + ratio))
    assert resampled_p(by_seed, 0.01, ratio)[0] == pytest.approx(stats.t.sf(t, 4))
    assert resampled_p(np.zeros(5), 0.01, ratio) == (0, 1) and resampled_p(np.ones(5), 0.01) == (1, 0)
    low, high = resampled_interval(by_seed, ratio)
    assert low + high == pytest.approx(2 * by_seed.mean())
    assert resampled_p(by_seed - low, 0.0, ratio)[1] == pytest.approx(0.05)  # the interval is that of the test


def test_holms_rule():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])  # Holm 1979, by hand
    assert holm([0.9, 0.8]) == pytest.approx([1, 1])


def drawn(random_state, n_seeds=5, n_test=150, spread=0.1):
    """Draw who is right, for two methods that are alike: rows are easy or hard, and seeds differ."""
    rng = np.random.RandomState(random_state)
    rows = rng.standard_normal(n_test)
    return [
        1.5
        + rows
        + 0.7 * rng.standard_normal(n_test)
        + spread * rng.standard_normal((n_seeds, 1))
        + 0.5 * rng.standard_normal((n_seeds, n_test))
        > 0
        for _ in range(2)
    ]


@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_the_interval_holds_the_true_difference_as_often_as_it_says(spread):
    """Two methods that are alike: 95 % of the intervals hold zero. (120 draws: a standard error of .02.)"""
    found = np.array([difference_interval(*drawn(i, spread=spread), n_resamples=200) for i in range(120)])
    assert np.mean((found[:, 1] <= 0) & (found[:, 2] >= 0)) >= 0.90


def test_the_same_bits_everywhere():
    found = difference_interval(*drawn(0), n_resamples=200)
    assert found == difference_interval(*drawn(0), n_resamples=200)
    known = ["-0x1.3cc1e098ead60p-5", "-0x1.89374bc6a7ef8p-4", "0x1.47ae147ae1480p-6"]
    assert [value.hex() for value in found] == known
    assert found != difference_interval(*drawn(0), n_resamples=200, random_state=1)


def test_few_seeds_and_what_does_not_vary():
    right = np.ones((3, 10), dtype=bool)
    assert difference_interval(right, right[:2]) == (0, 0, 0) and difference_interval(right, ~right) == (1, 1, 1)
    _, low, high = difference_interval(*drawn(0, n_seeds=1))
    assert low < high  # one seed leaves the rows


@pytest.mark.parametrize("n_test", [1, 7, 8, 9, 2007])
def test_rows_are_read_as_they_were_packed(n_test):
    right = np.random.RandomState(n_test).random_sample(n_test) < 0.9
    text = base64.b64encode(np.packbits(right)).decode()
    np.testing.assert_array_equal(unpacked(text, n_test), right)
    with pytest.raises(ValueError, match="cannot be one bit"):
        unpacked(text, n_test + 8)
