"""The truth is found as often as the posterior says, where there is a truth; full size: ``python -m`` that module."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from study.forensics.draws import NONE_FITS, Habits, draw_tables
from study.forensics.recovery import credible_share, known_truth, scattered_world, unknown_truth
from study.methods import NODE_BY_NODE


@pytest.mark.weekly
def test_readings_are_recovered_as_often_as_stated():
    found = known_truth(60, np.random.default_rng(0), n_readings=6, n_seeds=20, apart=0.06)
    for level, covered, error in found["coverage"]:
        assert covered == pytest.approx(level, abs=3 * error), level
    assert found["right"] == pytest.approx(found["expected"], abs=0.15)
    assert found["right"] > 2 / 6


@pytest.mark.weekly
def test_a_paper_from_elsewhere_fits_no_reading():
    assert unknown_truth(1, np.random.default_rng(0), 1.0, n_readings=2, n_draws=100) == 1
    assert unknown_truth(1, np.random.default_rng(0), 0.0, n_readings=2, n_draws=100) == 0
    assert 1 / 101 <= NONE_FITS


@given(
    p=arrays(float, st.integers(2, 8), elements=st.sampled_from([0.1, 0.5, 1.0, 3.0])),
    level=st.sampled_from([0.5, 0.8, 0.95]),
)
def test_a_credible_set_has_exactly_its_level(p, level):
    p = p / p.sum()
    shares = [credible_share(p, i, level) for i in range(len(p))]
    assert np.dot(p, shares) == pytest.approx(level)
    assert all(shares[i] >= shares[j] for i in range(len(p)) for j in range(len(p)) if p[i] > p[j])


def test_shared_runs_are_drawn_once():
    rng = np.random.default_rng(0)
    world = scattered_world(1, rng)
    for _ in range(20):
        tables = draw_tables(partial(world.right, 0), Habits("either"), rng, slip=0.0)
        gn, gcn = (tables.table_1[method] for method in NODE_BY_NODE)
        assert gn in tables.table_2.values() and gcn in tables.table_2.values()
