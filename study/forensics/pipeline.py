"""Recovery through all stages: papers from the whole grid, with screening, shortlist and survivors in between."""

from __future__ import annotations

import numpy as np

from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from .design import screening
from .draws import draw_habits, draw_tables
from .emulator import emulate, terms
from .grid import FACTORS, points, prior
from .plan import SEEDS
from .posterior import credible_share, infer
from .predictive import Predictive, Prior, errors_at, from_seeds, stacked
from .survivors import MOST, N_SHORTLIST, SHARE, SHARE_OF_SHORTLIST, chosen
from .tables import Cells, log_likelihood

__all__ = ["INFERRED", "GridWorld", "through_all_stages"]

INFERRED = 0.95
"""A value of a setting is inferred if it has so much of the final posterior."""

N_TRAIN, N_TEST = 7291, 2007  # USPS


class GridWorld:
    """All screened readings, with main effects, smaller interactions of two factors, and a little beyond.

    Parameters
    ----------
    rng : numpy.random.Generator
    """

    def __init__(self, rng):
        self.readings, self._rng = points(screened=True), rng
        Z, order = terms(self.readings)
        self._place = {point: i for i, point in enumerate(self.readings)}

        def effects(size):
            return rng.normal(size=len(order)) * np.select([order == 1, order == 2], [size, size / 3], 0.0)

        test, train = effects(0.08), effects(0.5)  # of all cells
        self._z, self._y = {}, {}
        for key in ((method, factor) for method in NODE_BY_NODE for factor in AMNESIA_FACTORS):
            self._z[key] = -2.6 + Z @ (test + effects(0.05)) + rng.normal(0, 0.02, len(self.readings))
            self._y[key] = -6.5 + Z @ (train + effects(0.3))

    @property
    def cells(self):
        """The names of the cells (list)."""
        return list(self._z)

    def runs(self, point):
        """Make the function that `study.forensics.draws.draw_tables` asks for the runs of a reading."""
        i, usual = self._place[point], Prior()

        def run(cell, repeats, offset=0.0):
            wider = np.sqrt(1 + offset**2)
            z = self._z[cell][i] + usual.test_scale * wider * self._rng.normal(size=repeats)
            y = self._y[cell][i] + usual.train_scale * wider * self._rng.normal(size=repeats)
            return N_TRAIN - errors_at(y, N_TRAIN), N_TEST - errors_at(z, N_TEST), N_TRAIN, N_TEST

        return run


class _Stages:
    """The stages as `study.forensics.survivors` has them, on the runs of a world."""

    def __init__(self, world, tables):
        self._world, self._tables = world, tables
        self._runs: dict[tuple, tuple[list, list, list]] = {key: ([], [], []) for key in world.cells}

    def add(self, readings, n_seeds):
        for key, (of_runs, train, test) in self._runs.items():
            for point in readings:
                right = self._world.runs(point)(key, n_seeds)
                of_runs += [point] * n_seeds
                train += list(right[0])
                test += list(right[1])

    def emulated(self):
        predicted: dict[tuple, Predictive] = {}
        for method in NODE_BY_NODE:
            of_method = {key: runs for key, runs in self._runs.items() if key[0] == method}
            predicted |= emulate(of_method, N_TRAIN, N_TEST, Prior(), self._world.readings)
        return log_likelihood(Cells(predicted), self._tables)

    def own(self, readings, n_seeds):
        def learned(point, key):
            train, test, n_train, n_test = self._world.runs(point)(key, n_seeds)
            return from_seeds(train, test, n_train, n_test, Prior())

        cells = Cells({key: stacked(learned(point, key) for point in readings) for key in self._world.cells})
        return log_likelihood(cells, self._tables)


def through_all_stages(n_papers, rng):
    """Make papers from readings of the grid, go through all stages, and ask what of the truth is found.

    Parameters
    ----------
    n_papers : int
    rng : numpy.random.Generator

    Returns
    -------
    dict of str to float
        Shares of the papers whose reading is on the shortlist, survives, is the likeliest in the end; coverage of 80
        and 95 % sets of readings and of values of a setting; how often a value is inferred, and is right when it is.
    """
    names = [[level.name for level in factor.levels if level.screened] for factor in FACTORS]
    found: dict[str, list[float]] = {}

    def note(name, value):
        found.setdefault(name, []).append(float(value))

    for _ in range(n_papers):
        world = GridWorld(rng)
        p = np.array([prior(point) for point in world.readings])
        truth = world.readings[rng.choice(len(p), p=p / p.sum())]
        stages = _Stages(world, draw_tables(world.runs(truth), draw_habits(rng), rng))
        stages.add(screening(), len(SEEDS["screening"]))
        short = chosen(world.readings, infer(stages.emulated(), p).readings, SHARE_OF_SHORTLIST, N_SHORTLIST)
        stages.add(short, len(SEEDS["shortlist"]))
        of_tables = stages.emulated()
        surviving = chosen(world.readings, infer(of_tables, p).readings, SHARE, MOST)
        of_tables[[world.readings.index(point) for point in surviving]] = stages.own(surviving, len(SEEDS["survivors"]))
        after = infer(of_tables, p).readings
        note("on the shortlist", truth in short)
        note("survives", truth in surviving)
        note("likeliest", world.readings[after.argmax()] == truth)
        for level in (0.8, 0.95):
            note(f"reading in {level:.0%}", credible_share(after, world.readings.index(truth), level))
        for i, of_factor in enumerate(names):
            weights = np.array([after[[point[i] == name for point in world.readings]].sum() for name in of_factor])
            for level in (0.8, 0.95):
                note(f"setting in {level:.0%}", credible_share(weights, of_factor.index(truth[i]), level))
            note("inferred", weights.max() >= INFERRED)
            if weights.max() >= INFERRED:
                note("right if inferred", of_factor[np.argmax(weights)] == truth[i])
    return {name: float(np.mean(values)) for name, values in found.items()}
