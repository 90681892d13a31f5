"""Features of pure noise on USPS, measured as those of "controls" are: the zero of the scale of what is recognised."""

from ..methods.noise import NOISE
from ..run import Run
from .experiment import Experiment
from .settings import first_data, layer_settings


def _runs(profile, seed, _):
    settings = layer_settings(profile)
    chosen = {name: settings[name] for name in ("n_components", "dtype")}
    return [Run("judged", first_data(profile), NOISE.name, chosen, seed)]


NOISE_FEATURES = Experiment("noise", "Features of pure noise, on USPS", place=12.5, n_seeds=20, runs=_runs)
