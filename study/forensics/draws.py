"""Papers by chance: tables as a reading would print them, and whether the printed ones look like its own."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp

from ..methods import GCN, GN, LAYER_BY_LAYER
from .grid import AMNESIA_OF_TABLE_1, METHOD_OF_TABLE_2, OFFSETS, REPEATS, SLIP
from .predictive import draw_runs, pick
from .printed import UNITS, units_of_counts
from .tables import AXES, Printed, log_likelihoods, log_prior_of_habits

NONE_FITS = 0.01  # a reading does not fit if so few of its own tables are as improbable as the printed ones
N_DRAWS = 500
AS_IT_IS = AXES[2].index(0)  # where the habits have no extra scatter
TINY = 1e-12  # added to the probabilities of habits, so that tables can be drawn of a reading that has none left


@dataclass(frozen=True)
class Habits:
    """What a paper does not say of its runs: a key of `METHOD_OF_TABLE_2`, of `REPEATS`, of `OFFSETS`."""

    table_2: str = AXES[0][0]
    repeats: int = 1
    offset: float = 0.0


def draw_habits(rng):
    """Draw habits from their prior (Habits)."""
    return Habits(*(list(of)[rng.choice(len(of), p=list(of.values()))] for of in (METHOD_OF_TABLE_2, REPEATS, OFFSETS)))


def draw_tables(run, habits, rng, slip=SLIP, layered=False):
    """Draw Tables 1 and 2; `run` gives, for a cell, a number of runs and an offset, right rows and numbers of rows."""

    def pair(method, factor):
        if rng.random() < slip:
            return tuple(rng.integers(UNITS + 1, size=2) / UNITS)
        *right, n_train, n_test = run((method, factor), habits.repeats, habits.offset)
        best = np.argmax(right[1])
        # Just between two scores either is printed.
        return tuple(units_of_counts(n)[rng.integers(2)][of[best]] / UNITS for of, n in zip(right, (n_train, n_test)))

    factors, p = list(AMNESIA_OF_TABLE_1), list(AMNESIA_OF_TABLE_1.values())
    own = rng.choice(factors, size=2, p=p)
    while habits.table_2 == "either" and own[0] == own[1]:
        own = rng.choice(factors, size=2, p=p)
    of_table_1, methods = dict(zip((GN.name, GCN.name), own)), dict.fromkeys(factors, habits.table_2)
    if habits.table_2 == "either":
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


def fit_probability(own, printed, habits, rng, n_draws=N_DRAWS, shift=0.0):
    """Tell how often a reading (`Cells` of one) prints tables that are no likelier than the printed ones (float)."""
    # Without slips and without extra scatter, which would let any reading fit.
    layered = bool(own.layer_by_layer)
    habits = habits[..., AS_IT_IS]
    drawn = rng.choice(habits.size, size=n_draws, p=habits.ravel() / habits.sum())
    table_2, repeats = np.unravel_index(drawn, habits.shape)
    n_runs = np.take(AXES[1], repeats)

    def drawn_of(forms):
        p, cells = zip(*forms)
        which = np.zeros_like(n_runs) if shift is None else rng.choice(len(p), size=n_draws, p=p)
        of = pick(cells, which, np.zeros_like(n_runs))
        return *draw_runs(of, n_runs, np.zeros(n_draws), rng), of.n_train, of.n_test

    runs = {cell: drawn_of([(1.0, of)]) for cell, of in own.node_by_node.items()}
    runs |= {(method, None): drawn_of(forms) for method, forms in own.layer_by_layer.items()}

    tables = [printed]
    for i in range(n_draws):

        def printed_run(cell, *_, i=i):
            train, test, *n = runs[cell]
            return train[i : i + 1], test[i : i + 1], *n

        of = Habits(AXES[0][table_2[i]], int(n_runs[i]))
        tables.append(draw_tables(printed_run, of, rng, slip=0.0, layered=layered))
    likelihoods = log_likelihoods(own, tables, offsets=AXES[2][AS_IT_IS : AS_IT_IS + 1], shift=shift)
    prior = log_prior_of_habits()[..., AS_IT_IS]
    of_all = np.stack([of[0, ..., 0] for of in likelihoods]) + prior
    seen, *of_draws = logsumexp(of_all, axis=tuple(range(1, of_all.ndim)))
    return (1 + sum(log_p <= seen for log_p in of_draws)) / (1 + n_draws)
