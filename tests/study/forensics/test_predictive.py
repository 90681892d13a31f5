"""What a further run of a cell would score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtr

from study.forensics.grid import points, screening
from study.forensics.predictive import (
    Prior,
    draw_runs,
    edges,
    errors_at,
    from_seeds,
    joint,
    logit,
    pick,
    predict_cell,
    stacked,
    terms,
    test_scores,
)
from study.forensics.printed import counts

PRIOR = Prior()
N_MANY = 100_000  # rows: no rounding
scores = test_scores  # by another name pytest does not take it for a test
del test_scores


def cell(seed=0, n_seeds=20, n_train=500, n_test=188):
    rng = np.random.default_rng(seed)
    test = rng.binomial(n_test, 0.93, n_seeds)
    train = rng.binomial(n_train, 0.99, n_seeds)
    return from_seeds(train, test, n_train, n_test, PRIOR)


@given(n=st.integers(1, 5000))
def test_the_intervals_of_all_counts_leave_no_gap(n):
    low, high = edges(np.arange(n + 1), n)
    assert low[0] == -np.inf and high[-1] == np.inf
    np.testing.assert_array_equal(low[1:], high[:-1])
    z = logit(np.arange(n + 1), n)
    assert (low < z).all() and (z < high).all()
    np.testing.assert_array_equal(errors_at(z, n), np.arange(n + 1))


@pytest.mark.parametrize("repeats", [1, 3, 10])
@pytest.mark.parametrize("offset", [0, 2])
def test_all_that_can_be_printed_has_probability_one(repeats, offset):
    of = cell()
    p = scores(of, (repeats,), (offset,))[0, 0]
    assert p.shape == (1001,) and (p >= 0).all()
    assert p.sum() == pytest.approx(1)
    trains = [k / 1000 for k in range(1001) if len(counts(k / 1000, of.n_train)[0])]
    total = sum(scores(of, (repeats,), (offset,), train)[0, 0] for train in trains)
    np.testing.assert_allclose(total, p, atol=1e-12)


def test_the_predictive_distribution_is_calibrated():
    """Its quantiles have the share of new runs that they say, whatever the cell."""
    rng = np.random.default_rng(1)
    below = []
    for _ in range(2000):
        spread = PRIOR.test_scale * np.sqrt(PRIOR.df / rng.chisquare(PRIOR.df))
        z = -2.6 + spread * rng.normal(size=6)
        errors = np.floor((N_MANY + 1) / (1 + np.exp(-z))).astype(int)
        of = from_seeds(np.full(5, 499), N_MANY - errors[:5], 500, N_MANY, PRIOR)
        wide = of.test_scale * np.sqrt(1 + of.test_spread)
        below.append(stdtr(of.test_df, (logit(errors[5], N_MANY) - of.test_mean) / wide))
    for level in (0.1, 0.5, 0.9):
        assert np.mean(np.array(below) < level) == pytest.approx(level, abs=0.03)


@pytest.mark.parametrize(("repeats", "offset"), [(1, 0.0), (1, 1.0), (3, 0.0), (5, 0.5)])
def test_runs_are_drawn_as_often_as_they_are_probable(repeats, offset):
    n, rng = 20_000, np.random.default_rng(0)
    one = from_seeds([950, 955, 945, 952], [180, 178, 183, 181], 1000, 200, PRIOR)
    cells = pick([stacked([one])], np.zeros(n, dtype=int), np.zeros(n, dtype=int))
    train, test = draw_runs(cells, np.full(n, repeats), np.full(n, offset), rng)
    expected = scores(one, (repeats,), (offset,))[0, 0]
    drawn = np.bincount(5 * test, minlength=1001) / n  # 200 rows, scores of thousandths
    assert np.abs(np.cumsum(drawn) - np.cumsum(expected)).max() < 0.015
    likely = int(np.argmax(np.bincount(train[test == 180])))
    pair = joint(one, likely / 1000, 0.9, (repeats,), (offset,))[0, 0]
    assert np.mean((train == likely) & (test == 180)) == pytest.approx(pair, abs=0.004)


def test_the_emulator_predicts_readings_that_were_not_run():
    rng = np.random.default_rng(0)
    every = points(screened=True)
    Z, order = terms(every)
    effects = np.where(order == 1, rng.normal(0, 0.2, len(order)), 0.0)
    effects[np.flatnonzero(order == 2)[:3]] = 0.15
    truth = dict(zip(every, -2.6 + Z @ effects))
    runs = [point for point in screening() for _ in range(2)]
    z = np.array([truth[point] for point in runs]) + rng.normal(0, 0.05, len(runs))
    errors = np.round((N_MANY + 1) / (1 + np.exp(-z)) - 0.5).astype(int)
    of = predict_cell((runs, np.full(len(runs), 7290), N_MANY - errors), 7291, N_MANY, PRIOR, every)
    away = (of.test_mean - list(truth.values())) / (of.test_scale * np.sqrt(1 + of.test_spread))
    assert np.abs(of.test_mean - list(truth.values())).mean() < 0.05
    assert (np.abs(away) < 2).mean() > 0.9
    assert of.test_scale.max() < 0.15
