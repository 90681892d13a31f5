"""The moving picture of chapter 1 and the still one in its place: `python book/tools/animation.py` draws both anew."""

import io
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

from gnode import GreedyByNode
from study.datasets import load
from study.figures.layer import growing_layer

__all__ = ["MOVING", "STILL", "draw_frames", "write"]

IMAGES = Path(__file__).resolve().parents[1] / "images"
MOVING = IMAGES / "growing.webp"
STILL = IMAGES / "growing.png"

# The layers of chapter 1: its nodes, epochs and starting weights.
NODES, EPOCHS = 20, 60
TITLES = {0.4: "fading memory, A = 0.4", 1.0: "full memory, A = 1"}
DIGITS = (0, 2, 3, 6, 7)

# Milliseconds; three times over, the whole takes less than a minute.
STEP, LAST, TIMES = 700, 3500, 3


def running_outputs(layer, rows):
    """List the running output of rows after each node of a layer (ndarray of shape (n_nodes, n_rows, n_pixels))."""
    outputs, running = [], np.zeros_like(rows)
    for h, v in zip(layer.transform(rows).T, layer.decoder_):
        running = np.outer(h, v) + layer.amnesia * running
        outputs.append(running)
    return np.stack(outputs)


def draw_frames():
    """Draw the layers before training and after each node (list of PIL.Image.Image)."""
    digits = load("digits")
    rows = digits.X_train[[np.flatnonzero(digits.y_train == digit)[0] for digit in DIGITS]]
    mean = digits.X_train.mean(axis=0)
    layers = {}
    for amnesia, title in TITLES.items():
        layer = GreedyByNode(NODES, amnesia=amnesia, max_epochs=EPOCHS, reading="mended", random_state=0)
        layer.fit(digits.X_train)
        features = layer.components_ * np.sign(layer.components_ @ mean)[:, np.newaxis]  # as the chapter turns them
        layers[title] = features, running_outputs(layer, rows)
    frames = []
    for n_trained in range(NODES + 1):
        figure = growing_layer(rows, layers, n_trained)
        png = io.BytesIO()
        figure.savefig(png, format="png", dpi=100)
        plt.close(figure)
        frames.append(Image.open(png).convert("RGB"))
    return frames


def write(folder=IMAGES):
    """Write the moving picture and the still one, which is its last frame.

    Parameters
    ----------
    folder : path-like
    """
    first, *others = draw_frames()
    first.save(
        Path(folder, MOVING.name),
        save_all=True,
        append_images=others,
        duration=[STEP] * len(others) + [LAST],
        loop=TIMES,
        lossless=True,
        quality=50,
        method=4,
    )
    others[-1].quantize(256, dither=Image.Dither.NONE).save(Path(folder, STILL.name), optimize=True)


if __name__ == "__main__":
    matplotlib.use("Agg")
    write()
