"""Predict the scores of Table 3, each from those that something was inferred from."""

import numpy as np
import pandas as pd

from .. import store
from ..experiments import data_label, rows_to_show
from ..methods import LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..paper import TABLE_3
from ..store import cell_key
from .grid import SLIP, prior
from .plan import cell_runs, forms_of, shared_forms
from .predictive import stacked, test_scores
from .printed import UNITS, as_units
from .stages import counts_of, n_stored, predictive_of, prior_of, readings_of_table_3
from .tables import AXES, Posterior, log_prior_of_habits


def cells_of_set(dataset, rows, readings, folder):
    """Learn what readings predict of a set, form -> method -> (probability, Predictive)s; nothing without all runs."""
    runs = {
        (name, method, i, point): (p, cell_runs(dataset, rows, method, settings))
        for method in (*LAYER_BY_LAYER, *NODE_BY_NODE)
        for point in readings
        for name, options in forms_of(dataset, method, point).items()
        for i, (p, settings) in enumerate(options)
    }
    counts = counts_of({run.key: run for _, of in runs.values() for run in of}.values(), folder)
    if any(n_stored(counts.get(cell_key(of[0]))) < len(of) for _, of in runs.values()):
        return {}
    usual = prior_of(counts.values())
    found: dict[str, dict] = {}
    for name, method, i in dict.fromkeys(key[:3] for key in runs):
        cells = [predictive_of(runs[name, method, i, point][1], counts, usual) for point in readings]
        if all(cell is not None for cell in cells):
            p = runs[name, method, i, readings[0]][0]
            found.setdefault(name, {}).setdefault(method, []).append((p, stacked(cells)))
    return found


def predict(dataset, cells, posterior, weights, printed):
    """Predict test scores by all that is not held out, and by the own training score alone (dict of pairs)."""
    forms = [(name, p) for name, p, _ in shared_forms(dataset) if all(m in cells.get(name, {}) for m in NODE_BY_NODE)]
    if not forms:
        return {}
    scores = {
        (name, method): sum(p * test_scores(of, *AXES[1:], printed[method][0]) for p, of in options)
        / sum(p for p, _ in options)
        for name, _ in forms
        for method, options in cells[name].items()
    }
    weights = np.asarray(weights, dtype=float) / np.sum(weights)
    habits = np.exp(log_prior_of_habits()).sum(axis=0)  # repeats, offsets
    knows, knows_not = posterior.joint.sum(axis=1), weights[:, np.newaxis, np.newaxis] * habits
    found = {}
    for method in printed:
        having = {name: np.log(p) for name, p in forms if (name, method) in scores}
        others = [of for of in printed if of != method and all((name, of) in scores for name in having)]
        log_weights = {name: log_p + _log(knows) for name, log_p in having.items()}
        for other in others:
            for name in having:
                log_weights[name] = log_weights[name] + _evidence(scores[name, other], other, printed)
        blind = {name: log_p + _log(knows_not) for name, log_p in having.items()}
        if having:
            found[method] = _mixed(log_weights, scores, method), _mixed(blind, scores, method)
    return found


def _log(p):
    with np.errstate(divide="ignore"):
        return np.log(p)


def _evidence(scores, method, printed):
    """Log probability of what may be known of another method: its training score, of SV and USV its test score too."""
    found = scores[..., as_units(printed[method][1])] if method in LAYER_BY_LAYER else scores.sum(axis=-1)
    return _log((1 - SLIP) * found + SLIP / (UNITS + 1) ** 2)


def _mixed(log_weights, scores, method):
    """Mix the predictions of forms, readings and habits; a slip may print anything (ndarray of shape (1001,))."""
    highest = max(of.max() for of in log_weights.values())
    found = sum(
        np.einsum("rmo,rmou->u", np.exp(of - highest), scores[name, method]) for name, of in log_weights.items()
    )
    total = found.sum()
    uniform = np.full(UNITS + 1, 1 / (UNITS + 1))
    return (1 - SLIP) * found / total + SLIP * uniform if total > 0 else uniform


def interval(probabilities, level=0.9):
    """Find the central interval of a predicted score (low, high; float), with at least `level` in it."""
    total = np.cumsum(probabilities)
    low = np.searchsorted(total, (1 - level) / 2 * total[-1], side="right")
    high = np.searchsorted(total, (1 + level) / 2 * total[-1], side="left")
    return low / UNITS, min(high, UNITS) / UNITS


def predictions_frame(every, posterior, folder):
    """Tabulate Table 3 of the sets of which every run is stored, with 90 % intervals; GN's and GCN's are held out."""
    readings = readings_of_table_3(every, posterior)
    joint = posterior.joint[[every.index(point) for point in readings]]
    posterior = Posterior(joint / joint.sum(), posterior.log_evidence)
    rows = []
    for dataset, printed in TABLE_3.items():
        of_set = rows_to_show(dataset, store.stored_rows(dataset, folder))
        cells = cells_of_set(dataset, of_set, readings, folder)
        for method, (scores, blind) in predict(dataset, cells, posterior, list(map(prior, readings)), printed).items():
            (low, high), score = interval(scores), printed[method][1]
            row = {"set": data_label(dataset, of_set), "method": METHODS[method].label, "printed": score}
            row |= {"low": low, "high": high, "inside": low <= score <= high, "held_out": method in NODE_BY_NODE}
            row |= {"log_score": _log(scores[as_units(score)]), "blind_log_score": _log(blind[as_units(score)])}
            rows.append(row)
    return pd.DataFrame(rows)
