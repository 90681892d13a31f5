"""Two pictures of the same places, with a slider between them where scripts run (`book/_static/compare.js`)."""

import base64
import html
import io
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.image import imsave

from .images import square

__all__ = ["block_picture", "comparison"]

SCALE, GAP = 9, 2  # screen pixels for a pixel; pixels between two images
UNSIGNED: Any = {"Software": None}  # the same bytes with every version of matplotlib


def block_picture(features):
    """Draw features in a block of three columns as a PNG: red above zero, blue below, each with its own range.

    Parameters
    ----------
    features : array-like of shape (n, n_pixels)

    Returns
    -------
    bytes
    """
    images = [square(weights) / (np.abs(weights).max() or 1.0) for weights in np.asarray(features, dtype=np.float64)]
    side = len(images[0])
    step = side + GAP
    n_rows = -(-len(images) // 3)
    block = np.zeros((n_rows * step - GAP, 3 * step - GAP))
    for place, image in enumerate(images):
        top, left = (step * part for part in divmod(place, 3))
        block[top : top + side, left : left + side] = image
    colours = colormaps["RdBu_r"]((1 + block) / 2, bytes=True)
    png = io.BytesIO()
    imsave(png, np.kron(colours, np.ones((SCALE, SCALE, 1), dtype=np.uint8)), format="png", metadata=UNSIGNED)
    return png.getvalue()


def comparison(name, left, right):
    """Show two blocks of features side by side; where scripts run they lie over each other, with a slider between them.

    Parameters
    ----------
    name : str
        What is compared.
    left, right : tuple of (str, array-like of shape (n, n_pixels), str)
        Caption, the weights into the nodes, and what the picture shows for those who do not see it.

    Returns
    -------
    IPython.display.HTML
    """
    from IPython.display import HTML

    figures = [
        f"<figure><figcaption>{html.escape(caption)}</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(block_picture(features)).decode()}" '
        f'alt="{html.escape(alt)}"></figure>'
        for caption, features, alt in (left, right)
    ]
    return HTML(f'<div class="compare" role="group" aria-label="{html.escape(name)}">{"".join(figures)}</div>')
