"""The picture in the README and on the book's first page: `python book/tools/picture.py` draws it anew."""

from pathlib import Path

import matplotlib

from study.figures import feature_blocks, nine_nodes, turned
from study.methods import GCN, GN, SV, USV
from study.store import load_features

__all__ = ["PICTURE", "draw_picture"]

PICTURE = Path(__file__).resolve().parents[1] / "images" / "features.png"

TITLES = {
    USV: "auto-encoder, by layer",
    GN: "GN, by node",
    SV: "supervised, by layer",
    GCN: "GCN, by node",
}
LETTERS = 15
"""In points: a page shows the picture at two thirds of its size."""


def draw_picture(path=PICTURE):
    """Draw nine features of each method, trained as the paper writes, from the stored weights; the same nodes of each.

    Parameters
    ----------
    path : path-like
        Where the PNG goes.

    Raises
    ------
    study.store.NoResult
        If the weights have not been computed.
    """
    layers = {title: turned(load_features(of.name, reading="paper").components) for of, title in TITLES.items()}
    blocks = {title: components[nine_nodes(len(components), n_classes=10)] for title, components in layers.items()}
    with matplotlib.rc_context({"font.size": LETTERS}):
        figure = feature_blocks(blocks, size=0.75)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    matplotlib.use("Agg")
    draw_picture()
