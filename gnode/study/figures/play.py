"""The still picture of the figure to play with."""

import matplotlib.pyplot as plt

from .images import show_feature, show_image, turned

__all__ = ["still"]


def still(components, pictures, outputs, y):
    """Draw a trained layer: its features, a digit with what the layer makes of it, and the plane of two outputs.

    Parameters
    ----------
    components : ndarray of shape (n_components, n_pixels)
    pictures : dict of str to ndarray of shape (n_pixels,)
        What each image is, and its grey values from -1 to 1.
    outputs : ndarray of shape (n_samples, n_components)
        Of nodes 1 and 3, counted from 0, are shown.
    y : ndarray of shape (n_samples,), int
        The digit of each row.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = plt.figure(figsize=(7.5, 6.2), layout="constrained")
    upper, lower = figure.subfigures(2, 1, height_ratios=(1, 2.4), squeeze=False)[:, 0]
    for ax, feature in zip(upper.subplots(2, -(-len(components) // 2)).flat, turned(components)):
        show_feature(ax, feature)
    left, right = lower.subfigures(1, 2, width_ratios=(1, 2.6), squeeze=False)[0]
    for ax, (name, row) in zip(left.subplots(len(pictures), 1), pictures.items()):
        show_image(ax, row)
        ax.set_title(name, fontsize="small")
    ax = right.subplots()
    colours = plt.get_cmap("Dark2")
    for k in range(10):
        ax.scatter(*outputs[y == k][:, [1, 3]].T, s=16, color=colours(k % 8), marker=f"${k}$", linewidth=0)
    ax.set(xlabel="output of node 1", ylabel="output of node 3")
    return figure
