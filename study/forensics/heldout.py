"""Predict the scores of Table 3, each from those that something was inferred from."""

from collections import namedtuple

import numpy as np
from scipy.special import logsumexp

from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..paper import TABLE_3
from ..store import cell_key
from .grid import OFFSETS, REPEATS, SLIP
from .plan import cell_runs, forms_of, shared_forms
from .predictive import draw_runs, pick, stacked, test_scores
from .printed import UNITS, as_units
from .stages import counts_of, n_stored, predictive_of, prior_of
from .tables import log_prior_of_habits

N_DRAWS = 2000
_HABITS = (tuple(REPEATS), tuple(OFFSETS))


# Draws of a training score; probabilities of 0.000 ... 1.000 as test score, blind without settings; and of forms.
Prediction = namedtuple("Prediction", "train scores blind forms")


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
    prior = prior_of(counts.values())
    found: dict[str, dict] = {}
    for name, method, i in dict.fromkeys(key[:3] for key in runs):
        cells = [predictive_of(runs[name, method, i, point][1], counts, prior) for point in readings]
        if all(cell is not None for cell in cells):
            p = runs[name, method, i, readings[0]][0]
            found.setdefault(name, {}).setdefault(method, []).append((p, stacked(cells)))
    return found


def predict(dataset, cells, posterior, prior, rng, printed=None):
    """Predict every score of a set, or of another printed row (dict of Prediction by method).

    By Tables 1 and 2 and other methods' training scores, a test score also by its own; of test scores SV's and USV's.
    """
    printed = printed or TABLE_3[dataset]
    forms = [(name, p) for name, p, _ in shared_forms(dataset) if all(m in cells.get(name, {}) for m in NODE_BY_NODE)]
    if not forms:
        return {}
    scores = {
        (name, method): sum(p * test_scores(of, *_HABITS, printed[method][0]) for p, of in options)
        / sum(p for p, _ in options)
        for name, _ in forms
        for method, options in cells[name].items()
    }
    prior = np.asarray(prior, dtype=float) / np.sum(prior)
    habits = np.exp(log_prior_of_habits()).sum(axis=0)  # repeats, offsets
    knows, knows_not = posterior.joint.sum(axis=1), prior[:, np.newaxis, np.newaxis] * habits
    found = {}
    for method in printed:
        having = [(name, p) for name, p in forms if (name, method) in scores]
        if not having:
            continue
        log_weights = {name: np.log(p) + _log(knows) for name, p in having}
        for other in printed:
            if other != method and all((name, other) in scores for name, _ in having):
                for name, _ in having:
                    log_weights[name] = log_weights[name] + _evidence(scores[name, other], other, printed)
        found[method] = Prediction(
            _drawn_train(log_weights, cells, method, rng),
            _mixed(log_weights, scores, method),
            _mixed({name: np.log(p) + _log(knows_not) for name, p in having}, scores, method),
            _of_forms(log_weights, scores, method),
        )
    return found


def _drawn_train(log_weights, cells, method, rng):
    """Draw training scores as they would be printed (ndarray of shape (N_DRAWS,))."""
    weights = np.stack([*log_weights.values()])
    weights = np.exp(weights - weights.max())
    drawn = rng.choice(weights.size, size=N_DRAWS, p=weights.ravel() / weights.sum())
    forms, readings, repeats, offsets = np.unravel_index(drawn, weights.shape)
    scores = np.empty(N_DRAWS)
    for i, name in enumerate(log_weights):
        own = np.flatnonzero(forms == i)
        if own.size:
            p, options = zip(*cells[name][method])
            of = pick(options, rng.choice(len(p), size=own.size, p=np.divide(p, sum(p))), readings[own])
            of_habits = np.take(_HABITS[0], repeats[own]), np.take(_HABITS[1], offsets[own])
            train, _ = draw_runs(of, *of_habits, rng)
            scores[own] = train / of.n_train
    return np.round(scores * UNITS) / UNITS


def _log(p):
    with np.errstate(divide="ignore"):
        return np.log(p)


def _evidence(scores, method, printed):
    """Log probability of what may be known of another method: its training score, of SV and USV its test score too."""
    found = scores[..., as_units(printed[method][1])] if method in LAYER_BY_LAYER else scores.sum(axis=-1)
    return _log((1 - SLIP) * found + SLIP / (UNITS + 1) ** 2)


def _of_forms(log_weights, scores, method):
    """Probability of each form, with the method's own training score."""
    log_p = {name: logsumexp(of + _log(scores[name, method].sum(axis=-1) + 1e-300)) for name, of in log_weights.items()}
    total = logsumexp(list(log_p.values()))
    return {name: float(np.exp(one - total)) for name, one in log_p.items()}


def _mixed(log_weights, scores, method):
    """Mix the predictions of forms, readings and habits; a slip may print anything (ndarray of shape (1001,))."""
    highest = max(of.max() for of in log_weights.values())
    found = sum(
        np.einsum("rmo,rmou->u", np.exp(of - highest), scores[name, method]) for name, of in log_weights.items()
    )
    total = found.sum()
    uniform = np.full(UNITS + 1, 1 / (UNITS + 1))
    return (1 - SLIP) * found / total + SLIP * uniform if total > 0 else uniform
