"""Sums of rows that keep the mean of their rows, on USPS, as nodes trained as written do; measured as "controls"."""

from ..methods.own_rows import MIXES_WITH_MEAN
from ..run import Run
from .controls import BY_CLASS, BY_ERROR
from .experiment import Experiment
from .settings import first_data, layer_settings


def _runs(profile, seed, _):
    settings = layer_settings(profile)
    chosen = {name: settings[name] for name in ("n_components", "dtype")}
    return [
        Run("judged", first_data(profile), MIXES_WITH_MEAN.name, chosen | {"partition": rows}, seed)
        for rows in (BY_ERROR, BY_CLASS)
    ]


MEAN_KEPT = Experiment(
    "mean_kept", "Untrained sums of rows that keep their mean, on USPS", place=12.6, n_seeds=20, runs=_runs
)
