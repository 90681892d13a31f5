"""Bayesian linear regression with a conjugate prior: its predictions are Student's t, in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["Fit", "fit", "log_evidence"]


@dataclass(frozen=True)
class Fit:
    """A posterior: coefficients given the variance are normal, the variance is scaled inverse chi-squared.

    Attributes
    ----------
    coef : ndarray of shape (n_terms,)
        Posterior mean.
    covariance : ndarray of shape (n_terms, n_terms)
        Of the coefficients, over the variance.
    df : float
        Degrees of freedom.
    scale : float
        Root of the variance's posterior scale.
    """

    coef: np.ndarray
    covariance: np.ndarray
    df: float
    scale: float

    def predict(self, Z):
        """Predict new observations.

        Parameters
        ----------
        Z : ndarray of shape (..., n_terms)

        Returns
        -------
        mean, spread : ndarray of shape (...)
            A new observation is mean + scale sqrt(1 + spread) t, with Student's t of `df` degrees of freedom.
        """
        return Z @ self.coef, np.einsum("...i,ij,...j->...", Z, self.covariance, Z)


def fit(Z, y, precision, df, scale):
    """Fit y = Z c + noise.

    Parameters
    ----------
    Z : ndarray of shape (n, n_terms)
    y : ndarray of shape (n,)
    precision : ndarray of shape (n_terms,)
        Prior precision of each coefficient over that of the noise; the prior means are zero, and 0 is a flat prior.
    df, scale : float
        Prior of the noise: as if `df` observations of this standard deviation had been made.

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        If there are fewer observations than coefficients with a flat prior.
    """
    n_flat = int(np.sum(np.asarray(precision) == 0))
    if len(y) < n_flat:
        raise ValueError(f"{len(y)} observations cannot fit {n_flat} coefficients without a prior.")
    covariance = np.linalg.inv(Z.T @ Z + np.diag(precision))
    coef = covariance @ (Z.T @ y)
    rest = np.sum((y - Z @ coef) ** 2) + np.sum(precision * coef**2)
    df_after = df + len(y) - n_flat
    return Fit(coef, covariance, df_after, float(np.sqrt((df * scale**2 + rest) / df_after)))


def log_evidence(Z, y, precision, df, scale):
    """Compute the log density of y before it is seen, up to what all precisions share (float).

    Parameters
    ----------
    Z, y, precision, df, scale
        As for `fit`.
    """
    after = fit(Z, y, precision, df, scale)
    own = np.asarray(precision)[np.asarray(precision) > 0]
    determinants = np.sum(np.log(own)) + np.linalg.slogdet(after.covariance)[1]
    return float(0.5 * determinants - after.df / 2 * np.log(after.df * after.scale**2))
