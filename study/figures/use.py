"""What the page on use shows: classifiers, and features that look like the data."""

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


def classifiers():
    """Gather what training on USPS takes (seconds) and what it scores (test), means by method (pandas.DataFrame)."""
    bench, timing = load_speed(), runs_frame("timing", column="paper")
    found = {
        "seconds": (summary(timing, "method", "total_seconds"), peers(bench, "wall_seconds")),
        "test": (summary(runs_frame("table1", column="paper"), "method"), peers(bench, "test_accuracy")),
    }
    return pd.DataFrame({name: pd.concat(parts)["mean"] for name, parts in found.items()})


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
