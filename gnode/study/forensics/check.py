"""Does a reading fit at all: the printed tables beside tables that the reading itself would print."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from .draws import Habits, draw_tables, errors_at
from .predictive import Predictive
from .tables import AXES, Cells, log_likelihoods, log_prior_of_habits

__all__ = ["NONE_FITS", "N_DRAWS", "TINY", "fit_probability", "one_reading", "runs_from"]

NONE_FITS = 0.01
"""A reading does not fit if a share of its own tables below this is as improbable as the printed ones."""

N_DRAWS = 500

AS_IT_IS = AXES[2].index(0)
"""Where the habits have no extra scatter."""


TINY = 1e-12
"""Added to the probabilities of habits, so that tables can be drawn of a reading that has none left."""


def one_reading(cells, index):
    """Take one reading out of `Cells`; arrays of shape (1,)."""

    def one(of):
        return Predictive(
            of.n_train, of.n_test, **{name: array[index : index + 1] for name, array in of.arrays.items()}
        )

    return Cells(
        {key: one(of) for key, of in cells.node_by_node.items()},
        {method: [(p, one(of)) for p, of in forms] for method, forms in cells.layer_by_layer.items()},
    )


def runs_from(cells, rng):
    """Make the function that `draw_tables` asks for its runs from one reading's `Cells`."""

    def run(cell, repeats, offset):
        method, factor = cell
        if factor is None:
            forms = cells.layer_by_layer[method]
            of = forms[rng.choice(len(forms), p=[p for p, _ in forms])][1]
        else:
            of = cells.node_by_node[method, factor]
        spread = of.test_scale * np.sqrt(of.test_df / rng.chisquare(of.test_df))  # of this cell, for all its runs
        mean = of.test_mean + spread * np.sqrt(of.test_spread) * rng.normal()
        z = mean + spread * np.sqrt(1 + offset**2) * rng.normal(size=repeats)
        test = errors_at(z, of.n_test)
        around = np.sqrt(1 + offset**2 + of.spread_0 + 2 * of.spread_1 * z + of.spread_2 * z**2)
        noise = of.train_scale * around * rng.standard_t(of.train_df, size=repeats)
        train = errors_at(of.train_mean + of.train_slope * z + noise, of.n_train)
        return of.n_train - train, of.n_test - test, of.n_train, of.n_test

    return run


def fit_probability(cells, index, printed, habits, rng, n_draws=N_DRAWS):
    """Tell how often a reading prints tables that are no likelier than the printed ones.

    Parameters
    ----------
    cells : Cells
    index : int
        Of the reading.
    printed : Printed
    habits : ndarray of shape (n_methods, n_repeats, n_offsets)
        Probabilities of its habits after the tables, up to a factor: tables are drawn with them, but without slips and
        without extra scatter, which would let any reading fit.
    rng : numpy.random.Generator
    n_draws : int, default=N_DRAWS

    Returns
    -------
    float
        (1 + number of such tables) / (1 + n_draws): small if the printed tables are strange for this reading.
    """
    own = one_reading(cells, index)
    layered = bool(cells.layer_by_layer)

    habits = habits[..., AS_IT_IS]
    run, p = runs_from(own, rng), habits.ravel() / habits.sum()
    tables = [printed]
    for _ in range(n_draws):
        table_2, repeats = np.unravel_index(rng.choice(p.size, p=p), habits.shape)
        of = Habits(AXES[0][table_2], AXES[1][repeats], offset=0.0)
        tables.append(draw_tables(run, of, rng, slip=0.0, layered=layered))
    seen, *drawn = (logsumexp((of[0] + log_prior_of_habits())[..., AS_IT_IS]) for of in log_likelihoods(own, tables))
    lower = sum(log_p <= seen for log_p in drawn)
    return (1 + lower) / (1 + n_draws)
