"""The form of the pages, by their text alone: CONTRIBUTING.md says it to people."""

import ast
import re

import in_text
import jupytext
import pytest
import yaml

ROOT = in_text.ROOT
TEXTS = sorted((ROOT / "notebooks").glob("*.md"))
HIDDEN = {"hide-input", "remove-input", "hide-cell", "remove-cell"}
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PATH = [ROOT / of["file"].replace(".ipynb", ".md") for of in TOC["parts"][0]["chapters"]]

# One name a thing: what a page of the path calls otherwise.
NOT_OURS = {
    r"readings?\b|original\b|likeliest|survivors?\b|finalists?\b|this book's": "version: the paper, the program",
    r"compounding": "fading memory",
    r"USV|SV\b": "auto-encoder, supervised (AE, SUP)",
    r"mixes|untrained sums|sums of rows": "random sums",
    r"OwnRowsPCA|own rows|first components|PCA of": "row components",
    r"in the mean\b|beside\b|hundredfold|less\b": "on average; alongside; a factor of 100; minus, fewer, lower",
    r"the start\b|starting weights|its start\b": "initialisation",
    r"(?:training|test|own|same|random|node's) rows|rows of (?:data|the data|X\b|(?:a|one|each) class)": "examples",
    r"weights (?:in|out)to? ": "encoder weights, decoder weights",
}


def path_pages():
    return pytest.mark.parametrize("text", [ROOT / "index.md", *PATH], ids=lambda path: path.stem)


def code_of(path):
    """The cells of code of a notebook; index.md has none."""
    return [cell for cell in jupytext.read(path).cells if cell.cell_type == "code"] if path in TEXTS else []


def tags(cell):
    return set(cell.metadata.get("tags", ()))


def prose(path):
    """The words that a reader sees outside of code, formulas and addresses, captions included."""
    text = path.read_text(encoding="utf-8")
    captions = [str(words) for cell in code_of(path) for words in alternative(cell)]
    words = in_text.NO_PROSE.sub(" ", in_text.COMMENT.sub("", "\n\n".join([text, *captions])))
    return re.sub(r"[*_]", "", words)


def alternative(cell):
    """The words instead of a cell's picture, if it has one."""
    return [told for told in [((cell.metadata.get("mystnb") or {}).get("image") or {}).get("alt")] if told]


@path_pages()
def test_one_name_a_thing(text):
    words = prose(text)
    found = [
        f"{match[0]!r} in “…{words[max(0, match.start() - 40) : match.end() + 20]}…”: {better}"
        for wrong, better in NOT_OURS.items()
        for match in re.finditer(rf"(?<![\w-])(?:{wrong})", words, flags=0 if "USV" in wrong else re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


@path_pages()
def test_few_numbers_a_sentence(text):
    written = in_text.NO_PROSE.sub(" ", in_text.HOLDS.sub("", text.read_text(encoding="utf-8")))
    n_numbers = len(in_text.NUMBER.findall(written))
    n_sentences = len(re.findall(r"[.!?:](?=[\s\"”)*_]|<|$)", in_text.COMMENT.sub("", written)))
    assert n_numbers <= n_sentences


@pytest.mark.parametrize("path", PATH, ids=lambda path: path.stem)
def test_a_page_opens_with_question_answer_and_figure(path):
    text = path.read_text(encoding="utf-8").split("\n---\n", 1)[1]
    opening = r"\s*(# [^\n]+)\n\n((?:>[^\n]*\n)+)\n<p [^\n]+</p>\n\n```\{code-cell\}.*?^```\n\n<small>[^\n]+</small>\n"
    title, answer = re.match(opening, text, re.DOTALL | re.MULTILINE).groups()
    assert re.match(r"> \*\*[^*]*\?\*\* ", answer), f"{title}: the answer begins with the question in bold"
    assert len(in_text.COMMENT.sub("", answer).replace(">", "").split()) <= 75
    cell = code_of(path)[0]
    told = alternative(cell) or "examples_flow" in cell.source  # a picture that moves brings its words along
    assert "remove-input" in tags(cell) and told and len(cell.source.split("\n\n")) <= 2


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_plain_markdown_and_cells_with_short_lines_whole_parameters_and_no_caption(path):
    """A caption stands under its figure for every viewer, not in the cell's metadata, which only the site shows."""
    text = in_text.CODE_CELL.sub("", path.read_text(encoding="utf-8").split("\n---\n", 1)[1])
    no_role = r"\{[a-z][\w:+-]*\}`|^\s*(?:`{3,}|:{3,}|~{3,})\s*\{.*|^\([\w-]+\)=|^%.*"
    assert not re.findall(no_role, text, flags=re.MULTILINE)  # JupyterLab, VS Code and GitHub show it as the site does
    for cell in code_of(path):
        shown = [] if tags(cell) & HIDDEN else cell.source.split("\n")
        assert not [line for line in shown if len(line) > 80], "more than 80 characters do not fit on the page"
        if "parameters" in tags(cell):
            given = {node.targets[0].id: ast.literal_eval(node.value) for node in ast.parse(cell.source).body}
            assert set(given) == {"nodes", "epochs"} and all(type(value) is int for value in given.values())
        assert "caption" not in ((cell.metadata.get("mystnb") or {}).get("figure") or {}), cell.source


# Of figures and tables, places, equations, anchors and folded parts.
LABEL = re.compile(
    r"^\s*:?(?:label|name):\s*([\w-]+)\s*$|^\s*\(([\w-]+)\)=\s*$|\\label\{([\w-]+)\}|^\$\$\s*\(([\w-]+)\)\s*$"
    r"|<(?:a|details)\b[^>]* id=\"([\w-]+)\"",
    re.MULTILINE,
)


def test_no_label_is_lost(root):
    """Verdicts, other pages and links from outside lean on them."""
    sources = [root / "index.md", *(root / "book").glob("*.md"), *TEXTS, *(root / "study").rglob("*.py")]
    found = {name for path in sources for of in LABEL.findall(path.read_text(encoding="utf-8")) for name in of}
    wanted = (root / "tests" / "labels.txt").read_text(encoding="utf-8").split()
    assert len(wanted) > 150
    assert sorted(set(wanted) - found) == []
