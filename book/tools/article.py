"""The article: ``python book/tools/article.py`` typesets article/article.typ, in the layout of article/template.typ.

Its text is one more page of the book: `in_text` keeps its numbers and checks its sentences by what the notebooks give,
and its figures and tables are the book's, by the same functions of `study.figures`. The same notebooks and results
give the same bytes.
"""

import importlib
import json
import re
import shutil
from pathlib import Path

import click
import fontpkg
import in_text
import matplotlib as mpl
import matplotlib.pyplot as plt
import typst
from metadata import ROOT, read_source

from study import figures
from study.page import typeset

ARTICLE = ROOT / "article"
TEXT = ARTICLE / "article.typ"
NOTEBOOKS = ROOT / "notebooks"
BUILT = ROOT / "_build" / "article"
BLANK = re.compile(r"\[\[(\w.*?)\]\]")
FONTS = ("Source Serif 4", "Roboto Condensed")
# Matplotlib numbers what it draws by a random salt, and dates it; the text stays text, in its own font.
SVG = {"svg.hashsalt": "gnode", "svg.fonttype": "none"}

HEADING = re.compile(r"^=+ +(.+?)(?: *<[\w-]+>)?$", re.MULTILINE)
FORMULA = re.compile(r"\$(\S[^$\n]*)\$")  # in a line
SHOWN = r'\b{}\(\s*"(\w+)\.(\w+)"'  # a module of study.figures, and a function of it
MADE_BY = re.compile(r"\*Made by\* `(gnode run [^`]*)`: (\d+) of")


def kept_true(text, numbers, holds):
    """Put today's numbers into the text (str); refuse what is typed, unknown or false, by section and sentence."""
    now, changed, _ = in_text.kept_true(text, "article", numbers)
    for name, before, after in changed:
        click.echo(f"  {name} was {before} and is {after}")
    if problems := in_text.problems_of_text(now, "article", numbers, holds):
        listed = "\n  ".join(f"{section_of(problem, now)}, {problem}" for problem in problems)
        raise click.ClickException(f"the article is not made:\n  {listed}")
    return now


def section_of(problem, text):
    """Name the section of the line that a problem names (str)."""
    before = text.splitlines()[: int(re.match(r"line (\d+):", problem)[1])]
    return next(iter(HEADING.findall("\n".join(before))[::-1]), "Abstract")


def for_typst(text):
    """Take the comments out of a text, and give each formula in a line its words for the ear (str)."""
    return FORMULA.sub(_with_words, in_text.COMMENT.sub("", text))


def _with_words(found):
    if re.fullmatch(r"[\d.]+", formula := found[1]):  # a setting looks like the numbers of the text
        return formula
    words = re.sub(r"_\(?([\w:-]+)\)?", r" sub \1", re.sub(r"bold\((\w)\)", r"\1", formula))
    return f'#math.equation(alt: "{words}", {found[0]});'


def of_pages():
    """Read from each notebook its title, the alternative texts of its figures, and how many runs commands made."""
    pages = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        alts = {
            "".join(cell["source"]): alt
            for cell in cells
            if (alt := cell["metadata"].get("mystnb", {}).get("image", {}).get("alt"))
        }
        outputs = (output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))
        runs = (MADE_BY.findall("".join(of.get("text/markdown", ""))) for of in outputs)
        title = next(HEADING.finditer("".join(cells[0]["source"]).replace("#", "=", 1)))[1]
        pages[path.stem] = {"title": title, "alts": alts, "runs": {command: n for of in runs for command, n in of}}
    return pages


def pictures(text, pages, folder):
    """Draw the figures that a text shows, with the alternative texts of the book (dict of dict)."""
    drawn = {}
    for module, function in re.findall(SHOWN.format("picture"), text):
        path = folder / f"{module}-{function}.svg"
        with mpl.rc_context(SVG):
            _call(module, function)
            plt.savefig(path, bbox_inches="tight", metadata={"Date": None, "Creator": None})
        plt.close("all")
        (alt,) = (alt for code, alt in pages[module]["alts"].items() if re.search(rf"\b{function}\(\)$", code))
        drawn[f"{module}.{function}"] = {"file": _from_root(path), "alt": alt}
    return drawn


def rows(text):
    """Compute the tables that a text shows: their rows, each a cell by column (dict of list of dict)."""
    found = {f"{module}.{name}": _call(module, name) for module, name in re.findall(SHOWN.format("rows"), text)}
    spaced = {name: frame.rename(columns=lambda column: column.replace("\xa0", " ")) for name, frame in found.items()}
    return {name: frame.astype(str).map(typeset).to_dict("records") for name, frame in spaced.items()}


def _call(module, function):
    return getattr(importlib.import_module(f"study.figures.{module}"), function)()


def _from_root(path):  # as Typst wants it
    return "/" + path.relative_to(ROOT).as_posix()


def typeset_article(text, folder):
    """Write figures, values.json and article.pdf, tagged by PDF/UA-1, to a folder of the repository (path)."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    pages, source = of_pages(), read_source()
    values = {name: source[name] for name in ("year", "version", "repository")}
    values |= {"pages": pages, "pictures": pictures(text, pages, folder), "rows": rows(text)}
    (folder / "values.json").write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    (folder / "article.typ").write_text(for_typst(text), encoding="utf-8")
    drawn = figures.FONTS, Path(mpl.get_data_path(), "fonts", "ttf")
    fonts = [*(fontpkg.path(name).parent for name in FONTS), *drawn]
    given = {"values": _from_root(folder / "values.json")}
    compiler = typst.Compiler(root=ROOT, font_paths=fonts, ignore_system_fonts=True, sys_inputs=given)
    try:
        pdf = compiler.compile(input=folder / "article.typ", format="pdf", pdf_standards=["ua-1"])
    except typst.TypstError as error:
        raise click.ClickException(error.diagnostic or str(error)) from error
    (folder / "article.pdf").write_bytes(pdf)
    return folder / "article.pdf"


@click.command()
def main():
    """Write _build/article/article.pdf from article/, the executed notebooks and results/."""
    shutil.rmtree(BUILT, ignore_errors=True)
    numbers, holds = in_text.given_by_all(NOTEBOOKS)
    written = TEXT.read_text(encoding="utf-8")
    text = kept_true(written, numbers, holds)
    if text != written:
        TEXT.write_text(text, encoding="utf-8")
    path = typeset_article(text, BUILT)
    told = f"{len(in_text.NUMBER.findall(text))} numbers, {len(in_text.sentences(text))} checked sentences"
    click.echo(f"{_from_root(path)[1:]}: {path.stat().st_size / 1e6:.1f} MB, {told}")
    for told in dict.fromkeys(BLANK.findall((ARTICLE / "metadata.yaml").read_text(encoding="utf-8"))):
        click.echo(f"  still blank: {told}")


if __name__ == "__main__":
    main()
