"""What a notebook needs for its page: runs at hand, numbers and verdicts for its text; none is typed."""

import base64
import html
import io
import json
import numbers as types_of_numbers
import os
import pathlib
import re

from . import store
from .claims import CLAIMS, judge_all
from .claims.card import verdict_line
from .experiments import data_label, plan
from .speed import benchmark

__all__ = [
    "GIVEN",
    "FalseSentence",
    "check",
    "concludes",
    "given",
    "keep",
    "keep_figure",
    "keep_picture",
    "keep_source",
    "keep_source_of_times",
    "keep_table",
    "keep_text",
    "keep_verdicts",
    "moving_picture",
    "numbers",
    "plain",
    "says",
    "source_of",
    "sources",
    "table",
    "typeset",
    "use_results",
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


def given(text):
    """Read what a cell gave (dict with "numbers" or "holds")."""
    return json.loads(text)


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

    display(Markdown("\n".join(f"- {typeset(source_of(name, 'paper', column))}" for name in experiments)))


class FalseSentence(AssertionError):
    """A sentence of a chapter is not so by the results at hand; the message has the sentence."""


def says(sentence, holds, as_written=True):
    """Assert a sentence of the text, so that it cannot outlive the results that it tells of.

    Parameters
    ----------
    sentence : str
        Words that stand in the chapter; an ellipsis (…) stands for numbers and formulas between them.
    holds : bool
        Whether it is so.
    as_written : bool, default=True
        Whether the notebook runs with the parameters that its text was written for. With others a sentence that is not
        so is only printed.

    Raises
    ------
    FalseSentence
        If it is not so.
    """
    if holds:
        return
    if as_written:
        raise FalseSentence(f"the chapter says “{sentence}”, and by these results that is not so.")
    print(f"Not so with these parameters: “{sentence}”")


def concludes(sentence, holds, as_written=True):
    """Print the last sentence of a solution, if it is so by the results at hand; it stands in no other place.

    Parameters
    ----------
    sentence : str
    holds : bool
        Whether it is so.
    as_written : bool, default=True
        As `says` takes it.

    Raises
    ------
    FalseSentence
        If it is not so.
    """
    says(sentence, holds, as_written)
    if holds:
        print(sentence)


def use_results(folder):
    """Read all that this process shows from a folder of results.

    Parameters
    ----------
    folder : str or path-like
        What `gnode run` wrote, with GNODE_RESULTS naming it; relative to the notebook's own folder.

    Raises
    ------
    NotADirectoryError
        If there is no such folder.
    """
    path = pathlib.Path(folder).expanduser().resolve()
    if not path.is_dir():
        raise NotADirectoryError(
            f"results={str(folder)!r}: there is no folder {path}. Give the folder that the stored runs are in."
        )
    os.environ["GNODE_RESULTS"] = str(path)


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


def keep(**values):
    """Keep values of a notebook for its text, where ``{glue:text}`` shows them by name.

    Parameters
    ----------
    **values : str or number
        Numbers that are not whole are rounded to six significant digits, so that the last bits, which differ from
        machine to machine, do not change the committed notebook.

    Raises
    ------
    TypeError
        If a value is neither a string nor a real number.
    """
    from myst_nb import glue  # part of the book's dependencies, not of the library's

    for name, value in values.items():
        if isinstance(value, types_of_numbers.Integral):
            value = int(value)
        elif isinstance(value, types_of_numbers.Real):
            value = float(f"{value:.6g}")
        elif not isinstance(value, str):
            raise TypeError(f"{name} is a {type(value).__name__}: only strings and numbers are kept for the text.")
        glue(name, value, display=False)


def keep_text(name, text):
    """Keep a text in MyST for the text, set as in print, where ``{glue:md}`` shows it by name.

    Parameters
    ----------
    name, text : str
    """
    from IPython.display import Markdown
    from myst_nb import glue

    glue(name, Markdown(typeset(text)), display=False)


def keep_table(name, rows):
    """Keep a table for the text, where ``{glue:md}`` shows it by name.

    Parameters
    ----------
    name : str
    rows : pandas.DataFrame, or list of dict
        A column of numbers alone is set to the right, any other to the left; a value is never parted from its spread.
        Without rows the text says that nothing was run.
    """
    keep_text(name, _markdown_table(rows))


def _markdown_table(rows):
    import pandas as pd

    frame = pd.DataFrame(rows)
    if frame.empty:
        return "*not run*"
    sides = ["right" if frame[column].astype(str).str.fullmatch(NUMBER).all() else "left" for column in frame]
    return typeset(frame.to_markdown(index=False, disable_numparse=True, colalign=sides))


def keep_picture(name, figure, alt):
    """Keep a figure for the text of another page, where an image of a notebook would have no alternative text.

    Parameters
    ----------
    name : str
        Shown there by ``{glue:any}`` with the notebook as ``:doc:``.
    figure : matplotlib.figure.Figure
    alt : str
        What the picture shows, for those who do not see it.
    """
    from IPython.display import HTML
    from myst_nb import glue

    png = io.BytesIO()
    figure.savefig(png, format="png", dpi=100)
    encoded = base64.b64encode(png.getvalue()).decode()
    glue(name, HTML(f'<img src="data:image/png;base64,{encoded}" alt="{html.escape(alt)}">'), display=False)


def keep_figure(name, figure):
    """Keep a figure for the text above, where ``{glue:figure}`` shows it by name, with its alternative text.

    Parameters
    ----------
    name : str
    figure : matplotlib.figure.Figure
        Closed: the cell does not show it as well.
    """
    import matplotlib.pyplot as plt
    from myst_nb import glue

    glue(name, figure, display=False)
    plt.close(figure)


def moving_picture(moving, still, alt):
    """Show a picture that moves, and in its place a still one on paper and to readers who ask for reduced motion.

    Parameters
    ----------
    moving, still : path-like
        Relative to the notebook's own folder.
    alt : str
        What the picture shows, for those who do not see it.

    Returns
    -------
    IPython.display.HTML
        Whole: it leads to no file.
    """
    from IPython.display import HTML

    sources = {}
    for name, path in (("moving", moving), ("still", still)):
        path = pathlib.Path(path)
        encoded = base64.b64encode(path.read_bytes()).decode()
        sources[name] = f"data:image/{path.suffix[1:]};base64,{encoded}"
    return HTML(
        f'<picture><source media="(prefers-reduced-motion: reduce), print" srcset="{sources["still"]}">'
        f'<img src="{sources["moving"]}" alt="{html.escape(alt)}"></picture>'
    )


def keep_verdicts(*claim_ids):
    """Judge claims by what is stored and keep a line on each for the text, named ``verdict_`` and the claim.

    Parameters
    ----------
    *claim_ids : str
        Keys of `study.claims.CLAIMS`.
    """
    for verdict in judge_all(claim_ids):
        keep_text(f"verdict_{verdict.id}", verdict_line(CLAIMS[verdict.id], verdict))


def typeset(text):
    """Put minus signs for hyphens before numbers and between words, keep ± with its numbers, and close up % (str)."""
    text = re.sub(r"(?<![\w-])-(?=\.?\d)", "\N{MINUS SIGN}", text).replace(" - ", " \N{MINUS SIGN} ")
    text = re.sub(r"(?<=\d) %", "%", text)
    return text.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def keep_source(experiment, shown):
    """Keep for the text, as ``source_`` and the experiment, which command and which runs made what is shown.

    Parameters
    ----------
    experiment : str
    shown : {"paper", "smoke"}
        A profile of the study, "paper" or "smoke".
    """
    keep_text(f"source_{experiment}", source_of(experiment, shown))


def source_of(experiment, shown, column="program"):
    """Say which command and which runs made what is shown of an experiment, in a column (str, Markdown)."""
    planned = plan(experiment, shown, column=column)
    records = store.find_all(planned, store.results_folder(shown))
    command = f"gnode run {experiment}" + (" --profile smoke" if shown == "smoke" else "")
    command += " --column paper" if column == "paper" else ""
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


def keep_source_of_times(name, measured, beginnings=("",)):
    """Keep for the text, as ``source_`` and the name, where, when and from which code something was measured.

    Parameters
    ----------
    name : str
    measured : dict
        From `study.speed.load_speed`.
    beginnings : sequence of str, default=("",)
        How the names of the parts begin that are meant.
    """
    parts = [part for name, part in measured["parts"].items() if name.startswith(tuple(beginnings))]
    machine = measured["machine"]
    commits = ", ".join(sorted({f"`{part['commit'][:7]}`" for part in parts}))
    loads = [part["load_average"] for part in parts]
    days = sorted({part["date"][:10] for part in parts})
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    packages = ", ".join(f"{of} {measured['packages'][of]}" for of in ("numpy", "numba", "scikit-learn", "torch"))
    keep_text(
        f"source_{name}",
        f"*Measured by* {benchmark()}: one thread, {plain(machine['cpu'])}, {machine['cores']} cores, load average "
        f"{min(loads):.1f} to {max(loads):.1f}; {plain(packages)}; {span}; code at {commits}.",
    )
