"""The built site on a local server, in the system's Chromium."""

import re
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from built_site import LISTEN, PAGES, SITE, wait_for_formulas, wait_until
from chromium import find_chromium, launched, served
from figure_page import PAGE, READY

LOCAL = re.compile(r"https?://127\.0\.0\.1:\d+/|data:|blob:|about:")


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    if not PAGES:
        pytest.skip("the site is not built: run `make site`")
    return SITE


@pytest.fixture(scope="session")
def address(site):
    """Where the site is served."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests."""
    if find_chromium() is None:
        pytest.skip("no Chromium or Chrome on this machine (on Debian and Ubuntu: apt install chromium)")
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def visit(browser, address):
    """Return a function that opens a page of the site in a new window.

    It gives the Playwright `page` and `problems`, a list that goes on growing: console errors, exceptions, failed
    requests and requests to other hosts, which the browser does not find.
    """
    context = browser.new_context()
    context.set_default_timeout(120_000)  # milliseconds; a busy machine is no failure

    def visit(path):
        page, problems = context.new_page(), []
        page.on("request", lambda request: LOCAL.match(request.url) or problems.append(f"outside: {request.url}"))
        page.on("console", lambda m: m.type in {"error", "warning"} and problems.append(f"console {m.type}: {m.text}"))
        page.on("pageerror", lambda error: problems.append(f"exception: {error}"))
        page.on("requestfailed", lambda request: problems.append(f"failed: {request.url} {request.failure}"))
        page.on("response", lambda r: r.status >= 400 and problems.append(f"{r.status}: {r.url}"))
        page.add_init_script(LISTEN)
        page.goto(f"{address}/{path}")
        wait_for_formulas(page)  # their fonts are the last to load
        return SimpleNamespace(path=path, page=page, problems=problems)

    yield visit
    context.close()


@pytest.fixture(scope="session", params=PAGES)
def opened(request, visit):
    """Each page of the site, opened once for all the tests that look at it."""
    opened = visit(request.param)
    yield opened
    opened.page.close()
    assert opened.problems == []


@pytest.fixture(scope="session")
def digits():
    """Training rows of the digits in float32, as the figure has them, and their classes."""
    from gnode.datasets import load

    digits = load("digits")
    return digits.X_train.astype("float32"), digits.y_train


@pytest.fixture(scope="module")
def still_context(browser):
    """A window where nothing moves by itself and pages may copy."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(120_000)
    yield context
    context.close()


@contextmanager
def figures(context, address):
    """Give a function that opens the figure with settings in its link; nothing that happens may be a problem."""
    pages = []

    def open_figure(settings="", **size):
        page, problems = context.new_page(), []
        pages.append((page, problems))
        page.set_viewport_size({"width": 1280, "height": 900} | size)
        page.on("console", lambda m: m.type in {"error", "warning"} and problems.append(m.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/{PAGE}#{settings}")
        wait_until(page, f"window.gnodePlay && {READY}")
        return page

    yield open_figure
    for page, problems in pages:
        page.close()
        assert problems == []


@pytest.fixture
def open_figure(still_context, address):
    """Return a function that opens the figure with settings in its link."""
    with figures(still_context, address) as open_figure:
        yield open_figure


@pytest.fixture(scope="module")
def kept_figure(still_context, address):
    """The figure in one page for several tests, each of which leaves it with a layer trained."""
    with figures(still_context, address) as open_figure:
        yield open_figure("nodes=12&epochs=20")
