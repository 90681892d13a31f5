"""Numbers that stand in the text and are kept true, and sentences that are checked.

A number is written where it is read, with its name behind it: ``0.852<!--gcn_full:.3f-->``. A cell of the notebook
gives the value (`study.page.numbers`); a number of another page is named with its page, ``<!--memory/gcn_full:.3f-->``.
A sentence that a result could make false ends with ``<!--holds: name-->``, and a cell says whether it does
(`study.page.check`). Every viewer shows the words alone.
"""

import json
import re
from pathlib import Path

import nbformat

from study import GIVEN, SIGNED

ROOT = Path(__file__).parents[2]

NAME = r"(?:(?P<page>[a-z][\w-]*)/)?(?P<name>[a-z]\w*)"
NUMBER = re.compile(rf"(?P<number>{SIGNED})<!--{NAME}:(?P<form>[^>\s]+)-->")
HOLDS = re.compile(r"<!--holds:\s+(?P<names>[^>]+?)-->")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
AT_LINE_START = re.compile(r"^[ >]*<!--(?!-)[^\n]*", re.MULTILINE)
FORM = re.compile(r"\+?,?(?:\.\d+[f%]|d)")

# What is no prose: front matter, code, formulas, addresses, and the names of versions.
CODE_CELL = re.compile(r"^```\{code-cell\}.*?^```$", re.DOTALL | re.MULTILINE)
NO_PROSE = re.compile(
    r"\A---\n.*?\n---\n|^```.*?^```$|^~~~.*?^~~~$|\$\$.*?\$\$|\$[^$\n]+(?:\n[^$\n]+)*\$|`[^`\n]+`|\]\([^)\s]*\)|<https?:[^>]*>"
    r"|<[a-z/][^>]*>|\bPython 3\.\d+|\bCC BY(?:-SA)? \d\.\d",
    re.DOTALL | re.MULTILINE,
)
DECIMAL = re.compile(r"(?<![\w.])[-−+]?\d*\.\d+(?![\w.]*\d)%?(?!<!--)")


def written(value, form):
    """Write a value as the text does: ``.3f``, ``,d``, ``.1%`` or ``+.3f``, with a typographic minus."""
    if not FORM.fullmatch(form):
        raise ValueError(f"{form!r} is no form of a number: write .3f, d, .1% or the like, with + or , before it.")
    text = format(round(value) if form.endswith("d") else value, form)
    if not re.search("[1-9]", text):
        text = text.replace("-", "")
    return text.replace("-", "\N{MINUS SIGN}")


def kept_true(text, page, values):
    """Put today's values into a text."""
    changed, unknown = [], []

    def put(found):
        of, name = found["page"] or page, found["name"]
        if name not in values.get(of, {}):
            unknown.append(f"{of}/{name}")
            return found[0]
        now = written(values[of][name], found["form"])
        if now != found["number"]:
            changed.append((f"{of}/{name}", found["number"], now))
        return now + found[0][len(found["number"]) :]

    return NUMBER.sub(put, text), changed, unknown


def given_by_all(folder):
    """Gather what all executed notebooks of a folder gave, by page: numbers and sentences (two dict of dict)."""
    numbers, holds = {}, {}
    for path in sorted(Path(folder).glob("*.ipynb")):
        of_page, told = numbers.setdefault(path.stem, {}), holds.setdefault(path.stem, {})
        outputs = (output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", ()))
        for given in (json.loads(of["data"][GIVEN]) for of in outputs if GIVEN in of.get("data", {})):
            of_page |= given.get("numbers", {})
            told |= given.get("holds", {})
    return numbers, holds


def sentences(text):
    """List the sentences that are checked: line, names, and the words up to the comment."""
    found = []
    for match in HOLDS.finditer(text):
        before = text[: match.start()]
        words = " ".join(COMMENT.sub("", re.split(r"\n[ >]*\n", before)[-1]).split())
        last = re.split(r"(?<=[.!?:])[\"”)*_]*\s+(?=[\"“(*_A-Z])", words)[-1]
        names = [name.strip() for name in match["names"].split(",")]
        found.append((before.count("\n") + 1, names, last))
    return found


def problems_of_text(text, page, numbers, holds, named=True):
    """Say what is wrong with the numbers and sentences of a text as it stands (list of str)."""
    problems = []
    prose = CODE_CELL.sub(lambda code: "\n" * code[0].count("\n"), text)
    _, changed, unknown = kept_true(text, page, numbers)
    for name, was, now in changed:
        place = re.search(rf"{re.escape(was)}<!--(?:[\w-]+/)?{name.split('/')[1]}:", text)
        problems.append(f"line {line_of(text, place)}: {was} is {now} now ({name}); `make book` writes it")
    for name in unknown:
        place = re.search(rf"<!--(?:[\w-]+/)?{name.split('/')[1]}:", text)
        problems.append(f"line {line_of(text, place)}: no cell gives the number {name}")
    for line, names, sentence in sentences(text):
        for name in names:
            of, _, plain = name.rpartition("/")
            told = holds.get(of or page, {}).get(plain)
            if told is None:
                problems.append(f"line {line}: no cell checks {name}: “{sentence}”")
            elif not told:
                problems.append(f"line {line}: by these results it is not so ({name}): “{sentence}”")
    for found in AT_LINE_START.finditer(prose):
        line = line_of(prose, found)
        problems.append(f"line {line}: a comment at the start of a line swallows the line: {found[0].strip()}")
    bare = NO_PROSE.sub(lambda part: "\n" * part[0].count("\n") + " ", COMMENT.sub("", NUMBER.sub("", prose)))
    for found in DECIMAL.finditer(bare) if named else ():
        problems.append(f"line {line_of(bare, found)}: {found[0]} has no name (a setting is a formula: $A = 0.4$)")
    return problems


def line_of(text, match):
    """Return the line on which a match begins (int)."""
    return text.count("\n", 0, match.start()) + 1


def unused(texts, numbers, holds):
    """List the names that a page gives and no text uses (list of str)."""
    used = set()
    for page, text in texts.items():
        used |= {f"{found['page'] or page}/{found['name']}" for found in NUMBER.finditer(text)}
        for _, names, _ in sentences(text):
            used |= {name if "/" in name else f"{page}/{name}" for name in names}
    named = [f"{page}/{name}" for given in (numbers, holds) for page, of in given.items() for name in of]
    return sorted(name for name in named if name not in used)
