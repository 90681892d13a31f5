"""Check the book's English for what a program can see (book/style.md has the rules, and what it cannot see).

General usage is proselint's. Here is what it cannot do: to read MyST, to count the words of a sentence, and the turns
of phrase that this book had too many of.
"""

import re
from pathlib import Path

import click
from chapter import ROOT, pages, read
from proselint.checks import __register__ as checks
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

LONGEST = 35  # words of a sentence
ASIDE = 15  # words in brackets: more is a sentence of its own
BREAKS = 2  # semicolons in a sentence
PASSIVES = 3  # in a sentence

# What proselint asks for elsewhere: of our own titles and names, of typography that Sphinx sets, of social matters, and
# what a text on measurements needs (a "very small" number, a time in UTC, "to some extent").
PROSELINT = {
    "annotations": True,
    "archaism": True,
    "cliches": True,
    "hedging": True,
    "industrial_language": True,
    "lexical_illusions": True,
    "malapropisms": True,
    "misc": True,
    "misc.capitalization": False,
    "misc.composition": False,
    "misc.phrasal_adjectives": False,
    "mixed_metaphors": True,
    "mondegreens": True,
    "needless_variants": True,
    "nonwords": True,
    "oxymorons": True,
    "redundancy": True,
    "spelling": True,
    "terms": True,
}

# A sentence that opens like this is turned round: start with who does what.
OPENINGS = {
    r"(?:Nor|Neither) (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should)\b": "start with subject and verb",
    r"(?:So|Thus|Hence|Only then|Only so|Only here|Not only) (?:do|does|did|is|are|was|were|can|has|have|had)\b": "start with subject and verb",
    r"Which \w+ [^?]*, (?:it|they|he|we|this|the \w+|\w+ \w+) (?:do|does|did|is|are|can|could) not\b": "put the question after its verb (“It does not say which …”)",
    r"What (?!if\b)[^?:]*[.;]?$": "name the thing instead of “What …”",
    r"Whether [^?:]*[.;]?$": "put “whether” after its verb",
    r"That (?!is\b|was\b|makes\b|leaves\b|gives\b|would\b|means\b|takes\b|can\b|does\b|has\b|holds\b|alone\b|said\b|costs\b)(?:the|a|an|both|all|no|each|every|it|they|we|this|these|there|GN|GCN|SV|USV)\b": "a clause is no subject: say who finds it",
    r"It (?:is|was) (?:the |a |an )?[\w ]{1,30}\b(?:that|who|which)\b(?! (?:is|it)\b)": "“it is … that” hides the subject",
    r"As for\b": "drop it",
    r"In plain words\b": "drop it: all words here are plain",
    r"To the eye\b|To be sure\b|Be that as it may\b": "drop it",
    r"With the profile\b": "belongs to “How this page was made”",
}

# Words for which there is a shorter or a more usual one.
WORDS = {
    r"thereof|therein|thereby|whereby|wherein|hitherto|heretofore|hereby|herewith": "an everyday word",
    r"whose": "“of it”, “its”, or two sentences",
    r"but for": "“except for”",
    r"of which": "two sentences",
    r"(?<!as )that much": "“so much”, or the number",
    r"in plain words|in so many words": "nothing: all words here are plain",
    r"in order to": "“to”",
    r"utili[sz]e[sd]?|utili[sz]ing": "“use”",
    r"(?:one|One) (?:can|could|may|might|must|should|would|will|has to|had to|looks?|sees?|needs?|gets?|wants?|reads?|expects?|knows?|asks?|takes)": "“we” or “you”",
    r"be it (?:that|said)|lest|albeit|notwithstanding|inasmuch": "an everyday word",
    r"all the same,|the same holds|for its part|at that": "nothing, or what you mean",
    r"is to be (?:had|seen|found|read|expected)|are to be (?:had|seen|found|read|expected)": "an active verb",
    r"what becomes of|what became of": "what happens to it",
    r"alike(?! (?:for|in)\b), ": "“the same”",
    r"respectively": "say which is which",
    r"obviously|clearly|of course|simply put|needless to say": "nothing",
}

PARTICIPLE = r"(?:\w{2,}ed|done|made|seen|shown|given|taken|found|drawn|held|kept|known|left|meant|put|read|run|said|set|told|thrown|written|built|cut|chosen)"
PASSIVE = re.compile(rf"\b(?:is|are|was|were|be|been|being)\s+(?:not\s+|\w+ly\s+|also\s+|all\s+)?{PARTICIPLE}\b")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|et al|etc|Fig|Figs|Eq|Sec|Tab|No|St|Dr|approx|resp|[A-Z])\.$")
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


def faults_of(sentence):
    """Yield what is wrong with one sentence."""
    if (n := words_in(sentence)) > LONGEST:
        yield f"{n} words; more than {LONGEST} are two sentences"
    if sentence.count(";") >= BREAKS:
        yield "a chain of semicolons; make sentences of it"
    if len(PASSIVE.findall(sentence)) >= PASSIVES:
        yield f"{len(PASSIVE.findall(sentence))} passives; say who does it"
    if re.search(r"\w ?(?: [–—-] |—) ?\w", sentence) and not re.search(r"[\dX] [–—-] [\dX]", sentence):
        yield "a dash for an aside; use a comma or a full stop"
    for aside in re.findall(r"\(([^()]*)\)", sentence):
        if words_in(aside) > ASIDE:
            yield f"{words_in(aside)} words in brackets; make a sentence of them, or drop them"
    if len(re.findall(r"\bso that\b", sentence)) > 1:
        yield "“so that” twice; make two sentences"
    for opening, better in OPENINGS.items():
        if found := re.match(opening, sentence.lstrip("“\"'(")):
            yield f"opens with “{' '.join(found[0].split()[:3])}”: {better}"


def faults_of_words(text):
    """Yield where a word to avoid stands in a text, and what to write."""
    for words, better in WORDS.items():
        for found in re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", text, flags=re.IGNORECASE):
            yield found.start(), f"“{found[0]}”: better {better}"


def faults_of_usage(text):
    """Yield what proselint has to say of a text."""
    registry = CheckRegistry()
    if not registry.checks:
        registry.register_many(checks)
    enabled = dict(sorted(PROSELINT.items(), key=lambda item: -item[0].count(".")))
    config = {"max_errors": 100, "checks": enabled, "per_file_checks": {}}
    for result in LintFile("text", text).lint(config):
        found = result.check_result
        yield max(found.span[0] - 1, 0), f"{' '.join(found.message.split())} (proselint, {found.check_path})"


def faults(path):
    """List what is wrong with the prose of a page.

    Returns
    -------
    list of str
        Each with the line and the beginning of the sentence.
    """
    found = []
    for block in read(path).blocks:
        starts = sentences_of(block.text)
        told = [(at, fault) for source in (faults_of_words, faults_of_usage) for at, fault in source(block.text)]
        if block.kind != "heading":
            told += [(at, fault) for at, sentence in starts for fault in faults_of(sentence)]
        for at, fault in sorted(told):
            start, sentence = max((of for of in starts if of[0] <= at), default=starts[0])
            line = block.line + block.text[: max(at, start)].count("\n")
            shown = sentence if len(sentence) <= 70 else sentence[:67] + "..."
            found.append((line, f"{fault}\n    {shown}"))
    return [f"{path}:{line}: {fault}" for line, fault in sorted(found)]


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(files):
    """Check FILES (by default every page of the book, and the README)."""
    found = [fault for path in files or pages(ROOT) for fault in faults(path)]
    for fault in found:
        click.echo(fault)
    if found:
        raise click.ClickException(f"{len(found)} faults of prose; book/style.md has the rules")


if __name__ == "__main__":
    main()
