"""How probable the printed Tables 1 and 2 are under each reading, whatever the paper does not say of its runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .. import paper
from ..methods import GCN, GN
from .grid import AMNESIA_OF_TABLE_1, METHOD_OF_TABLE_2, OFFSETS, REPEATS, SLIP
from .predictive import Predictive, joint, stacked
from .printed import UNITS

__all__ = [
    "AXES",
    "PRINTED",
    "Cells",
    "Printed",
    "log_likelihood",
    "log_likelihoods",
    "log_prior_of_habits",
    "log_rows",
]

BOTH = (GN.name, GCN.name)
AXES = (tuple(METHOD_OF_TABLE_2), tuple(REPEATS), tuple(OFFSETS))
"""What a likelihood has beside its readings: whose Table 2 is, best of how many runs, how far our program is off."""


@dataclass(frozen=True)
class Printed:
    """The scores (training, test) of Tables 1 and 2, as they are printed.

    Parameters
    ----------
    table_1 : mapping from method to pair of float
    table_2 : mapping from amnesia factor to pair of float
    """

    table_1: Mapping[str, tuple[float, float]]
    table_2: Mapping[float, tuple[float, float]]


PRINTED = Printed(
    {method: (row["train"], row["test"]) for method, row in paper.TABLE_1.items()},
    {factor: (row["train"], row["test"]) for factor, row in paper.TABLE_2.items()},
)
"""What the paper prints."""


@dataclass(frozen=True)
class Cells:
    """What each reading predicts of USPS.

    Parameters
    ----------
    node_by_node : mapping from (method, amnesia factor) to Predictive
        GN and GCN at each factor of Table 2; arrays of shape (n_readings,).
    layer_by_layer : mapping from method to list of (probability, Predictive), default={}
        SV and USV in the forms that their pre-training may have had. A method that is left out says nothing.
    """

    node_by_node: Mapping[tuple[str, float], Predictive]
    layer_by_layer: Mapping[str, list[tuple[float, Predictive]]] = field(default_factory=dict)


_log_sum: Callable[..., Any] = np.logaddexp.reduce  # logsumexp is slow on the short lists here


def log_rows(cells, pairs, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute the log probability of printed pairs; with a small one a pair has nothing to do with its run.

    Parameters
    ----------
    cells : Predictive
        Of shape (n_rows, n_readings).
    pairs : sequence of (train, test)
        One for each row.
    slip : float, default=SLIP
    offsets : sequence of float, default=AXES[2]
    shift : float or None, default=0.0
        See `study.forensics.predictive.joint`.

    Returns
    -------
    ndarray of shape (n_rows, n_readings, n_repeats, n_offsets)
    """
    train, test = zip(*pairs)
    found = joint(cells, train, test, AXES[1], offsets, shift)
    n_scores = 1 if shift is None else 2
    with np.errstate(divide="ignore"):
        return np.log((1 - slip) * found + slip / (UNITS + 1) ** n_scores)


def log_likelihood(cells, printed, slip=SLIP, shift=0.0):
    """Compute the log probability of the printed tables under each reading.

    A row of Table 1 and a row of Table 2 that are the same run are counted once. If Table 2 is GN's, then its row at
    the factor of Table 1 is Table 1's GN, and so has to be printed alike; Table 1's GCN is a run of its own.

    Parameters
    ----------
    cells : Cells
    printed : Printed
    slip : float, default=SLIP
    shift : float or None, default=0.0
        See `study.forensics.predictive.joint`.

    Returns
    -------
    ndarray of shape (n_readings, n_methods, n_repeats, n_offsets)
        Along the last three as `AXES` says. -inf where rows that would be one run are printed differently.
    """
    return log_likelihoods(cells, [printed], slip, shift=shift)[0]


def log_likelihoods(cells, tables, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute `log_likelihood` of several tables at once (list of ndarray).

    Parameters
    ----------
    cells : Cells
    tables : list of Printed
    slip : float, default=SLIP
    offsets : sequence of float, default=AXES[2]
    shift : float or None, default=0.0
    """
    n = len(tables)
    layered = dict.fromkeys(range(n), 0.0)
    for method, forms in cells.layer_by_layer.items():
        pairs = [printed.table_1[method] for printed in tables for _ in forms]
        of_forms = log_rows(_repeated(stacked(of for _, of in forms), n), pairs, slip, offsets, shift)
        for i, each in enumerate(of_forms.reshape(n, len(forms), *of_forms.shape[1:])):
            terms = [np.log(p) + one for (p, _), one in zip(forms, each)]
            layered[i] = layered[i] + _log_sum(terms)[:, np.newaxis]
    found = _of_rows(cells, tables, slip, offsets, shift)
    return [_of_tables(printed, *found[i]) + layered[i] for i, printed in enumerate(tables)]


def _of_rows(cells, tables, slip=SLIP, offsets=AXES[2], shift=0.0):
    """Compute the log probabilities of rows, (method, factor) -> ndarray: of Table 2's and of Table 1's, each table."""
    keys, n = list(cells.node_by_node), len(tables)
    pairs = [
        pair
        for printed in tables
        for pair in (
            *(printed.table_2[factor] for _, factor in keys),
            *(printed.table_1[method] for method, _ in keys),
        )
    ]
    found = log_rows(_repeated(stacked([*cells.node_by_node.values()] * 2), n), pairs, slip, offsets, shift)
    of_tables = found.reshape(n, 2, len(keys), *found.shape[1:])
    return [tuple(dict(zip(keys, part)) for part in of_table) for of_table in of_tables]


def _repeated(cells, n):
    """Repeat cells along their first axis (Predictive)."""
    return replace(cells, **{name: np.tile(of, (n, 1)) for name, of in cells.arrays.items()})


def _of_tables(printed, rows, alone):
    """Put the rows of Table 2 and of Table 1 together, whosever they are."""
    own, shared = {}, {}
    for method in BOTH:
        at = {factor: np.log(p) for factor, p in AMNESIA_OF_TABLE_1.items() if (method, factor) in rows}
        own[method] = _log_sum([log_p + alone[method, factor] for factor, log_p in at.items()])
        shared[method] = {a: log_p for a, log_p in at.items() if printed.table_2[a] == printed.table_1[method]}
    factors = [factor for method, factor in rows if method == GN.name]
    of_table_2 = {
        GN.name: _of_one(rows, factors, shared, GN.name) + own[GCN.name],
        GCN.name: _of_one(rows, factors, shared, GCN.name) + own[GN.name],
        "either": _of_either(rows, factors, shared),
    }
    return np.stack(list(of_table_2.values()), axis=1)


def _of_one(rows, factors, shared, method):
    """Log probability of Table 2 if it is all of one method."""
    with np.errstate(divide="ignore"):
        one_run = _log_sum(list(shared[method].values())) if shared[method] else -np.inf
    return one_run + sum(rows[method, factor] for factor in factors)


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
