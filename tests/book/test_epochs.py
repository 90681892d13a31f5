"""The slider over epochs: the stored features at each position, their match and updates, for everyone."""

import pytest
from slider_page import PHONE, assert_accessible, assert_for_fingers, move, shows

from study.experiments.epochs import EPOCHS
from study.figures.sliders import load_sliders

PAGE, PLACE = "notebooks/features.html", "#gnode-epochs"


@pytest.fixture(scope="module")
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        yield tab.page
        assert tab.problems == []


@pytest.mark.parametrize("at", [0, 2, 5])
def test_each_row_shows_its_stored_features_match_and_updates(page, at):
    move(page, PLACE, at)
    stored = load_sliders()
    rows = page.locator(f"{PLACE} .row").all()
    layers = [of[at] for of in stored["epochs"].values()] + list(stored["sums"].values())
    for row, layer in zip(rows, layers, strict=True):
        told = row.locator("p").inner_text()
        assert f"best match {layer['match']:.2f}" in told and shows(row, layer["features"])
        assert f"{layer['updates']:,} updates" in told if "updates" in layer else "not trained" in told
    assert page.inner_text(f"{PLACE} .slider b") == f"{EPOCHS[at]} epoch" + "s" * (at > 0)


def test_by_keyboard_it_is_told_what_changes(page):
    move(page, PLACE, 0)
    page.focus(f"{PLACE} [type=range]")
    page.keyboard.press("ArrowRight")
    matches = [f"{method} {of[1]['match']:.2f}" for method, of in load_sliders()["epochs"].items()]
    assert page.get_attribute(f"{PLACE} input", "aria-valuetext") == f"3 epochs; best match: {', '.join(matches)}"


def test_axe_finds_nothing(page):
    assert_accessible(page, PLACE)


def test_by_finger_on_a_phone(browser, address):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    page.locator(PLACE).scroll_into_view_if_needed()
    box = page.locator(f"{PLACE} [type=range]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 14, box["y"] + box["height"] / 2)
    assert page.inner_text(f"{PLACE} .slider b") == "300 epochs"
    assert_for_fingers(page, PLACE)
    context.close()


def test_without_scripts_the_figure_stays_alone(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    assert page.locator(PLACE).is_hidden() and page.locator("#fig-epochs img").is_visible()
    context.close()
