"""From likelihoods to beliefs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from study.forensics.grid import FACTORS, NAMED
from study.forensics.posterior import credible_share, infer, interval, log_score
from study.forensics.report import levels_frame
from study.forensics.tables import AXES, log_prior_of_habits

SHAPE = tuple(map(len, AXES))


def test_bayes_by_hand():
    likelihood = np.array([0.2, 0.6, 0.0])
    with np.errstate(divide="ignore"):
        log_likelihood = np.log(likelihood)[:, None, None, None] + np.zeros((3, *SHAPE))
    found = infer(log_likelihood, [2, 1, 1])
    np.testing.assert_allclose(found.readings, [0.4, 0.6, 0])
    assert found.log_evidence == pytest.approx(np.log(0.5 * 0.2 + 0.25 * 0.6))
    np.testing.assert_allclose(list(found.habit(1).values()), np.exp(log_prior_of_habits()).sum(axis=(0, 2)))
    assert found.level(["a", "b", "a"]) == pytest.approx({"a": 0.4, "b": 0.6})
    with pytest.raises(ValueError, match="no reading can have printed"):
        infer(np.full((1, *SHAPE), -np.inf), [1])


@given(
    p=arrays(float, st.integers(2, 8), elements=st.sampled_from([0.1, 0.5, 1.0, 3.0])),
    level=st.sampled_from([0.5, 0.8, 0.95]),
)
def test_a_credible_set_has_exactly_its_level(p, level):
    p = p / p.sum()
    shares = [credible_share(p, i, level) for i in range(len(p))]
    assert np.dot(p, shares) == pytest.approx(level)
    assert all(shares[i] >= shares[j] for i in range(len(p)) for j in range(len(p)) if p[i] > p[j])


def test_intervals_hold_what_they_say():
    p = np.zeros(1001)
    p[900:1000] = 0.01
    low, high = interval(p, 0.9)
    assert (low, high) == (0.905, 0.994)
    assert p[905:995].sum() == pytest.approx(0.9)
    assert log_score(p, 0.95) == pytest.approx(np.log(0.01))
    assert log_score(p, 0.1) == -np.inf


def test_the_prior_of_a_level_is_its_share_among_the_readings_that_compete():
    readings = [NAMED["original"], NAMED["original, flat"]]
    levels = levels_frame(readings, np.array([0.25, 0.75])).set_index(["setting", "value"])
    before = {level.name: level.prior for level in FACTORS[0].levels}
    assert levels.loc[("amnesia", "flat"), "prior"] == pytest.approx(before["flat"] / sum(before.values()))
    assert levels.loc[("amnesia", "flat"), "posterior"] == 0.75
    assert levels.loc[("centring", "on"), "prior"] == levels.loc[("later batches", "1"), "prior"] == 1
    assert ("centring", "off") not in levels.index
