"""A line for every printed pair of scores of Tables 1 and 2: what the readings predict of it, and which fits best."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.special import logsumexp

from ..methods import METHODS, NODE_BY_NODE
from .check import one_reading, runs_from
from .grid import AMNESIA_OF_TABLE_1, name_of
from .predictive import Predictive
from .printed import UNITS
from .tables import AXES, PRINTED, log_prior_of_habits, log_rows

__all__ = ["NONE", "N_DRAWS", "usps_lines"]

N_DRAWS = 2000

NONE = "none fits"
"""In place of a reading, if no reading alone has the test score in its 90 % interval."""


def usps_lines(readings, cells, posterior, rng, n_draws=N_DRAWS):
    """Predict both scores of every row of Tables 1 and 2.

    Parameters
    ----------
    readings : list of tuple
        Points of the grid.
    cells : Cells
        What they predict.
    posterior : Posterior
        Of them.
    rng : numpy.random.Generator
    n_draws : int, default=N_DRAWS

    Returns
    -------
    pandas.DataFrame
        table, row (a method or a factor), and of train and of test: the printed score, low and high end of the 90 %
        interval of the posterior, and whether it is inside; best, the reading under which the pair is likeliest, or
        `NONE`.
    """
    rows = []
    for method, pair in PRINTED.table_1.items():
        if method in NODE_BY_NODE or method in cells.layer_by_layer:
            rows.append((1, METHODS[method].label, pair, lambda rng, _, method=method: (method, _factor(method, rng))))
    for factor, pair in PRINTED.table_2.items():
        rows.append((2, f"A = {factor:g}", pair, lambda rng, habit, factor=factor: (_method(habit, rng), factor)))
    alone = [one_reading(cells, i) for i in range(len(readings))]
    found = []
    for table, name, pair, cell_of in rows:
        drawn = _draw(alone, posterior.joint, cell_of, rng, n_draws)
        line: dict = {"table": table, "row": name}
        for part, printed, scores in zip(("train", "test"), pair, drawn.T):
            low, high = np.quantile(scores, [0.05, 0.95])
            line |= {part: printed, f"{part} low": low, f"{part} high": high, f"{part} inside": low <= printed <= high}
        fits = []
        for i in range(len(readings)):
            own = np.zeros_like(posterior.joint)
            own[i, :, :, 0] = posterior.joint[i, :, :, 0] + 1e-12
            low, high = np.quantile(_draw(alone, own, cell_of, rng, n_draws // 4)[:, 1], [0.05, 0.95])
            fits.append(low <= pair[1] <= high)
        support = _support(cells, name, table, pair)
        line["best"] = name_of(readings[int(np.argmax(support))]) if any(fits) else NONE
        found.append(line)
    return pd.DataFrame(found)


def _factor(method, rng):
    """Draw the amnesia factor of a run of Table 1; SV and USV have none."""
    if method not in NODE_BY_NODE:
        return None
    return rng.choice(list(AMNESIA_OF_TABLE_1), p=list(AMNESIA_OF_TABLE_1.values()))


def _method(habit, rng):
    """Draw the method of a row of Table 2."""
    return habit if habit in NODE_BY_NODE else rng.choice(NODE_BY_NODE)


def _draw(alone, joint, cell_of, rng, n_draws):
    """Draw pairs of scores as they would be printed (ndarray of shape (n_draws, 2)).

    `cell_of` gives a cell from the generator and whose runs Table 2 shows.
    """
    drawn = rng.choice(joint.size, size=n_draws, p=joint.ravel() / joint.sum())
    found = np.empty((n_draws, 2))
    runs: dict[int, Callable] = {}
    for k, (i, habit, repeats, offset) in enumerate(zip(*np.unravel_index(drawn, joint.shape))):
        run = runs.setdefault(i, runs_from(alone[i], rng))
        cell = cell_of(rng, AXES[0][habit])
        train, test, n_train, n_test = run(cell, AXES[1][repeats], AXES[2][offset])
        best = np.argmax(test)
        found[k] = train[best] / n_train, test[best] / n_test
    return np.round(found * UNITS) / UNITS


def _support(cells, name, table, pair):
    """Compute the log probability of a printed pair under each reading (ndarray of shape (n_readings,))."""
    if table == 2:
        factor = float(name.removeprefix("A = "))
        options = [(0.5, cells.node_by_node[method, factor]) for method in NODE_BY_NODE]
    else:
        (method,) = (key for key, of in METHODS.items() if of.label == name)
        options = cells.layer_by_layer.get(method) or [
            (p, cells.node_by_node[method, factor]) for factor, p in AMNESIA_OF_TABLE_1.items()
        ]
    habits = log_prior_of_habits()[0]
    habits = habits - logsumexp(habits)
    of_options = []
    for p, of in options:
        row = Predictive(of.n_train, of.n_test, **{key: array[np.newaxis] for key, array in of.arrays.items()})
        of_options.append(np.log(p) + logsumexp(log_rows(row, [pair])[0] + habits, axis=(1, 2)))
    return logsumexp(of_options, axis=0)
