"""The fifth open question: whether greedy pre-training rescues depth where a plain start fails."""

from itertools import product

import pandas as pd

from ..methods import CONTROLS, METHODS, NODE_BY_NODE
from ..paper import TABLE_3
from ..run import FLAT
from ..stats import cell
from .experiment import Experiment, data_label
from .settings import network_run

LAYERS_DEEP = (2, 3, 4, 5, 6, 7, 8)


def _networks(methods, **changes):
    """Make the plan of networks of each depth by some methods (callable)."""

    def runs(profile, seed, _):
        smoke, found = profile == "smoke", []
        sets, width = (["digits"], 15) if smoke else (["usps", "musk", "chess"], 60)
        for dataset, depth in product(sets, LAYERS_DEEP[:3:2] if smoke else LAYERS_DEEP):
            settings = {"hidden_layer_sizes": [width] * depth} | changes
            settings |= {"learning_rate": 0.01} if dataset in TABLE_3 else {}  # as there
            found += [network_run(profile, dataset, method, seed, (), **settings) for method in methods]
        return found

    return runs


def losses(frame):
    """Compute how much mean test accuracy each method loses at each depth against its own two layers."""
    means = frame.groupby(["dataset", "depth", "method"], sort=False)["test"].mean().unstack("method")
    two = means.xs(LAYERS_DEEP[0], level="depth").reindex(means.index.get_level_values("dataset")).to_numpy()
    return (two - means).drop(index=LAYERS_DEEP[0], level="depth")


def _table(frame, planned):
    methods = dict.fromkeys(run.method for run in planned)
    rows = []
    for dataset, depth in dict.fromkeys((run.dataset, len(run.settings["hidden_layer_sizes"])) for run in planned):
        row = {"data set": data_label(dataset), "hidden layers": depth}
        for method in methods:
            row[METHODS[method].label] = cell(frame, "test", dataset=dataset, depth=depth, method=method)
        rows.append(row)
    return pd.DataFrame(rows)


def _experiment(name, title, place, runs):
    return Experiment(
        name,
        title,
        place,
        n_seeds=5,
        runs=runs,
        table=("Test accuracy, mean ± standard deviation (number of seeds)", _table),
        columns=lambda settings: {"depth": len(settings["hidden_layer_sizes"])},
    )


DEPTHS = _experiment("depths", "Two to eight hidden layers of equal width", 19, _networks((*NODE_BY_NODE, *CONTROLS)))
FLAT_DEPTHS = _experiment(
    "depths_flat", "Two to eight hidden layers with flat amnesia", 24, _networks(NODE_BY_NODE, reading=FLAT)
)
