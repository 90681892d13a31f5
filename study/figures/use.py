"""What the page on use shows: accuracy against the time that it takes."""

from functools import cache

import pandas as pd

from ..experiments import runs_frame
from ..methods import GCN, GN, METHODS, NONE, SV, USV
from ..speed import load_speed, peers
from ..stats import summary
from . import EDGED, NAMES, beside, drawn, look_of, only_ticks
from .faster import runs_by_rates, seconds_of

MLP = "MLPClassifier"
# Where a name stands: points right of and above its mark, and its side there.
PLACES = {
    NONE.name: (6, -34, "center"),
    GCN.name: (11, -7, "left"),
    GN.name: (-4, 25, "center"),
    MLP: (4, 29, "center"),
    SV.name: (0, 20, "center"),
    USV.name: (0, -30, "center"),
}


@cache
def classifiers():
    """Gather what training on USPS takes and what it scores, with their sd: a row a method, the fastest first."""
    bench, timing = load_speed(), runs_frame("timing", column="paper")
    found = {
        "seconds": (summary(timing, "method", "total_seconds"), peers(bench, "wall_seconds")),
        "test": (summary(runs_frame("table1", column="paper"), "method"), peers(bench, "test_accuracy")),
    }
    columns = {}
    for name, parts in found.items():
        cells = pd.concat(parts).drop("DeepClassifier")
        columns |= {name: cells["mean"], f"{name}_sd": cells["sd"]}
    return pd.DataFrame(columns).sort_values("seconds")


def answer():
    """Draw classifiers by their seconds of training and their test accuracy."""
    with drawn("MLPClassifier is as accurate as GN", figsize=(6, 3.6)) as ax:
        for name, of in classifiers().drop("random").iterrows():
            look = look_of(name, 9) if name in METHODS else {"marker": "*", "color": "0.1", "markersize": 14} | EDGED
            ax.errorbar(of["seconds"], 100 * of["test"], 100 * of["test_sd"], linestyle="none", **look)
            *shift, side = PLACES[name]
            beside(ax, NAMES.get(name, name), (of["seconds"], 100 * of["test"]), shift, ha=side, va="center")
        half = runs_by_rates().query("method == @USV.name and learning_rate == 0.001 and max_epochs == 0.5")["test"]
        of = runs_frame("timing", column="paper").query("method == @USV.name")
        at = (of["total_seconds"] - of["pretraining_seconds"]).mean() + seconds_of(USV.name, 0.5), 100 * half.mean()
        ax.errorbar(*at, 100 * half.std(), linestyle="none", **look_of(USV.name, 9))
        beside(ax, "AE, half an epoch", at, (-9, 6), ha="right", va="center")
        ax.set(xscale="log", xlim=(1.2, 130), ylim=(92.55, 94.45), yticks=(93, 93.5, 94))
        ax.set(xlabel="seconds of training on USPS", ylabel="test accuracy (%)")
        only_ticks(ax, (2, 5, 10, 20, 50, 100))
