"""The article: ``python book/tools/article.py`` computes what it shows from results/ and typesets it.

A section is two files of article/sections. NAME.typ has the words. NAME.py has a function ``fill(section)``, which
keeps the values and figures that the words show (`Section.keep`, `figure`, `table`) and asserts the words
(`Section.says`): the article is not made if a sentence is not so, or does not stand there. The same results give the
same bytes: fonts come from packages, and the date is that of the latest run (or SOURCE_DATE_EPOCH).
"""

import hashlib
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
import typ
import yaml
from metadata import ROOT, read_source

ARTICLE = ROOT / "article"
sys.path.append(str(ARTICLE))  # where the package `sections` is
BUILT = ROOT / "_build" / "article"
BLANK = re.compile(r"\[\[(.*?)\]\]")
FONTS = ("Source Serif 4", "Roboto Condensed")
# Matplotlib numbers what it draws by a random salt, and dates it; the text stays text, in its own font.
SVG = {"svg.hashsalt": "gnode", "svg.fonttype": "none"}


class Section:
    """What the program of a section fills: its values, figures and tables; and what it asserts.

    Parameters
    ----------
    name : str
    folder : pathlib.Path
        Where figures are written.
    """

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.text = ARTICLE / "sections" / f"{name}.typ"
        self.values, self.figures, self.tables, self.told = {}, {}, {}, []

    @property
    def verdicts(self):
        """The verdict on each claim (dict of str to Verdict), judged once."""
        return _verdicts()

    def keep(self, **values):
        """Keep values for the words, which show them as ``#v.name``; a number comes formatted, unless it is whole."""
        from study.page import typeset

        for name, value in values.items():
            if isinstance(value, float) or not isinstance(value, (str, int)):
                raise TypeError(
                    f"{self.name}: {name} is {value!r}. Keep it as it is to be read, for example f'{{x:.2f}}'."
                )
            self.values[name] = typeset(str(value))

    def says(self, sentence, holds):
        """Assert a sentence of the words; see `study.page.says`. It must stand there."""
        if not typ.stands_in(sentence, self.text):
            raise click.ClickException(f"{self.text.name} does not say “{sentence}”")
        self.told.append({"section": self.name, "sentence": sentence, "holds": bool(holds)})

    def figure(self, name, figure, **source):
        """Draw a figure of matplotlib for ``#picture(name, ...)``; `source` is that of `source_of`."""
        import matplotlib as mpl
        import matplotlib.pyplot as plt

        path = self.folder / f"{name}.svg"
        with mpl.rc_context(SVG):
            figure.savefig(path, metadata={"Date": None, "Creator": None})
        width = 72 * figure.get_figwidth()
        plt.close(figure)
        self.figures[name] = {"file": _from_root(path), "width": min(width, 390), "source": source_of(**source)}

    def table(self, name, rows, widths=None, small=False, **source):
        """Keep a table for ``#rows(name, ...)``.

        Parameters
        ----------
        name : str
        rows : list of dict
            A column of numbers alone is set to the right.
        widths : list of {"auto", "fill", "narrow"}, default=None
        small : bool, default=False
        **source
            See `source_of`.
        """
        from study.page import NUMBER, typeset

        head = list(rows[0])
        cells = [
            [typeset(str(row[column])).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") for column in head]
            for row in rows
        ]
        numeric = [all(re.fullmatch(f"(?:{NUMBER}|–)", str(row[column])) for row in rows) for column in head]
        self.tables[name] = {
            "head": head,
            "rows": cells,
            "widths": widths or ["auto"] * len(head),
            "sides": ["right" if of else "left" for of in numeric],
            "small": small,
            "source": source_of(**source),
        }


@cache
def _verdicts():
    from study.claims import CLAIMS, judge_all
    from study.claims.claim import LATER

    first_edition = [claim_id for claim_id, claim in CLAIMS.items() if claim.apart != LATER]
    return {verdict.id: verdict for verdict in judge_all(first_edition)}


@cache
def _stored(experiment):
    """List the stored runs of an experiment: path, checksum and commit of each."""
    from study import store
    from study.experiments import plan

    results = store.results_folder()
    found = ((store.path_of(run, results), store.find(run, results)) for run in plan(experiment))
    return [(path, _sha256(path), record["commit"], record["start"]) for path, record in found if record is not None]


def source_of(page, experiments=(), commands=(), bench=False):
    """Say where a figure or a table comes from.

    Parameters
    ----------
    page : str
        The chapter that shows it: a file of notebooks/ without its suffix.
    experiments : sequence of str
        Whose stored runs it shows.
    commands : sequence of str
        What computes it, if not `gnode run` of the experiments.
    bench : bool, default=False
        Whether it shows what `make bench` measured, too.

    Returns
    -------
    dict
        page, title, address (of the page in the repository, empty without one), commands, runs (in words) and files
        (path -> SHA-256).
    """
    from study import store

    text = ROOT / "notebooks" / f"{page}.md"
    title = re.search(r"^# (.*)$", text.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    results = store.results_folder()
    runs = {path: (checksum, commit) for name in experiments for path, checksum, commit, _ in _stored(name)}
    told, sums = [], {path: checksum for path, (checksum, _) in runs.items()}
    if runs:
        commits = _commits(commit for _, commit in runs.values())
        told.append(f"Stored runs: {len(runs)} files of results/runs, code at {commits}.")
    if bench:
        path = results / "speed.json"
        parts = store.read_json(path, "`make bench` measures it.")["parts"]
        told.append(f"Timings: results/speed.json, code at {_commits(part['commit'] for part in parts.values())}.")
        sums[path] = _sha256(path)
    sums = {path.relative_to(results.parent).as_posix(): sums[path] for path in sorted(sums)}
    address = read_source()["repository"]
    return {
        "page": f"notebooks/{page}",
        "title": title,
        "address": f"{address}/blob/HEAD/notebooks/{page}.md" if address else "",
        "commands": [*commands, *(f"gnode run {name}" for name in experiments if not commands)]
        + (["make bench"] if bench else []),
        "runs": " ".join(told),
        "files": sums,
    }


def _commits(commits):
    return ", ".join(sorted({commit[:7] for commit in commits}))


def _sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _from_root(path):
    """Write a path as Typst wants it: from the root, with a slash before it (str)."""
    return "/" + path.relative_to(ROOT).as_posix()


def section_names():
    """List the sections in the order of the article (list of str): the abstract, and those that main.typ includes."""
    return re.findall(r'include "sections/(\w+)\.typ"', (ARTICLE / "main.typ").read_text(encoding="utf-8"))


def fill_sections(folder):
    """Run the programs of all sections (list of Section); figures go to `folder`."""
    import matplotlib as mpl

    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for name in section_names():
        sections.append(Section(name, folder))
        importlib.import_module(f"sections.{name}").fill(sections[-1])
        missing = typ.values_shown(sections[-1].text) - sections[-1].values.keys()
        if missing:
            raise click.ClickException(f"{name}.typ shows what {name}.py does not keep: {', '.join(sorted(missing))}")
    return sections


def refuse_false(sections):
    """Refuse sentences that are not so by the results at hand."""
    false = [of for section in sections for of in section.told if not of["holds"]]
    if false:
        listed = "\n  ".join(f"{of['section']}.typ: “{of['sentence']}”" for of in false)
        raise click.ClickException(f"by these results {len(false)} sentences of the article are not so:\n  {listed}")


def about_article():
    """Read article/metadata.yaml (dict)."""
    return yaml.safe_load((ARTICLE / "metadata.yaml").read_text(encoding="utf-8"))


def blanks(text):
    """List the blanks of a text, in order, once each (list of str)."""
    return list(dict.fromkeys(BLANK.findall(text)))


def latest_day():
    """Tell the day of the article (datetime): SOURCE_DATE_EPOCH, or the day of the latest stored run."""
    from study.experiments import EXPERIMENTS

    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return datetime.fromtimestamp(int(told), UTC)
    latest = max((start[:10] for name in EXPERIMENTS for *_, start in _stored(name)), default="1970-01-01")
    return datetime.fromisoformat(latest).replace(tzinfo=UTC)


def _in_margin(about, source):
    """Say what stands in the margin of the first page (list of pairs of str)."""
    first = {name: about[name] for name in ("dates", "code", "review", "article")}
    flat = {name: {key: value for entry in of for key, value in entry.items()} for name, of in first.items()}
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
    """Typeset the article.

    Parameters
    ----------
    sections : list of Section
    folder : pathlib.Path
        In the repository; values.json, sources.json and article.pdf are written there.

    Returns
    -------
    pathlib.Path
        The PDF: tagged, by PDF/UA-1, which Typst holds it to.
    """
    import fontpkg
    import matplotlib as mpl
    import typst

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
    _write_json(folder / "values.json", values)
    _write_json(folder / "sources.json", sources_of(sections))
    fonts = [fontpkg.path(name).parent for name in FONTS] + [Path(mpl.get_data_path(), "fonts", "ttf")]
    compiler = typst.Compiler(
        root=ROOT, font_paths=fonts, ignore_system_fonts=True, sys_inputs={"values": _from_root(folder / "values.json")}
    )
    time = int(day.timestamp())
    try:
        pdf = compiler.compile(input=ARTICLE / "main.typ", format="pdf", pdf_standards=["ua-1"], timestamp=time)
    except typst.TypstError as error:
        raise click.ClickException(error.diagnostic or str(error)) from error
    (folder / "article.pdf").write_bytes(pdf)
    return folder / "article.pdf"


def sources_of(sections):
    """Gather the source of each figure and table (dict of str to dict), for programs."""
    shown = {f"fig-{name}": of["source"] for section in sections for name, of in section.figures.items()}
    shown |= {f"tab-{name}": of["source"] for section in sections for name, of in section.tables.items()}
    return shown


def _write_json(path, content):
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def make_article(folder=BUILT):
    """Make the article in a folder of the repository from nothing; return its sections (list of Section)."""
    shutil.rmtree(folder, ignore_errors=True)
    sections = fill_sections(folder)
    refuse_false(sections)
    typeset_article(sections, folder)
    return sections


@click.command()
def main():
    """Write _build/article/article.pdf from article/ and results/."""
    sections = make_article()
    path = BUILT / "article.pdf"
    n_told = sum(len(of.told) for of in sections)
    click.echo(f"{_from_root(path)[1:]}: {path.stat().st_size / 1e6:.1f} MB, {n_told} sentences hold")
    for told in blanks((ARTICLE / "metadata.yaml").read_text(encoding="utf-8")):
        click.echo(f"  still blank: {told}")


if __name__ == "__main__":
    main()
