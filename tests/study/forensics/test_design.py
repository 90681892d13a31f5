"""The screening design, the regression on it, and the grid behind both."""

from itertools import combinations

import numpy as np
import pytest

from gnode.reading import READINGS, Reading
from study.forensics.design import screening
from study.forensics.emulator import Emulator, terms
from study.forensics.grid import (
    AMNESIA_OF_TABLE_1,
    BASELINE_BATCHES,
    FACTORS,
    METHOD_OF_TABLE_2,
    NAMED,
    OFFSETS,
    REPEATS,
    changes,
    name_of,
    points,
    prior,
)
from study.forensics.nine_sets import LATER, OF_ONE_SET, PRETRAINING
from study.forensics.plan import SIDE_LEVELS, side_points
from study.forensics.predictive import Prior
from study.run import in_full


def contrasts(factor, design):
    """Columns of a factor: its levels' indicators less their means."""
    columns = np.array([[point[factor] == level.name for level in FACTORS[factor].levels] for point in design], float)
    columns = columns[:, columns.any(axis=0)]
    return (columns - columns.mean(axis=0))[:, 1:]


def test_probabilities_are_probabilities():
    for of in (AMNESIA_OF_TABLE_1, BASELINE_BATCHES, METHOD_OF_TABLE_2, OFFSETS, REPEATS):
        assert sum(of.values()) == pytest.approx(1)
    for levels in [*(factor.levels for factor in FACTORS), LATER, PRETRAINING, *OF_ONE_SET.values()]:
        assert sum(level.prior for level in levels) == pytest.approx(1)
        assert all(level.source for level in levels)
    assert sum(map(prior, points())) == pytest.approx(1)


def test_the_named_readings_are_what_their_names_say():
    assert changes(NAMED["original"]) == {"reading": {}}
    text = Reading(**in_full(changes(NAMED["text"])["reading"]))
    for name in ("memory", "centring", "rate_decay", "row_order", "initialisation", "weight_decay"):
        assert getattr(text, name) == getattr(READINGS["textbook"], name)
    assert all(point in points() for point in NAMED.values())
    assert name_of(NAMED["text"]) == "text"
    with pytest.raises(ValueError, match="centring='of': give one of off, on"):
        changes(("flat", "of", *NAMED["text"][2:]))


def test_the_fraction_is_balanced_and_different_everywhere():
    design = screening()
    assert len(design) == len(set(design)) == 64
    assert set(design) <= set(points(screened=True))
    for i, factor in enumerate(FACTORS):
        counts = [sum(point[i] == level.name for point in design) for level in factor.levels if level.screened]
        assert sorted(counts) in ([32, 32], [16, 16, 32])


def test_the_resolution_is_four():
    """No main effect is aliased with another, nor with an interaction of two factors."""
    design = screening()
    main = [contrasts(i, design) for i in range(len(FACTORS))]
    for i, j in combinations(range(len(FACTORS)), 2):
        assert np.abs(main[i].T @ main[j]).max() < 1e-9
        pairs = np.einsum("na,nb->nab", main[i], main[j]).reshape(len(design), -1)
        for k in set(range(len(FACTORS))) - {i, j}:
            assert np.abs(main[k].T @ pairs).max() < 1e-9


def test_beside_a_centre_only_the_later_stages_change():
    beside = side_points([NAMED["text"]])
    assert len(beside) == len(set(beside)) == 5 * 3 - 2 * 2
    assert all(point[:6] == NAMED["text"][:6] for point in beside)
    assert all(any((i, point[i]) in SIDE_LEVELS for i in (6, 7)) for point in beside)


def test_the_emulator_predicts_readings_that_were_not_run():
    rng = np.random.default_rng(0)
    every = points(screened=True)
    Z, order = terms(every)
    effects = np.where(order == 1, rng.normal(0, 0.2, len(order)), 0.0)
    effects[np.flatnonzero(order == 2)[:3]] = 0.15
    truth = dict(zip(every, -2.6 + Z @ effects))
    runs = [point for point in screening() for _ in range(2)]
    z = np.array([truth[point] for point in runs]) + rng.normal(0, 0.05, len(runs))
    errors = np.round(100_001 / (1 + np.exp(-z)) - 0.5).astype(int)
    of = Emulator(runs, np.full(len(runs), 7290), 100_000 - errors, 7291, 100_000, Prior()).predict(every)
    away = (of.test_mean - list(truth.values())) / (of.test_scale * np.sqrt(1 + of.test_spread))
    assert np.abs(of.test_mean - list(truth.values())).mean() < 0.05
    assert (np.abs(away) < 2).mean() > 0.9
    assert of.test_scale.max() < 0.15
