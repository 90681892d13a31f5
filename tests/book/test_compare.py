"""Two pictures with a slider between them: by keyboard and pointer, served and as a file, with and without scripts."""

import pytest

PAGE = "notebooks/03_features.html"
EDGE = """() => getComputedStyle(document.querySelector('.compare figure:last-of-type img')).clipPath"""


@pytest.fixture(scope="module", params=["served", "as a file"])
def page(request, browser, address, site):
    page = browser.new_page()
    page.set_default_timeout(120_000)  # milliseconds; a busy machine is no failure
    page.goto(f"{address if request.param == 'served' else site.as_uri()}/{PAGE}")
    page.locator(".compare.live").wait_for()
    yield page
    page.close()


def boxes(page):
    return [picture.bounding_box() for picture in page.locator(".compare img").all()]


def test_the_pictures_lie_over_each_other_and_keys_move_the_edge(page):
    one, other = boxes(page)
    assert one == other
    slider = page.get_by_label("Slide between")
    slider.focus()
    slider.press("Home")
    assert slider.get_attribute("aria-valuetext") == "0 % USV, 100 % GN"
    whole = page.evaluate(EDGE)
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "1 % USV, 99 % GN"
    assert page.evaluate(EDGE) != whole


def test_the_picture_can_be_dragged(page):
    slider, box = page.get_by_label("Slide between"), boxes(page)[0]
    page.locator(".compare").scroll_into_view_if_needed()
    box = boxes(page)[0]
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 20)
    page.mouse.down()
    assert int(slider.input_value()) == pytest.approx(25, abs=1)
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 20)
    page.mouse.up()
    assert int(slider.input_value()) == pytest.approx(75, abs=1)


def test_without_scripts_both_stand_side_by_side(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{address}/{PAGE}")
    left, right = boxes(page)
    assert left["x"] + left["width"] <= right["x"] and left["y"] == right["y"]
    assert page.locator(".compare input").count() == 0
    context.close()
