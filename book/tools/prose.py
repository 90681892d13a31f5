"""Check the book's English for what a program can see (book/style.md has the rules, and what it cannot see).

General usage is proselint's. Here is what it cannot do: to read MyST, to count the words of a sentence, and the turns
of phrase that this book had too many of.
"""

import re
from pathlib import Path

import click
import typ
from chapter import ROOT, pages, read

try:
    from proselint.checks import __register__ as checks
    from proselint.registry import CheckRegistry
    from proselint.tools import LintFile
except ImportError:  # as on Python 3.15 (see pyproject.toml): general usage is checked elsewhere then
    LintFile = None

LONGEST, LONGEST_CAPTION = 35, 45  # words of a sentence
ASIDE = 15  # words in brackets: more is a sentence of its own
SEMICOLONS = 2  # in a sentence that is no list
PASSIVES = 3  # in a sentence

# What proselint is asked. Not: our own titles and names, typography that Sphinx sets, social matters, and what a text
# on measurements needs (a "very small" number).
PROSELINT = {
    "misc.but": False,
    "misc.capitalization": False,
    "misc.composition": False,
    "misc.phrasal_adjectives": False,
    **dict.fromkeys(
        ("annotations", "archaism", "cliches", "hedging", "industrial_language", "lexical_illusions", "malapropisms"),
        True,
    ),
    **dict.fromkeys(("misc", "mixed_metaphors", "mondegreens", "needless_variants", "nonwords", "oxymorons"), True),
    **dict.fromkeys(("redundancy", "spelling", "terms"), True),
}

# A sentence that opens like this is turned round: start with who does what.
VERB = r"(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should)\b"
SUBJECT = r"(?:the|a|an|both|all|no|each|every|it|they|we|this|these|there|GN|GCN|SV|USV)\b"
OPENINGS = {
    rf"(?:Nor|Thus|Hence|Only then|Only so|Not only) {VERB}": "start with subject and verb",
    r"Neither (?:do|does|did|can|could)\b": "start with subject and verb",
    r"Which \w+ [^?]*, [\w ]+ (?:do|does|did|is|are|can|could) not\b": "begin with who does not say it",
    r"What (?!if\b)[^?:]*[.;]?$": "name the thing instead of “What …”",
    r"Whether [^?:]*[.;]?$": "put “whether” after its verb",
    rf"That {SUBJECT}": "a clause is no subject: say who finds it",
    r"It (?:is|was) the (?!probability|share|chance|fact|same|one|only)[\w -]+ (?:that|who)\b": "drop “it is … that”",
    r"As for\b|In plain words\b|To be sure\b": "drop it",
}

# Words for which there is a shorter or a more usual one.
ONE_DOES = (
    r"(?:can|could|may|might|must|should|would|will|has to|had to)(?! be\b)|looks|sees|needs|wants|reads|expects|takes"
)
WORDS = {
    r"thereof|therein|thereby|whereby|wherein|hitherto|heretofore|hereby|herewith": "an everyday word",
    r"albeit|notwithstanding|inasmuch|lest|be it that": "an everyday word",
    r"but for": "“except for”",
    r"of which": "two sentences",
    r"that much": "“so much”, or the number",
    r"in plain words|in so many words|needless to say|of course|obviously": "nothing",
    r"in order to": "“to”",
    r"utili[sz](?:e[sd]?|ing)": "“use”",
    rf"one (?:{ONE_DOES})": "“we” or “you”",
    r"what bec(?:omes|ame) of": "“what happens to”",
    r"(?:is|are) to be (?:had|seen|found|read|expected)": "an active verb",
    r"respectively": "to say which is which",
}

PARTICIPLE = (
    r"(?:\w{2,}ed|built|chosen|cut|done|drawn|found|given|held|kept|known|left|made|meant|put|read|run|said|seen|set|shown"
    r"|taken|thrown|told|written)"
)
PASSIVE = re.compile(rf"\b(?:is|are|was|were|be|been|being) (?:not |also |all |\w+ly )?{PARTICIPLE}\b")
DASH = re.compile(r"\w (?:[–—-]|--) \w|\w—\w")
RANGE = re.compile(r"[\dX] [–—-] [\dX]")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|et al|etc|Fig|Figs|Eq|Sec|Tab|No|St|Dr|approx|resp)\.$")
END = re.compile(r"[.!?][”\"')\]]*(?=\s+[“\"'(\[]?[A-Z0-9])|[.!?:][”\"')\]]*\Z")


def sentences_of(text):
    """Cut a paragraph into sentences.

    Returns
    -------
    list of (int, str)
        Where each begins, and its words.
    """
    found, start = [], 0
    for end in END.finditer(text):
        if ABBREVIATION.search(text[: end.start() + 1]):
            continue
        found.append((start, text[start : end.end()]))
        start = end.end()
    found.append((start, text[start:]))
    return [(at + len(part) - len(part.lstrip()), " ".join(part.split())) for at, part in found if part.strip()]


def words_in(text):
    """Count words (int); two that a hyphen joins are one."""
    return len(re.findall(r"\w[\w'’.,%-]*", text))


def faults_of(sentence, kind="paragraph"):
    """Yield what is wrong with one sentence of a paragraph or of a caption."""
    longest = LONGEST_CAPTION if kind == "caption" else LONGEST
    if (n := words_in(sentence)) > longest:
        yield f"{n} words; more than {longest} are two sentences"
    if kind == "paragraph" and sentence.split(":")[0].count(";") >= SEMICOLONS:
        yield "a chain of semicolons; make sentences of it"
    if len(PASSIVE.findall(sentence)) >= PASSIVES:
        yield f"{len(PASSIVE.findall(sentence))} passives; say who does it"
    if DASH.search(sentence) and not RANGE.search(sentence):
        yield "a dash for an aside; use a comma or a full stop"
    for aside in re.findall(r"\(([^()]*)\)", sentence):
        if words_in(aside) > ASIDE:
            yield f"{words_in(aside)} words in brackets; make a sentence of them, or drop them"
    if len(re.findall(r"\bso that\b", sentence)) > 1:
        yield "“so that” twice; make two sentences"
    for opening, better in OPENINGS.items():
        if re.match(opening, sentence.lstrip("“\"'(")):
            yield f"opens with “{' '.join(sentence.split()[:3])}”: {better}"


def faults_of_words(text):
    """Yield where a word to avoid stands in a text, and what to write."""
    for words, better in WORDS.items():
        for found in re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", text, flags=re.IGNORECASE):
            yield found.start(), f"“{found[0]}”: better {better}"


def faults_of_usage(text):
    """Yield what proselint has to say of a text: nothing where it is not installed."""
    if LintFile is None:
        return
    registry = CheckRegistry()
    if not registry.checks:
        registry.register_many(checks)
    enabled = dict(sorted(PROSELINT.items(), key=lambda item: -item[0].count(".")))
    config = {"max_errors": 100, "checks": enabled, "per_file_checks": {}}
    for result in LintFile("text", text).lint(config):
        found = result.check_result
        at = max(found.span[0] - 1, 0)
        if "lexical" in found.check_path and "X" in text[at : found.span[1]]:
            continue  # two formulas, not a word twice
        yield at, f"{' '.join(found.message.split())} (proselint, {found.check_path})"


def faults(path):
    """List what is wrong with the prose of a page.

    Returns
    -------
    list of str
        Each with the line and the beginning of the sentence.
    """
    found = []
    for block in typ.blocks(path) if Path(path).suffix == ".typ" else read(path).blocks:
        starts = sentences_of(block.text)
        told = [(at, fault) for source in (faults_of_words, faults_of_usage) for at, fault in source(block.text)]
        if block.kind != "heading":
            told += [(at, fault) for at, sentence in starts for fault in faults_of(sentence, block.kind)]
        for at, fault in sorted(told):
            start, sentence = max((of for of in starts if of[0] <= at), default=starts[0])
            line = block.line + block.text[: max(at, start)].count("\n")
            shown = sentence if len(sentence) <= 70 else sentence[:67] + "..."
            found.append((line, f"{fault}\n    {shown}"))
    return [f"{path}:{line}: {fault}" for line, fault in sorted(set(found))]


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(files):
    """Check FILES (by default README, article and every page of the book, but those that are frozen by a checksum)."""
    written = [*pages(ROOT), *sorted((ROOT / "article" / "sections").glob("*.typ"))]
    to_check = files or [path for path in written if not path.with_suffix(".sha256").exists()]
    if LintFile is None:
        click.echo("proselint is not installed: general usage is not checked.", err=True)
    found = [fault for path in to_check for fault in faults(path)]
    for fault in found:
        click.echo(fault)
    if found:
        raise click.ClickException(f"{len(found)} faults of prose; book/style.md has the rules")


if __name__ == "__main__":
    main()
