"""The book's figures: grids of images and of features here, the figures of one subject in a module each."""

from contextlib import contextmanager

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

from ..methods import METHODS
from ..page import typeset
from .images import feature_blocks, image_grid, nine_nodes, show_feature, show_image, square, turned

__all__ = ["feature_blocks", "image_grid", "nine_nodes", "show_feature", "show_image", "square", "turned"]

EDGED = {"markeredgecolor": "black", "markeredgewidth": 0.6}
BELOW = {"loc": "outside lower center", "frameon": False}  # of a legend

MEMORY_COLOURS = {"flat": "#1b7f5c", "fading": "#8e4a9e"}


@contextmanager
def drawn(title, *shape, letters=None, **settings):
    """Open a figure under a title and give its axes, open above and to the right; it is shown when all is drawn."""
    usual = {"font.size": 13, "axes.titlesize": 13, "axes.spines.top": False, "axes.spines.right": False}
    with plt.rc_context(usual | (letters or {})):
        figure, axes = plt.subplots(*shape, layout="constrained", **settings)
        figure.suptitle(title)
        yield axes
        plt.show()


def look_of(name, size=8):
    """Give colour and marker of a method, with an edge (dict)."""
    return {"color": METHODS[name].colour, "marker": METHODS[name].marker, "markersize": size} | EDGED


def beside(ax, words, at, offset, **look):
    """Write words some points away from a place."""
    ax.annotate(words, at, offset, textcoords="offset points", **look)


def in_rows(ax, names):
    """Make rows with names, the first one on top."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def only_ticks(ax, places):
    """Mark only these places of a logarithmic x axis, with thousands set apart."""
    ax.set_xticks(places, [f"{place:,g}" for place in places])
    ax.minorticks_off()


def tidy(ax, axis="both"):
    """Give axes a faint grid."""
    ax.grid(axis=axis, color="0.92")
    ax.set_axisbelow(True)


def lay(figure, images, left, top, size, columns, gap=0.05, show=show_feature):
    """Lay images as tiles in lines of some columns; all lengths are inches from the upper left corner."""
    width, height = figure.get_size_inches()
    for number, image in enumerate(images):
        line, column = divmod(number, columns)
        corner = (left + column * size) / width, 1 - (top + (line + 1) * size) / height
        show(figure.add_axes((*corner, (1 - gap) * size / width, (1 - gap) * size / height)), image)


def under(caption):
    """Show a caption where the page's own text cannot stand."""
    display(Markdown(f"<small>{caption}</small>"))


def fold(summary, *captioned):
    """Show tables (caption, pandas.DataFrame) behind a line that opens them, in every viewer of the page."""
    parts = [f"{told}\n\n{typeset(of.to_markdown(index=False, disable_numparse=True))}" for told, of in captioned]
    display(Markdown("\n\n".join([f"<details><summary>{summary}</summary>", *parts, "</details>"])))
