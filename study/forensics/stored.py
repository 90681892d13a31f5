"""From the stored cells to what each reading predicts."""

from __future__ import annotations

import numpy as np

from .. import store
from ..experiments.settings import AMNESIA_FACTORS, USPS_NETWORK
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..store import cell_key
from .plan import baseline_forms, counted, runs_of
from .predictive import Prior, from_seeds, logit, stacked
from .tables import Cells

__all__ = ["FEWEST", "Incomplete", "counts_of", "predictive_of", "prior_of", "tables_of"]

FEWEST = 2
"""A cell with fewer runs that finished predicts nothing."""


class Incomplete(LookupError):
    """A stage is asked for before an earlier one is stored; the message names the command."""


def counts_of(runs, folder):
    """Read the counts of runs, cell by cell.

    Parameters
    ----------
    runs : iterable of Run
        Of the kind "counts".
    folder : pathlib.Path

    Returns
    -------
    dict
        From the key of a cell to train (ndarray of int), test (likewise), n_train, n_test and n_diverged; without
        cells of which nothing is stored.
    """
    found: dict[str, dict] = {}
    for run in runs:
        record = store.find(run, folder)
        if record is None:
            continue
        scores = record["scores"]
        cell = found.setdefault(
            cell_key(run), {"train": [], "test": [], "n_diverged": 0, **{n: scores[n] for n in ("n_train", "n_test")}}
        )
        if record["diverged"] is None:
            for part in ("train", "test"):
                cell[part].append(round(scores[part] * scores[f"n_{part}"]))
        else:
            cell["n_diverged"] += 1
    return {
        key: cell | {part: np.array(cell[part], dtype=np.int64) for part in ("train", "test")}
        for key, cell in found.items()
    }


def prior_of(cells):
    """Learn the usual spread between seeds from all cells (Prior): what each cell is shrunk to.

    Parameters
    ----------
    cells : iterable of dict
        As `counts_of` gives them.

    Returns
    -------
    Prior
        With the median standard deviations; those of `Prior` itself where too few cells have two seeds.
    """
    spreads: dict[str, list[float]] = {"test": [], "train": []}
    for cell in cells:
        for part, found in spreads.items():
            if len(cell[part]) > 1:
                n = cell[f"n_{part}"]
                found.append(float(np.std(logit(n - cell[part], n), ddof=1)))
    usual = Prior()
    if len(spreads["test"]) < 8:
        return usual
    test, train = (float(np.median(spreads[part])) for part in ("test", "train"))
    return Prior(usual.df, max(test, usual.test_scale / 4), max(train, usual.train_scale / 4))


def predictive_of(runs, counts, prior):
    """Predictive distribution of the cell of some runs; None without enough of them."""
    cell = counts.get(cell_key(runs[0]))
    if cell is None or len(cell["test"]) < FEWEST:
        return None
    return from_seeds(cell["train"], cell["test"], cell["n_train"], cell["n_test"], prior, cell["n_diverged"])


def tables_of(readings, seeds, folder, whole=False):
    """Learn what readings predict of Tables 1 and 2.

    Parameters
    ----------
    readings : list of tuple
        Points of the grid.
    seeds : mapping from method to iterable of int
        A method that is left out says nothing.
    folder : pathlib.Path
    whole : bool, default=False
        Whether to refuse what is not all stored.

    Returns
    -------
    complete : list of tuple
        The readings of which every cell of GN and GCN is stored.
    cells : Cells or None
        What they predict; SV and USV only if each of the readings has a form of them. None if there are none.

    Raises
    ------
    Incomplete
        If `whole`, and runs are missing; the message names the command.
    """
    greedy: dict[tuple, list] = {}
    layered: dict[tuple, list] = {}
    for point in readings:
        for method in NODE_BY_NODE:
            for factor in AMNESIA_FACTORS:
                greedy[point, method, factor] = runs_of(point, method, factor, seeds[method])
        for method, p, settings in baseline_forms(point):
            if method in seeds:
                runs = [counted("paper", "usps", method, s, USPS_NETWORK.value, **settings) for s in seeds[method]]
                layered.setdefault((point, method), []).append((p, runs))
    every = [run for runs in greedy.values() for run in runs]
    every += [run for forms in layered.values() for _, runs in forms for run in runs]
    planned = {run.key: run for run in every}
    counts = counts_of(planned.values(), folder)
    if whole and sum(len(cell["test"]) + cell["n_diverged"] for cell in counts.values()) < len(planned):
        raise Incomplete("not all of these readings are stored: `gnode run readings` computes them.")
    prior = prior_of(counts.values())
    found = {key: predictive_of(runs, counts, prior) for key, runs in greedy.items()}
    complete = [
        point
        for point in readings
        if all(found[point, m, a] is not None for m in NODE_BY_NODE for a in AMNESIA_FACTORS)
    ]
    if not complete:
        return [], None
    node_by_node = {
        (method, factor): stacked(found[point, method, factor] for point in complete)
        for method in NODE_BY_NODE
        for factor in AMNESIA_FACTORS
    }
    layer_by_layer = {}
    for method in LAYER_BY_LAYER:
        forms = _forms([layered.get((point, method), []) for point in complete], counts, prior)
        if forms:
            layer_by_layer[method] = forms
    return complete, Cells(node_by_node, layer_by_layer)


def _forms(of_readings, counts, prior):
    """Put the forms of a baseline that every reading has in rows (list of (probability, Predictive))."""
    found = []
    for forms in zip(*of_readings):
        predictives = [predictive_of(runs, counts, prior) for _, runs in forms]
        if all(one is not None for one in predictives):
            found.append((forms[0][0], stacked(predictives)))
    total = sum(p for p, _ in found)
    return [(p / total, one) for p, one in found]
