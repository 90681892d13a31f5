"""The pictures of the table on Home, a strip for each line: `python -m study.figures.ladder` writes them."""

import io

import matplotlib.pyplot as plt
import numpy as np
from sklearn.utils import check_random_state

from ..measures import absolute_cosines
from ..store import write_whole
from . import home, square, turned
from .how_it_works import IMAGES

NODES, ZOOM = (30, 33, 36, 39), 3  # of GCN on MNIST: of a 0, a 3, a 6 and a 9


def strips():
    """Draw noise, digits with balanced, random, trained and equal weights (dict of ndarray, by name)."""
    layer, X, rng = home.greedy("GCN"), home.rows()[0].astype(float), check_random_state(0)
    strips = dict.fromkeys(("noise", "balanced", "sums", "trained", "averages"), np.zeros((16 * ZOOM, 0, 3), np.uint8))
    for node in NODES:
        examples = X[layer.subsets_[node]]
        draws, average = rng.normal(size=(101, len(examples))), examples.mean(axis=0)
        like = absolute_cosines(*map(home.without_mean, (draws @ examples, average[np.newaxis]))).ravel()
        u = draws[like.argsort()[50]]  # of median likeness to the average
        made = rng.normal(size=X.shape[1]), (u - u.mean()) @ examples, u @ examples, layer.components_[node], average
        for name, w in zip(strips, turned(home.without_mean(np.array(made)))):
            colours = plt.get_cmap("RdBu_r")(0.5 + 0.5 * square(w) / np.abs(w).max(), bytes=True)[..., :3]
            tile = np.pad(colours.repeat(ZOOM, 0).repeat(ZOOM, 1), ((0, 0), (0, ZOOM), (0, 0)), constant_values=255)
            strips[name] = np.hstack([strips[name], tile])
    return strips


if __name__ == "__main__":
    for name, strip in strips().items():
        plt.imsave(written := io.BytesIO(), strip)
        write_whole(IMAGES / f"{name}.png", written.getvalue())
