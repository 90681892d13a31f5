"""Read the article's sections as they stand: their words, what shows a value, what is typed.

Typst's markup is read only as far as the sections use it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

VALUE = re.compile(r"#v\.([a-z]\w*)")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
# What stands in no sentence: how a figure or a table is called, a heading's label, a reference.
CALL = re.compile(r"#(?:picture|rows|equation)\((?:[^()\"$]|\"[^\"]*\"|\$[^$]*\$)*\)|#(?:import|let|include)\b.*")
ALT = re.compile(r"alt:\s*\"([^\"]*)\"")
LABEL = re.compile(r"<[a-z][\w-]*>")
CITED = re.compile(r"@[a-z][\w-]*")
MATHS = re.compile(r"\$[^$]*\$")
CODE = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^(=+)\s+(.*)$")

# Digits that are names, not numbers: places in the paper, ids of claims, data sets, symbols, the factor's two ends.
NAMES = re.compile(
    r"\b(?:Tables?|Figures?|Figs?\.|Theorem|Section|equation|step)[ ~]\(?\d(?:\.\d)?\)?(?: (?:and|to) \d)?"
    r"|\b[ESAMDIX]\d\b|CNAE-9|_A_[ ~]=[ ~][01]\b|SHA-256|8 × 8|ReScience C"
)
NUMBER_WORDS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|twice|both)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Block:
    """A piece of prose: its first line in the file, what it is, its words, and what is written there."""

    line: int
    kind: str  # "paragraph", "heading" or "caption"
    text: str  # formulas, code, references and values are an X
    written: str


def blocks(path):
    """List the prose of a section (list of Block): values, references and formulas are an X."""
    text = COMMENT.sub("", Path(path).read_text(encoding="utf-8"))
    found, line = [], 1
    for part in re.split(r"(\n[ \t]*\n)", text):
        for told in ALT.findall(part):
            found.append(Block(line, "caption", VALUE.sub("X", told), told))
        kind, words = "paragraph", CALL.sub("", part).strip()
        if CALL.search(part) and words.startswith("["):
            kind, words = "caption", words.strip("[]")
        if heading := HEADING.match(words):
            kind, words = "heading", heading[2]
        words = LABEL.sub("", words).strip(" []\n")
        if re.search(r"\w", words):
            shown = CODE.sub("X", MATHS.sub("X", CITED.sub("X", VALUE.sub("X", words))))
            shown = re.sub(r"[*]|(?<!\w)_|_(?!\w)", "", shown).replace("~", " ")
            found.append(Block(line + len(part) - len(part.lstrip("\n")), kind, shown, words))
        line += part.count("\n")
    return found


def plain(block):
    """Write a block so that its sentences can be found in it: what shows a value or a reference is … (str)."""
    return CITED.sub("…", VALUE.sub("…", block.written)).replace("~", " ")


def stands_in(sentence, path):
    """Tell whether a sentence stands in a section, word for word; an ellipsis in it stands for values (bool)."""
    parts = (re.escape(part.strip()) for part in _same(sentence).split("…"))
    whole = (re.sub(r"\A(?=\w)|(?<=\w)\Z", r"\\b", part) for part in parts)
    pattern = re.compile(".*?".join(whole))
    return any(pattern.search(_same(MATHS.sub("…", plain(block)))) for block in blocks(path))


def without(sentence, text):
    """Cut an asserted sentence out of a text, as far as it stands there (str)."""
    parts = [re.escape(part.strip()) for part in _same(sentence).split("…")]
    return re.sub(r".*?".join(parts), " ", _same(text), count=1)


def _same(text):
    """Write a text so that markup, white space and the kind of quotes do not count (str)."""
    text = re.sub(r"[*`]|(?<!\w)_|_(?!\w)", "", text)
    return " ".join(re.sub("[‘’]", "'", re.sub("[“”]", '"', text)).split())


def typed_numbers(path):
    """List the digits of a section that are typed: neither values nor names (list of str, each with its words)."""
    found = []
    for block in blocks(path):
        words = VALUE.sub("", CITED.sub("", MATHS.sub("", block.written)))
        words = NAMES.sub("", words)
        found += [
            f"{block.line}: {words[max(0, of.start() - 30) : of.end() + 10]!r}"
            for of in re.finditer(r"\d+(?:[.,]\d+)*", words)
        ]
    return found


def values_shown(path):
    """List the names of the values that a section shows (set of str)."""
    return set(VALUE.findall(COMMENT.sub("", Path(path).read_text(encoding="utf-8"))))
