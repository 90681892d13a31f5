"""Each page as its reader meets it: the answer on the first screen, few words, nothing lost on a phone."""

import re
from pathlib import PurePosixPath

import in_text
import nbformat
import pytest
import yaml
from built_site import CHAPTERS, PAGES

WORDS = 2200
TOC = yaml.safe_load((in_text.ROOT / "_toc.yml").read_text(encoding="utf-8"))
PATH = ["index.html", *(of["file"].replace(".ipynb", ".html") for of in TOC["parts"][0]["chapters"])]

# Paragraphs and lists of the article that are read in passing: no captions, tables, code or formulas, nothing folded,
# and none of the claims' own texts.
COUNT = """() => {
  const article = document.querySelector("article").cloneNode(true);
  const other = "figure, figcaption, table, pre, .cell, .highlight, .math, mjx-container, script, style, details, "
    + ".preview, .headerlink, [hidden], .sidebar, footer";
  article.querySelectorAll(other).forEach((part) => part.remove());
  const read = [...article.querySelectorAll("p, li")].filter((part) => !part.parentElement.closest("p, li"));
  const words = read.map((part) => part.textContent).join(" ").split(/\\s+/);
  return words.filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
}"""

# Formulas and tables that are wider than their place: how they overflow, and the shadow that says so.
SCROLLING = """() => [...document.querySelectorAll("article :is(div.math, .pst-scrollable-table-container)")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => [getComputedStyle(box).overflowX, getComputedStyle(box).backgroundAttachment])"""

# Of formulas that are wider than their place: how far they are scrolled, and where their first letter begins in it.
BEGINNING = """() => [...document.querySelectorAll("article :is(div.math, div.math mjx-container)")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => {
    const [left, begins] = [box, box.querySelector("mjx-c")].map((part) => part.getBoundingClientRect().left);
    return [left, begins, box.scrollLeft];
  })"""

chapters = pytest.mark.parametrize("opened", CHAPTERS, indirect=True)
path = pytest.mark.parametrize("opened", [page for page in PATH if page in PAGES], indirect=True)


@path
def test_a_page_is_read_in_ten_minutes(opened):
    assert opened.page.evaluate(COUNT) <= WORDS


@path
@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["desk", "phone"])
def test_question_answer_and_figure_are_on_the_first_screen(opened, size):
    width, height = size
    opened.page.set_viewport_size({"width": width, "height": height})
    answer = opened.page.locator("article h1 + blockquote").bounding_box()
    assert answer["y"] + answer["height"] < height
    figure = opened.page.locator("article :is(figure img, [id^=gnode-]):visible").first.bounding_box()
    seen = min(height, figure["y"] + figure["height"]) - figure["y"]
    assert seen >= 0.98 * figure["height"], f"the figure ends at {figure['y'] + figure['height']:.0f}"
    assert width > 400 or figure["width"] > 300


@chapters
def test_what_is_wider_than_a_phone_scrolls_in_a_box_that_shows_it(opened):
    opened.page.set_viewport_size({"width": 390, "height": 844})
    for overflow, shadow in opened.page.evaluate(SCROLLING):
        assert overflow == "auto" and "local" in shadow


def test_a_wide_formula_opens_at_its_beginning_on_a_phone(visit):
    with visit("book/formulas.html") as opened:
        opened.page.set_viewport_size({"width": 390, "height": 844})
        wide = opened.page.evaluate(BEGINNING)
        assert wide and all(scrolled == 0 <= begins - left < 100 for left, begins, scrolled in wide), wide


@chapters
def test_a_notebook_downloads_without_its_outputs_and_as_text(opened, root):
    for suffix in (".ipynb", ".md"):
        link = opened.page.locator(".dropdown-download-buttons a", has_text=re.compile(rf"^\s*\{suffix}\s*$"))
        body = opened.page.request.get(link.evaluate("a => a.href")).text()
        here = (root / PurePosixPath(opened.path).with_suffix(suffix)).read_text(encoding="utf-8")
        if suffix == ".md":
            assert body == here
        else:
            given, ours = nbformat.reads(body, 4), nbformat.reads(here, 4)
            nbformat.validate(given)
            assert [cell.source for cell in given.cells] == [cell.source for cell in ours.cells]
            assert not any(cell.get("outputs") for cell in given.cells)
