"""What readings that were not run would predict: main effects and interactions of two, learned from the screening."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from .grid import FACTORS
from .predictive import Predictive, Prior, logit
from .regression import fit, log_evidence

__all__ = ["Emulator", "terms"]

_PRECISIONS = (0.3, 1.0, 3.0, 10.0, 30.0)
"""Of an effect over that of the noise, from which the evidence chooses: of main effects, and of interactions."""

_SLOPE = 2 * Prior.test_scale**2


def terms(readings):
    """Code readings for a regression.

    Parameters
    ----------
    readings : sequence of tuple
        Points of the grid.

    Returns
    -------
    Z : ndarray of shape (n_readings, n_terms)
        One, the main effects (a level against the first of its factor), and all interactions of two factors.
    order : ndarray of shape (n_terms,), int
        0, 1 or 2: how many factors a term has.
    """
    columns, order = [np.ones(len(readings))], [0]
    main = [
        [np.array([point[i] == level.name for point in readings], dtype=float) - 0.5 for level in factor.levels[1:]]
        for i, factor in enumerate(FACTORS)
    ]
    for effects in main:
        columns += effects
        order += [1] * len(effects)
    for one, other in combinations(main, 2):
        columns += [a * b for a, b in product(one, other)]
        order += [2] * (len(one) * len(other))
    return np.column_stack(columns), np.array(order)


class Emulator:
    """A regression of a cell's errors on the levels of its reading, shared by all readings.

    Parameters
    ----------
    readings : list of tuple
        Point of each run.
    train_right, test_right : array-like of int, of shape (n_runs,)
    n_train, n_test : int
    prior : Prior
    """

    def __init__(self, readings, train_right, test_right, n_train, n_test, prior):
        self.n_train, self.n_test = n_train, n_test
        Z, self._order = terms(readings)
        z, y = logit(n_test - np.asarray(test_right), n_test), logit(n_train - np.asarray(train_right), n_train)
        self._test = self._fit(Z, z, self._order, prior.df, prior.test_scale)
        with_test = np.column_stack([Z, z])
        self._train = self._fit(with_test, y, np.append(self._order, -1), prior.df, prior.train_scale)

    @staticmethod
    def _fit(Z, y, order, df, scale):
        """Fit with the precisions that make y likeliest: large effects are few, and the data say how large."""

        def precision(main, pairs):
            return np.select([order == 1, order == 2, order == -1], [main, pairs, _SLOPE], 0.0)

        best = max(
            ((main, pairs) for main in _PRECISIONS for pairs in _PRECISIONS if pairs >= main),
            key=lambda chosen: log_evidence(Z, y, precision(*chosen), df, scale),
        )
        return fit(Z, y, precision(*best), df, scale)

    def predict(self, readings):
        """Predict runs of any readings (Predictive, of shape (n_readings,))."""
        Z, _ = terms(readings)
        mean, spread = self._test.predict(Z)
        effects, slope = self._train.coef[:-1], self._train.coef[-1]
        V = self._train.covariance
        whole = np.ones(len(readings))
        return Predictive(
            self.n_train,
            self.n_test,
            test_mean=mean,
            test_scale=self._test.scale * whole,
            test_spread=spread,
            test_df=self._test.df * whole,
            train_mean=Z @ effects,
            train_slope=slope * whole,
            train_scale=self._train.scale * whole,
            train_df=self._train.df * whole,
            spread_0=np.einsum("ri,ij,rj->r", Z, V[:-1, :-1], Z),
            spread_1=Z @ V[:-1, -1],
            spread_2=V[-1, -1] * whole,
            finished=whole,
        )
