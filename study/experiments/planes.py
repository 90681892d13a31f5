"""Planes of two outputs, five-class digits: Figure 6."""

from ..methods import GN, PCA, USV
from ..run import Run
from .experiment import Experiment
from .settings import SETTINGS, Setting

# Figure 6: "four inner nodes", five classes; the number of nodes of the layer, its rate and its epochs are not given.
PLANES = Setting(
    {"n_classes": 5, "n_components": 4},
    'caption of Figure 6: "four inner nodes", "5-class"; a layer of just those four is our reading',
)


def _runs(_, seed, __):
    settings = {name: SETTINGS[name].value for name in ("learning_rate", "max_epochs", "reading")}
    settings |= PLANES.value | {"dtype": "float64"}
    runs = [
        Run("planes", "digits", USV.name, settings, seed),
        Run("planes", "digits", GN.name, settings | {"amnesia": SETTINGS["amnesia"].value}, seed),
    ]
    if seed == 0:
        runs.append(Run("planes", "digits", PCA.name, PLANES.value | {"dtype": "float64"}, seed))
    return runs


FIGURE_6 = Experiment("planes", "Planes of two outputs, five-class digits (Figure 6)", place=9, n_seeds=10, runs=_runs)
