"""What a notebook gives its page: numbers, whether sentences hold, tables, where the runs come from."""

import base64
import html
import json
import numbers as types_of_numbers
import pathlib
import re

from . import store
from .experiments import data_label, plan

__all__ = [
    "GIVEN",
    "check",
    "moving_picture",
    "numbers",
    "plain",
    "source_of",
    "sources",
    "table",
    "typeset",
]

# What a column of a table is set to the right for.
NUMBER = r"[+-]?[\d,]*\.?\d+"

# What Markdown, MyST or HTML could take for more than text; an underscore can only at the edge of a word.
MARKUP = re.compile(r"[\\`*\[\]<>&!|$~{}#^:@]|(?<![^\W_])_|_(?![^\W_])")


# The type of an output that no viewer shows: what a cell gives its page.
GIVEN = "application/x.gnode-given"


def numbers(**values):
    """Give numbers for the text of the page, where they stand with their names: ``0.852<!--name:.3f-->``.

    Parameters
    ----------
    **values : real number
        Those that are not whole are rounded to six significant digits: the last bits differ from machine to machine.

    Raises
    ------
    TypeError
        If a value is no real number.
    """
    rounded = {}
    for name, value in values.items():
        if not isinstance(value, types_of_numbers.Real):
            raise TypeError(f"{name} is a {type(value).__name__}: only numbers are given to the text.")
        rounded[name] = int(value) if isinstance(value, types_of_numbers.Integral) else float(f"{value:.6g}")
    _give(numbers=rounded)


def check(**holds):
    """Say whether sentences of the text hold; there each ends with its name: ``<!--holds: name-->``.

    A sentence that does not hold stops the build; in a notebook that is run by hand, its name is printed.

    Parameters
    ----------
    **holds : bool
    """
    said = {name: bool(value) for name, value in holds.items()}
    for name, value in said.items():
        if not value:
            print(f"By these results it is not so: {name}")
    _give(holds=said)


def _give(**parts):
    from IPython.display import display

    display({GIVEN: json.dumps(parts)}, raw=True)


def table(rows):
    """Show a table: a column of numbers alone is set to the right, and a value is never parted from its spread.

    Parameters
    ----------
    rows : pandas.DataFrame, or list of dict
        Without rows the table says that nothing was run.
    """
    from IPython.display import Markdown, display

    display(Markdown(_markdown_table(rows)))


def sources(*experiments, column="paper"):
    """Show which commands and which stored runs made what a page shows, a line each.

    Parameters
    ----------
    *experiments : str
    column : {"paper", "program"}, default="paper"
    """
    from IPython.display import Markdown, display

    lines = "\n".join(f"- {typeset(source_of(name, column))}" for name in experiments)
    display(Markdown(f"<details><summary>Commands, runs and machines</summary>\n\n{lines}\n\n</details>"))


def plain(text):
    """Write a text from a stored file in Markdown, so that it is shown as it stands and never does anything.

    Whatever of a record, of the timings or of another stored file gets into Markdown goes through here.

    Parameters
    ----------
    text : object
        Turned into a string.

    Returns
    -------
    str
        On one line; what cannot be shown is replaced by U+FFFD.
    """
    line = " ".join(str(text).split())
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
    return MARKUP.sub(r"\\\g<0>", shown)


def _markdown_table(rows):
    import pandas as pd

    frame = pd.DataFrame(rows)
    if frame.empty:
        return "*not run*"
    sides = ["right" if frame[column].astype(str).str.fullmatch(NUMBER).all() else "left" for column in frame]
    return typeset(frame.to_markdown(index=False, disable_numparse=True, colalign=sides))


def moving_picture(moving, still, alt):
    """Show a picture that moves, and in its place a still one on paper and to readers who ask for reduced motion.

    The site gives it buttons that stop it, play it again or go through its steps (`book/_static/moving.js`).

    Parameters
    ----------
    moving, still : path-like
    alt : str
        What the picture shows, for those who do not see it.

    Returns
    -------
    IPython.display.HTML
        Whole: it leads to no file.
    """
    from IPython.display import HTML
    from PIL import Image, ImageSequence

    with Image.open(moving) as picture:
        seconds = 0.0
        for frame in ImageSequence.Iterator(picture):
            frame.load()
            seconds += frame.info["loop"] * frame.info["duration"] / 1000
    sources = {}
    for name, path in (("moving", moving), ("still", still)):
        path = pathlib.Path(path)
        encoded = base64.b64encode(path.read_bytes()).decode()
        sources[name] = f"data:image/{path.suffix[1:]};base64,{encoded}"
    return HTML(
        f'<picture><source media="(prefers-reduced-motion: reduce), print" srcset="{sources["still"]}">'
        f'<img src="{sources["moving"]}" alt="{html.escape(alt)}" data-seconds="{seconds:g}" '
        f'data-steps="{pathlib.Path(moving).stem}"></picture>'
    )


def typeset(text):
    """Put minus signs for hyphens before numbers and between words, keep ± with its numbers, and close up % (str)."""
    text = re.sub(r"(?<![\w-])-(?=\.?\d)", "\N{MINUS SIGN}", text).replace(" - ", " \N{MINUS SIGN} ")
    text = re.sub(r"(?<=\d) %", "%", text)
    return text.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def source_of(experiment, column):
    """Say which command and which runs made what is shown of an experiment, in a column (str, Markdown)."""
    planned = plan(experiment, column=column)
    records = store.find_all(planned, store.results_folder())
    command = f"gnode run {experiment}" + (" --column paper" if column == "paper" else "")
    if not records:
        return f"*Nothing is stored yet of what `{command}` computes.*"
    n_seeds = len({record["seed"] for record in records})
    commits = ", ".join(
        sorted({f"`{record['commit'][:7]}`" if record["commit"] else "no commit" for record in records})
    )
    machines = ", ".join(sorted({plain(f"{of['cpu']}, {of['cores']} cores") for of in (r["machine"] for r in records)}))
    days = sorted({record["start"][:10] for record in records})
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    sets = "; ".join(sorted({data_label(record["data"]["name"]) for record in records}))
    return (
        f"*Made by* `{command}`: {len(records)} of {len(planned)} runs, {n_seeds} "
        f"{'seed' if n_seeds == 1 else 'seeds'}, on {sets}; one thread, {machines}; {span}; code at {commits}."
    )
