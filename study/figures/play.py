"""The still picture of the figure to play with."""

import matplotlib.pyplot as plt

from .images import show_feature, show_image, turned

__all__ = ["still"]


def still(components, pictures):
    """Draw a trained layer: its features, and a digit with what the layer makes of it.

    Parameters
    ----------
    components : ndarray of shape (n_components, n_pixels)
    pictures : dict of str to ndarray of shape (n_pixels,)
        What each image is, and its grey values from -1 to 1.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = plt.figure(figsize=(7.5, 4), layout="constrained")
    upper, lower = figure.subfigures(2, 1, height_ratios=(1.3, 1), squeeze=False)[:, 0]
    for ax, feature in zip(upper.subplots(2, -(-len(components) // 2)).flat, turned(components)):
        show_feature(ax, feature)
    for ax, (name, row) in zip(lower.subplots(1, len(pictures)), pictures.items()):
        show_image(ax, row)
        ax.set_title(name, fontsize="small")
    return figure
