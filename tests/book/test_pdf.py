"""The book as one PDF."""

import re
from pathlib import Path

import chromium
import numpy as np
import pikepdf
import pytest
import yaml
from pdf import give_palette


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


def test_has_more_pages_than_chapters(root, pdf):
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    chapters = sum(len(part["chapters"]) for part in toc["parts"])
    assert len(pdf.pages) > 2 * chapters


def test_has_a_bookmark_for_each_heading_of_the_book(root, pdf):
    html = (root / "_build" / "singlehtml" / "index.html").read_text(encoding="utf-8")
    article = html[html.index("<article") :]
    headings = re.findall(r"<h[1-4]>([A-Za-z0-9 ,.]+)<a class=\"headerlink\"", article)
    assert len(headings) > 20
    with pdf.open_outline() as outline:
        squeezed = {re.sub(r"\s", "", title) for title in titles(outline.root)}
    assert [heading for heading in headings if heading.replace(" ", "") not in squeezed] == []


def test_is_tagged_and_its_formulas_are_set(pdf):
    assert pdf.Root.MarkInfo.Marked and "/StructTreeRoot" in pdf.Root
    fonts = [str(item.FontName) for item in dictionaries(pdf) if "/FontName" in item]
    assert any("+MathJax_" in font for font in fonts)


def test_no_link_leads_to_the_server_that_printed_it(pdf):
    actions = [item.A for item in dictionaries(pdf) if item.get("/Subtype") == "/Link" and "/A" in item]
    addresses = [str(action.URI) for action in actions if "/URI" in action]
    assert "https://arxiv.org/abs/1602.06183" in addresses
    assert [address for address in addresses if "127.0.0.1" in address or "localhost" in address] == []


def test_the_site_offers_it(pdf, site):
    assert (site / "gnode.pdf").read_bytes() == Path(pdf.filename).read_bytes()
    assert 'href="gnode.pdf"' in (site / "index.html").read_text(encoding="utf-8")


def test_the_site_offers_the_article(site):
    if not (site / "article.pdf").exists():
        pytest.skip("there is no article: run `make article`")
    assert 'href="../article.pdf"' in (site / "book" / "cite.html").read_text(encoding="utf-8")


def test_make_and_the_tools_look_for_the_same_browsers(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert tuple(re.search(r"for name in (.*?);", makefile)[1].split()) == chromium.NAMES


@pytest.mark.parametrize("n_colours", [2, 256, 257])
def test_an_image_of_few_colours_gets_a_palette_and_loses_nothing(n_colours):
    rng = np.random.default_rng(0)
    colours = rng.permutation(2**24)[:n_colours, np.newaxis] >> np.array([16, 8, 0]) & 255
    pixels = colours[np.append(np.arange(n_colours), rng.integers(n_colours, size=600 - n_colours))].astype(np.uint8)
    with pikepdf.new() as pdf:
        image = pdf.make_stream(pixels.tobytes(), Width=30, Height=20, ColorSpace=pikepdf.Name.DeviceRGB)
        give_palette(image)
        data = np.frombuffer(image.read_bytes(), np.uint8)
        if n_colours > 256:
            assert data.tobytes() == pixels.tobytes() and image.ColorSpace == pikepdf.Name.DeviceRGB
        else:
            kind, base, highest, table = image.ColorSpace
            assert (kind, base, highest) == (pikepdf.Name.Indexed, pikepdf.Name.DeviceRGB, n_colours - 1)
            assert np.array_equal(np.frombuffer(bytes(table), np.uint8).reshape(-1, 3)[data], pixels)
