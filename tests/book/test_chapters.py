"""Each chapter as its reader meets it: the answer on the first screen, few words, nothing lost on a phone."""

import json
import re
from pathlib import PurePosixPath

import nbformat
import pytest
from built_site import CHAPTERS

WORDS = 1800
FIRST_SCREEN = 900  # pixels, in a window 1280 wide

# Paragraphs and lists of the article that are read in passing: no captions, tables, code or formulas, nothing folded,
# and none of the claims' own texts.
COUNT = """() => {
  const article = document.querySelector("article").cloneNode(true);
  const other = "figure, figcaption, table, pre, .cell, .highlight, .math, mjx-container, script, style, details, "
    + ".verdict, .glossary-tip, .headerlink, [hidden], .sidebar, footer";
  article.querySelectorAll(other).forEach((part) => part.remove());
  const read = [...article.querySelectorAll("p, li")].filter((part) => !part.parentElement.closest("p, li"));
  const words = read.map((part) => part.textContent).join(" ").split(/\\s+/);
  return words.filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
}"""

# Formulas and tables that are wider than their place: how they overflow, and the shadow that says so.
SCROLLING = """() => [...document.querySelectorAll("article :is(div.math, .pst-scrollable-table-container)")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => [getComputedStyle(box).overflowX, getComputedStyle(box).backgroundAttachment])"""

chapters = pytest.mark.parametrize("opened", CHAPTERS, indirect=True)
with_answer = pytest.mark.parametrize("opened", [page for page in CHAPTERS if "appendix" not in page], indirect=True)


@chapters
def test_a_chapter_is_read_in_ten_minutes(opened):
    assert opened.page.evaluate(COUNT) <= WORDS


@with_answer
def test_the_answer_is_on_the_first_screen(opened):
    opened.page.set_viewport_size({"width": 1280, "height": 900})
    box = opened.page.locator("article h1 + .admonition.answer")
    assert box.count() == 1, "no answer stands right after the title"
    end = box.evaluate("(box) => box.getBoundingClientRect().bottom + scrollY")
    assert end <= FIRST_SCREEN


@with_answer
def test_the_answer_fits_a_phone(opened):
    """Text and figure stand one above the other, the figure as wide as the box."""
    opened.page.set_viewport_size({"width": 390, "height": 844})
    for picture in opened.page.locator(".admonition.answer img").all():
        box = picture.bounding_box()
        assert 300 <= box["width"] <= 390 and box["x"] >= 0


@chapters
def test_what_is_wider_than_a_phone_scrolls_in_a_box_that_shows_it(opened):
    opened.page.set_viewport_size({"width": 390, "height": 844})
    for overflow, shadow in opened.page.evaluate(SCROLLING):
        assert overflow == "auto" and "local" in shadow


@chapters
@pytest.mark.parametrize("suffix", [".ipynb", ".md"])
def test_a_notebook_downloads_with_its_outputs_and_as_text(opened, root, suffix):
    link = opened.page.locator(".dropdown-download-buttons a", has_text=re.compile(rf"^\s*\{suffix}\s*$"))
    body = opened.page.request.get(link.evaluate("a => a.href")).body()
    committed = (root / PurePosixPath(opened.path).with_suffix(suffix)).read_bytes()
    if suffix == ".ipynb":  # the site writes them without indents
        assert json.loads(body) == json.loads(committed) and len(body) < len(committed)
        assert any(cell.get("outputs") for cell in nbformat.reads(body.decode(), as_version=4).cells)
    else:
        assert body == committed


def test_words_are_counted_as_they_are_read(browser):
    page = browser.new_page()
    page.set_content(
        "<article><h1>Not this</h1><p>One two, 3 <span class='math'>no</span> – four.</p><ul><li><p>five</p></li></ul>"
        "<details><p>no</p></details><figure><p>no</p></figure><table><tr><td><p>no</p></td></tr></table></article>"
    )
    assert page.evaluate(COUNT) == 5
    page.close()
