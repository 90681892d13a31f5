"""The article: ``python book/tools/article.py`` computes what it shows from results/ and typesets it.

A section is two files of article/sections. NAME.typ has the words. NAME.py has a function ``fill(section)``, which
keeps the values and figures that the words show (`Section.keep`, `figure`, `table`) and returns what the words say, a
dict of sentences and whether they hold: the article is not made if one does not, or does not stand there. The same
results give the same bytes: fonts come from packages, and the date is that of the latest run (or SOURCE_DATE_EPOCH).
"""

import importlib
import json
import os
import re
import shutil
import sys
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import click
import fontpkg
import matplotlib as mpl
import matplotlib.pyplot as plt
import typst
import yaml
from metadata import ROOT, read_source

from study import store
from study.claims import CLAIMS, judge_all
from study.claims.claim import LATER
from study.experiments import EXPERIMENTS, plan
from study.page import NUMBER, typeset

ARTICLE = ROOT / "article"
sys.path.append(str(ARTICLE))  # where the package `sections` is
BUILT = ROOT / "_build" / "article"
BLANK = re.compile(r"\[\[(.*?)\]\]")
FONTS = ("Source Serif 4", "Roboto Condensed")
# Matplotlib numbers what it draws by a random salt, and dates it; the text stays text, in its own font.
SVG = {"svg.hashsalt": "gnode", "svg.fonttype": "none"}

VALUE = re.compile(r"#v\.([a-z]\w*)")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
NO_WORDS = re.compile(r"#v\.[a-z]\w*|@[a-z][\w-]*|\$[^$]*\$")  # values, references, formulas


def words_of(path):
    """Read the paragraphs of a section (list of str) without remarks and markup: what is computed is an ellipsis."""
    text = NO_WORDS.sub("…", COMMENT.sub("", path.read_text(encoding="utf-8")))
    return [_same(part) for part in re.split(r"\n[ \t]*\n", text)]


def pattern_of(sentence):
    """Make the pattern that finds a sentence word for word; an ellipsis in it stands for what is computed."""
    parts = (re.escape(part.strip()) for part in _same(sentence).split("…"))
    return re.compile(".*?".join(re.sub(r"\A(?=\w)|(?<=\w)\Z", r"\\b", part) for part in parts))


def _same(text):
    """Write a text so that markup, white space and the kind of quotes do not count (str)."""
    text = re.sub(r"[*`]|(?<!\w)_|_(?!\w)", "", text.replace("~", " "))
    return " ".join(re.sub("[‘’]", "'", re.sub("[“”]", '"', text)).split())


class Section:
    """What the program of a section fills: its values, figures and tables; and what it asserts."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.text = ARTICLE / "sections" / f"{name}.typ"
        self.values, self.figures, self.tables, self.told = {}, {}, {}, {}

    @property
    def verdicts(self):
        """The verdict on each claim (dict of str to Verdict), judged once."""
        return _verdicts()

    def keep(self, **values):
        """Keep values for the words, which show them as ``#v.name``; a number comes formatted, unless it is whole."""
        for name, value in values.items():
            if not isinstance(value, str | int):
                raise TypeError(f"{self.name}: {name} is {value!r}. Keep it as it is to be read, say f'{{x:.2f}}'.")
            self.values[name] = typeset(str(value))

    def assert_told(self, told):
        """Keep what is asserted, sentences that must stand there (dict of str to bool)."""
        words = words_of(self.text)
        for sentence, holds in told.items():
            if not any(map(pattern_of(sentence).search, words)):
                raise click.ClickException(f"{self.text.name} does not say “{sentence}”")
            self.told[sentence] = bool(holds)

    def figure(self, name, figure, **source):
        """Draw a figure of matplotlib for ``#picture(name, ...)``; `source` is that of `source_of`."""
        path = self.folder / f"{name}.svg"
        with mpl.rc_context(SVG):
            figure.savefig(path, metadata={"Date": None, "Creator": None})
        width = 72 * figure.get_figwidth()
        plt.close(figure)
        self.figures[name] = {"file": _from_root(path), "width": min(width, 390), "source": source_of(**source)}

    def table(self, name, rows, widths=None, small=False, **source):
        """Keep a table (list of dict) for ``#rows(name, ...)``; a column of numbers alone is set to the right."""
        head = list(rows[0])
        cells = [
            [typeset(str(of)).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") for of in row.values()] for row in rows
        ]
        numeric = [all(re.fullmatch(f"(?:{NUMBER}|–)", str(row[column])) for row in rows) for column in head]
        sides = ["right" if of else "left" for of in numeric]
        table = {"head": head, "rows": cells, "widths": widths or ["auto"] * len(head), "sides": sides}
        self.tables[name] = table | {"small": small, "source": source_of(**source)}


@cache
def _verdicts():
    first_edition = [claim_id for claim_id, claim in CLAIMS.items() if claim.apart != LATER]
    return {verdict.id: verdict for verdict in judge_all(first_edition)}


@cache
def _stored(experiment):
    """List the stored runs of an experiment: path, commit and start of each."""
    results = store.results_folder()
    found = ((store.path_of(run, results), store.find(run, results)) for run in plan(experiment))
    return [(path, record["commit"], record["start"]) for path, record in found if record is not None]


def source_of(page, experiments=(), commands=(), bench=False):
    """Say which page shows a figure or table, and which commands, runs and measurements it comes from (dict)."""
    text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
    runs = {path: commit for name in experiments for path, commit, _ in _stored(name)}
    told = [f"Stored runs: {len(runs)} files of results/runs, code at {_commits(runs.values())}."] if runs else []
    if bench:
        parts = store.read_json(store.results_folder() / "speed.json", "`make bench` measures it.")["parts"]
        told.append(f"Timings: results/speed.json, code at {_commits(part['commit'] for part in parts.values())}.")
    address = read_source()["repository"]
    return {
        "page": f"notebooks/{page}",
        "title": re.search(r"^# (.*)$", text, flags=re.MULTILINE)[1],
        "address": f"{address}/blob/HEAD/notebooks/{page}.md" if address else "",
        "commands": [*(commands or (f"gnode run {name}" for name in experiments)), *["make bench"] * bench],
        "runs": " ".join(told),
    }


def _commits(commits):
    return ", ".join(sorted({commit[:7] for commit in commits}))


def _from_root(path):  # as Typst wants it
    return "/" + path.relative_to(ROOT).as_posix()


def section_names():
    """List the sections in the order of the article (list of str): the abstract, and those that main.typ includes."""
    return re.findall(r'include "sections/(\w+)\.typ"', (ARTICLE / "main.typ").read_text(encoding="utf-8"))


def fill_sections(folder):
    """Run the programs of all sections (list of Section); figures go to `folder`."""
    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    sections = [Section(name, folder) for name in section_names()]
    for section in sections:
        section.assert_told(importlib.import_module(f"sections.{section.name}").fill(section))
        shown = set(VALUE.findall(COMMENT.sub("", section.text.read_text(encoding="utf-8"))))
        if missing := shown ^ section.values.keys():
            raise click.ClickException(f"{section.name}: shown or kept, but not both: {', '.join(sorted(missing))}")
    return sections


def refuse_false(sections):
    """Refuse sentences that are not so by the results at hand."""
    if false := [f"{of.name}.typ: “{said}”" for of in sections for said, holds in of.told.items() if not holds]:
        listed = "\n  ".join(false)
        raise click.ClickException(f"by these results {len(false)} sentences of the article are not so:\n  {listed}")


def about_article():
    return yaml.safe_load((ARTICLE / "metadata.yaml").read_text(encoding="utf-8"))


def latest_day():
    """Tell the day of the article (datetime): SOURCE_DATE_EPOCH, or the day of the latest stored run."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.fromtimestamp(int(told), UTC)
    latest = max((start[:10] for name in EXPERIMENTS for *_, start in _stored(name)), default="1970-01-01")
    return datetime.fromisoformat(latest).replace(tzinfo=UTC)


def _in_margin(about, source):
    """Say what stands in the margin of the first page (list of pairs of str)."""
    first = ("dates", "code", "review", "article")
    flat = {name: {key: value for entry in about[name] for key, value in entry.items()} for name in first}
    roles = {of["role"]: of["name"] for of in about["contributors"]}
    told = {
        "Edited by": roles.get("editor"),
        "Reviewed by": ", ".join(of["name"] for of in about["contributors"] if of["role"] == "reviewer" and of["name"]),
        "Received": flat["dates"]["received"],
        "Published": flat["dates"]["published"],
        "DOI": flat["article"]["doi"],
        "Code": source["repository"] or flat["code"]["url"],
        "Archive": flat["code"]["doi"],
        "Review": flat["review"]["url"],
    }
    return [[what, value or f"[[{what.lower()}]]"] for what, value in told.items()]


def _statement(about, source):
    """Say what stands at the end of the article (list of str)."""
    contact = next((of for of in about["authors"] if "*" in str(of["affiliations"])), about["authors"][0])
    address = source["repository"] or "[[address of the repository]]"
    return [
        f"Copyright © {source['year']} {', '.join(of['name'] for of in about['authors'])}, released under a Creative "
        "Commons Attribution 4.0 International licence.",
        f"Correspondence should be addressed to {contact['name']} ({contact['email']}).",
        "[[a statement on competing interests]]",
        f"Code, stored runs and the executable book: {address}, version {source['version']}.",
    ]


def typeset_article(sections, folder):
    """Write values.json and article.pdf, tagged by PDF/UA-1, to a folder of the repository; return the PDF's path."""
    about, source, day = about_article(), read_source(), latest_day()
    values = {
        "values": {of.name: of.values for of in sections},
        "figures": {name: of for section in sections for name, of in section.figures.items()},
        "tables": {name: of for section in sections for name, of in section.tables.items()},
        "date": {"year": day.year, "month": day.month, "day": day.day},
        "year": source["year"],
        "author": [BLANK.sub(r"\1", of["name"]) for of in about["authors"]],
        "keywords": [word.strip() for word in about["keywords"].split(",")],
        "review": not next((of["doi"] for of in about["article"] if "doi" in of), ""),
        "margin": _in_margin(about, source),
        "statement": _statement(about, source),
    }
    (folder / "values.json").write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    fonts = [fontpkg.path(name).parent for name in FONTS] + [Path(mpl.get_data_path(), "fonts", "ttf")]
    given = {"values": _from_root(folder / "values.json")}
    compiler = typst.Compiler(root=ROOT, font_paths=fonts, ignore_system_fonts=True, sys_inputs=given)
    try:
        form = {"format": "pdf", "pdf_standards": ["ua-1"], "timestamp": int(day.timestamp())}
        pdf = compiler.compile(input=ARTICLE / "main.typ", **form)
    except typst.TypstError as error:
        raise click.ClickException(error.diagnostic or str(error)) from error
    (folder / "article.pdf").write_bytes(pdf)
    return folder / "article.pdf"


@click.command()
def main():
    """Write _build/article/article.pdf from article/ and results/."""
    shutil.rmtree(BUILT, ignore_errors=True)
    sections = fill_sections(BUILT)
    refuse_false(sections)
    path = typeset_article(sections, BUILT)
    n_told = sum(len(of.told) for of in sections)
    click.echo(f"{_from_root(path)[1:]}: {path.stat().st_size / 1e6:.1f} MB, {n_told} sentences hold")
    for told in dict.fromkeys(BLANK.findall((ARTICLE / "metadata.yaml").read_text(encoding="utf-8"))):
        click.echo(f"  still blank: {told}")


if __name__ == "__main__":
    main()
