"""Every page of the built site, as a reader's browser shows it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import wait_until

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

# In the dark only the colours differ, so there the rules on colours are asked alone.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}

# Text that a reader sees, without code and formulas.
PROSE = """() => {
  const article = document.querySelector("article, main").cloneNode(true);
  article.querySelectorAll("pre, code, mjx-container, script, style").forEach((part) => part.remove());
  return article.textContent;
}"""


def test_opens_without_errors(opened):
    assert opened.page.locator("h1").count() >= 1
    assert opened.page.title()
    assert opened.problems == []
    assert opened.page.evaluate("refused") == []  # by the policy


def test_formulas_are_set(opened):
    page = opened.page
    page.evaluate("window.MathJax && MathJax.startup.promise")
    formulas = page.locator("span.math, div.math").count()
    assert page.locator("span.math > mjx-container, div.math > mjx-container").count() == formulas
    assert page.locator("mjx-merror").count() == 0
    prose = page.evaluate(PROSE)
    assert not [sign for sign in ("$", r"\(", r"\[", r"\begin", r"\frac", "{math}", "{glue:", "{cite") if sign in prose]


def test_pictures_have_a_text_instead(opened):
    pictures = opened.page.locator("img").evaluate_all(
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


@pytest.mark.parametrize("mode", RULES)
def test_axe_finds_nothing(opened, mode):
    page = opened.page
    page.emulate_media(color_scheme=mode, reduced_motion="reduce")
    wait_until(page, "mode => document.documentElement.dataset.theme === mode", arg=mode)
    page.evaluate(ONE_OF_EACH_KIND)
    wait_until(page, REACHABLE)
    options = {"resultTypes": ["violations"], "preload": False} | RULES[mode]  # axe looks for styles in wrong places
    found = Axe().run(page, options=options).response["violations"]
    assert [f"{rule['id']} ({rule['help']}): {node['html'][:200]}" for rule in found for node in rule["nodes"]] == []


def test_the_theme_changes_under_the_policy(opened):
    """Last of all, as the button's tooltip stays."""
    page = opened.page
    page.set_viewport_size({"width": 1280, "height": 800})
    theme = page.evaluate("document.documentElement.dataset.mode")
    page.locator("button.theme-switch-button:visible").first.click()
    assert page.evaluate("document.documentElement.dataset.mode") != theme
    assert page.evaluate("refused") == []
    while page.evaluate("document.documentElement.dataset.mode") != theme:
        page.locator("button.theme-switch-button:visible").first.click()
