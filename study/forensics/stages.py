"""The stages of the runs, each planned by a fixed rule from what the ones before it stored, and what they weigh."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import numpy as np

from .. import store
from ..experiments import rows_to_show
from ..experiments.settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, SMOKE_NETWORK, USPS_NETWORK
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..run import once
from ..store import cell_key
from .grid import NAMED, changes, points, prior, screening
from .multiverse import FIXED_BEFOREHAND, claim_runs
from .plan import SEEDS, baseline_forms, baseline_runs, counted, greedy_runs, runs_of, set_runs, side_points
from .predictive import Prior, emulate, from_seeds, logit, stacked
from .tables import PRINTED, Cells, infer, log_likelihood

STAGES = ("screening", "shortlist", "beside", "survivors", "table3", "claims")
"""A fraction of the grid; more seeds of its likeliest; beside the best, the levels left out of it; all seeds of the
survivors; nine sets; what the criteria of claims read."""

FEWEST = 2  # runs of a cell that finished: with fewer it predicts nothing
# Of the likeliest readings those that together have this share of the posterior, but at most so many:
SHARE_OF_SHORTLIST, N_SHORTLIST = 0.99, 16
SHARE, MOST = 0.95, 4  # survivors, besides those with a name
SHARE_OF_TABLE_3, MOST_OF_TABLE_3 = 0.9, 2
N_CENTRES = 1  # beside so many of the likeliest the levels are tried that the screening leaves out


class Incomplete(LookupError):
    """A stage is asked for before an earlier one is stored; the message names the command."""


def counts_of(runs, folder):
    """Read the counts of stored runs by the key of their cell: train, test (ndarray), n_train, n_test, n_diverged."""
    found: dict[str, dict] = {}
    cells = defaultdict(list)
    for run in runs:
        if (record := store.find(run, folder)) is not None:
            cells[cell_key(run)].append(record)
    for key, records in cells.items():
        done = [record["scores"] for record in records if record["diverged"] is None]
        found[key] = {n: records[0]["scores"][n] for n in ("n_train", "n_test")}
        found[key]["n_diverged"] = len(records) - len(done)
        for part in ("train", "test"):
            right = [round(scores[part] * scores[f"n_{part}"]) for scores in done]
            found[key][part] = np.array(right, dtype=np.int64)
    return found


def n_stored(cell):
    """Count the runs of a cell of `counts_of`, or of none."""
    return 0 if cell is None else len(cell["test"]) + cell["n_diverged"]


def prior_of(cells):
    """Learn the usual spread between seeds, the median of `counts_of`'s cells (Prior); the usual one of few cells."""
    usual, several = Prior(), [cell for cell in cells if len(cell["test"]) > 1]
    if len(several) < 8:
        return usual

    def median(part):
        spreads = [np.std(logit(cell[f"n_{part}"] - cell[part], cell[f"n_{part}"]), ddof=1) for cell in several]
        return float(np.median(spreads))

    test, train = median("test"), median("train")
    return Prior(usual.df, max(test, usual.test_scale / 4), max(train, usual.train_scale / 4))


def predictive_of(runs, counts, prior):
    """Learn the predictive distribution of the cell of some runs; None without enough of them."""
    cell = counts.get(cell_key(runs[0]))
    return None if cell is None or len(cell["test"]) < FEWEST else of_cell(cell, prior)


def of_cell(cell, prior):
    """Learn the predictive distribution of a cell of `counts_of` (Predictive of shape ())."""
    return from_seeds(cell["train"], cell["test"], cell["n_train"], cell["n_test"], prior, cell["n_diverged"])


CELLS = [(method, factor) for method in NODE_BY_NODE for factor in AMNESIA_FACTORS]


def tables_of(readings, seeds, folder):
    """Learn what readings predict of Tables 1 and 2; SV and USV count in the forms that each reading has."""
    greedy = {(point, *cell): runs_of(point, *cell, seeds[cell[0]]) for point in readings for cell in CELLS}
    layered: dict[tuple, list] = defaultdict(list)
    for point in readings:
        for method, p, settings in baseline_forms(point):
            if method in seeds:
                runs = [counted("paper", "usps", method, s, USPS_NETWORK.value, **settings) for s in seeds[method]]
                layered[point, method].append((p, runs))
    of_forms = [runs for of in layered.values() for _, runs in of]
    planned = once(run for runs in (*greedy.values(), *of_forms) for run in runs)
    counts = counts_of(planned, folder)
    if sum(map(n_stored, counts.values())) < len(planned):
        raise Incomplete("not all of these readings are stored: `gnode run readings` computes them.")
    usual = prior_of(counts.values())
    found = {key: predictive_of(runs, counts, usual) for key, runs in greedy.items()}
    complete = [point for point in readings if all(found[point, *cell] is not None for cell in CELLS)]
    layer_by_layer: dict[str, list] = {}
    for method in LAYER_BY_LAYER:
        for forms in zip(*(layered[point, method] for point in complete)):  # those that every reading has
            predictives = [predictive_of(runs, counts, usual) for _, runs in forms]
            if all(one is not None for one in predictives):
                layer_by_layer.setdefault(method, []).append((forms[0][0], stacked(predictives)))
    for method, of_method in layer_by_layer.items():
        total = sum(p for p, _ in of_method)
        layer_by_layer[method] = [(p / total, one) for p, one in of_method]
    return complete, Cells({cell: stacked(found[point, *cell] for point in complete) for cell in CELLS}, layer_by_layer)


def weighed(readings, likelihood):
    """Compute the posterior of readings from their log likelihood, by the prior of the grid (Posterior)."""
    return infer(likelihood, [prior(point) for point in readings])


def chosen(readings, probabilities, share, most):
    """Choose the likeliest readings, the first on top: the fewest that have a share, but at most so many."""
    order = np.argsort(-probabilities, kind="stable")
    enough = int(np.searchsorted(np.cumsum(probabilities[order]), share)) + 1
    return [readings[i] for i in order[: min(enough, most)]]


@dataclass(frozen=True)
class Tried:
    """Readings that were run or predicted, their `Cells` in parts, and their log likelihood by the protocol."""

    readings: list[tuple]
    parts: list[Cells]
    log_likelihood: np.ndarray

    def likeliest(self, share, most):
        """List the likeliest readings, see `chosen`."""
        return chosen(self.readings, weighed(self.readings, self.log_likelihood).readings, share, most)

    def survivors(self):
        """List the readings that get all seeds: the likeliest, and those of `NAMED` that are not among them."""
        return list(dict.fromkeys([*self.likeliest(SHARE, MOST), *NAMED.values()]))

    def with_seeds(self, folder):
        """Learn the survivors from all their seeds: they, and their `Cells`; refused if these are not all stored."""
        return tables_of(self.survivors(), dict.fromkeys(NODE_BY_NODE, SEEDS["survivors"]), folder)

    def weighed(self, likelihood, groups):
        """Weigh all readings by a likelihood of `Cells` and `Printed`, groups of readings by their own (Posterior)."""
        found = np.concatenate([likelihood(cells, PRINTED) for cells in self.parts])
        for own, cells in groups:
            found[[self.readings.index(point) for point in own]] = likelihood(cells, PRINTED)
        return weighed(self.readings, found)


def shortlist(folder):
    """List the readings that get a few more seeds: the likeliest by the screening."""
    return screened(folder, shortlisted=False).likeliest(SHARE_OF_SHORTLIST, N_SHORTLIST)


def screened(folder, shortlisted=True):
    """Predict every reading of the screened levels, run or not, by the screening and perhaps the shortlist (Tried)."""
    seen: list[dict] = []
    of_cells: dict[tuple, tuple[list, list, list]] = {cell: ([], [], []) for cell in CELLS}
    stages = {"screening": screening()} | ({"shortlist": shortlist(folder)} if shortlisted else {})
    for stage, of_stage in stages.items():
        runs = {(cell, point): runs_of(point, *cell, SEEDS[stage]) for cell in CELLS for point in of_stage}
        counts = counts_of((run for of in runs.values() for run in of), folder)
        seen += counts.values()
        for (cell, point), planned in runs.items():
            of_point = counts.get(cell_key(planned[0]))
            if of_point is None or n_stored(of_point) < len(planned):
                how = f"`gnode run readings --stage {stage}` computes it."
                raise Incomplete(f"the {stage} is not all stored: {how}")
            of_runs, train, test = of_cells[cell]
            of_runs += [point] * len(of_point["test"])
            train += list(of_point["train"])
            test += list(of_point["test"])
    readings = points(screened=True)
    cells = Cells(emulate(of_cells, seen[0]["n_train"], seen[0]["n_test"], prior_of(seen), readings))
    return Tried(readings, [cells], log_likelihood(cells, PRINTED))


def tried(folder):
    """Weigh the screened readings, and those beside the likeliest of them by their own runs (Tried)."""
    found = screened(folder)
    beside = side_points(found.likeliest(1.0, N_CENTRES))
    own, cells = tables_of(beside, dict.fromkeys(NODE_BY_NODE, SEEDS["beside"]), folder)
    both = np.concatenate([found.log_likelihood, log_likelihood(cells, PRINTED)])
    return Tried([*found.readings, *own], [*found.parts, cells], both)


def surviving(readings, folder):
    """Weigh the survivors by Tables 1 and 2, SV and USV included: they, their `Cells` and the `Posterior`."""
    seeds = dict.fromkeys(NODE_BY_NODE, SEEDS["survivors"])
    seeds |= dict.fromkeys(LAYER_BY_LAYER, SEEDS["layer by layer"])
    readings, cells = tables_of(readings, seeds, folder)
    return readings, cells, weighed(readings, log_likelihood(cells, PRINTED))


def plan(stage, profile="paper", choose_rows=rows_to_show):
    """List the runs of one of `STAGES`; of the profile "smoke" a few on a small scale, the same for every stage."""
    folder = store.results_folder(profile)
    if profile == "smoke":
        return [
            counted("smoke", "digits", method, 0, SMOKE_NETWORK, amnesia=factor, **changes(screening()[0]))
            for method in NODE_BY_NODE
            for factor in SMOKE_AMNESIA_FACTORS
        ]
    if stage == "screening":
        return greedy_runs(screening(), SEEDS["screening"])
    if stage == "shortlist":
        return greedy_runs(shortlist(folder), SEEDS["shortlist"])
    if stage == "beside":
        return greedy_runs(side_points(screened(folder).likeliest(1.0, N_CENTRES)), SEEDS["beside"])
    survivors = tried(folder).survivors()
    if stage == "survivors":
        return greedy_runs(survivors, SEEDS["survivors"]) + baseline_runs(survivors, SEEDS["layer by layer"])

    @cache
    def rows(dataset):
        return choose_rows(dataset, store.stored_rows(dataset, folder))

    readings, _, posterior = surviving(survivors, folder)
    if stage == "claims":
        return claim_runs(judged_readings(readings, posterior), choose_rows)
    return set_runs(readings_of_table_3(readings, posterior), rows)


def judged_readings(readings, posterior):
    """List the readings that claims are judged under besides the ledger's: those named, and the likeliest survivor."""
    found = dict.fromkeys([*NAMED.values(), *chosen(readings, posterior.readings, 1.0, 1)])
    return [point for point in found if point != NAMED[FIXED_BEFOREHAND]]


def readings_of_table_3(readings, posterior):
    """List the readings under which Table 3 is run (list of tuple), from those of `surviving`."""
    return chosen(readings, posterior.readings, SHARE_OF_TABLE_3, MOST_OF_TABLE_3)
