"""What the page on use shows: classifiers, and features that look like the data."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

from gnode import GreedyByNode

from ..datasets import load
from ..experiments import runs_frame
from ..measures import without_mean
from ..speed import load_speed, peers
from ..stats import summary
from . import POINTS, WIDTH, quietly
from .images import feature_lines, turned


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
    """Draw features of GN and centres of k-means, evenly spaced among a hundred."""
    X = load("mnist16").X_train
    found = {
        "nodes of GN": quietly(GreedyByNode(100, reading="paper", random_state=0), X).components_,
        "centres of k-means": KMeans(100, n_init=1, random_state=0).fit(X).cluster_centers_,
    }
    shown = np.linspace(1, 99, 10).round().astype(int)  # node 1 of GN sees all digits
    lines = {name: turned(without_mean(of[shown], X)) for name, of in found.items()}
    feature_lines(lines, title="K-means finds clearer digits than GN", width=WIDTH, fontsize=POINTS, over=True)
    plt.show()
