"""Does a reading fit at all: the printed tables beside tables that the reading itself would print."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.special import logsumexp

from .draws import Habits, draw_tables
from .predictive import Predictive, draw_runs, pick
from .tables import AXES, Cells, log_likelihoods, log_prior_of_habits

__all__ = ["NONE_FITS", "N_DRAWS", "TINY", "fit_probability", "one_reading"]

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
    drawn = rng.choice(habits.size, size=n_draws, p=habits.ravel() / habits.sum())
    table_2, repeats = np.unravel_index(drawn, habits.shape)
    n_runs = np.take(AXES[1], repeats)
    runs = {cell: _drawn_of([(1.0, of)], n_runs, rng) for cell, of in own.node_by_node.items()}
    runs |= {(method, None): _drawn_of(forms, n_runs, rng) for method, forms in own.layer_by_layer.items()}
    tables = [printed]
    for i in range(n_draws):
        of = Habits(AXES[0][table_2[i]], int(n_runs[i]))
        tables.append(draw_tables(partial(_printed_run, runs, i), of, rng, slip=0.0, layered=layered))
    likelihoods = log_likelihoods(own, tables, offsets=AXES[2][AS_IT_IS : AS_IT_IS + 1])
    prior = log_prior_of_habits()[..., AS_IT_IS]
    seen, *of_draws = (logsumexp(of[0, ..., 0] + prior) for of in likelihoods)
    lower = sum(log_p <= seen for log_p in of_draws)
    return (1 + lower) / (1 + n_draws)


def _drawn_of(forms, repeats, rng):
    """Draw a cell's run of each table: right training and test rows, and the numbers of rows."""
    which = rng.choice(len(forms), size=len(repeats), p=[p for p, _ in forms])
    of = pick([of for _, of in forms], which, np.zeros_like(which))
    return *draw_runs(of, repeats, np.zeros(len(repeats)), rng), of.n_train, of.n_test


def _printed_run(runs, i, cell, *_):
    train, test, n_train, n_test = runs[cell]
    return train[i : i + 1], test[i : i + 1], n_train, n_test
