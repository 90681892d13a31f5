"""How probable the printed Tables 1 and 2 are under each reading, whatever the paper does not say of its runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import logsumexp

from .. import paper
from ..methods import GCN, GN
from .grid import AMNESIA_OF_TABLE_1, METHOD_OF_TABLE_2, OFFSETS, REPEATS, SLIP
from .predictive import Predictive, joint, stacked
from .printed import UNITS

BOTH = (GN.name, GCN.name)
AXES = (tuple(METHOD_OF_TABLE_2), tuple(REPEATS), tuple(OFFSETS))
"""What a likelihood has beside its readings: whose Table 2 is, best of how many runs, how far our program is off."""


@dataclass(frozen=True)
class Printed:
    """The scores (training, test) of Table 1 by method and of Table 2 by amnesia factor, as they are printed."""

    table_1: Mapping[str, tuple[float, float]]
    table_2: Mapping[float, tuple[float, float]]


# What the paper prints.
PRINTED = Printed(
    {method: (row["train"], row["test"]) for method, row in paper.TABLE_1.items()},
    {factor: (row["train"], row["test"]) for factor, row in paper.TABLE_2.items()},
)


@dataclass(frozen=True, eq=False)
class Cells:
    """What each of n readings predicts of USPS: GN and GCN by factor; SV and USV in forms, each with a probability."""

    node_by_node: Mapping[tuple[str, float], Predictive]
    layer_by_layer: Mapping[str, list[tuple[float, Predictive]]] = field(default_factory=dict)

    def only(self, index):
        """Take one reading (Cells of one)."""

        def one(of):
            return of.each(lambda array: array[index : index + 1])

        return Cells(
            {key: one(of) for key, of in self.node_by_node.items()},
            {method: [(p, one(of)) for p, of in forms] for method, forms in self.layer_by_layer.items()},
        )


_log_sum: Callable[..., Any] = np.logaddexp.reduce  # logsumexp is slow on the short lists here


_stacked = lru_cache(maxsize=8)(lambda cells, keys: stacked(cells.node_by_node[key] for key in keys))


def log_rows(cells, pairs, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute the log probability of printed pairs, one a row of cells; by a `slip` it has nothing to do with them."""
    train, test = zip(*pairs)
    found = joint(cells, train, test, AXES[1], offsets, shift)
    with np.errstate(divide="ignore"):
        return np.log((1 - slip) * found + slip / (UNITS + 1) ** (1 if shift is None else 2))


def log_likelihood(cells, printed, slip=SLIP, shift=0.0):
    """Compute the log probability of the printed tables (n_readings, then as `AXES` says)."""
    # Rows of Tables 1 and 2 that are the same run count once: if Table 2 is GN's, its row at the factor of Table 1 is
    # Table 1's GN, and so has to be printed alike (else -inf); Table 1's GCN is its own run.
    return log_likelihoods(cells, [printed], slip, shift=shift)[0]


def log_likelihoods(cells, tables, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute `log_likelihood` of several tables at once (list of ndarray)."""
    n = len(tables)
    found = [of_tables(of, *rows) for of, rows in zip(tables, of_rows(cells, tables, slip, offsets, shift))]
    layered = [0.0] * n
    for method, forms in cells.layer_by_layer.items():
        pairs = [printed.table_1[method] for printed in tables for _ in forms]
        of_forms = log_rows(stacked((of for _, of in forms), n), pairs, slip, offsets, shift)
        for i, each in enumerate(of_forms.reshape(n, len(forms), *of_forms.shape[1:])):
            layered[i] += _log_sum([np.log(p) + one for (p, _), one in zip(forms, each)])[:, np.newaxis]
    return [of_all + of_baselines for of_all, of_baselines in zip(found, layered)]


def of_rows(cells, tables, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute the log probabilities of rows, (method, factor) -> ndarray: of Table 2's and of Table 1's, each table."""
    both = (lambda of, key: of.table_2[key[1]], lambda of, key: of.table_1[key[0]])
    lists = [[(key, pair(of, key)) for key in cells.node_by_node] for of in tables for pair in both]
    if shift is None:  # then rows with one test score are alike
        lists = [[(key, (0.0, test)) for key, (_, test) in rows] for rows in lists]
    each = list(dict.fromkeys(row for rows in lists for row in rows))
    keys, pairs = zip(*each)
    of = dict(zip(each, log_rows(_stacked(cells, keys), pairs, slip, offsets, shift)))
    parts = [{row[0]: of[row] for row in rows} for rows in lists]
    return list(zip(parts[::2], parts[1::2]))


def of_tables(printed, rows, alone, left_out=None):
    """Put the rows of Table 2 and of Table 1 together, whosever they are; perhaps without the run of one factor."""
    rows = {key: np.zeros_like(of) if key[1] == left_out else of for key, of in rows.items()}
    own, shared = {}, {}
    for method in BOTH:
        at = {factor: np.log(p) for factor, p in AMNESIA_OF_TABLE_1.items() if (method, factor) in rows}
        lost = left_out is not None and printed.table_1[method] == printed.table_2[left_out]
        own[method] = 0.0 if lost else _log_sum([log_p + alone[method, factor] for factor, log_p in at.items()])
        shared[method] = {a: p for a, p in at.items() if lost or printed.table_2[a] == printed.table_1[method]}
    factors = [factor for method, factor in rows if method == GN.name]
    of_one = [
        _log_sum(list(shared[method].values())) + sum(rows[method, factor] for factor in factors) + own[other]
        for method, other in (BOTH, BOTH[::-1])
    ]
    return np.stack([*of_one, _of_either(rows, factors, shared)], axis=1)


def _of_either(rows, factors, shared):
    """Log probability of Table 2 if the rows that Table 1 repeats are of its methods, and the others of either."""
    mixed = {a: np.logaddexp(rows[GN.name, a], rows[GCN.name, a]) - np.log(2) for a in factors}
    different = 1 - sum(p**2 for p in AMNESIA_OF_TABLE_1.values())
    terms = [
        log_a + log_b - np.log(different) + rows[GN.name, a] + rows[GCN.name, b]
        + sum(mixed[factor] for factor in factors if factor not in (a, b))
        for a, log_a in shared[GN.name].items()
        for b, log_b in shared[GCN.name].items()
        if a != b
    ]  # fmt: skip
    return _log_sum(terms) if terms else np.full_like(mixed[factors[0]], -np.inf)


def log_prior_of_habits():
    """Return the log prior of what `AXES` lists (ndarray of shape (n_methods, n_repeats, n_offsets))."""
    parts = [np.log(list(of.values())) for of in (METHOD_OF_TABLE_2, REPEATS, OFFSETS)]
    return parts[0][:, np.newaxis, np.newaxis] + parts[1][:, np.newaxis] + parts[2]


@dataclass(frozen=True)
class Posterior:
    """Probabilities after the tables, of a reading and of habits as in `AXES` (sum 1), and of the tables (log)."""

    joint: np.ndarray
    log_evidence: float

    @property
    def readings(self):
        """Probability of each reading (ndarray of shape (n_readings,))."""
        return self.joint.sum(axis=(1, 2, 3))

    def habit(self, axis):
        """Return the probabilities of one of `AXES` (dict from its value to float)."""
        others = tuple(i for i in range(4) if i != axis + 1)
        return dict(zip(AXES[axis], self.joint.sum(axis=others)))


def infer(log_likelihood, prior):
    """Weigh readings by the tables, from their prior up to a factor (Posterior)."""
    prior = np.asarray(prior, dtype=float)
    with np.errstate(divide="ignore"):
        log_prior = np.log(prior / prior.sum())
    log_joint = log_likelihood + log_prior[:, np.newaxis, np.newaxis, np.newaxis] + log_prior_of_habits()
    total = logsumexp(log_joint)
    if not np.isfinite(total):
        raise ValueError("no reading can have printed these tables.")
    return Posterior(np.exp(log_joint - total), float(total))
