"""The pictures in the README and, where no scripts run, on Home: `python book/tools/picture.py` draws them anew."""

from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt

from study.figures import feature_blocks, feature_lines, home, nine_nodes, turned
from study.figures.quiz import PAIRED
from study.methods import GCN, GN, SV, USV
from study.store import load_features

PICTURE, HOME = (Path(__file__).resolve().parents[1] / "images" / f"{name}.png" for name in ("features", "home"))

TITLES = {USV: "auto-encoder, by layer", GN: "GN, by node", SV: "supervised, by layer", GCN: "GCN, by node"}
LETTERS = 15  # in points: a page shows the picture at two thirds of its size


def draw_picture(path=PICTURE):
    """Draw the same nine nodes of each method, trained as the paper writes, from the stored weights."""
    layers = {title: turned(load_features(of.name, reading="paper").components) for of, title in TITLES.items()}
    blocks = {title: components[nine_nodes(len(components), n_classes=10)] for title, components in layers.items()}
    with matplotlib.rc_context({"font.size": LETTERS}):
        figure = plt.figure(figsize=(9.75, 2.6), layout="constrained")
        feature_blocks(blocks, figure)
    figure.savefig(path, dpi=120)


def draw_home(path=HOME):
    """Draw what Home shows without its script: ten nodes that GCN trained on MNIST, and sums of the same digits."""
    made = home.layers()
    lines = {"trained": "GCN", "not trained": "GCN sums"}
    features = {name: turned(home.without_mean(made[of][0])[PAIRED[:10]]) for name, of in lines.items()}
    figure = feature_lines(features, width=7, fontsize=LETTERS)
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    matplotlib.use("Agg")
    draw_picture()
    draw_home()
