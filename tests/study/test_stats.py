"""Differences are taken seed by seed."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from study.stats import differences, holm, resampled_interval, resampled_p, welch_interval


@pytest.fixture
def runs():
    random = np.random.default_rng(0)
    base = random.normal(0.9, 0.05, 6)
    shift = random.normal(-0.01, 0.001, 6)
    rows = [{"switch": "original", "seed": seed, "test": test} for seed, test in enumerate(base)]
    rows += [{"switch": "worse", "seed": seed, "test": test} for seed, test in enumerate(base + shift)]
    rows += [{"switch": "idle", "seed": seed, "test": test} for seed, test in enumerate(base)]
    return pd.DataFrame(rows).sample(frac=1, random_state=1)


def test_mean_and_interval_are_those_of_the_paired_t_test(runs):
    found = differences(runs, "switch", "original").loc["worse"]
    wide = runs.pivot(index="seed", columns="switch", values="test")
    known = stats.ttest_rel(wide["worse"], wide["original"]).confidence_interval(0.95)
    assert (found["low"], found["high"]) == pytest.approx(tuple(known))
    assert found["high"] < 0  # hidden by the spread of the seeds, were they not paired
    assert found["n"] == 6
    assert found["p"] == pytest.approx(stats.ttest_rel(wide["worse"], wide["original"]).pvalue)
    assert differences(runs, "switch", "original").loc["idle", "p"] == 1


def test_runs_without_any_difference_are_told_apart(runs):
    found = differences(runs, "switch", "original")
    assert found["same"].to_dict() == {"worse": False, "idle": True}
    assert found.loc["idle", ["mean", "low", "high"]].tolist() == [0, 0, 0]


def test_only_seeds_of_both_count_and_diverged_runs_do_not(runs):
    runs.loc[(runs["switch"] == "worse") & (runs["seed"] == 0), "test"] = np.nan
    runs = runs[(runs["switch"] != "original") | (runs["seed"] != 1)]
    assert differences(runs, "switch", "original").loc["worse", "n"] == 4


def test_a_single_pair_has_no_interval(runs):
    found = differences(runs[runs["seed"] == 0], "switch", "original").loc["worse"]
    assert np.isfinite(found["mean"])
    assert np.isnan(found["low"])


def test_nothing_stored_gives_nothing():
    assert differences(pd.DataFrame(), "switch", "original").empty
    assert differences(pd.DataFrame({"switch": ["a"], "seed": [0], "test": [0.9]}), "switch", "original").empty


def test_two_runs_of_one_seed_are_refused(runs):
    with pytest.raises(ValueError, match="duplicate"):
        differences(pd.concat([runs, runs]), "switch", "original")


def test_welchs_interval_is_that_of_scipy():
    one, other = [0.9, 0.92, 0.95], [0.8, 0.83, 0.81, 0.82]
    mean, low, high = welch_interval(one, other, level=0.9)
    expected = stats.ttest_ind(one, other, equal_var=False).confidence_interval(0.9)
    assert (low, high) == pytest.approx(tuple(expected))
    assert mean == pytest.approx((low + high) / 2)


def test_welchs_interval_without_values_or_spread():
    assert np.isnan(welch_interval([], [0.9])).all()
    assert np.isnan(welch_interval([0.9], [0.8, 0.7])[1:]).all()
    assert welch_interval([0.5, 0.5], [0.25, 0.25]) == (0.25, 0.25, 0.25)


def test_without_a_drawn_split_the_test_of_equivalence_is_the_paired_one():
    by_seed = np.random.default_rng(3).normal(0.004, 0.003, 8)
    less, more = resampled_p(by_seed, 0.01)
    assert less == pytest.approx(stats.ttest_1samp(by_seed, 0.01, alternative="less").pvalue)
    above = stats.ttest_1samp(by_seed, 0.01, alternative="greater").pvalue
    assert more == pytest.approx(above + stats.ttest_1samp(by_seed, -0.01, alternative="greater").pvalue)
    assert (less, more) == pytest.approx(resampled_p(-by_seed, 0.01))
    assert resampled_p(by_seed, 0.0)[1] == pytest.approx(stats.ttest_1samp(by_seed, 0).pvalue)


def test_a_drawn_split_widens_the_error_by_nadeaus_and_bengios_factor():
    by_seed = np.array([0.001, -0.002, 0.003, 0.0, 0.002])
    t = (0.01 - by_seed.mean()) / (by_seed.std(ddof=1) * np.sqrt(1 / 5 + 3 / 7))
    assert resampled_p(by_seed, 0.01, 3 / 7)[0] == pytest.approx(stats.t.sf(t, 4))
    assert resampled_p(np.zeros(5), 0.01, 3 / 7) == (0, 1) and resampled_p(np.ones(5), 0.01) == (1, 0)


@pytest.mark.parametrize("ratio", [0.0, 3 / 7])
def test_the_interval_is_that_of_the_test(ratio):
    by_seed = np.array([0.001, -0.002, 0.003, 0.0, 0.002])
    low, high = resampled_interval(by_seed, ratio)
    assert low + high == pytest.approx(2 * by_seed.mean())
    p_of_zero = resampled_p(by_seed - low, 0.0, ratio)[1]
    assert p_of_zero == pytest.approx(0.05)


def test_holms_rule():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])  # Holm 1979, by hand
    assert holm([0.9, 0.8]) == pytest.approx([1, 1])
