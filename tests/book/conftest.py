"""The built site on a local server, in the system's Chromium."""

import re
from contextlib import ExitStack, contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from built_site import ICON, LISTEN, PAGES, SITE, wait_for_formulas, wait_until
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


class Tabs:
    """Tabs of a context, used again and again: in a new one a page takes three times as long.

    Each has a Playwright `page` and its `problems`: console errors, exceptions, failed and outside requests.
    """

    def __init__(self, browser, motion, **options):
        self.motion, self.free = motion, []
        self.context = browser.new_context(reduced_motion=motion, **options)
        self.context.set_default_timeout(120_000)  # milliseconds; a busy machine is no failure

    def new(self):
        page = self.context.new_page()
        tab = SimpleNamespace(page=page, problems=[])
        page.on("request", lambda request: LOCAL.match(request.url) or tab.problems.append(f"outside: {request.url}"))
        page.on("console", lambda m: m.type in {"error", "warning"} and tab.problems.append(f"console: {m.text}"))
        page.on("pageerror", lambda error: tab.problems.append(f"exception: {error}"))
        page.on("requestfailed", lambda r: r.url.endswith(ICON) or tab.problems.append(f"failed: {r.url} {r.failure}"))
        page.on("response", lambda r: r.status >= 400 and tab.problems.append(f"{r.status}: {r.url}"))
        page.add_init_script(LISTEN)
        return tab

    @contextmanager
    def tab(self):
        """One that shows nothing yet, in the light, and as wide as a desk has it."""
        tab = self.free.pop() if self.free else self.new()
        tab.page.bring_to_front()  # behind another a page is slow to change
        tab.page.set_viewport_size({"width": 1280, "height": 900})
        tab.page.emulate_media(media="null", color_scheme="light", reduced_motion=self.motion)
        tab.problems = []  # what broke off at the last page's end may be told late
        yield tab
        tab.page.evaluate("localStorage.clear()")  # such as the mode that a button has chosen
        tab.page.goto("about:blank")
        self.free.append(tab)


@pytest.fixture(scope="session")
def tabs(browser):
    """Where all is as a reader's browser has it at first."""
    tabs = Tabs(browser, "no-preference")
    yield tabs
    tabs.context.close()


@pytest.fixture(scope="session")
def still_tabs(browser):
    """Where nothing moves by itself and pages may copy."""
    tabs = Tabs(browser, "reduce", permissions=["clipboard-read", "clipboard-write"])
    yield tabs
    tabs.context.close()


@pytest.fixture(scope="session")
def visit(tabs, address):
    """Return a context manager that opens a page of the site; it gives a tab, see `Tabs`, with its `path`."""

    @contextmanager
    def visit(path):
        with tabs.tab() as tab:
            tab.path = path
            tab.page.goto(f"{address}/{path}")
            wait_for_formulas(tab.page)  # their fonts are the last to load
            yield tab

    return visit


@contextmanager
def other(browser, address, path, **options):
    """Open a page in a browser that is not as usual, such as one without scripts."""
    context = browser.new_context(**options)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(f"{address}/{path}")
    yield page
    context.close()


@pytest.fixture(scope="session")
def on_phone(browser, address):
    """Return a context manager that opens a page on a phone."""
    return partial(other, browser, address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


@pytest.fixture(scope="session")
def without_scripts(browser, address):
    """Return a context manager that opens a page where no script runs."""
    return partial(other, browser, address, java_script_enabled=False)


@pytest.fixture(scope="session", params=PAGES)
def opened(request, visit):
    """Each page of the site, opened once for all the tests that look at it."""
    with visit(request.param) as opened:
        yield opened
        assert opened.problems == []


@pytest.fixture
def page(request, still_tabs, address):
    """The page of the site that a module's PAGE names."""
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{request.module.PAGE}")
        yield tab.page
        assert tab.problems == []


@pytest.fixture(scope="session")
def digits():
    """The digits of MNIST in float32, as the figure has them: rows to train on and their classes, and unseen ones."""
    from study.datasets import load

    digits = load("mnist16")
    return digits.X_train.astype("f"), digits.y_train, digits.X_test.astype("f"), digits.y_test


@pytest.fixture
def open_figure(still_tabs, address):
    """Return a function that opens the figure with settings in its link; nothing that it says may be a problem."""
    with ExitStack() as taken:
        opened = []

        def open_figure(settings=""):
            tab = taken.enter_context(still_tabs.tab())
            opened.append(tab)
            tab.page.goto(f"{address}/{PAGE}#rule=fading&{settings}")
            wait_until(tab.page, f"window.gnodePlay && {READY}")
            return tab.page

        yield open_figure
        said = [problem for tab in opened for problem in tab.problems]
        assert [problem for problem in said if problem.startswith(("console", "exception"))] == []
