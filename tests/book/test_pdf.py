"""The book as one PDF."""

import re

import chromium
import pikepdf
import pytest


def titles(items):
    """List the titles of bookmarks and of those below them."""
    return [title for item in items for title in (item.title, *titles(item.children))]


@pytest.mark.weekly
def test_it_has_bookmarks_tags_and_formulas_and_the_site_offers_it(root, site):
    file = root / "_build" / "pdf" / "gnode.pdf"
    if not file.exists():
        pytest.skip("there is no PDF: run `make pdf`")
    html = (root / "_build" / "singlehtml" / "index.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h[1-4]>([A-Za-z0-9 ,.]+)<a class=\"headerlink\"", html[html.index("<article") :])
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) > len(headings) > 20
        with pdf.open_outline() as outline:
            squeezed = {re.sub(r"\s", "", title) for title in titles(outline.root)}
        assert [heading for heading in headings if heading.replace(" ", "") not in squeezed] == []
        assert pdf.Root.MarkInfo.Marked and "/StructTreeRoot" in pdf.Root
        parts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]
        assert any("+MathJax_" in str(item.FontName) for item in parts if "/FontName" in item)
        actions = [item.A for item in parts if item.get("/Subtype") == "/Link" and "/A" in item]
        addresses = [str(action.URI) for action in actions if "/URI" in action]
    assert "https://arxiv.org/abs/1602.06183" in addresses
    assert [address for address in addresses if "127.0.0.1" in address or "localhost" in address] == []
    assert (site / "gnode.pdf").read_bytes() == file.read_bytes() and (site / "article.pdf").is_file()
    assert 'href="gnode.pdf"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="../article.pdf"' in (site / "book" / "cite.html").read_text(encoding="utf-8")


def test_make_and_the_tools_look_for_the_same_browsers(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert tuple(re.search(r"for name in (.*?);", makefile)[1].split()) == chromium.NAMES
