"""The book as one PDF."""

import re

import chromium
import pytest
import yaml


@pytest.fixture(scope="module")
def pdf(root, site):
    file = root / "_build" / "pdf" / "gnode.pdf"
    if not file.exists():
        pytest.skip("there is no PDF: run `make pdf`")
    return file.read_bytes()


@pytest.fixture(scope="module")
def bookmarks(pdf):
    """The titles in the PDF's outline, as Chromium writes them: in Latin-1, or in UTF-16 by hexadecimal digits."""
    plain, coded = (
        re.findall(pattern, pdf) for pattern in (rb"/Title \(((?:\\.|[^)\\])*)\)", rb"/Title <FEFF([0-9A-F]+)>")
    )
    return [title.decode("latin-1") for title in plain] + [bytes.fromhex(t.decode()).decode("utf-16-be") for t in coded]


def test_has_more_pages_than_chapters(root, pdf):
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    chapters = sum(len(part["chapters"]) for part in toc["parts"])
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > 2 * chapters


def test_has_a_bookmark_for_each_heading_of_the_book(root, bookmarks):
    html = (root / "_build" / "singlehtml" / "index.html").read_text(encoding="utf-8")
    article = html[html.index("<article") :]
    headings = re.findall(r"<h[1-4]>([A-Za-z0-9 ,.]+)<a class=\"headerlink\"", article)
    assert len(headings) > 20
    squeezed = {re.sub(r"\s", "", title) for title in bookmarks}
    assert [heading for heading in headings if heading.replace(" ", "") not in squeezed] == []


def test_is_tagged_and_its_formulas_are_set(pdf):
    assert b"/MarkInfo" in pdf and b"/StructTreeRoot" in pdf
    assert re.search(rb"/FontName /[A-Z]{6}\+MathJax_", pdf)


def test_no_link_leads_to_the_server_that_printed_it(pdf):
    assert b"https://arxiv.org/abs/1602.06183" in pdf
    assert b"127.0.0.1" not in pdf and b"localhost" not in pdf


def test_the_site_offers_it(pdf, site):
    assert (site / "gnode.pdf").read_bytes() == pdf
    assert 'href="gnode.pdf"' in (site / "index.html").read_text(encoding="utf-8")


def test_make_and_the_tools_look_for_the_same_browsers(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert tuple(re.search(r"for name in (.*?);", makefile)[1].split()) == chromium.NAMES
