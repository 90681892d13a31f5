"""From likelihoods to what is to be believed: of readings, of habits, of scores that were held out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from .printed import UNITS, as_units
from .tables import AXES, log_prior_of_habits

__all__ = ["Posterior", "credible_share", "infer", "interval", "log_score"]


@dataclass(frozen=True)
class Posterior:
    """Probabilities after the tables.

    Attributes
    ----------
    joint : ndarray of shape (n_readings, n_methods, n_repeats, n_offsets)
        Of a reading, of whose runs Table 2 shows, of "best of so many", and of how far our program is off; sum 1.
    log_evidence : float
        Log probability of the printed tables under all of it.
    """

    joint: np.ndarray
    log_evidence: float

    @property
    def readings(self):
        """Probability of each reading (ndarray of shape (n_readings,))."""
        return self.joint.sum(axis=(1, 2, 3))

    def habit(self, axis):
        """Return the probabilities of one of `study.forensics.tables.AXES` (dict from its value to float)."""
        others = tuple(i for i in range(4) if i != axis + 1)
        return dict(zip(AXES[axis], self.joint.sum(axis=others)))

    def level(self, names):
        """Sum the probabilities of readings by a name of each (dict from name to float)."""
        found: dict = {}
        for name, p in zip(names, self.readings, strict=True):
            found[name] = found.get(name, 0.0) + float(p)
        return found


def infer(log_likelihood, prior):
    """Weigh readings by the tables.

    Parameters
    ----------
    log_likelihood : ndarray of shape (n_readings, n_methods, n_repeats, n_offsets)
        See `study.forensics.tables.log_likelihood`.
    prior : array-like of shape (n_readings,)
        Of the readings, up to a factor.

    Returns
    -------
    Posterior

    Raises
    ------
    ValueError
        If nothing can have printed these tables.
    """
    prior = np.asarray(prior, dtype=float)
    with np.errstate(divide="ignore"):
        log_prior = np.log(prior / prior.sum())
    log_joint = log_likelihood + log_prior[:, np.newaxis, np.newaxis, np.newaxis] + log_prior_of_habits()
    total = logsumexp(log_joint)
    if not np.isfinite(total):
        raise ValueError("no reading can have printed these tables.")
    return Posterior(np.exp(log_joint - total), float(total))


def credible_share(probabilities, truth, level):
    """Tell how much of a value lies in the credible set of a level: the likeliest values that have so much together.

    The last value of the set belongs to it in part, so that the set has exactly its level; a method that is calibrated
    then has this share `level` on average.

    Parameters
    ----------
    probabilities : ndarray of shape (n,)
    truth : int
    level : float
        In (0, 1).

    Returns
    -------
    float in [0, 1]
    """
    p = probabilities[truth]
    tied = np.isclose(probabilities, p, rtol=1e-12, atol=0)
    above = probabilities[~tied & (probabilities > p)].sum()
    return float(np.clip((level - above) / probabilities[tied].sum(), 0, 1))


def interval(probabilities, level=0.9):
    """Find the central interval of a predicted score (low, high; float), with at least `level` in it."""
    tail = (1 - level) / 2
    total = np.cumsum(probabilities)
    low = int(np.searchsorted(total, tail * total[-1], side="right"))
    high = int(np.searchsorted(total, (1 - tail) * total[-1], side="left"))
    return low / UNITS, min(high, UNITS) / UNITS


def log_score(probabilities, score):
    """Return the log probability that was given to a score which then was seen (float)."""
    with np.errstate(divide="ignore"):
        return float(np.log(probabilities[as_units(score)]))
