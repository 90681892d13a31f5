"""The figure of how a number gets into the text."""

import matplotlib.pyplot as plt

__all__ = ["followed_through"]


def followed_through(steps, title=""):
    """Draw the steps from a stored run to a sentence, a box each from top to bottom, with arrows between them.

    Parameters
    ----------
    steps : dict of str to sequence of str
        What a step is -> the lines that stand in its box.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": 12.5}):
        lines = [1 + len(of) for of in steps.values()]
        height = sum(lines) + 1.4 * len(lines)
        figure, ax = plt.subplots(figsize=(4.8, 0.235 * height + 0.4), layout="constrained")
        top = 0.0
        for number, ((name, told), n_lines) in enumerate(zip(steps.items(), lines), 1):
            last = number == len(lines)
            colour = "#009E73" if last else "0.6"
            ax.add_patch(plt.Rectangle((0, top), 1, n_lines + 0.5, facecolor="0.97", edgecolor=colour, linewidth=1.5))
            ax.text(0.03, top + 0.75, f"{number}  {name}", va="center", fontweight="bold")
            for place, line in enumerate(told, 1):
                ax.text(0.03, top + 0.75 + place, line, va="center")
            if not last:
                ends = {"xy": (0.5, top + n_lines + 1.4), "xytext": (0.5, top + n_lines + 0.5)}
                ax.annotate("", **ends, arrowprops={"arrowstyle": "-|>", "color": "0.3", "shrinkA": 0, "shrinkB": 0})
            top += n_lines + 1.4
        ax.set(xlim=(-0.01, 1.01), ylim=(top - 0.8, -0.1))
        ax.axis("off")
        figure.suptitle(title, fontsize=13.5)
    return figure
