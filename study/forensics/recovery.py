"""Is the method right where the truth is known: papers made from known readings, and how often they are recognised.

``python -m study.forensics.recovery`` does it at full size and stores what came of it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field, replace

import numpy as np

from .. import store
from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from ..provenance import describe_program
from ..record import checksum
from .check import NONE_FITS, TINY, fit_probability
from .draws import draw_habits, draw_tables
from .pipeline import through_all_stages
from .posterior import credible_share, infer
from .predictive import Prior, errors_at, from_seeds, stacked
from .tables import AXES, Cells, log_likelihood
from .witnesses import SHIFTS, WITNESSES, shifted

__all__ = ["LEVELS", "Recovery", "World", "known_truth", "load_recovery", "recover", "unknown_truth"]

LEVELS = (0.5, 0.8, 0.95)
N_TRAIN, N_TEST = 7291, 2007  # USPS


class World:
    """Readings whose cells scatter as ours do, with a truth that is known.

    Parameters
    ----------
    n_readings : int
    rng : numpy.random.Generator
    apart : float, default=0.1
        Standard deviation between readings of z of the test rows, see `study.forensics.predictive`; between
        seeds it is about 0.07.
    """

    def __init__(self, n_readings, rng, apart=0.1):
        keys, prior = [(method, factor) for method in NODE_BY_NODE for factor in AMNESIA_FACTORS], Prior()
        self.n_readings, self._rng = n_readings, rng
        self._place = {key: i for i, key in enumerate(keys)}
        shape = (n_readings, len(keys))

        def spread(scale):
            return scale * np.sqrt(prior.df / rng.chisquare(prior.df, size=shape))

        shared, own = rng.normal(size=(n_readings, 1)), rng.normal(size=shape)
        self._test, self._test_spread = -2.6 + apart * (shared + own) / np.sqrt(2), spread(prior.test_scale)
        self._train, self._train_spread = -6.5 + rng.normal(size=shape), spread(prior.train_scale)
        self._slope = rng.normal(size=shape) * self._train_spread / (np.sqrt(2) * prior.test_scale)

    def runs(self, reading):
        """Make the function that `study.forensics.draws.draw_tables` asks for the runs of a reading."""

        def run(cell, repeats, offset=0.0):
            at, wider = (reading, self._place[cell]), np.sqrt(1 + offset**2)
            away = self._test_spread[at] * wider * self._rng.normal(size=repeats)
            noise = self._train_spread[at] * wider * self._rng.normal(size=repeats)
            test = errors_at(self._test[at] + away, N_TEST)
            train = errors_at(self._train[at] + self._slope[at] * away + noise, N_TRAIN)
            return N_TRAIN - train, N_TEST - test, N_TRAIN, N_TEST

        return run

    def cells(self, n_seeds, readings):
        """Run every cell of some readings with so many seeds, and learn from them (Cells)."""

        def learned(reading, cell):
            train, test, n_train, n_test = self.runs(reading)(cell, n_seeds)
            return from_seeds(train, test, n_train, n_test, Prior())

        return Cells({cell: stacked(learned(reading, cell) for reading in readings) for cell in self._place})


@dataclass
class Recovery:
    """What came of papers whose reading is known, one entry a paper.

    Attributes
    ----------
    covered : dict from level to list of float
        Share of the true reading in the credible set of each of `LEVELS`.
    truth : list of float
        Posterior probability of the true reading.
    right : list of bool
        Whether it is the likeliest one.
    expected : list of float
        Probability that the method itself gives to its likeliest being right.
    habits : dict from name to list of float
        The same as `covered` at 80 %, for each of `study.forensics.tables.AXES`.
    """

    covered: dict[float, list[float]] = field(default_factory=lambda: {level: [] for level in LEVELS})
    truth: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    expected: list[float] = field(default_factory=list)
    habits: dict[str, list[float]] = field(default_factory=lambda: {"table_2": [], "repeats": [], "offset": []})

    def coverage(self):
        """Compute coverage and its Monte-Carlo error (dict from level to pair of float)."""
        return {
            level: (float(np.mean(shares)), float(np.sqrt(level * (1 - level) / len(shares))))
            for level, shares in self.covered.items()
        }


def known_truth(n_papers, rng, n_readings=12, n_seeds=20, apart=0.1, witness=None):
    """Make papers from readings of the grid, and infer which.

    Parameters
    ----------
    n_papers : int
    rng : numpy.random.Generator
    n_readings : int, default=12
        Equally likely beforehand.
    n_seeds : int, default=20
        Of each cell.
    apart : float, default=0.1
        See `World`.
    witness : str, default=None
        One of `study.forensics.witnesses.WITNESSES`, by which tables are weighed whose training scores have a shift;
        None for scores as they are printed.

    Returns
    -------
    Recovery
    """
    likelihood = WITNESSES[witness] if witness else log_likelihood
    found = Recovery()
    for _ in range(n_papers):
        world = World(n_readings, rng, apart)
        cells = world.cells(n_seeds, range(n_readings))
        reading, habits = int(rng.integers(n_readings)), draw_habits(rng)
        tables = draw_tables(world.runs(reading), habits, rng)
        tables = shifted(tables, rng.choice(SHIFTS)) if witness else tables
        posterior = infer(likelihood(cells, tables), np.ones(n_readings))
        p = posterior.readings
        for level, shares in found.covered.items():
            shares.append(credible_share(p, reading, level))
        found.truth.append(float(p[reading]))
        found.right.append(bool(p.argmax() == reading))
        found.expected.append(float(p.max()))
        for axis, (name, shares) in enumerate(found.habits.items()):
            of_values = np.array(list(posterior.habit(axis).values()))
            shares.append(credible_share(of_values, AXES[axis].index(getattr(habits, name)), 0.8))
    return found


def unknown_truth(n_papers, rng, away, n_readings=6, n_seeds=20, n_draws=100):
    """Make papers from a reading that is not in the grid, and ask whether the likeliest one of the grid fits.

    Parameters
    ----------
    n_papers : int
    rng : numpy.random.Generator
    away : float
        Standard deviation between readings, see `World`; 0 if the truth is in the grid.
    n_readings, n_seeds : int
    n_draws : int, default=100
        See `study.forensics.check.fit_probability`.

    Returns
    -------
    float
        Share of the papers of which the method says that none fits.
    """
    none_fits = 0
    for _ in range(n_papers):
        world = World(n_readings + 1, rng, away or 0.1)
        cells = world.cells(n_seeds, range(n_readings))
        habits = replace(draw_habits(rng), offset=0.0)
        tables = draw_tables(world.runs(n_readings if away else 0), habits, rng, slip=0.0)
        posterior = infer(log_likelihood(cells, tables), np.ones(n_readings))
        best = int(posterior.readings.argmax())
        p = fit_probability(cells, best, tables, posterior.joint[best] + TINY, rng, n_draws)
        none_fits += p <= NONE_FITS
    return none_fits / n_papers


CASES = ((12, 20, 0.1), (12, 20, 0.03), (40, 20, 0.1), (12, 2, 0.1))
"""Number of readings, seeds of a cell, and how far readings are apart: the last one has too few seeds, to see what is
lost by it."""

AWAY = (0.0, 0.1, 0.3, 1.0)
"""How far the truth is from the readings of the grid; 0 if it is one of them."""

FILE = "recovery.json"


def recover(n_papers, seed):
    """Do it all.

    Parameters
    ----------
    n_papers : int
        Of each of `CASES`; a tenth of it, at least one, of what takes longer.
    seed : int

    Returns
    -------
    dict
        In terms of JSON: n_papers, n_few, seed; known, one a case (n_readings, n_seeds, apart, coverage, right,
        expected, habits); witnessed, the same of the first case for each witness, of papers whose training scores have
        a shift (coverage, right, expected); unknown, one for each of `AWAY` (away, none_fits); stages, see
        `study.forensics.pipeline.through_all_stages`.
    """
    n_few = max(n_papers // 10, 1)
    known = []
    for n_readings, n_seeds, apart in CASES:
        found = known_truth(n_papers, np.random.default_rng(seed), n_readings, n_seeds, apart)
        case: dict = {"n_readings": n_readings, "n_seeds": n_seeds, "apart": apart}
        case |= {"coverage": [[level, *found.coverage()[level]] for level in LEVELS]}
        case |= {"right": float(np.mean(found.right)), "expected": float(np.mean(found.expected))}
        known.append(case | {"habits": {name: float(np.mean(shares)) for name, shares in found.habits.items()}})
    witnessed = {name: _known_by(name, n_papers, seed) for name in WITNESSES}
    unknown = [{"away": away, "none_fits": unknown_truth(n_few, np.random.default_rng(seed), away)} for away in AWAY]
    stages = through_all_stages(n_few, np.random.default_rng(seed))
    return {
        "n_papers": n_papers,
        "n_few": n_few,
        "seed": seed,
        "known": known,
        "unknown": unknown,
        "stages": stages,
    } | {"witnessed": witnessed}


def _known_by(witness, n_papers, seed):
    """Recover the first of `CASES` by a witness (dict)."""
    found = known_truth(n_papers, np.random.default_rng(seed), *CASES[0], witness=witness)
    coverage = [[level, *found.coverage()[level]] for level in LEVELS]
    return {"coverage": coverage, "right": float(np.mean(found.right)), "expected": float(np.mean(found.expected))}


def load_recovery():
    """Load what was recovered (dict, see `recover`, with the program that did it and its seconds).

    Raises
    ------
    NoResult
        If it has not been done; the message names the command.
    DamagedResult
        If the file is damaged; likewise.
    """
    how = "It is made by `python -m study.forensics.recovery`."
    path = store.results_folder() / FILE
    found = store.read_json(path, how)
    if found.pop("sha256", None) != checksum(found):
        raise store.DamagedResult(f"{path} is damaged: its sha256 is not that of its fields. {how}")
    return found


def main():
    """Recover at full size, and store what came of it."""
    parser = argparse.ArgumentParser(description="Papers from known readings, and how often they are recognised.")
    parser.add_argument("--papers", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    clock = time.perf_counter()
    found = recover(given.papers, given.seed)
    found |= describe_program() | {"seconds": round(time.perf_counter() - clock, 1)}
    path = store.results_folder() / FILE
    store.write_whole(path, (json.dumps(found | {"sha256": checksum(found)}, indent=1) + "\n").encode())
    print(f"written: {path}")


if __name__ == "__main__":
    main()
