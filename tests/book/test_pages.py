"""Every page of the built site, as a reader's browser shows it."""

import pytest
from built_site import PAGES, assert_axe_finds_nothing, wait_until

# What axe judges by its class alone is judged once a page: one token of each kind in the code, not all thousands; all
# cells of code are open. Formulas take the colour of the text around them.
ONE_OF_EACH_KIND = """() => {
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  document.getAnimations().forEach((fading) => fading.finish());
  document.querySelectorAll("mjx-container > *").forEach((part) => part.remove());
  const seen = new Set();
  document.querySelectorAll(".highlight span").forEach((token) => {
    if (seen.has(token.className)) token.replaceWith(...token.childNodes); else seen.add(token.className);
  });
  document.querySelectorAll(".highlight pre").forEach((code) => code.normalize());
}"""

# The theme lets the keyboard reach what scrolls a moment after it has begun to scroll.
REACHABLE = """() => [...document.querySelectorAll("pre, .pst-scrollable-table-container, .cell_output > .output")]
  .every((box) => box.scrollWidth <= box.clientWidth || box.tabIndex === 0)"""

# Text that a reader sees, without code and formulas.
PROSE = """() => {
  const article = document.querySelector("article, main").cloneNode(true);
  article.querySelectorAll("pre, code, mjx-container, script, style").forEach((part) => part.remove());
  return article.textContent;
}"""


def test_opens_without_errors_and_formulas_are_set(opened):
    page = opened.page
    assert page.locator("h1").count() >= 1 and page.title() and opened.problems == []
    assert page.evaluate("refused") == []  # by the policy
    formulas = page.locator("span.math, div.math").count()
    assert page.locator("span.math > mjx-container, div.math > mjx-container").count() == formulas
    assert page.locator("mjx-merror").count() == 0
    prose = page.evaluate(PROSE)
    assert not [sign for sign in ("$", r"\(", r"\[", r"\begin", r"\frac", "{math}", "{glue:", "{cite") if sign in prose]


def test_pictures_have_a_text_instead(opened):
    pictures = opened.page.locator("img[src]").evaluate_all(
        "all => all.map((i) => [i.getAttribute('src'), i.alt, i.naturalWidth])"
    )
    assert [source for source, text, _ in pictures if len(text.strip()) < 4] == []
    assert [source for source, _, width in pictures if width == 0] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_scrolls_sideways(opened, width):
    opened.page.set_viewport_size({"width": width, "height": 800})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    over = """width => [...document.querySelectorAll("article *")]
      .filter((e) => e.getBoundingClientRect().right > width + 1)
      .filter((e) => !e.closest("pre, table, div.math, mjx-container, .pst-scrollable-table-container, .cell_output"))
      .map((e) => e.outerHTML.slice(0, 120))"""
    assert opened.page.evaluate(over, width) == []


@pytest.mark.parametrize(
    "path", [path if path == "book/cite.html" else pytest.param(path, marks=pytest.mark.weekly) for path in PAGES]
)
def test_axe_finds_nothing(visit, path):
    """Each page once more, as parts of it are taken away, which its scripts may then miss."""
    with visit(path) as opened:
        opened.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        opened.page.evaluate(ONE_OF_EACH_KIND)
        wait_until(opened.page, REACHABLE)
        assert_axe_finds_nothing(opened.page)
