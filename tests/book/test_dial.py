"""The dial for memory: stored features over the curves of stored runs, and everyone can turn it."""

import pytest
from slider_page import PHONE, assert_accessible, assert_for_fingers, move, shows

from study.figures.memory import dial_curves, dialled, peaks
from study.figures.sliders import FACTORS, load_sliders

PAGE, PLACE = "notebooks/memory.html", "#gnode-dial"
STILL = ".tag_dial-still img"
COLUMNS = {"flat": "paper", "fading": "program"}


@pytest.fixture(scope="module")
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        yield tab.page
        assert tab.problems == []


@pytest.mark.parametrize(("memory", "A"), [("flat", 0), ("flat", 0.2), ("fading", 0.9)])
def test_features_and_means_are_the_stored_ones(page, memory, A):
    page.check(f"{PLACE} [value={memory}]")
    at = FACTORS.index(A)
    move(page, PLACE, at)
    assert shows(page.locator(PLACE), load_sliders()["memory"][memory][at])
    means = dialled(COLUMNS[memory]).xs("mean", axis=1, level=1).loc[A]
    shown = [
        f"roughness {means['roughness_median']:.2f}",
        f"accuracy {means['test']:.1%}",
        f"recovery {means['r2']:.1%}",
    ]
    assert page.locator(f"{PLACE} .curve p span").all_inner_texts() == shown
    assert page.get_attribute(f"{PLACE} [type=range]", "aria-valuetext") == f"{A:g}; {', '.join(shown)}"
    assert page.inner_text(f"{PLACE} .slider b") == f"A = {A:g}"


@pytest.mark.parametrize("memory", COLUMNS)
def test_the_curves_are_those_of_the_stored_runs_and_say_where_each_is_best(page, memory):
    page.check(f"{PLACE} [value={memory}]")
    assert page.evaluate(f"gnodeMemory.{memory}") == dial_curves()[memory]
    for name, A in peaks(COLUMNS[memory]).items():
        curve = page.locator(f"{PLACE} .{name}")
        assert curve.locator("b").inner_text().endswith(f" at A = {A:g}")
        assert curve.locator(".best").evaluate("mark => mark.style.left") == f"{100 * A:g}%"
        heights = [float(point.split(",")[1]) for point in curve.locator("polyline").get_attribute("points").split()]
        assert len(heights) == 11 and heights.index(min(heights)) == round(10 * A)  # from the top


def test_by_keyboard_alone(page):
    page.check(f"{PLACE} [value=flat]")
    move(page, PLACE, 4)
    page.focus(f"{PLACE} [type=range]")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(f"{PLACE} .slider b") == "A = 0.5"
    page.focus(f"{PLACE} [value=flat]")
    page.keyboard.press("ArrowRight")
    assert shows(page.locator(PLACE), load_sliders()["memory"]["fading"][5])


def test_axe_finds_nothing(page):
    assert_accessible(page, PLACE)


def test_on_a_desk_all_of_it_is_in_one_screen(page):
    assert page.locator(PLACE).bounding_box()["height"] < 900 - 100  # less the bar at the top


def test_by_finger_on_a_phone(browser, address):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    page.tap(f"{PLACE} label:has([value=fading])")
    box = page.locator(f"{PLACE} [type=range]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 14, box["y"] + box["height"] / 2)
    assert shows(page.locator(PLACE), load_sliders()["memory"]["fading"][10])
    assert_for_fingers(page, PLACE)
    # The dot stands under the thumb: the slider is the axis of the curves.
    move(page, PLACE, 0)
    places = page.locator(f"{PLACE} .now").evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
    assert places == pytest.approx([box["x"] + 12] * 3, abs=1)
    context.close()


def test_a_reader_meets_the_figure_once(page, browser, address):
    caption = page.locator("#fig-memory-dial figcaption")
    assert page.locator(STILL).is_hidden() and caption.is_visible()
    page.emulate_media(media="print")
    assert page.locator(STILL).is_visible() and page.locator(PLACE).is_hidden()
    page.emulate_media(media="screen")
    context = browser.new_context(java_script_enabled=False)
    silent = context.new_page()
    silent.goto(f"{address}/{PAGE}")
    assert silent.locator(STILL).is_visible() and silent.locator(PLACE).is_hidden()
    assert silent.locator(".elsewhere", has_text="slider").is_visible()
    context.close()
