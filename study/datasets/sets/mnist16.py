"""MNIST at 16 x 16: digits that the book may ship, as large as those of USPS, which it may not."""

from pathlib import Path

import numpy as np

from ..record import Form, Holds, Record, Split, Table

FILE = Path(__file__).parents[1] / "mnist16.npz"
N_SAMPLES, SIDE, GREYS = 6000, 16, 16


def reduced(images):
    """Average 28 x 28 images (n, 28, 28; 0..255) over the area of each of 16 x 16 pixels, in 16 grey values (uint8)."""
    edges = np.arange(SIDE + 1) * 28 / SIDE
    pixels = np.arange(28)
    overlap = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
    share = np.clip(overlap, 0, None) * SIDE / 28
    greys = np.einsum("ai,nij,bj->nab", share, images.astype(float), share) / 255 * (GREYS - 1)
    return np.rint(np.round(greys, 9)).astype(np.uint8)


def read_mnist16():
    """Read the first 6,000 of the 10,000 reduced images, scaled from 0..15 to [-1, 1]."""
    with np.load(FILE) as file:
        greys, y = file["X"], file["y"]
    return Table(greys.reshape(len(greys), -1) / ((GREYS - 1) / 2) - 1, y.astype("int64"))


RECORD = Record(
    name="mnist16",
    title="MNIST at 16 x 16",
    summary="6,000 handwritten digits of MNIST, reduced to 16 x 16 pixels of 16 grey values by averaging areas.",
    home="https://www.openml.org/d/554",
    doi="10.1109/5.726791",
    license="CC BY-SA 3.0",
    citation="Y. LeCun, C. Cortes, C. J. C. Burges, The MNIST database of handwritten digits; as in the package mnist "
    "1.1.0.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"pixel_{row}_{column}" for row in range(SIDE) for column in range(SIDE)),
    forms=(
        Form(
            name="reduced",
            read=read_mnist16,
            source="this repository",
            holds=Holds(
                n_features=SIDE * SIDE,
                class_counts=(583, 676, 595, 600, 575, 534, 618, 630, 599, 590),
                rows_sha256="0ca5480175f2ce05965b50eaa0acbc2d22282810a6adb17b9048d6601d063758",
            ),
        ),
    ),
    split=Split(test_size=1000, why="A thousand, so that 5,000 train; drawn by seed and stratified by class."),
    scaling="none",
    scaling_why="Grey values 0..15 become x/7.5 - 1 in [-1, 1], like those of USPS.",
)
