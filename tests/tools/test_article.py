"""The article: no number is typed, no sentence outlives its result, and the PDF is what a journal and a reader need."""

import ast
import json
import os
import re
import subprocess
import sys

import click
import pikepdf
import pytest
import typ

import article
from study.paper import TABLE_1

SECTIONS = article.section_names()
TEXTS = {name: article.ARTICLE / "sections" / f"{name}.typ" for name in SECTIONS}
PAGES = range(6, 9)


@pytest.fixture(scope="module")
def folder(root):
    """A folder of our own, in the repository, since Typst reads nothing outside."""
    folder = root / "_build" / f"article-test-{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    yield folder
    article.shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def sections(folder):
    return article.fill_sections(folder)


@pytest.fixture(scope="module")
def pdf(sections, folder):
    with pikepdf.open(article.typeset_article(sections, folder)) as pdf:
        yield pdf


def calls(name, which):
    """The calls of a method in a section's program."""
    tree = ast.parse(TEXTS[name].with_suffix(".py").read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [node for node in found if getattr(node.func, "attr", None) == which]


def test_sections_are_those_that_are_there():
    assert {path.stem for path in (article.ARTICLE / "sections").glob("*.typ")} == set(SECTIONS)
    assert {path.stem for path in (article.ARTICLE / "sections").glob("*.py")} == set(SECTIONS)


@pytest.mark.parametrize("name", SECTIONS)
def test_no_number_is_typed(name):
    assert typ.typed_numbers(TEXTS[name]) == []


@pytest.mark.parametrize(
    "words", ["It takes 12 s.", "Only 0.93 of #v.all rows.", "In $ 5 x $ it is 7.", "Table 1 has 4 rows."]
)
def test_a_typed_number_is_found(words, tmp_path):
    (tmp_path / "toy.typ").write_text(f"= Title\n\n{words}\n")
    assert len(typ.typed_numbers(tmp_path / "toy.typ")) == 1


@pytest.mark.parametrize("name", SECTIONS)
def test_no_value_is_a_constant(name):
    """What is kept comes from the results: it is computed, and a text around it has no digits."""
    for call in calls(name, "keep"):
        for keyword in call.keywords:
            assert not isinstance(keyword.value, ast.Constant), f"{name}.py, line {call.lineno}: {keyword.arg} is typed"
            if isinstance(keyword.value, ast.JoinedStr):
                typed = "".join(part.value for part in keyword.value.values if isinstance(part, ast.Constant))
                assert not re.search(r"\d", typed), f"{name}.py, line {call.lineno}: {typed!r} is typed"


def test_a_number_in_words_is_asserted(sections):
    """Two, half, both and the like are numbers too; where results are told, all of them are asserted."""
    for section in sections:
        if section.name in ("methods", "lessons"):  # they tell of the work, not of results
            continue
        told = [of["sentence"] for of in section.told]
        for block in typ.blocks(section.text):
            if block.kind == "paragraph":
                left = typ.plain(block)
                for sentence in told:
                    left = typ.without(sentence, left)
                for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", left):
                    words = typ.NUMBER_WORDS.findall(typ.NAMES.sub("", sentence))
                    assert not words, f"{section.name}: {words} in “{sentence}” is not asserted"


def test_every_sentence_holds(sections):
    article.refuse_false(sections)
    assert sum(len(section.told) for section in sections) > 60


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_asserts_something(name):
    assert calls(name, "says")


def test_what_is_kept_is_shown(sections):
    for section in sections:
        assert typ.values_shown(section.text) == section.values.keys(), section.name


def test_a_sentence_that_does_not_stand_there_is_refused(tmp_path):
    section = article.Section("speed", tmp_path)
    with pytest.raises(click.ClickException, match=r"speed.typ does not say “GN is slower”"):
        section.says("GN is slower", True)


def test_a_false_sentence_stops_the_article_by_name(tmp_path):
    section = article.Section("speed", tmp_path)
    section.says("All four pairs pass the factor of ten that we had asked for.", False)
    with pytest.raises(
        click.ClickException, match=r"1 sentences of the article are not so:\n  speed.typ: “All four pairs"
    ):
        article.refuse_false([section])


def test_an_unformatted_number_is_refused(tmp_path):
    with pytest.raises(TypeError, match="Keep it as it is to be read"):
        article.Section("speed", tmp_path).keep(least=0.5)


def test_other_results_make_its_sentences_false(root, mirror):
    """Run on mirrored results, every part of the argument falls."""
    code = "import article, json; s = article.fill_sections(article.ROOT / '_build' / 'article-mirror')"
    code += "; print(json.dumps([of for section in s for of in section.told]))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root / "book" / "tools",
        env=os.environ | {"GNODE_RESULTS": str(mirror)},
        capture_output=True,
        text=True,
        check=False,
    )
    article.shutil.rmtree(root / "_build" / "article-mirror", ignore_errors=True)
    assert told.returncode == 0, told.stderr
    false = {of["section"] for of in json.loads(told.stdout) if not of["holds"]}
    assert false >= {"abstract", "introduction", "speed", "accuracy", "amnesia", "features", "claims", "choices"}


def test_the_same_results_give_the_same_bytes(sections, folder, pdf):
    first = (folder / "article.pdf").read_bytes()
    drawn = {path.name: path.read_bytes() for path in folder.glob("*.svg")}
    again = article.fill_sections(folder)
    assert {path.name: path.read_bytes() for path in folder.glob("*.svg")} == drawn and len(drawn) >= 4
    article.typeset_article(again, folder)
    assert (folder / "article.pdf").read_bytes() == first


def test_it_has_the_length_that_the_issue_asks_for(pdf):
    assert len(pdf.pages) in PAGES


def test_it_is_tagged_and_says_so(pdf):
    assert pdf.Root.MarkInfo.Marked and pdf.Root.Lang == "en" and pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == article.about_article()["title"]


def elements(node):
    """All elements of the tree of tags."""
    if isinstance(node, pikepdf.Dictionary) and "/S" in node:
        yield node
    if isinstance(node, pikepdf.Dictionary) and "/K" in node:
        children = node.K if isinstance(node.K, pikepdf.Array) else [node.K]
        for child in children:
            yield from elements(child)


def test_every_figure_and_formula_has_words_for_those_who_do_not_see_it(pdf, sections):
    tags = list(elements(pdf.Root.StructTreeRoot))
    shown = [str(tag.Alt) for tag in tags if tag.S in ("/Figure", "/Formula") and "/Alt" in tag]
    n_figures = sum(len(section.figures) for section in sections)
    assert len(shown) >= n_figures + 1 and min(map(len, shown)) > 60
    assert sum(tag.S == "/Table" for tag in tags) == sum(len(section.tables) for section in sections)
    assert {"/H1", "/H2", "/Caption", "/TH"} <= {str(tag.S) for tag in tags}


def test_its_fonts_are_embedded(pdf):
    fonts = [of for of in pdf.objects if isinstance(of, pikepdf.Dictionary) and of.get("/Type") == "/FontDescriptor"]
    assert len(fonts) >= 3
    for font in fonts:
        assert any(name in font for name in ("/FontFile", "/FontFile2", "/FontFile3")), font.FontName


def test_its_links_lead_somewhere(pdf):
    names = {str(name) for name in pdf.Root.Names.Dests.Names[::2]} if "/Names" in pdf.Root else set()
    links = [of for page in pdf.pages for of in page.get("/Annots", []) if of.Subtype == "/Link"]
    assert len(links) > 20
    for link in links:
        if "/A" in link and link.A.S == "/URI":
            assert re.match(r"https://\S+$", str(link.A.URI))
        else:
            target = link.Dest if "/Dest" in link else link.A.D
            assert isinstance(target, pikepdf.Array) or str(target) in names


def test_every_figure_and_table_names_page_command_and_runs(sections, root):
    sources = article.sources_of(sections)
    assert len(sources) >= 6
    for name, of in sources.items():
        assert (root / f"{of['page']}.md").is_file() and of["commands"] and of["files"], name
        for command in of["commands"]:
            assert re.match(r"(gnode (run|report)|make bench)", command)
        for path, checksum in of["files"].items():
            assert len(checksum) == 64 and (root / path).is_file()


def test_with_an_address_a_source_leads_to_its_page(monkeypatch):
    monkeypatch.setattr(article, "read_source", lambda: {"repository": "https://host/gnode"})
    source = article.source_of("faster", ("timing",))
    assert source["address"] == "https://host/gnode/blob/HEAD/notebooks/faster.md"
    assert source["commands"] == ["gnode run timing"] and source["title"] == "Faster? As accurate?"


def test_the_table_of_scores_has_all_methods_of_the_paper_and_the_controls(sections):
    (scores,) = [section.tables["scores"] for section in sections if "scores" in section.tables]
    assert len(scores["rows"]) == len(TABLE_1) + 2


def test_its_day_is_the_one_that_reproducible_builds_name(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert article.latest_day().date().isoformat() == "1970-01-02"


def test_words_are_read_without_their_markup(tmp_path):
    picture = '#picture("one", alt: "Two dots.")[A _caption_ on #v.n.]'
    (tmp_path / "toy.typ").write_text(f"// 12 is a remark\n= Title\n\n{picture}\n\n*Bold* words @cited.\n")
    read = [(block.kind, block.text) for block in typ.blocks(tmp_path / "toy.typ")]
    assert read == [
        ("heading", "Title"),
        ("caption", "Two dots."),
        ("caption", "A caption on X."),
        ("paragraph", "Bold words X."),
    ]
    assert typ.stands_in("A caption on …", tmp_path / "toy.typ")
    assert isinstance(typ.blocks(tmp_path / "toy.typ")[0], typ.Block)
