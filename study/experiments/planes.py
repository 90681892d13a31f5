"""Planes of two outputs, five-class digits, Figure 6: what the outputs of a few nodes tell apart, two at a time."""

from itertools import combinations

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from ..measures import first_component_correlations
from ..methods import GN, PCA, USV
from ..run import Run
from .experiment import Experiment, Kind
from .features import principal_components
from .settings import SETTINGS, Setting, chosen, make_layer

# Figure 6: "four inner nodes", five classes; the number of nodes of the layer, its rate and its epochs are not given.
PLANES = Setting(
    {"n_classes": 5, "n_components": 4},
    'caption of Figure 6: "four inner nodes", "5-class"; a layer of just those four is our reading',
)


PAIRS = {f"neighbours_{i}_{j}": [i, j] for i, j in combinations(range(PLANES.value["n_components"]), 2)}
MEASURED = (*PAIRS, "neighbours_mean", "first_node_correlation", "best_correlation")


def _planes(run, data):
    """Train a few nodes on all rows of the first classes; how well classes part in each plane of two outputs."""
    X, y = np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])
    X, y = X[y < run.settings["n_classes"]], y[y < run.settings["n_classes"]]
    if run.method == PCA.name:
        _, outputs, _ = principal_components(run.settings["n_components"], X)
    else:
        outputs = make_layer(run).fit(X, y).transform(X)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    planes = [cross_val_score(KNeighborsClassifier(5), outputs[:, pair], y, cv=folds).mean() for pair in PAIRS.values()]
    correlations = first_component_correlations(outputs, X)
    values = (*planes, np.mean(planes), correlations[0], correlations.max())
    return {"diverged": None, "measures": dict(zip(MEASURED, map(float, values), strict=True))}, None


OF_PLANES = Kind(
    "planes", _planes, {"measures": MEASURED}, not_ours=("neighbours_", "first_node_correlation", "best_correlation")
)


def _runs(_, seed, __):
    exact = PLANES.value | {"dtype": "float64"}
    settings = chosen("paper", "learning_rate", "max_epochs", "reading") | exact
    cells = [(USV.name, settings), (GN.name, settings | {"amnesia": SETTINGS["amnesia"].value})]
    return [Run("planes", "digits", *cell, seed) for cell in (*cells, *([(PCA.name, exact)] if seed == 0 else []))]


FIGURE_6 = Experiment("planes", "Planes of two outputs, five-class digits (Figure 6)", place=9, n_seeds=10, runs=_runs)
