"""The pictures of the table on Home, a strip for each line: `python -m study.figures.ladder` writes them."""

import io

import matplotlib.pyplot as plt
import numpy as np
from sklearn.utils import check_random_state

from ..store import write_whole
from . import home, square, turned
from .how_it_works import IMAGES

NODES, ZOOM = (30, 33, 36, 39), 3  # of GCN on MNIST, those of a 0, 3, 6 and 9 with which Home begins


def strips():
    """Draw noise, digits with balanced, random, trained and equal weights (dict of ndarray, by name)."""
    layer, X, rng = home.greedy("GCN"), home.rows()[0].astype(float), check_random_state(0)
    lines = {name: [] for name in ("noise", "balanced", "sums", "trained", "averages")}
    for node in NODES:
        examples = X[layer.subsets_[node]]
        u = rng.normal(size=len(examples))
        made = rng.normal(size=X.shape[1]), (u - u.mean()) @ examples, u @ examples, layer.components_[node]
        for line, picture in zip(lines.values(), (*made, examples.mean(axis=0))):
            line.append(picture)
    return {
        name: np.hstack([_tile(of) for of in turned(home.without_mean(np.array(line)))]) for name, line in lines.items()
    }


def _tile(feature):
    """Colour a feature, enlarge it and leave a white margin at its right (ndarray of uint8)."""
    colours = plt.get_cmap("RdBu_r")(0.5 + 0.5 * square(feature) / np.abs(feature).max(), bytes=True)[..., :3]
    return np.pad(colours.repeat(ZOOM, 0).repeat(ZOOM, 1), ((0, 0), (0, ZOOM), (0, 0)), constant_values=255)


if __name__ == "__main__":
    for name, strip in strips().items():
        plt.imsave(written := io.BytesIO(), strip)
        write_whole(IMAGES / f"{name}.png", written.getvalue())
