"""Every page of the built site, as a reader's browser shows it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import PAGES, one_page_of_each_kind, set_mode, wait_until

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

COLOURS = ["color-contrast", "link-in-text-block"]

# Colours are judged once a kind: blocks are marked in which a text has a colour, size and ground that none had before,
# on this page or another. Of a link, those of the text around it are part of its kind. Gives the new kinds.
MARK_NEW_COLOURS = """(before) => {
  const grounds = new Map([[null, ""]]), seen = new Set(before);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
      grounds.set(element, [ground(element.parentElement), backgroundColor, backgroundImage, opacity].join());
    }
    return grounds.get(element);
  };
  const kind = (element) => {
    const {color, fontSize, fontWeight, textDecorationLine} = getComputedStyle(element);
    const around = element.tagName === "A" ? kind(element.parentElement) : "";
    return [around, color, fontSize, fontWeight, textDecorationLine, ground(element)].join();
  };
  const blocks = "p, li, td, th, dt, dd, pre, figcaption, h1, h2, h3, h4";
  const fresh = new Set();
  document.querySelectorAll(`:is(${blocks})`).forEach((block) => {
    if (block.querySelector(`${blocks}, button`)) return;
    const kinds = [block, ...block.querySelectorAll("*")].map(kind).filter((one) => !seen.has(one));
    block.classList.toggle("known", !kinds.length && !block.classList.contains("new"));
    if (!kinds.length) return;
    block.classList.add("new");
    kinds.forEach((one) => { seen.add(one); fresh.add(one); });
  });
  return [...fresh];
}"""
EMPTY_KNOWN = """() => document.querySelectorAll(".known").forEach((block) => block.replaceChildren())"""

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


AXE = Axe().axe_script


def violations(page, options):
    """What axe finds, a line each."""
    options = {"resultTypes": ["violations"], "preload": False} | options  # axe looks for styles in wrong places
    if not page.evaluate("!!window.axe"):  # reading it in takes as long as judging
        page.evaluate(AXE)
    found = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [f"{rule['id']} ({rule['help']}): {node['html'][:200]}" for rule in found for node in rule["nodes"]]


@pytest.fixture(scope="session")
def judged():
    """The kinds of text that axe has judged in each mode, on whatever page."""
    return {"light": [], "dark": []}


KINDS = one_page_of_each_kind()


@pytest.mark.parametrize(
    "path", [path if path in KINDS else pytest.param(path, marks=pytest.mark.weekly) for path in PAGES]
)
def test_axe_finds_nothing_and_no_faint_text(visit, judged, path):
    """Each page once more, as parts of it are taken away, which its scripts may then miss."""
    with visit(path) as opened:
        page = opened.page
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.evaluate(ONE_OF_EACH_KIND)
        wait_until(page, REACHABLE)
        assert violations(page, {"rules": {rule: {"enabled": False} for rule in COLOURS}}) == []
        kinds = {}
        for mode in judged:
            set_mode(page, mode)
            kinds[mode] = page.evaluate(MARK_NEW_COLOURS, judged[mode])
        page.evaluate(EMPTY_KNOWN)
        for mode in judged:
            set_mode(page, mode)
            assert violations(page, {"runOnly": COLOURS}) == [], mode
            judged[mode] += kinds[mode]


def test_a_faint_word_is_found_among_many_blocks(browser):
    page = browser.new_page()
    blocks = "<p>dark <a href='#'>link</a></p>" * 3 + "<p>dark <b style='color: #aaa'>faint</b></p><p>dark</p>" * 2
    page.set_content(f"<html lang=en><article><h1>Title</h1>{blocks}</article></html>")
    kinds = page.evaluate(MARK_NEW_COLOURS, [])
    page.evaluate(EMPTY_KNOWN)
    assert kinds and page.locator("p:not(:empty)").count() == 2  # the first of each: that before the link is the word
    (faint,) = violations(page, {"runOnly": ["color-contrast"]})
    assert "faint" in faint
    page.close()


@pytest.mark.parametrize("path", KINDS)
def test_the_theme_changes_under_the_policy(visit, path):
    with visit(path) as opened:  # in a tab of its own, as the mode that is chosen stays
        theme = opened.page.evaluate("document.documentElement.dataset.mode")
        opened.page.locator("button.theme-switch-button:visible").first.click()
        assert opened.page.evaluate("document.documentElement.dataset.mode") != theme
        assert opened.page.evaluate("refused") == opened.problems == []
