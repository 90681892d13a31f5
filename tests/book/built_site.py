"""Where the built site is, its pages, and what tests of pages share."""

import re
import time
from functools import cache
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

SITE = Path(__file__).parents[2] / "_build" / "html"
PAGES = sorted(
    page.relative_to(SITE).as_posix() for page in SITE.rglob("*.html") if "_static" not in page.relative_to(SITE).parts
)
ICON = "/_static/favicon.svg"  # which a browser may ask for late, and again
LOADED = re.compile(r'<script\b[^>]*\bsrc="(?:\.\./)*([^"?]*)')
CHAPTERS = [page for page in PAGES if page.startswith("notebooks/")]

# Tells what the policy of a page refused, from the first script on.
LISTEN = """
window.refused = [];
addEventListener("securitypolicyviolation", (e) => refused.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
"""
# A page's own clock, on which what it does later comes in its turn, however busy the machine is.
REST = "(ms) => new Promise((done) => setTimeout(done, ms))"


@cache
def one_page_of_each_kind():
    """Pages of a kind lie as deep, load the same scripts and have pictures or not: a policy is the same for them."""
    kinds = {}
    for path in PAGES:
        page = (SITE / path).read_text(encoding="utf-8")
        kinds.setdefault((path.count("/"), *LOADED.findall(page), "<img" in page), path)
    return sorted(kinds.values())


def wait_until(page, condition, arg=None, seconds=120):
    """Wait until an expression, or a function of `arg`, holds in a page; Playwright's own way breaks the policy."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"in {seconds} s it never was: {condition}"
        page.wait_for_timeout(20)


def set_mode(page, mode):
    """Show a page in the light or in the dark, without motion."""
    page.bring_to_front()  # behind another it changes a second later
    page.emulate_media(color_scheme=mode, reduced_motion="reduce")
    wait_until(page, "mode => document.documentElement.dataset.theme === mode", arg=mode)
    page.evaluate("document.getAnimations().forEach((fading) => fading.finish())")


def assert_axe_finds_nothing(page, place=None):
    """Let axe judge a page or a part of it, in the light and, for its colours, in the dark."""
    for mode, rules in (("dark", {"runOnly": ["color-contrast", "link-in-text-block"]}), ("light", {})):
        set_mode(page, mode)
        options = {"resultTypes": ["violations"], "preload": False}  # it looks for styles in wrong places
        found = Axe().run(page, context=place, options=options | rules)
        assert found.violations_count == 0, found.generate_report()


def wait_for_formulas(page):
    """Wait until MathJax, where a page has it, has set all formulas."""
    wait_until(page, "!window.MathJax || !!MathJax.startup?.promise")
    page.evaluate("window.MathJax && MathJax.startup.promise")
