"""Conjugate regression."""

import numpy as np
import pytest
from scipy import stats

from study.forensics.regression import fit, log_evidence


def test_without_a_prior_it_is_the_usual_prediction_interval():
    y = np.array([1.0, 2.0, 4.0, 5.5])
    found = fit(np.ones((4, 1)), y, np.zeros(1), 0.0, 1.0)
    mean, spread = found.predict(np.ones(1))
    assert mean == pytest.approx(y.mean())
    assert found.scale * np.sqrt(1 + spread) == pytest.approx(y.std(ddof=1) * np.sqrt(1 + 1 / 4))
    assert found.df == 3


def test_the_evidence_is_the_density_of_the_data():
    rng = np.random.default_rng(0)
    Z, y, df, scale = rng.normal(size=(5, 2)), rng.normal(size=5), 3.0, 0.7

    def density(precision):
        covariance = scale**2 * (np.eye(5) + Z @ np.diag(1 / precision) @ Z.T)
        return stats.multivariate_t(np.zeros(5), covariance, df=df).logpdf(y)

    one, other = np.array([1.0, 2.0]), np.array([0.3, 20.0])
    difference = log_evidence(Z, y, one, df, scale) - log_evidence(Z, y, other, df, scale)
    assert difference == pytest.approx(density(one) - density(other))


def test_a_strong_prior_leaves_no_effect():
    Z = np.column_stack([np.ones(6), [-1, -1, -1, 1, 1, 1]])
    y = np.array([0.0, 0.1, -0.1, 2.0, 2.1, 1.9])
    assert fit(Z, y, np.array([0.0, 1e-6]), 1.0, 0.1).coef[1] == pytest.approx(1.0, abs=1e-3)
    assert fit(Z, y, np.array([0.0, 1e6]), 1.0, 0.1).coef[1] == pytest.approx(0, abs=1e-3)


def test_too_few_observations_are_refused():
    with pytest.raises(ValueError, match="1 observations cannot fit 2 coefficients"):
        fit(np.ones((1, 2)), np.ones(1), np.zeros(2), 1.0, 1.0)
