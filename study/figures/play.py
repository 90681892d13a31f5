"""A layer in your browser: what the page shows, as a picture and as numbers."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression, Ridge

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode
from study.datasets import load
from study.measures import mean_absolute_cosine

from . import quietly, show_feature, show_image, turned

RIDGE = 1e-8  # times the number of rows: as in the page that trains (`readout.js`), for nodes that are all alike

METHODS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}


@cache
def trained(method, A):
    """Train the layer as the page does with flat memory."""
    digits = load("mnist16")
    layer = METHODS[method](200, amnesia=A, reading="paper", random_state=0)
    return quietly(layer, digits.X_train.astype("float32"), digits.y_train)


def answer():
    """Draw what the page ends with: features, a digit, its running output and its best read-out."""
    X, layer = load("mnist16").X_train, trained("GCN", 0.4)
    H = layer.transform(X.astype("float32"))
    rows = {"digit": X[0], "running output": layer.inverse_transform(H[:1])[0]}
    rows["best read-out"] = LinearRegression().fit(H, X).predict(H[:1])[0]
    _, axes = plt.subplot_mosaic(
        [[f"{line}{k}" for k in range(10)] for line in "ab"] + [["."] * 2 + list(np.repeat(list(rows), 2)) + ["."] * 2],
        figsize=(7.5, 3.6),
        height_ratios=(1, 1, 1.6),
    )
    for at, component in enumerate(turned(layer.components_[100:120])):
        show_feature(axes[f"{'ab'[at // 10]}{at % 10}"], component)
    for name, row in rows.items():
        show_image(axes[name], row)
        axes[name].set_title(name, fontsize=11)
    plt.show()


def of_pixels():
    """Give the share of unseen digits that a linear classifier on their pixels names (float)."""
    digits = load("mnist16")
    classes = LinearRegression().fit(digits.X_train, np.eye(10)[digits.y_train])
    return np.mean(classes.predict(digits.X_test).argmax(axis=1) == digits.y_test)


def of_networks():
    """Give the share of unseen digits that a network names, pre-trained by GN and not (dict of str to float)."""
    digits = load("mnist16")
    X, unseen = digits.X_train.astype("float32"), digits.X_test.astype("float32")

    def right(pretraining):
        network = DeepClassifier((100, 50), pretraining=pretraining, random_state=0)
        return network.fit(X, digits.y_train).score(unseen, digits.y_test)

    return {pretraining: right(pretraining) for pretraining in ("gn", "none")}


def written(error):
    """Write an error with three digits behind the point, or as a whole number where it is huge."""
    return f"{error:,.0f}" if error > 100 else f"{error:.3f}"


@cache
def factors():
    """Measure layers at three factors (DataFrame)."""
    digits, lines = load("mnist16"), []
    X, unseen = digits.X_train.astype("float32"), digits.X_test.astype("float32")
    for method in METHODS:
        for A in (0.0, 0.4, 1.0):
            layer = trained(method, A)
            H, H_unseen = (layer.transform(of).astype(float) for of in (X, unseen))
            classes, pixels = (Ridge(RIDGE * len(H)).fit(H, of) for of in (np.eye(10)[digits.y_train], X.astype(float)))
            right = classes.predict(H_unseen).argmax(axis=1) == digits.y_test
            errors = {"running output": layer.inverse_transform(H), "best read-out": pixels.predict(H)}
            lines.append(
                {"algorithm": method, "A": A}
                | {name: written(np.mean((output - X) ** 2)) for name, output in errors.items()}
                | {"cosine": f"{mean_absolute_cosine(layer.components_):.2f}", "right": f"{right.mean():.1%}"}
            )
    return pd.DataFrame(lines)
