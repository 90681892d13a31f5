"""What a notebook gives its page: numbers, whether sentences hold, tables, where the runs come from."""

import base64
import copy
import html
import json
import pathlib
import re
from numbers import Integral, Real

import pandas as pd

from . import GIVEN, store
from .chain import Number, leaves_of
from .experiments import command_of, data_label, plan

NUMBER = r"[+-]?[\d,]*\.?\d+"  # what a column of a table is set to the right for
# What Markdown, MyST or HTML could take for more than text; an underscore can only at the edge of a word.
MARKUP = re.compile(r"[\\`*\[\]<>&!|$~{}#^:@]|(?<![^\W_])_|_(?![^\W_])")


def numbers(**values):
    """Give numbers for the text of the page, where they stand with their names: ``0.852<!--name:.3f-->``.

    Those that know their history, see `study.chain`, give it, too.
    """
    rounded, groups = {}, []  # many numbers are made of the same runs: a leaf has the place of its keys
    formulas = copy.deepcopy({name: value.formula for name, value in values.items() if isinstance(value, Number)})
    for leaf in (leaf for formula in formulas.values() for leaf in leaves_of(formula)):
        if isinstance(leaf.get("keys"), list):
            groups += [leaf["keys"]] if leaf["keys"] not in groups else []
            leaf["keys"] = groups.index(leaf["keys"])
    for name, value in values.items():
        value = getattr(value, "value", value)
        if not isinstance(value, Real):
            raise TypeError(f"{name} is a {type(value).__name__}: only numbers are given to the text.")
        # The last bits differ from machine to machine.
        rounded[name] = int(value) if isinstance(value, Integral) else float(f"{value:.6g}")
    _give(numbers=rounded, **({"formulas": formulas, "groups": groups} if formulas else {}))


def check(**holds):
    """Say whether sentences of the text hold; there each ends with its name: ``<!--holds: name-->``."""
    said = {name: bool(value) for name, value in holds.items()}
    for name, value in said.items():
        if not value:  # where the notebook is run by hand; the build stops at it
            print(f"By these results it is not so: {name}")
    _give(holds=said)


def _give(**parts):
    from IPython.display import display

    display({GIVEN: json.dumps(parts)}, raw=True)


def table(rows):
    """Show a table: a column of numbers alone is set to the right, and a value is never parted from its spread."""
    from IPython.display import Markdown, display

    frame = pd.DataFrame(rows)
    sides = ["right" if frame[column].astype(str).str.fullmatch(NUMBER).all() else "left" for column in frame]
    written = frame.to_markdown(index=False, disable_numparse=True, colalign=sides) if len(frame) else "*not run*"
    display(Markdown(typeset(written)))


def sources(*experiments, column="paper"):
    """Show which commands and which stored runs made what a page shows, a line each."""
    from IPython.display import Markdown, display

    lines = "\n".join(f"- {typeset(source_of(name, column))}" for name in experiments)
    display(Markdown(f"<details><summary>Commands, runs and machines</summary>\n\n{lines}\n\n</details>"))


def plain(text):
    """Write a text from a stored file in Markdown, so that it is shown as it stands, on a line, and never does more."""
    line = " ".join(str(text).split())
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
    return MARKUP.sub(r"\\\g<0>", shown)


def moving_picture(moving, still, alt):
    """Show a still picture, in whose place a button of the site plays one that moves."""
    from IPython.display import HTML
    from PIL import Image, ImageSequence

    def whole(path):
        path = pathlib.Path(path)
        return f"data:image/{path.suffix[1:]};base64,{base64.b64encode(path.read_bytes()).decode()}"

    with Image.open(moving) as picture:
        seconds = sum((frame.load(), frame.info["duration"] / 1000)[1] for frame in ImageSequence.Iterator(picture))
    return HTML(
        f'<picture><img src="{whole(still)}" alt="{html.escape(alt)}" data-moving="{whole(moving)}" '
        f'data-seconds="{picture.info["loop"] * seconds:g}"></picture>'
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
    command = command_of(experiment, column)
    if not records:
        return f"*Nothing is stored yet of what `{command}` computes.*"
    n_seeds = len({record["seed"] for record in records})
    commits = ", ".join(sorted({f"`{of['commit'][:7]}`" if of["commit"] else "no commit" for of in records}))
    machines = ", ".join(sorted({plain(f"{of['machine']['cpu']}, {of['machine']['cores']} cores") for of in records}))
    days = [record["start"][:10] for record in records]
    span = " to ".join(dict.fromkeys((min(days), max(days))))
    sets = "; ".join(sorted({data_label(record["data"]["name"]) for record in records}))
    return (
        f"*Made by* `{command}`: {len(records)} of {len(planned)} runs, {n_seeds} "
        f"{'seed' if n_seeds == 1 else 'seeds'}, on {sets}; one thread, {machines}; {span}; code at {commits}."
    )
