"""What a further run of a cell would score: a distribution over counts of rows, learned from its seeds.

A cell is what runs share that differ in their seed alone. Errors e of n rows are taken as z = log((e + 1/2) / (n - e +
1/2)), which scatters like a normal variable: more or less than a binomial one, as the seeds have it. The probability of
a count is that of the interval between its neighbours' midpoints, so that all counts together have exactly one.
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from scipy.special import expit, ndtr, roots_genlaguerre, roots_hermitenorm, stdtr

from .grid import FACTORS
from .printed import counts, of_scores


@dataclass(frozen=True)
class Fit:
    """A regression's posterior: normal coefficients (covariance over the variance), a scaled inverse chi-squared."""

    coef: np.ndarray
    covariance: np.ndarray
    df: float
    scale: float

    def predict(self, Z):
        """Predict observations: mean and spread of mean + scale sqrt(1 + spread) t, with Student's t of `df`."""
        return Z @ self.coef, np.einsum("...i,ij,...j->...", Z, self.covariance, Z)


def fit(Z, y, precision, df, scale):
    """Fit y = Z c + noise by a conjugate prior: `precision` of c over the noise's, 0 is flat; `df` rows of `scale`."""
    n_flat = int(np.sum(np.asarray(precision) == 0))
    covariance = np.linalg.inv(Z.T @ Z + np.diag(precision))
    coef = covariance @ (Z.T @ y)
    rest = np.sum((y - Z @ coef) ** 2) + np.sum(precision * coef**2)
    df_after = df + len(y) - n_flat
    return Fit(coef, covariance, df_after, float(np.sqrt((df * scale**2 + rest) / df_after)))


@dataclass(frozen=True)
class Prior:
    """What is known of the spread of z between seeds (train: given test) before them: as if `df` seeds had had it."""

    df: float = 4.0
    test_scale: float = 0.07
    train_scale: float = 0.6


@dataclass(frozen=True, eq=False)
class Predictive:
    """Predictive distributions of cells of the same numbers of rows; all arrays have one shape, that of the cells."""

    # z of the test rows has a mean of Student's t, its variance `test_spread` over that of a seed. z of the training
    # rows, given z, is train_mean + train_slope z + train_scale sqrt(1 + spread_0 + 2 spread_1 z + spread_2 z^2) t.

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
    finished: np.ndarray  # probability that a run does not diverge

    def each(self, change):
        """Apply a function to each of the arrays (Predictive)."""
        return replace(self, **{of.name: change(getattr(self, of.name)) for of in fields(self)[2:]})


def logit(errors, n):
    """Transform numbers of errors of n rows to z (ndarray of float)."""
    errors = np.asarray(errors, dtype=float)
    return np.log((errors + 0.5) / (n - errors + 0.5))


def edges(errors, n):
    """Find the ends of the interval of z of a number of errors: -inf below none, inf above n (two ndarrays)."""
    errors = np.asarray(errors, dtype=float)
    with np.errstate(divide="ignore"):
        return np.log(errors / (n - errors + 1)), np.log((errors + 1) / (n - errors))


def errors_at(z, n):
    """Find the number of errors of n rows whose interval holds z (ndarray of int64), see `edges`."""
    return np.clip(np.floor((n + 1) * expit(z)), 0, n).astype(np.int64)


def from_seeds(train_right, test_right, n_train, n_test, prior, n_diverged=0):
    """Learn the predictive distribution of a cell from the right rows of its seeds (Predictive of shape ())."""
    if not len(test_right):
        raise ValueError("a cell without a run that finished predicts nothing.")
    z = logit(n_test - np.asarray(test_right), n_test)
    y = logit(n_train - np.asarray(train_right), n_train)
    ones = np.ones((len(z), 1))
    test = fit(ones, z, np.zeros(1), prior.df, prior.test_scale)
    # A slope counts as known as well as two seeds that differ by the usual spread would tell it.
    line = np.array([0.0, 2 * prior.test_scale**2])
    centre = z.mean()
    train = fit(np.column_stack([ones, z - centre]), y, line, prior.df, prior.train_scale)
    (v00, v01), (_, v11) = train.covariance
    mean, spread = test.predict(np.ones(1))
    return Predictive(
        n_train,
        n_test,
        test_mean=mean,
        test_scale=test.scale,
        test_spread=spread,
        test_df=test.df,
        train_mean=train.coef[0] - train.coef[1] * centre,
        train_slope=train.coef[1],
        train_scale=train.scale,
        train_df=train.df,
        spread_0=v00 - 2 * v01 * centre + v11 * centre**2,
        spread_1=v01 - v11 * centre,
        spread_2=v11,
        finished=np.asarray((len(z) + 0.5) / (len(z) + n_diverged + 0.5)),
    ).each(lambda value: np.asarray(value, dtype=float))


def stacked(predictives, times=1):
    """Put the distributions of several cells of the same rows, so many times, into one, with a first axis more."""
    cells = list(predictives)
    arrays = {of.name: np.stack([getattr(cell, of.name) for cell in cells]) for of in fields(Predictive)[2:]}
    return replace(cells[0], **arrays).each(lambda array: np.concatenate([array] * times))


def joint(cells, train, test, repeats=(1,), offsets=(0.0,), shift=0.0):
    """Compute how probable printed pairs, one for all cells or one a row, are (..., len(repeats), len(offsets))."""
    # The best of `repeats` runs is printed; `offsets` are scatter untold, in standard deviations between seeds; `shift`
    # is how much more than our runs' all printed training scores are, None to leave them out.
    errors, of_test = _test_probability(cells, test, repeats, offsets)
    # S, offsets, counts
    of_train = np.ones((1, 1)) if shift is None else _train_probability(cells, train, errors, offsets, shift)
    found = np.sum(of_test * of_train[..., np.newaxis, :, :], axis=-1)
    return found * cells.finished[..., np.newaxis, np.newaxis]


@lru_cache(maxsize=8)  # whatever the training scores are shifted by
def _test_probability(cells, test, repeats, offsets):
    right, weight = _padded(cells, test, cells.n_test)
    errors = cells.n_test - right
    low, high = edges(errors[..., np.newaxis, :], cells.n_test)
    ends = np.concatenate([high[..., :1], low], axis=-1)  # counts that are printed alike follow one another
    return errors, weight[..., np.newaxis, np.newaxis, :] * np.diff(_all_above(cells, ends, repeats, offsets))


def test_scores(cells, repeats=(1,), offsets=(0.0,), train=None):
    """Compute how probable each test score 0.000 ... 1.000 is, with a printed training score or without (..., 1001)."""
    errors = np.arange(cells.n_test, -1, -1)
    above = _all_above(cells, edges(errors[np.newaxis], cells.n_test)[0], repeats, offsets)
    found = np.diff(above, axis=-1, prepend=0.0)
    if train is not None:
        found = found * _train_probability(cells, train, errors, offsets)[..., np.newaxis, :, :]
    return of_scores(found)


def pick(cells, which, readings):
    """Take one cell for each of some draws, of a list of cells of all readings (Predictive of shape (n_draws,))."""
    return stacked(cells).each(lambda array: array[which, readings])


def draw_runs(cells, repeats, offsets, rng):
    """Draw the run that is printed of each cell, the best of `repeats`: right training and test rows; none diverges."""
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


def _padded(cells, scores, n):
    """Find counts of printed scores, one or several, to be broadcast with cells; a count too many weighs nothing."""
    if np.ndim(scores) == 0:
        return counts(scores, n)
    each = [counts(score, n) for score in scores]
    shape = (len(each), *[1] * (cells.test_mean.ndim - 1), max(len(k) for k, _ in each))
    right, weight = np.zeros(shape, dtype=np.int64), np.zeros(shape)
    for i, (k, w) in enumerate(each):
        right[i, ..., : len(k)], weight[i, ..., : len(k)] = k, w
    return right, weight


def _all_above(cells, edge, repeats, offsets):
    """Probability that z of m runs of one cell, with one unknown mean and spread, lies above an edge, for each m."""
    of = cells.each(lambda array: np.asarray(array)[..., np.newaxis, np.newaxis])
    mean, scale, spread, df = of.test_mean, of.test_scale, of.test_spread, of.test_df
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
_NODES, _WEIGHTS = roots_hermitenorm(_N_NODES)
_NORMAL = _WEIGHTS / _WEIGHTS.sum(), _NODES


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
    wide = cells.each(lambda array: np.asarray(array)[..., np.newaxis, np.newaxis, np.newaxis])
    mean = wide.train_mean + wide.train_slope * z
    spread = wide.spread_0 + 2 * wide.spread_1 * z + wide.spread_2 * z**2
    noise = 1 + np.square(offsets)[:, np.newaxis, np.newaxis]
    below = stdtr(wide.train_df, (ends - mean) / (wide.train_scale * np.sqrt(noise + spread)))
    return np.sum(weight * (below[..., :-1] - below[..., 1:]), axis=-1)


# Of an effect over that of the noise, from which the density of what was seen chooses: main effects, interactions.
_PRECISIONS = (0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
_SLOPE = 2 * Prior.test_scale**2


def terms(readings):
    """Code readings for a regression: one, main effects, interactions of two (n_readings, n_terms); 0, 1, 2 of each."""
    main = [
        [np.array([point[i] == level.name for point in readings], dtype=float) - 0.5 for level in factor.levels[1:]]
        for i, factor in enumerate(FACTORS)
    ]
    effects = [effect for of_factor in main for effect in of_factor]
    pairs = [a * b for one, other in combinations(main, 2) for a, b in product(one, other)]
    order = np.repeat([0, 1, 2], [1, len(effects), len(pairs)])
    return np.column_stack([np.ones(len(readings)), *effects, *pairs]), order


def predict_cell(runs, n_train, n_test, prior, readings, shared=(0.0, 0.0)):
    """Predict readings that were not run by a regression of a cell's runs, less the effects that all cells share."""
    tried, train_right, test_right = runs
    Z, order = terms(tried)
    of_test, of_train = (of * np.ones(len(order)) for of in shared)
    z, y = logit(n_test - np.asarray(test_right), n_test), logit(n_train - np.asarray(train_right), n_train)
    test = _fitted(Z, z - Z @ of_test, order, prior.df, prior.test_scale)
    train = _fitted(np.column_stack([Z, z]), y - Z @ of_train, np.append(order, -1), prior.df, prior.train_scale)
    Z, _ = terms(readings)
    mean, spread = test.predict(Z)
    V = train.covariance
    return Predictive(
        n_train,
        n_test,
        test_mean=mean + Z @ of_test,
        test_scale=test.scale,
        test_spread=spread,
        test_df=test.df,
        train_mean=Z @ (train.coef[:-1] + of_train),
        train_slope=train.coef[-1],
        train_scale=train.scale,
        train_df=train.df,
        spread_0=np.einsum("ri,ij,rj->r", Z, V[:-1, :-1], Z),
        spread_1=Z @ V[:-1, -1],
        spread_2=V[-1, -1],
        finished=np.ones(()),
    ).each(lambda value: value * np.ones(len(readings)))


def _fitted(Z, y, order, df, scale):
    """Fit with the precisions that make y likeliest: large effects are few, and the data say how large."""

    def tried(main, pairs):
        precision = np.select([order == 1, order == 2, order == -1], [main, pairs, _SLOPE], 0.0)
        after = fit(Z, y, precision, df, scale)
        determinants = np.sum(np.log(precision[precision > 0])) + np.linalg.slogdet(after.covariance)[1]
        return 0.5 * determinants - after.df / 2 * np.log(after.df * after.scale**2), after

    choices = (tried(main, pairs) for main in _PRECISIONS for pairs in _PRECISIONS if pairs >= main)
    return max(choices, key=lambda of: of[0])[1]


def emulate(runs, n_train, n_test, prior, readings):
    """Predict the cells of GN and GCN under any readings, from their runs, see `predict_cell` (dict of Predictive)."""
    found: dict[tuple, Predictive] = {}
    for method in dict.fromkeys(method for method, _ in runs):
        # What is shared by the cells of a method is learned from their means first. If each cell learned it alone, all
        # would err to the same side, and together they would be believed too much.
        of_method = {cell: of for cell, of in runs.items() if cell[0] == method}
        tried = list(dict.fromkeys(point for of_runs, _, _ in of_method.values() for point in of_runs))
        Z, order = terms(tried)
        shared = []
        for part, n, scale in ((2, n_test, prior.test_scale), (1, n_train, prior.train_scale)):
            total, count = np.zeros(len(tried)), np.zeros(len(tried))
            for cell in of_method.values():
                z = logit(n - np.asarray(cell[part]), n)
                places = [tried.index(point) for point in cell[0]]
                np.add.at(total, places, z - z.mean())
                np.add.at(count, places, 1)
            effects = _fitted(Z, total / count, order, 1.0, scale / np.sqrt(count.mean())).coef
            shared.append(np.where(order == 0, 0.0, effects))
        found |= {key: predict_cell(of, n_train, n_test, prior, readings, shared) for key, of in of_method.items()}
    return found
