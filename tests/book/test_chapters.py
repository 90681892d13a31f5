"""Each page as its reader meets it: the answer on the first screen, few words, nothing lost on a phone."""

import json
import re
from pathlib import PurePosixPath

import in_text
import nbformat
import pytest
import yaml
from built_site import CHAPTERS, PAGES

WORDS, WORDS_IN_ALL = 2200, 17_000
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


def test_the_path_is_read_in_an_evening(visit):
    n_words = 0
    for page in PATH:
        with visit(page) as opened:
            n_words += opened.page.evaluate(COUNT)
    assert n_words <= WORDS_IN_ALL


@path
@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["desk", "phone"])
def test_question_answer_and_figure_are_on_the_first_screen(opened, size):
    width, height = size
    opened.page.set_viewport_size({"width": width, "height": height})
    answer = opened.page.locator("article h1 + blockquote").bounding_box()
    assert answer["y"] + answer["height"] < height
    figure = opened.page.locator("article :is(figure img:visible, #gnode-play, .tiles)").first.bounding_box()
    seen = min(height, figure["y"] + figure["height"]) - figure["y"]
    assert seen >= 0.98 * figure["height"], f"the figure ends at {figure['y'] + figure['height']:.0f}"
    assert width > 400 or figure["width"] > 300


@chapters
def test_what_is_wider_than_a_phone_scrolls_in_a_box_that_shows_it(opened):
    opened.page.set_viewport_size({"width": 390, "height": 844})
    for overflow, shadow in opened.page.evaluate(SCROLLING):
        assert overflow == "auto" and "local" in shadow


@pytest.mark.parametrize("page", ["notebooks/cost.html", "book/formulas.html"])
def test_a_wide_formula_opens_at_its_beginning_on_a_phone(visit, page):
    with visit(page) as opened:
        opened.page.set_viewport_size({"width": 390, "height": 844})
        wide = opened.page.evaluate(BEGINNING)
        assert wide and all(scrolled == 0 <= begins - left < 100 for left, begins, scrolled in wide), wide


def test_the_verdicts_at_a_glance_need_no_scrolling_on_a_phone(visit):
    with visit("index.html") as opened:
        opened.page.set_viewport_size({"width": 390, "height": 844})
        boxes = opened.page.locator("article section > .pst-scrollable-table-container:visible")
        assert boxes.evaluate_all("all => all.map((box) => box.scrollWidth <= box.clientWidth)") == [True]


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


@chapters
def test_each_named_number_knows_its_name(opened, root):
    text = (root / PurePosixPath(opened.path).with_suffix(".md")).read_text(encoding="utf-8")
    here = PurePosixPath(opened.path).stem
    named = {f"{found['page'] or here}/{found['name']}" for found in in_text.NUMBER.finditer(text)}
    numbers = opened.page.locator("article [data-number]").evaluate_all(
        "all => all.map((n) => [n.dataset.number, n.textContent])"
    )
    assert {name for name, _ in numbers} == named
    assert not [text for _, text in numbers if not re.fullmatch(in_text.SIGNED, text)]


def test_words_are_counted_as_they_are_read(browser):
    page = browser.new_page()
    page.set_content(
        "<article><h1>Not this</h1><p>One two, 3 <span class='math'>no</span> – four.</p><ul><li><p>five</p></li></ul>"
        "<details><p>no</p></details><figure><p>no</p></figure><table><tr><td><p>no</p></td></tr></table></article>"
    )
    assert page.evaluate(COUNT) == 5
    page.close()
