"""What the outputs of a few nodes tell apart, two nodes at a time."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ..measures import first_component_correlations
from ..methods import PCA
from . import fields
from .features import principal_components
from .kind import Kind
from .layer import make_layer, must_not_diverge

N_NEIGHBORS = 5
N_FOLDS = 5


def _planes(run, data):
    """Train a few nodes on the rows of the first classes; how well classes part in each plane of two outputs."""
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.neighbors import KNeighborsClassifier

    X, y = np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])
    X, y = X[y < run.settings["n_classes"]], y[y < run.settings["n_classes"]]
    if run.method == PCA.name:
        _, outputs, _ = principal_components(run.settings["n_components"], X)
    else:
        outputs = make_layer(run).fit(X, y).transform(X)
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0)
    neighbours = KNeighborsClassifier(N_NEIGHBORS)
    planes = {
        f"neighbours_{i}_{j}": float(cross_val_score(neighbours, outputs[:, [i, j]], y, cv=folds).mean())
        for i, j in combinations(range(run.settings["n_components"]), 2)
    }
    correlations = first_component_correlations(outputs, X)
    measures = planes | {
        "neighbours_mean": float(np.mean(list(planes.values()))),
        "first_node_correlation": float(correlations[0]),
        "best_correlation": float(correlations.max()),
    }
    return {"diverged": None, "measures": measures}, None


def _fields(record):
    must_not_diverge(record)
    n_components = record["settings"].get("n_components")
    if type(n_components) is not int or not 0 < n_components <= 100:
        raise ValueError(f"settings.n_components is {fields.shown(n_components)}")
    pairs = [f"neighbours_{i}_{j}" for i, j in combinations(range(n_components), 2)]
    return {"measures": fields.bounded([*pairs, "neighbours_mean", "first_node_correlation", "best_correlation"])}


PLANES = Kind("planes", _planes, _fields, not_ours=("neighbours_", "first_node_correlation", "best_correlation"))
