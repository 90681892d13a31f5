"""Is the method right where the truth is known: papers made from known readings, and how often they are recognised.

``python -m study.forensics.recovery`` does it at full size and stores what came of it.
"""

import json
import time
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from .. import store
from ..provenance import describe_program
from .draws import NONE_FITS, TINY, draw_habits, draw_tables, fit_probability
from .grid import FACTORS, points, prior, screening
from .plan import SEEDS
from .predictive import Prior, emulate, errors_at, from_seeds, stacked, terms
from .stages import CELLS, MOST, N_SHORTLIST, SHARE, SHARE_OF_SHORTLIST, chosen
from .tables import AXES, Cells, infer, log_likelihood
from .witnesses import SHIFTS, WITNESSES, shifted

LEVELS = (0.5, 0.8, 0.95)
N_TRAIN, N_TEST = 7291, 2007  # USPS
USUAL = Prior()

INFERRED = 0.95  # so much of the final posterior has a value of a setting that is inferred
CASES = ((12, 20, 0.1), (12, 20, 0.03), (40, 20, 0.1), (12, 2, 0.1))
"""Number of readings, seeds of a cell, and how far readings are apart: the last one has too few seeds, to see what is
lost by it."""

AWAY = (0.0, 0.1, 0.3, 1.0)  # from the truth to the readings of the grid; 0 if it is one of them
FILE = "recovery.json"
N_PAPERS = 1000


def credible_share(probabilities, truth, level):
    """Tell how much of a value lies in the credible set of a level, of which the last value may be a part."""
    p = probabilities[truth]
    tied = np.isclose(probabilities, p, rtol=1e-12, atol=0)
    above = probabilities[~tied & (probabilities > p)].sum()
    return float(np.clip((level - above) / probabilities[tied].sum(), 0, 1))


@dataclass(frozen=True)
class World:
    """Readings whose runs can be made: by reading and cell z of test and training rows, their spreads, the slope."""

    rng: np.random.Generator
    test: np.ndarray
    train: np.ndarray
    test_scale: np.ndarray
    train_scale: np.ndarray
    slope: np.ndarray

    def right(self, reading, cell, n_runs, offset=0.0):
        """Draw right training and test rows of some runs, and give the numbers of rows, as `draw_tables` asks."""
        at, wider = (reading, CELLS.index(cell)), np.sqrt(1 + offset**2)
        away = self.test_scale[at] * wider * self.rng.normal(size=n_runs)
        noise = self.train_scale[at] * wider * self.rng.normal(size=n_runs)
        test = errors_at(self.test[at] + away, N_TEST)
        train = errors_at(self.train[at] + self.slope[at] * away + noise, N_TRAIN)
        return N_TRAIN - train, N_TEST - test, N_TRAIN, N_TEST

    def cells(self, n_seeds, readings):
        """Run every cell of some readings with so many seeds, and learn from them (Cells)."""

        def learned(reading, cell):
            train, test, *_ = self.right(reading, cell, n_seeds)
            return from_seeds(train, test, N_TRAIN, N_TEST, USUAL)

        return Cells({cell: stacked(learned(reading, cell) for reading in readings) for cell in CELLS})


def scattered_world(n_readings, rng, apart=0.1):
    """Make readings whose cells scatter as ours do, `apart` in z of the test rows; between seeds that is about 0.07."""
    shape = (n_readings, len(CELLS))

    def spread(scale):
        return scale * np.sqrt(USUAL.df / rng.chisquare(USUAL.df, size=shape))

    shared, own = rng.normal(size=(n_readings, 1)), rng.normal(size=shape)
    test, test_scale = -2.6 + apart * (shared + own) / np.sqrt(2), spread(USUAL.test_scale)
    train, train_scale = -6.5 + rng.normal(size=shape), spread(USUAL.train_scale)
    slope = rng.normal(size=shape) * train_scale / (np.sqrt(2) * USUAL.test_scale)
    return World(rng, test, train, test_scale, train_scale, slope)


def grid_world(rng):
    """Make all screened readings, with main effects, smaller interactions of two factors, and a little beyond."""
    Z, order = terms(points(screened=True))

    def effects(size):
        return rng.normal(size=len(order)) * np.select([order == 1, order == 2], [size, size / 3], 0.0)

    of_test, of_train = effects(0.08), effects(0.5)  # of all cells
    test, train = np.empty((len(Z), len(CELLS))), np.empty((len(Z), len(CELLS)))
    for i in range(len(CELLS)):
        test[:, i] = -2.6 + Z @ (of_test + effects(0.05)) + rng.normal(0, 0.02, len(Z))
        train[:, i] = -6.5 + Z @ (of_train + effects(0.3))
    same = np.ones(test.shape)
    return World(rng, test, train, USUAL.test_scale * same, USUAL.train_scale * same, 0 * same)


def _run(world, runs, readings, n_seeds):
    """Add runs of some points of the grid to those of each cell: the point of each, right training and test rows."""
    every = points(screened=True)
    for cell, (of_runs, train, test) in runs.items():
        for point in readings:
            right = world.right(every.index(point), cell, n_seeds)
            of_runs += [point] * n_seeds
            train += list(right[0])
            test += list(right[1])


def _emulated(runs, tables):
    """Compute the log likelihood of all readings, run or not, as the stages do."""
    return log_likelihood(Cells(emulate(runs, N_TRAIN, N_TEST, USUAL, points(screened=True))), tables)


def through_all_stages(n_papers, rng):
    """Make papers from readings of the grid, go through all stages, and tell how often the truth is found (dict)."""
    found: dict[str, list[float]] = {}

    def note(name, value):
        found.setdefault(name, []).append(float(value))

    readings = points(screened=True)
    p = np.array([prior(point) for point in readings])
    for _ in range(n_papers):
        world = grid_world(rng)
        truth = rng.choice(len(p), p=p / p.sum())
        tables = draw_tables(partial(world.right, truth), draw_habits(rng), rng)
        runs: dict[tuple, tuple[list, list, list]] = {cell: ([], [], []) for cell in CELLS}
        _run(world, runs, screening(), len(SEEDS["screening"]))
        short = chosen(readings, infer(_emulated(runs, tables), p).readings, SHARE_OF_SHORTLIST, N_SHORTLIST)
        _run(world, runs, short, len(SEEDS["shortlist"]))
        of_tables = _emulated(runs, tables)
        surviving = [readings.index(of) for of in chosen(readings, infer(of_tables, p).readings, SHARE, MOST)]
        of_tables[surviving] = log_likelihood(world.cells(len(SEEDS["survivors"]), surviving), tables)
        after = infer(of_tables, p).readings
        note("on the shortlist", readings[truth] in short)
        note("survives", truth in surviving)
        note("likeliest", after.argmax() == truth)
        for level in (0.8, 0.95):
            note(f"reading in {level:.0%}", credible_share(after, truth, level))
        for i, factor in enumerate(FACTORS):
            names = [level.name for level in factor.levels if level.screened]
            weights = np.array([after[[point[i] == name for point in readings]].sum() for name in names])
            for level in (0.8, 0.95):
                note(f"setting in {level:.0%}", credible_share(weights, names.index(readings[truth][i]), level))
            note("inferred", weights.max() >= INFERRED)
            if weights.max() >= INFERRED:
                note("right if inferred", names[np.argmax(weights)] == readings[truth][i])
    return {name: float(np.mean(values)) for name, values in found.items()}


def known_truth(n_papers, rng, n_readings=12, n_seeds=20, apart=0.1, witness=None):
    """Make papers from equally likely readings and infer which (dict): coverage by level, how often right, expected."""
    likelihood = WITNESSES[witness] if witness else log_likelihood
    covered: dict[float, list[float]] = {level: [] for level in LEVELS}
    right, expected = [], []
    of_habits: dict[str, list[float]] = {"table_2": [], "repeats": [], "offset": []}
    for _ in range(n_papers):
        world = scattered_world(n_readings, rng, apart)
        cells = world.cells(n_seeds, range(n_readings))
        reading, habits = int(rng.integers(n_readings)), draw_habits(rng)
        tables = draw_tables(partial(world.right, reading), habits, rng)
        tables = shifted(tables, rng.choice(SHIFTS)) if witness else tables
        posterior = infer(likelihood(cells, tables), np.ones(n_readings))
        p = posterior.readings
        for level, shares in covered.items():
            shares.append(credible_share(p, reading, level))
        right.append(bool(p.argmax() == reading))
        expected.append(float(p.max()))
        for axis, (name, shares) in enumerate(of_habits.items()):
            of_values = np.array(list(posterior.habit(axis).values()))
            shares.append(credible_share(of_values, AXES[axis].index(getattr(habits, name)), 0.8))
    return {
        "coverage": [
            [level, float(np.mean(shares)), float(np.sqrt(level * (1 - level) / n_papers))]
            for level, shares in covered.items()
        ],
        "right": float(np.mean(right)),
        "expected": float(np.mean(expected)),
        "habits": {name: float(np.mean(shares)) for name, shares in of_habits.items()},
    }


def unknown_truth(n_papers, rng, away, n_readings=6, n_draws=100):
    """Make papers from a reading so far from the grid's, 0 of it, and tell of how many none is said to fit (float)."""
    none_fits = 0
    for _ in range(n_papers):
        world = scattered_world(n_readings + 1, rng, away or 0.1)
        cells = world.cells(20, range(n_readings))
        habits = replace(draw_habits(rng), offset=0.0)
        tables = draw_tables(partial(world.right, n_readings if away else 0), habits, rng, slip=0.0)
        posterior = infer(log_likelihood(cells, tables), np.ones(n_readings))
        best = int(posterior.readings.argmax())
        none_fits += fit_probability(cells.only(best), tables, posterior.joint[best] + TINY, rng, n_draws) <= NONE_FITS
    return none_fits / n_papers


def recover(n_papers, seed):
    """Do it all, in terms of JSON: so many papers of each of `CASES`, a tenth of it of what takes longer."""
    n_few = max(n_papers // 10, 1)

    def rng():
        return np.random.default_rng(seed)

    known = [
        dict(zip(("n_readings", "n_seeds", "apart"), case)) | known_truth(n_papers, rng(), *case) for case in CASES
    ]
    witnessed = {name: known_truth(n_papers, rng(), *CASES[0], witness=name) for name in WITNESSES}
    for of in witnessed.values():
        del of["habits"]
    unknown = [{"away": away, "none_fits": unknown_truth(n_few, rng(), away)} for away in AWAY]
    found = {"n_papers": n_papers, "n_few": n_few, "seed": seed, "known": known, "unknown": unknown}
    return found | {"stages": through_all_stages(n_few, rng()), "witnessed": witnessed}


def load_recovery():
    """Load what was recovered (dict, see `recover`, with the program that did it and its seconds)."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.forensics.recovery`.")


def main():
    """Recover at full size, and store what came of it."""
    clock = time.perf_counter()
    found = recover(N_PAPERS, seed=0)
    found |= describe_program() | {"seconds": round(time.perf_counter() - clock, 1)}
    path = store.results_folder() / FILE
    store.write_whole(path, (json.dumps(found, indent=1) + "\n").encode())
    print(f"written: {path}")


if __name__ == "__main__":
    main()
