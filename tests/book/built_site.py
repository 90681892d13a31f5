"""Where the built site is, its pages, and what tests of pages share."""

import re
import time
from pathlib import Path

SITE = Path(__file__).parents[2] / "_build" / "html"
PAGES = sorted(
    page.relative_to(SITE).as_posix() for page in SITE.rglob("*.html") if "_static" not in page.relative_to(SITE).parts
)
CHAPTERS = [page for page in PAGES if page.startswith("notebooks/")]

# Pages of a kind lie as deep, load the same scripts and have pictures or not: a page of each, as a policy sees them.
_LOADED = re.compile(r'<script\b[^>]*\bsrc="(?:\.\./)*([^"?]*)')
_KINDS: dict = {}
for _page in PAGES:
    _text = (SITE / _page).read_text(encoding="utf-8")
    _KINDS.setdefault((_page.count("/"), *_LOADED.findall(_text), "<img" in _text), _page)
PAGE_OF_EACH_KIND = sorted(_KINDS.values())

# Tells what the policy of a page refused, from the first script on.
LISTEN = """
window.refused = [];
addEventListener("securitypolicyviolation", (e) => refused.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
"""


def wait_until(page, condition, arg=None, seconds=120):
    """Wait until a condition holds in a page. (Playwright's own way evaluates strings there: the policy forbids it.)

    Parameters
    ----------
    page : playwright.sync_api.Page
    condition : str
        JavaScript: an expression, or a function of `arg`.
    arg : object
    seconds : float
    """
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"in {seconds} s it never was: {condition}"
        page.wait_for_timeout(20)


def wait_for_formulas(page):
    """Wait until MathJax, where a page has it, has set all formulas."""
    wait_until(page, "!window.MathJax || !!MathJax.startup?.promise")
    page.evaluate("window.MathJax && MathJax.startup.promise")
