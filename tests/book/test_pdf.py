"""The book as one PDF."""

import re
from pathlib import Path

import chromium
import pikepdf
import pytest


@pytest.fixture(scope="module")
def pdf(root, site):
    file = root / "_build" / "pdf" / "gnode.pdf"
    if not file.exists():
        pytest.skip("there is no PDF: run `make pdf`")
    with pikepdf.open(file) as opened:
        yield opened


def titles(items):
    """List the titles of bookmarks and of those below them."""
    return [title for item in items for title in (item.title, *titles(item.children))]


def dictionaries(pdf):
    """List the dictionaries of a PDF."""
    return [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]


@pytest.mark.weekly
def test_has_a_bookmark_for_each_heading_of_the_book(root, pdf):
    html = (root / "_build" / "singlehtml" / "index.html").read_text(encoding="utf-8")
    article = html[html.index("<article") :]
    headings = re.findall(r"<h[1-4]>([A-Za-z0-9 ,.]+)<a class=\"headerlink\"", article)
    assert len(pdf.pages) > len(headings) > 20
    with pdf.open_outline() as outline:
        squeezed = {re.sub(r"\s", "", title) for title in titles(outline.root)}
    assert [heading for heading in headings if heading.replace(" ", "") not in squeezed] == []


@pytest.mark.weekly
def test_is_tagged_its_formulas_are_set_and_no_link_leads_to_the_server_that_printed_it(pdf):
    assert pdf.Root.MarkInfo.Marked and "/StructTreeRoot" in pdf.Root
    assert any("+MathJax_" in str(item.FontName) for item in dictionaries(pdf) if "/FontName" in item)
    actions = [item.A for item in dictionaries(pdf) if item.get("/Subtype") == "/Link" and "/A" in item]
    addresses = [str(action.URI) for action in actions if "/URI" in action]
    assert "https://arxiv.org/abs/1602.06183" in addresses
    assert [address for address in addresses if "127.0.0.1" in address or "localhost" in address] == []


@pytest.mark.weekly
def test_the_site_offers_book_and_article(pdf, site):
    assert (site / "gnode.pdf").read_bytes() == Path(pdf.filename).read_bytes()
    assert 'href="gnode.pdf"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="../article.pdf"' in (site / "book" / "cite.html").read_text(encoding="utf-8")
    assert (site / "article.pdf").is_file()


def test_make_and_the_tools_look_for_the_same_browsers(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert tuple(re.search(r"for name in (.*?);", makefile)[1].split()) == chromium.NAMES
