"""What each widget owes its reader: keys, fingers, axe, motion that can be refused, a still where it cannot run."""

from typing import NamedTuple

import pytest
from built_site import assert_axe_finds_nothing, wait_until
from figure_page import PAGE, READY


class Widget(NamedTuple):
    """Where a widget is, when it is ready, and what a reader does with it."""

    path: str
    place: str
    field: str  # in it, what the keyboard comes to first
    keys: str
    target: str  # what a finger hits to change something
    ready: str = "true"
    still: str = ""  # what stands for it; figures with numbers on the page need none
    stays: bool = False  # beside the widget too


DIGITS = f"{PAGE}#rule=fading&nodes=12&epochs=20"
ACCURACY, FASTER, FEATURES, OWN = (f"notebooks/{name}.html" for name in ("accuracy", "faster", "features", "control"))
BOTH = "window.gnodeFront && Object.keys(gnodeFront.right).length === 2"
WIDGETS = {
    "front": Widget(
        *("index.html", "#gnode-play", "button[value=A]", "Space", "button[value=B]", BOTH),
        still="img[alt^='Two rows of ten']",
    ),
    "quiz": Widget(
        FEATURES, "#gnode-quiz", "button >> nth=3", "Enter", "button >> nth=4", still="article .tag_quiz-still img"
    ),
    "dial": Widget(
        *("notebooks/memory.html", "#gnode-dial", "[type=range]", "ArrowRight", "button"), still=".tag_dial-still img"
    ),
    "sum": Widget(FEATURES, "#gnode-sum", "[type=range]", "ArrowRight", "button", still=".tag_sum-still img"),
    "clear": Widget(FEATURES, "#gnode-clear", "[type=range]", "ArrowRight", "input", still=".tag_clear-still img"),
    "fade": Widget(
        *("notebooks/how_it_works.html", "#gnode-fade", "[type=range]", "ArrowRight", "input"),
        still=".tag_fade-still img",
    ),
    "control": Widget(
        *(OWN, "#gnode-control", "[name=layer]:checked", "ArrowRight", "button"),
        *("window.gnodeControl && !gnodeControl.busy()", "article .tag_control-still img"),
    ),
    "detective": Widget(
        *("notebooks/which_program.html", "#gnode-detective", "[name=pair]:checked", "ArrowRight"),
        *("label:has([value='on small'])", "true", "article .tag_detective-still img"),
    ),
    "budget": Widget(FASTER, "#gnode-budget", "[type=range]", "ArrowLeft", "input", still=".tag_budget-still img"),
    "guess": Widget(
        ACCURACY, "#gnode-guess", "button >> nth=1", "Enter", "button >> nth=2", still=".tag_six-still img"
    ),
    "rounds": Widget(
        *("notebooks/use.html", "#gnode-rounds", "select >> nth=0", "ArrowDown", "button"),
        *("window.gnodeRounds && !gnodeRounds.busy()", ".tag_rounds-still img"),
    ),
    "race": Widget(FASTER, "#gnode-race", "[value=same]", "Enter", "[value=same]", "window.gnodeRace"),
    "squares": Widget(FASTER, "#gnode-squares", "button >> nth=0", "Enter", "button", still=".tag_cost-still img"),
    "play": Widget(
        *(DIGITS, "#gnode-play", "[name=amnesia]", "ArrowRight", ".features button >> nth=2"),
        *(f"window.gnodePlay && {READY}", ".tag_play-still img", True),
    ),
    "draw": Widget(DIGITS, "#gnode-draw", ".clear", "Enter", ".another", f"window.gnodePlay && {READY}"),
}
# Text, settings and pictures: what changes when a widget does anything.
LOOK = """(place) => [...document.querySelectorAll(place)].map((of) => [of.innerHTML,
  ...[...of.querySelectorAll("input, select")].map((one) => `${one.value} ${one.checked}`),
  ...[...of.querySelectorAll("canvas")].map((one) => one.toDataURL())]).join()"""
TARGETS = ":is(button, select, summary, label, input[type=range], input[type=number], ul a):visible"
SMALL = """(all) => all.filter((one) => one.getBoundingClientRect().height < 44 && !one.closest("label"))
  .map((one) => one.outerHTML)"""


EACH_TIME = ("front", "quiz", "dial", "detective", "control")


@pytest.fixture(
    scope="module", params=[of if of in EACH_TIME else pytest.param(of, marks=pytest.mark.weekly) for of in WIDGETS]
)
def widget(request):
    return WIDGETS[request.param]


@pytest.fixture(scope="module")
def page(still_tabs, address, widget):
    """The widget's page where nothing moves by itself; none of what is done with it may be a problem."""
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{widget.path}")
        wait_until(tab.page, widget.ready)
        yield tab.page
        assert tab.problems == [] and tab.page.evaluate("refused") == []


def test_by_keyboard_it_is_seen_where_one_is_and_the_change_comes_at_once(page, widget):
    field = page.locator(f"{widget.place} {widget.field}")
    field.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert field.evaluate("(one) => getComputedStyle(one).outlineStyle") != "none" or "range" in widget.field
    before = page.evaluate(LOOK, widget.place)
    page.keyboard.press(widget.keys)
    wait_until(page, f"(before) => ({LOOK})('{widget.place}') !== before", before)
    assert page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0
    wait_until(page, widget.ready)


@pytest.mark.weekly
def test_axe_finds_nothing_in_the_light_and_in_the_dark(page, widget):
    page.eval_on_selector_all(f"{widget.place} details", "(all) => all.forEach((one) => { one.open = true; })")
    assert_axe_finds_nothing(page, widget.place)


def test_on_paper_its_still_stands_for_it(page, widget):
    if not widget.still:
        pytest.skip("the page has the numbers in figures and tables")
    assert page.is_visible(widget.still) == widget.stays and not page.locator("article .elsewhere:visible").count()
    page.emulate_media(media="print")
    assert page.is_visible(widget.still) and (widget.stays or page.locator(widget.place).is_hidden())
    page.emulate_media(media="screen")


def test_by_finger_on_a_phone(on_phone, widget):
    with on_phone(widget.path) as page:
        wait_until(page, widget.ready)
        before = page.evaluate(LOOK, widget.place)
        page.tap(f"{widget.place} {widget.target}")
        wait_until(page, f"(before) => ({LOOK})('{widget.place}') !== before", before)
        page.eval_on_selector_all(f"{widget.place} details", "(all) => all.forEach((one) => { one.open = true; })")
        assert page.locator(widget.place).locator(TARGETS).evaluate_all(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_scripts_its_still_and_the_reason_stand_there(without_scripts, widget):
    with without_scripts(widget.path) as page:
        place = page.locator(widget.place)
        assert place.count() == 0 or place.is_hidden() or place.bounding_box()["height"] == 0
        assert not widget.still or page.is_visible(widget.still)
        assert widget.place == "#gnode-budget" or page.locator(".elsewhere:visible").count() > 0


@pytest.mark.parametrize("name,lost", [("front", "WebAssembly"), ("play", "DecompressionStream"), ("rounds", "Worker")])
def test_without_what_training_needs_its_still_stands_for_it_too(still_tabs, address, name, lost):
    page = still_tabs.context.new_page()
    page.add_init_script(f"delete globalThis.{lost}")
    page.goto(f"{address}/{WIDGETS[name].path}")
    wait_until(page, f"document.querySelector('article').innerText.includes('has no {lost}')")
    assert page.is_visible(WIDGETS[name].still) and not page.locator(WIDGETS[name].place).count()
    page.close()
