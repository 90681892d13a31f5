"""The article: no number is typed, no sentence outlives its result, and the PDF is what a journal and a reader need."""

import os
import re
import shutil

import click
import in_text
import pikepdf
import pytest

import article

NUMBERS, HOLDS = {"toy": {"gain": 0.0251}}, {"toy": {"rises": False, "wins": True}}


@pytest.fixture(scope="module")
def text():
    return article.TEXT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(root):
    """A folder of our own, in the repository, since Typst reads nothing outside."""
    folder = root / "_build" / f"article-test-{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def pdf(text, folder):
    with pikepdf.open(article.typeset_article(text, folder)) as pdf:
        yield pdf


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("It gains 0.025.", "Speed, line 5: 0.025 has no name"),
        ("It gains 0.025<!--toy/lost:.3f-->.", "Speed, line 5: no cell gives the number toy/lost"),
        (
            "It is. It _rises_.<!--holds: toy/rises-->",
            "Speed, line 5: by these results it is not so (toy/rises): “It _",
        ),
        ("It is so.<!--holds: toy/nothing-->", "Speed, line 5: no cell checks toy/nothing: “It is so.”"),
    ],
)
def test_what_is_typed_unknown_or_false_stops_it(typed, told):
    with pytest.raises(click.ClickException) as stopped:
        article.kept_true(f"= Results\n\n== Speed <sec-speed>\n\n{typed}\n\n= Discussion\n", NUMBERS, HOLDS)
    assert told in stopped.value.message


def test_a_changed_result_changes_the_number(text, capsys):
    assert article.kept_true("By 0.020<!--toy/gain:.3f-->.", NUMBERS, HOLDS) == "By 0.025<!--toy/gain:.3f-->."
    assert "toy/gain was 0.020 and is 0.025" in capsys.readouterr().out
    numbers, holds = in_text.given_by_all(article.NOTEBOOKS)
    assert article.kept_true(text, numbers, holds) == text
    numbers["faster"]["most_weights"] += 1
    assert article.kept_true(text, numbers, holds) != text


def test_every_section_with_results_is_checked(text):
    parts = re.split(r"^=+ ", text, flags=re.MULTILINE)
    checked = {part.partition("\n")[0].partition(" <")[0]: len(in_text.sentences(part)) for part in parts[1:]}
    of_results = list(checked)[list(checked).index("Results") + 1 : list(checked).index("Related work")]
    assert len(of_results) >= 6 and min(checked[name] for name in of_results) >= 4
    assert len(in_text.sentences(parts[0])) >= 8  # the abstract


def elements(node):
    """All elements of the tree of tags."""
    if isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield node
        if "/K" in node:
            for child in node.K if isinstance(node.K, pikepdf.Array) else [node.K]:
                yield from elements(child)


def test_the_pdf_is_short_tagged_and_readable_without_eyes(pdf, text):
    assert len(pdf.pages) in range(6, 9)
    assert pdf.Root.MarkInfo.Marked and pdf.Root.Lang == "en" and pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1" and metadata["dc:title"].startswith("[Re] Node-By-Node")
    tags = list(elements(pdf.Root.StructTreeRoot))
    for kind in ("/Figure", "/Formula"):
        assert all(str(tag.get("/Alt", "")) for tag in tags if tag.S == kind)
    shown = [str(tag.Alt) for tag in tags if tag.S == "/Figure"]
    assert len(shown) == text.count("#picture(") == 6 and min(map(len, shown)) > 100
    assert sum(tag.S == "/Table" for tag in tags) == 3
    fonts = [of for of in pdf.objects if isinstance(of, pikepdf.Dictionary) and of.get("/Type") == "/FontDescriptor"]
    assert fonts and all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts)


@pytest.mark.weekly
def test_the_same_results_give_the_same_bytes(text, folder, pdf):
    first = {path.name: path.read_bytes() for path in folder.glob("*.*")}
    article.typeset_article(text, folder)
    assert {path.name: path.read_bytes() for path in folder.glob("*.*")} == first and len(first) >= 9
