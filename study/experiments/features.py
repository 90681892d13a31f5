"""First-layer features on USPS: Figures 2 and 4."""

import numpy as np
import pandas as pd

from .. import store
from ..kinds.features import MEASURES
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE, PCA
from ..run import Run
from .experiment import Experiment
from .settings import SETTINGS, first_data, layer_settings

FACTORS = (0.0, 0.7, 1.0)  # beside 0.4: amnesia factors whose features are kept


def _runs(profile, seed, _):
    settings = layer_settings(profile)
    data = first_data(profile)
    runs = [Run("features", data, method, settings, seed) for method in LAYER_BY_LAYER]
    settings_greedy = settings | {"amnesia": SETTINGS["amnesia"].value}
    runs += [Run("features", data, method, settings_greedy, seed) for method in NODE_BY_NODE]
    if seed == 0:
        exact = {name: settings[name] for name in ("n_components", "dtype")}  # principal components need no start
        runs.append(Run("features", data, PCA.name, exact, seed))
        runs += [
            Run("features", data, method, settings | {"amnesia": factor}, seed)
            for factor in FACTORS
            for method in NODE_BY_NODE
        ]
    return runs


FEATURES = Experiment("features", "First-layer features on USPS (Figures 2 and 4)", place=1, n_seeds=5, runs=_runs)


def nodes_frame(profile="paper", column="program"):
    """Gather what is measured on every node of the stored first layers."""
    folder = store.results_folder(profile)
    frames = [
        pd.DataFrame({name: arrays[name] for name in MEASURES}).assign(
            method=run.method, seed=run.seed, node=lambda nodes: np.arange(len(nodes))
        )
        for run in FEATURES.plan(profile, column=column)
        if run.settings.get("amnesia") in (None, store.USUAL_AMNESIA)
        and (arrays := store.read_arrays(run, folder)) is not None
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=["method", "seed", "node"])
