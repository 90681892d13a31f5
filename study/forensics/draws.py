"""Papers by chance: tables as a reading would print them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..methods import GCN, GN, LAYER_BY_LAYER
from .grid import AMNESIA_OF_TABLE_1, METHOD_OF_TABLE_2, OFFSETS, REPEATS, SLIP
from .printed import UNITS, units_of_counts
from .tables import AXES, Printed

__all__ = ["Habits", "draw_habits", "draw_tables", "printed_score"]


@dataclass(frozen=True)
class Habits:
    """What a paper does not say of its runs, see `study.forensics.grid`.

    Attributes
    ----------
    table_2 : str
        Whose runs Table 2 shows: a key of `METHOD_OF_TABLE_2`.
    repeats : int
    offset : float
    """

    table_2: str = AXES[0][0]
    repeats: int = 1
    offset: float = 0.0


def draw_habits(rng):
    """Draw habits from their prior (Habits)."""
    return Habits(*(list(of)[rng.choice(len(of), p=list(of.values()))] for of in (METHOD_OF_TABLE_2, REPEATS, OFFSETS)))


def printed_score(right, n, rng):
    """Print an accuracy to three decimals; just between two scores either is printed (float)."""
    down, up = units_of_counts(n)
    return (down, up)[rng.integers(2)][right] / UNITS


def draw_tables(run, habits, rng, slip=SLIP, layered=False):
    """Draw Tables 1 and 2.

    Parameters
    ----------
    run : callable
        From a cell, (method, amnesia factor or None), the number of runs and an offset to the numbers of right training
        and test rows of these runs (ndarrays of int), and the numbers of rows: ``train, test, n_train, n_test``.
    habits : Habits
    rng : numpy.random.Generator
    slip : float, default=SLIP
        Probability of a pair that has nothing to do with its run.
    layered : bool, default=False
        Whether SV and USV are asked for.

    Returns
    -------
    Printed
    """

    def pair(method, factor):
        if rng.random() < slip:
            return tuple(rng.integers(UNITS + 1, size=2) / UNITS)
        train, test, n_train, n_test = run((method, factor), habits.repeats, habits.offset)
        best = np.argmax(test)
        return printed_score(train[best], n_train, rng), printed_score(test[best], n_test, rng)

    factors, p = list(AMNESIA_OF_TABLE_1), list(AMNESIA_OF_TABLE_1.values())
    of_table_1 = dict(zip((GN.name, GCN.name), rng.choice(factors, size=2, p=p)))
    methods = dict.fromkeys(factors, habits.table_2)
    if habits.table_2 == "either":
        while of_table_1[GN.name] == of_table_1[GCN.name]:
            of_table_1 = dict(zip((GN.name, GCN.name), rng.choice(factors, size=2, p=p)))
        methods = {factor: (GN.name, GCN.name)[rng.integers(2)] for factor in factors}
        methods |= {factor: method for method, factor in of_table_1.items()}
    table_2 = {factor: pair(methods[factor], factor) for factor in factors}
    table_1 = {
        method: table_2[factor] if methods[factor] == method else pair(method, factor)
        for method, factor in of_table_1.items()
    }
    for method in LAYER_BY_LAYER if layered else ():
        table_1[method] = pair(method, None)
    return Printed(table_1, table_2)
