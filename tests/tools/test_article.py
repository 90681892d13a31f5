"""The article: no number is typed, no sentence outlives its result, and the PDF is what a journal and a reader need."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys

import click
import pikepdf
import pytest

import article

SECTIONS = article.section_names()
TEXTS = {name: article.ARTICLE / "sections" / f"{name}.typ" for name in SECTIONS}
PAGES = range(6, 9)

CALL = re.compile(r"#(?:picture|rows|equation)\((?:[^()\"$]|\"[^\"]*\"|\$[^$]*\$)*\)|#(?:import|let|include)\b.*")
LABEL = re.compile(r"<[a-z][\w-]*>")
# Digits that are names, not numbers: places in the paper, ids of claims, data sets, symbols, the factor's two ends.
NAMES = re.compile(
    r"\b(?:Tables?|Figures?|Figs?\.|Theorem|Section|equation|step)[ ~]\(?\d(?:\.\d)?\)?(?: (?:and|to) \d)?"
    r"|\b[ESAMDIX]\d\b|CNAE-9|_?A_?[ ~]=[ ~][01]\b|SHA-256|8 × 8|ReScience C"
)
NUMBER_WORDS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|twice|both)\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def folder(root):
    """A folder of our own, in the repository, since Typst reads nothing outside."""
    folder = root / "_build" / f"article-test-{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def sections(folder):
    return article.fill_sections(folder)


@pytest.fixture(scope="module")
def pdf(sections, folder):
    with pikepdf.open(article.typeset_article(sections, folder)) as pdf:
        yield pdf


def bare(words):
    """The words of a section without calls and names; their alternative texts stay."""
    words = CALL.sub(lambda call: " ".join(re.findall(r'alt:\s*"([^"]*)"', call[0])), words)
    return NAMES.sub("", LABEL.sub("", words))


@pytest.mark.parametrize("name", SECTIONS)
def test_no_number_is_typed(name):
    """Neither in the words nor in what is kept, which is computed; a text around it has no digits."""
    text = bare(article.NO_WORDS.sub("", article.COMMENT.sub("", TEXTS[name].read_text(encoding="utf-8"))))
    assert re.findall(r".{,30}\d+(?:[.,]\d+)*.{,10}", text) == []
    for call in ast.walk(ast.parse(TEXTS[name].with_suffix(".py").read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", None) == "keep":
            for value in (keyword.value for keyword in call.keywords):
                parts = value.values if isinstance(value, ast.JoinedStr) else [value]
                typed = [part.value for part in parts if isinstance(part, ast.Constant)]
                assert isinstance(value, ast.JoinedStr) or not typed, f"{name}.py, line {call.lineno}"
                assert not re.search(r"\d", "".join(typed)), f"{name}.py, line {call.lineno}: {typed}"


def test_a_number_in_words_is_asserted(sections):
    """Two, half, both and the like are numbers too; where results are told, all of them are asserted, and hold."""
    article.refuse_false(sections)
    assert all(section.told for section in sections) and sum(len(section.told) for section in sections) > 60
    for section in sections:
        for words in article.words_of(section.text) if section.name not in ("methods", "lessons") else ():
            left = words.lstrip("# ")
            if left.startswith(("picture(", "rows(", "=", "[")):
                continue
            for sentence in section.told:
                left = article.pattern_of(sentence).sub(" ", left, count=1)
            for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", bare(left)):
                assert not NUMBER_WORDS.findall(sentence), f"{section.name}: “{sentence}” is not asserted"


def test_what_does_not_hold_or_stand_there_is_refused_by_name(tmp_path):
    section = article.Section("speed", tmp_path)
    with pytest.raises(click.ClickException, match=r"speed.typ does not say “GN is slower”"):
        section.assert_told({"GN is slower": True})
    section.assert_told({"All four pairs pass the factor of ten that we had asked for.": False})
    with pytest.raises(click.ClickException, match=r"1 sentences of the article are not so:\n  speed.typ: “All four"):
        article.refuse_false([section])
    with pytest.raises(TypeError, match="Keep it as it is to be read"):
        section.keep(least=0.5)


@pytest.mark.weekly
def test_other_results_make_its_sentences_false(root, mirror):
    """Run on mirrored results, every part of the argument falls."""
    code = "import article, json; s = article.fill_sections(article.ROOT / '_build' / 'article-mirror')"
    code += "; print(json.dumps([of.name for of in s if not all(of.told.values())]))"
    environment = os.environ | {"GNODE_RESULTS": str(mirror)}
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=root / "book" / "tools", env=environment, capture_output=True, text=True)
    shutil.rmtree(root / "_build" / "article-mirror", ignore_errors=True)
    assert told.returncode == 0, told.stderr
    falls = {"abstract", "introduction", "speed", "accuracy", "amnesia", "features", "claims", "choices"}
    assert set(json.loads(told.stdout)) >= falls


@pytest.mark.weekly
def test_the_same_results_give_the_same_bytes(sections, folder, pdf):
    first = {path.name: path.read_bytes() for path in folder.glob("*.*")}
    article.typeset_article(article.fill_sections(folder), folder)
    assert {path.name: path.read_bytes() for path in folder.glob("*.*")} == first and len(first) >= 6


def elements(node):
    """All elements of the tree of tags."""
    if isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield node
        if "/K" in node:
            for child in node.K if isinstance(node.K, pikepdf.Array) else [node.K]:
                yield from elements(child)


def test_the_pdf_is_short_tagged_and_readable_without_eyes(pdf, sections):
    assert len(pdf.pages) in PAGES
    assert pdf.Root.MarkInfo.Marked and pdf.Root.Lang == "en" and pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1" and metadata["dc:title"] == article.about_article()["title"]
    tags = list(elements(pdf.Root.StructTreeRoot))
    shown = [str(tag.Alt) for tag in tags if tag.S in ("/Figure", "/Formula") and "/Alt" in tag]
    assert len(shown) >= sum(len(section.figures) for section in sections) + 1 and min(map(len, shown)) > 60
    assert sum(tag.S == "/Table" for tag in tags) == sum(len(section.tables) for section in sections)
    fonts = [of for of in pdf.objects if isinstance(of, pikepdf.Dictionary) and of.get("/Type") == "/FontDescriptor"]
    assert fonts and all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts)


def test_every_figure_and_table_names_page_and_command(sections, root, monkeypatch):
    sources = [of["source"] for section in sections for of in (*section.figures.values(), *section.tables.values())]
    assert len(sources) >= 6
    for of in sources:
        assert (root / f"{of['page']}.md").is_file() and of["commands"] and of["runs"]
        assert all(re.match(r"(gnode (run|report)|make bench)", command) for command in of["commands"])
    monkeypatch.setattr(article, "read_source", lambda: {"repository": "https://host/gnode"})
    address = article.source_of("faster", ("timing",))["address"]
    assert address == "https://host/gnode/blob/HEAD/notebooks/faster.md"
