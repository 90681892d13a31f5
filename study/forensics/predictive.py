"""What a further run of a cell would score: a distribution over counts of rows, learned from its seeds.

A cell is what runs share that differ in their seed alone. Errors e of n rows are taken as z = log((e + 1/2) / (n - e +
1/2)), which scatters like a normal variable: more or less than a binomial one, as the seeds have it. The probability of
a count is that of the interval between its neighbours' midpoints, so that all counts together have exactly one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from scipy.special import expit, ndtr, roots_genlaguerre, roots_hermitenorm, stdtr

from .printed import counts, of_scores
from .regression import fit

__all__ = [
    "Predictive",
    "Prior",
    "draw_runs",
    "edges",
    "errors_at",
    "from_seeds",
    "joint",
    "logit",
    "pick",
    "stacked",
    "test_scores",
]


@dataclass(frozen=True)
class Prior:
    """What is known of the spread of a cell before its seeds: as if `df` seeds had had it.

    Attributes
    ----------
    df : float
    test_scale, train_scale : float
        Standard deviation of z between seeds; of the training rows given the test rows.
    """

    df: float = 4.0
    test_scale: float = 0.07
    train_scale: float = 0.6


@dataclass(frozen=True)
class Predictive:
    """Predictive distributions of one or many cells; all arrays have one shape, that of the cells.

    Attributes
    ----------
    n_train, n_test : int
        Rows; the same for all of them.
    test_mean, test_scale, test_spread, test_df : ndarray
        Of z of the test rows: its expected mean, the scale of its standard deviation between seeds, the variance of the
        mean over that of a seed, and the degrees of freedom.
    train_mean, train_slope, train_scale, train_df : ndarray
        Student's t of z of the training rows, given z of the test rows: its mean is train_mean + train_slope z.
    spread_0, spread_1, spread_2 : ndarray
        Its scale is train_scale sqrt(1 + spread_0 + 2 spread_1 z + spread_2 z^2).
    finished : ndarray
        Probability that a run does not diverge.
    """

    n_train: int
    n_test: int
    test_mean: np.ndarray
    test_scale: np.ndarray
    test_spread: np.ndarray
    test_df: np.ndarray
    train_mean: np.ndarray
    train_slope: np.ndarray
    train_scale: np.ndarray
    train_df: np.ndarray
    spread_0: np.ndarray
    spread_1: np.ndarray
    spread_2: np.ndarray
    finished: np.ndarray

    @property
    def arrays(self):
        """Its arrays by name (dict)."""
        return {of.name: getattr(self, of.name) for of in fields(self)[2:]}


def logit(errors, n):
    """Transform numbers of errors of n rows (ndarray of float)."""
    errors = np.asarray(errors, dtype=float)
    return np.log((errors + 0.5) / (n - errors + 0.5))


def edges(errors, n):
    """Find the ends of the interval of z that stands for a number of errors.

    Returns
    -------
    low, high : ndarray
        ``high`` of e is ``low`` of e + 1; -inf below none, inf above n.
    """
    errors = np.asarray(errors, dtype=float)
    with np.errstate(divide="ignore"):
        return np.log(errors / (n - errors + 1)), np.log((errors + 1) / (n - errors))


def from_seeds(train_right, test_right, n_train, n_test, prior, n_diverged=0):
    """Learn the predictive distribution of a cell from its seeds.

    Parameters
    ----------
    train_right, test_right : array-like of int, of shape (n_seeds,)
        Rows that each run which did not diverge classifies rightly.
    n_train, n_test : int
    prior : Prior
    n_diverged : int, default=0
        Runs that diverged.

    Returns
    -------
    Predictive
        Of arrays of shape ().

    Raises
    ------
    ValueError
        If there is no seed.
    """
    if not len(test_right):
        raise ValueError("a cell without a run that finished predicts nothing.")
    z = logit(n_test - np.asarray(test_right), n_test)
    y = logit(n_train - np.asarray(train_right), n_train)
    ones = np.ones((len(z), 1))
    test = fit(ones, z, np.zeros(1), prior.df, prior.test_scale)
    # A slope counts as known as well as two seeds that differ by the usual spread would tell it.
    line = np.array([0.0, 2 * prior.test_scale**2])
    train = fit(np.column_stack([ones, z - z.mean()]), y, line, prior.df, prior.train_scale)
    (v00, v01), (_, v11) = train.covariance
    mean, spread = test.predict(np.ones(1))
    centre = z.mean()
    found = {
        "test_mean": mean,
        "test_scale": test.scale,
        "test_spread": spread,
        "test_df": test.df,
        "train_mean": train.coef[0] - train.coef[1] * centre,
        "train_slope": train.coef[1],
        "train_scale": train.scale,
        "train_df": train.df,
        "spread_0": v00 - 2 * v01 * centre + v11 * centre**2,
        "spread_1": v01 - v11 * centre,
        "spread_2": v11,
        "finished": (len(z) + 0.5) / (len(z) + n_diverged + 0.5) if n_diverged else 1.0,
    }
    return Predictive(n_train, n_test, **{name: np.asarray(value, dtype=float) for name, value in found.items()})


def stacked(predictives):
    """Put the distributions of several cells of the same rows into one, with a first axis more (Predictive).

    Raises
    ------
    ValueError
        If they are not of the same numbers of rows.
    """
    predictives = list(predictives)
    if len({(of.n_train, of.n_test) for of in predictives}) != 1:
        raise ValueError("cells of different numbers of rows cannot be put together.")
    first = predictives[0]
    arrays = {name: np.stack([of.arrays[name] for of in predictives]) for name in first.arrays}
    return Predictive(first.n_train, first.n_test, **arrays)


def joint(cells, train, test, repeats=(1,), offsets=(0.0,), shift=0.0):
    """Compute how probable printed pairs of scores are.

    Parameters
    ----------
    cells : Predictive
        Of shape S.
    train, test : float, or sequences of float of the length of the first axis of S
        As they are printed, to three decimals: one pair for all cells, or one for each along the first axis.
    repeats : sequence of int, default=(1,)
        "Best of m runs": the one with the fewest test errors is printed.
    offsets : sequence of float, default=(0.0,)
        How much more the paper's program scatters for reasons untold, in standard deviations between seeds.
    shift : float or None, default=0.0
        How much more than our runs' the printed training scores are, for all rows alike; None to leave them out.

    Returns
    -------
    ndarray of shape S + (len(repeats), len(offsets))
        0 where no count is printed as one of the scores.
    """
    right, weight = _padded(cells, test, cells.n_test)
    of_test = _errors_probability(cells, cells.n_test - right, repeats, offsets)  # S, repeats, offsets, counts
    if shift is None:
        of_train = np.ones((1, 1))
    else:
        of_train = _train_probability(cells, train, cells.n_test - right, offsets, shift)  # S, offsets, counts
    found = np.sum(weight[..., np.newaxis, np.newaxis, :] * of_test * of_train[..., np.newaxis, :, :], axis=-1)
    return found * cells.finished[..., np.newaxis, np.newaxis]


def test_scores(cells, repeats=(1,), offsets=(0.0,), train=None):
    """Compute how probable each test score is that can be printed.

    Parameters
    ----------
    cells, repeats, offsets
        As for `joint`.
    train : float, default=None
        The printed training score, if it is known.

    Returns
    -------
    ndarray of shape S + (len(repeats), len(offsets), 1001)
        Of 0.000, 0.001, ..., 1.000. It sums to 1; with `train` to the probability of that training score.
    """
    errors = np.arange(cells.n_test, -1, -1)
    above = _all_above(cells, edges(errors[np.newaxis], cells.n_test)[0], repeats, offsets)
    found = np.diff(above, axis=-1, prepend=0.0)
    if train is not None:
        found = found * _train_probability(cells, train, errors, offsets)[..., np.newaxis, :, :]
    return of_scores(found)


def pick(cells, which, readings):
    """Take one cell for each of some draws.

    Parameters
    ----------
    cells : list of Predictive
        Of shape (n_readings,).
    which, readings : ndarray of int, of shape (n_draws,)

    Returns
    -------
    Predictive
        Of shape (n_draws,).
    """
    of = stacked(cells)
    return replace(of, **{name: array[which, readings] for name, array in of.arrays.items()})


def draw_runs(cells, repeats, offsets, rng):
    """Draw the run that is printed of each cell: the best of some.

    Parameters
    ----------
    cells : Predictive
        Of shape (n_draws,).
    repeats : ndarray of int, of shape (n_draws,)
    offsets : ndarray of float, of shape (n_draws,)
    rng : numpy.random.Generator

    Returns
    -------
    train, test : ndarray of int64, of shape (n_draws,)
        Right rows. Runs do not diverge here.
    """
    wide = np.sqrt(1 + np.square(offsets))
    spread = cells.test_scale * np.sqrt(cells.test_df / rng.chisquare(cells.test_df))  # of a cell, for all its runs
    mean = cells.test_mean + spread * np.sqrt(cells.test_spread) * rng.normal(size=len(repeats))
    z = mean[:, np.newaxis] + (spread * wide)[:, np.newaxis] * rng.normal(size=(len(repeats), np.max(repeats)))
    z[np.arange(z.shape[1]) >= repeats[:, np.newaxis]] = np.inf  # runs beyond those that were made
    errors = errors_at(z, cells.n_test)
    best = np.argmin(errors, axis=1)[:, np.newaxis]
    z, errors = (np.take_along_axis(of, best, axis=1)[:, 0] for of in (z, errors))
    around = np.sqrt(np.square(wide) + cells.spread_0 + 2 * cells.spread_1 * z + cells.spread_2 * z**2)
    noise = cells.train_scale * around * rng.standard_t(cells.train_df)
    train = errors_at(cells.train_mean + cells.train_slope * z + noise, cells.n_train)
    return cells.n_train - train, cells.n_test - errors


def errors_at(z, n):
    """Find the number of errors of n rows whose interval holds z (ndarray of int64), see `edges`."""
    return np.clip(np.floor((n + 1) * expit(z)), 0, n).astype(np.int64)


def _padded(cells, scores, n):
    """Find the counts of printed scores and their weights, to be broadcast with cells; a count too many weighs nothing.

    One score gives arrays of shape (counts,), several (their number, 1, ..., 1, counts).
    """
    if np.ndim(scores) == 0:
        return counts(scores, n)
    each = [counts(score, n) for score in scores]
    most = max(len(k) for k, _ in each)
    shape = (len(each), *[1] * (cells.test_mean.ndim - 1), most)
    right, weight = np.zeros((len(each), most), dtype=np.int64), np.zeros((len(each), most))
    for i, (k, w) in enumerate(each):
        right[i, : len(k)], weight[i, : len(k)] = k, w
    return right.reshape(shape), weight.reshape(shape)


def _errors_probability(cells, errors, repeats, offsets):
    """Probability of each number of test errors (S, repeats, offsets, counts): the fewest of m runs."""
    low, high = edges(errors[..., np.newaxis, :], cells.n_test)
    return _all_above(cells, low, repeats, offsets) - _all_above(cells, high, repeats, offsets)


def _all_above(cells, edge, repeats, offsets):
    """Probability that z of m runs of one cell, with one unknown mean and spread, lies above an edge, for each m."""
    mean, scale, spread, df = (
        np.asarray(of)[..., np.newaxis, np.newaxis]
        for of in (cells.test_mean, cells.test_scale, cells.test_spread, cells.test_df)
    )
    noise = 1 + np.square(offsets)[:, np.newaxis]
    one = stdtr(df, (mean - edge) / (scale * np.sqrt(noise + spread)))
    several = [m for m in repeats if m > 1]
    found = {m: np.zeros_like(one) for m in several} | {1: one}
    far = np.broadcast_to((mean - edge) / (scale * np.sqrt(noise)), one.shape)
    known = np.broadcast_to(np.sqrt(spread / noise), one.shape)
    for p, wide in zip(*_spreads(df)) if several else ():
        wide = np.broadcast_to(wide, one.shape)
        near = np.abs(far) < wide * (_CERTAIN + known * _NORMAL[1].max())  # elsewhere it is 0 or 1
        far_near, known_near = far[near] / wide[near], known[near]
        of_near = dict.fromkeys(several, 0.0)
        for q, away in zip(*_NORMAL):
            above = ndtr(far_near + known_near * away)
            for m in several:
                of_near[m] = of_near[m] + q * above**m
        for m in several:
            of_all = np.where(far > 0, 1.0, 0.0)
            of_all[near] = of_near[m]
            found[m] += p * of_all
    return np.stack([found[m] for m in repeats], axis=-3)


_CERTAIN = 9.0  # standard deviations, beyond which a normal probability is 0 or 1
_N_NODES = 6
_NORMAL = tuple(reversed(roots_hermitenorm(_N_NODES)))  # weights, nodes
_NORMAL = _NORMAL[0] / _NORMAL[0].sum(), _NORMAL[1]


def _spreads(df):
    """Give nodes of what the standard deviation may be over its scale, by the posterior (weights, nodes)."""
    of_each = [roots_genlaguerre(_N_NODES, one / 2 - 1) for one in np.unique(df)]
    which = np.searchsorted(np.unique(df), df)
    weights = np.stack([w / w.sum() for _, w in of_each], axis=1)[:, which]
    nodes = np.stack([np.sqrt(one / 2 / u) for one, (u, _) in zip(np.unique(df), of_each)], axis=1)[:, which]
    return weights, nodes


def _train_probability(cells, train, errors, offsets, shift=0.0):
    """Probability of a printed training score beside each number of test errors (S, offsets, counts)."""
    right, weight = (part[..., np.newaxis, np.newaxis, :] for part in _padded(cells, train, cells.n_train))
    wrong = cells.n_train - right + round(shift * cells.n_train)
    low, high = edges(np.clip(wrong, 0, cells.n_train), cells.n_train)
    low, high = (np.where(wrong < 0, -np.inf, end) for end in (low, high))  # more rows right than there are
    ends = np.concatenate([high[..., :1], low], axis=-1)  # counts that are printed alike follow one another
    z = logit(errors, cells.n_test)[..., np.newaxis, :, np.newaxis]

    def wide(part):
        return np.asarray(part)[..., np.newaxis, np.newaxis, np.newaxis]

    mean = wide(cells.train_mean) + wide(cells.train_slope) * z
    spread = wide(cells.spread_0) + 2 * wide(cells.spread_1) * z + wide(cells.spread_2) * z**2
    noise = 1 + np.square(offsets)[:, np.newaxis, np.newaxis]
    scale = wide(cells.train_scale) * np.sqrt(noise + spread)
    df = wide(cells.train_df)
    below = stdtr(df, (ends - mean) / scale)
    return np.sum(weight * (below[..., :-1] - below[..., 1:]), axis=-1)
