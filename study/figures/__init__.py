"""The book's figures: grids of images and of features here, the figures of one subject in a module each."""

import warnings
from contextlib import contextmanager
from pathlib import Path

import matplotlib.pyplot as plt
from IPython.display import Markdown, display
from matplotlib.font_manager import fontManager

from gnode import SaturationWarning

from ..methods import METHODS
from ..page import typeset
from ..paper import MARGIN
from .images import feature_blocks, feature_lines, headline, nine_nodes, show_feature, show_image, square, turned

__all__ = [
    "feature_blocks",
    "feature_lines",
    "headline",
    "nine_nodes",
    "show_feature",
    "show_image",
    "square",
    "turned",
]

FOUR = ("sv", "usv", "gn", "gcn")
NAMES = {"sv": "SUP", "usv": "AE", "gn": "GN", "gcn": "GCN", "pca": "PCA"}
NAMES |= {"none": "no pre-training", "random": "random layers"}
IN_FULL = NAMES | {"sv": "supervised", "usv": "auto-encoder", "gn": "GN (by error)", "gcn": "GCN (by class)"}
EDGED = {"markeredgecolor": "black", "markeredgewidth": 0.6}
# A phone shows figures of any width equally wide. Drawn as wide as this, they have letters of 10 pixels or more there.
WIDTH, POINTS = 7.83, 16  # pictures: inches, as wide as the text of a page, and points of their letters
CHART = 7  # inches: a chart, whose letters have 14 points
LARGE = dict.fromkeys(("font.size", "axes.titlesize", "figure.titlesize"), POINTS)
FONTS = Path(__file__).with_name("fonts")  # those of the site, so that figures and pages have one face
for face in FONTS.glob("*.ttf"):
    fontManager.addfont(face)
plt.rcParams |= {"font.family": ["Inter", "DejaVu Sans"], "mathtext.default": "regular", "figure.dpi": 88}
plt.rcParams |= {"figure.titleweight": "bold", "figure.titlesize": 15, "savefig.pad_inches": 0.03}

BELOW = {"loc": "outside lower center", "frameon": False}  # of a legend


@contextmanager
def drawn(title, *shape, letters=None, **settings):
    """Open a figure under a title and give its axes, open above and to the right; it is shown when all is drawn."""
    usual = {"font.size": 14, "axes.titlesize": 14, "axes.spines.top": False, "axes.spines.right": False}
    with plt.rc_context(usual | (letters or {})):
        figure, axes = plt.subplots(*shape, layout="constrained", **settings)
        headline(figure, title)
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


def signed(value, _=None):
    """Write a difference, or points, with its sign, as in print: two decimals below one, else none (str)."""
    return f"{value:+.{2 * (abs(value) < 1)}f}".replace("-", "\N{MINUS SIGN}").replace("+0.00", "0")


def differences_in_rows(ax, names):
    """Prepare an axis of differences: the criterion's margin, a line at zero, every other row shaded."""
    for place in range(1, len(names), 2):
        ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
    ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
    ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
    in_rows(ax, names)
    ax.xaxis.set_major_formatter(signed)


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


def quietly(layer, *rows):
    """Fit a layer without the library's warning that nodes of the paper's version hardly vary: the pages say it."""
    with warnings.catch_warnings(action="ignore", category=SaturationWarning):
        return layer.fit(*rows)


def under(caption):
    """Show a caption where the page's own text cannot stand."""
    display(Markdown(f"<small>{caption}</small>"))


def fold(summary, *captioned):
    """Show tables (caption, pandas.DataFrame) behind a line that opens them, in every viewer of the page."""
    parts = [f"{told}\n\n{typeset(of.to_markdown(index=False, disable_numparse=True))}" for told, of in captioned]
    display(Markdown("\n\n".join([f"<details><summary>{summary}</summary>", *parts, "</details>"])))
