"""What readings that were not run would predict: main effects and interactions of two, learned from the screening."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from .grid import FACTORS
from .predictive import Predictive, Prior, logit
from .regression import fit, log_evidence

__all__ = ["Emulator", "emulate", "terms"]

_PRECISIONS = (0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
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
    shared : pair of ndarray of shape (n_terms,), default=(0.0, 0.0)
        Effects on z of test and of training rows that are known from elsewhere; only what is left of them is learned.
    """

    def __init__(self, readings, train_right, test_right, n_train, n_test, prior, shared=(0.0, 0.0)):
        self.n_train, self.n_test = n_train, n_test
        Z, order = terms(readings)
        z, y = logit(n_test - np.asarray(test_right), n_test), logit(n_train - np.asarray(train_right), n_train)
        self._shared = [of * np.ones(len(order)) for of in shared]
        self._test = _fitted(Z, z - Z @ self._shared[0], order, prior.df, prior.test_scale)
        rest = y - Z @ self._shared[1]
        self._train = _fitted(np.column_stack([Z, z]), rest, np.append(order, -1), prior.df, prior.train_scale)

    def predict(self, readings):
        """Predict runs of any readings (Predictive, of shape (n_readings,))."""
        Z, _ = terms(readings)
        mean, spread = self._test.predict(Z)
        effects, slope = self._train.coef[:-1] + self._shared[1], self._train.coef[-1]
        V = self._train.covariance
        whole = np.ones(len(readings))
        return Predictive(
            self.n_train,
            self.n_test,
            test_mean=mean + Z @ self._shared[0],
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


def _fitted(Z, y, order, df, scale):
    """Fit with the precisions that make y likeliest: large effects are few, and the data say how large."""

    def precision(main, pairs):
        return np.select([order == 1, order == 2, order == -1], [main, pairs, _SLOPE], 0.0)

    best = max(
        ((main, pairs) for main in _PRECISIONS for pairs in _PRECISIONS if pairs >= main),
        key=lambda chosen: log_evidence(Z, y, precision(*chosen), df, scale),
    )
    return fit(Z, y, precision(*best), df, scale)


def emulate(runs, n_train, n_test, prior, readings):
    """Predict the cells of one method under any readings.

    What is shared by the cells is learned from their means first. If each cell learned it alone, all would err to the
    same side, and together they would be believed too much.

    Parameters
    ----------
    runs : dict
        Name of a cell -> reading of each run (list of tuple), training and test rows that it gets right.
    n_train, n_test : int
    prior : Prior
    readings : list of tuple
        What to predict.

    Returns
    -------
    dict
        Name of a cell -> Predictive of shape (n_readings,).
    """
    tried = list(dict.fromkeys(point for of_runs, _, _ in runs.values() for point in of_runs))
    Z, order = terms(tried)
    shared = []
    for part, n, scale in ((2, n_test, prior.test_scale), (1, n_train, prior.train_scale)):
        total, count = np.zeros(len(tried)), np.zeros(len(tried))
        for cell in runs.values():
            z = logit(n - np.asarray(cell[part]), n)
            np.add.at(total, [tried.index(point) for point in cell[0]], z - z.mean())
            np.add.at(count, [tried.index(point) for point in cell[0]], 1)
        effects = _fitted(Z, total / count, order, 1.0, scale / np.sqrt(count.mean())).coef
        shared.append(np.where(order == 0, 0.0, effects))
    return {
        key: Emulator(of_runs, train, test, n_train, n_test, prior, shared).predict(readings)
        for key, (of_runs, train, test) in runs.items()
    }
