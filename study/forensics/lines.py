"""A line for every printed pair of scores of Tables 1 and 2: what the readings predict of it, and which fits best."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import logsumexp

from ..methods import METHODS, NODE_BY_NODE
from .grid import AMNESIA_OF_TABLE_1, name_of
from .predictive import Predictive, draw_runs, pick
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
            rows.append((1, METHODS[method].label, pair, _options(cells, method)))
    for factor, pair in PRINTED.table_2.items():
        rows.append((2, f"A = {factor:g}", pair, [(0.5, cells.node_by_node[of, factor]) for of in NODE_BY_NODE]))
    found = []
    for table, name, pair, options in rows:
        drawn = _draw(options, table, posterior.joint, rng, n_draws)
        line: dict = {"table": table, "row": name}
        for part, printed, scores in zip(("train", "test"), pair, drawn.T):
            low, high = np.quantile(scores, [0.05, 0.95])
            line |= {part: printed, f"{part} low": low, f"{part} high": high, f"{part} inside": low <= printed <= high}
        fits = []
        for i in range(len(readings)):
            own = np.zeros_like(posterior.joint)
            own[i, :, :, 0] = posterior.joint[i, :, :, 0] + 1e-12
            low, high = np.quantile(_draw(options, table, own, rng, n_draws // 4)[:, 1], [0.05, 0.95])
            fits.append(low <= pair[1] <= high)
        support = _support(options, pair)
        line["best"] = name_of(readings[int(np.argmax(support))]) if any(fits) else NONE
        found.append(line)
    return pd.DataFrame(found)


def _options(cells, method):
    """List the cells that a row of Table 1 may show (list of (probability, Predictive))."""
    if method in NODE_BY_NODE:
        return [(p, cells.node_by_node[method, factor]) for factor, p in AMNESIA_OF_TABLE_1.items()]
    return cells.layer_by_layer[method]


def _draw(options, table, joint, rng, n_draws):
    """Draw pairs of scores as they would be printed (ndarray of shape (n_draws, 2))."""
    drawn = rng.choice(joint.size, size=n_draws, p=joint.ravel() / joint.sum())
    readings, habit, repeats, offset = np.unravel_index(drawn, joint.shape)
    p, cells = zip(*options)
    which = rng.choice(len(p), size=n_draws, p=p)
    if table == 2:
        for i, method in enumerate(NODE_BY_NODE):
            which[habit == AXES[0].index(method)] = i
    of = pick(cells, which, readings)
    train, test = draw_runs(of, np.take(AXES[1], repeats), np.take(AXES[2], offset), rng)
    return np.round(np.column_stack([train / of.n_train, test / of.n_test]) * UNITS) / UNITS


def _support(options, pair):
    """Compute the log probability of a printed pair under each reading (ndarray of shape (n_readings,))."""
    habits = log_prior_of_habits()[0]
    habits = habits - logsumexp(habits)
    of_options = []
    for p, of in options:
        row = Predictive(of.n_train, of.n_test, **{key: array[np.newaxis] for key, array in of.arrays.items()})
        of_options.append(np.log(p) + logsumexp(log_rows(row, [pair])[0] + habits, axis=(1, 2)))
    return logsumexp(of_options, axis=0)
