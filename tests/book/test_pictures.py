"""Pictures on a page: one that moves is played by its button, and on a phone all have the screen's width."""

import pytest
from built_site import PAGES, assert_axe_finds_nothing, set_mode

PAGE = "notebooks/how_it_works.html"
pages = pytest.mark.parametrize("opened", [page for page in PAGES if page.startswith("notebooks/")], indirect=True)


def test_a_picture_stands_finished_until_its_button_plays_it(tabs, address):
    with tabs.tab() as opened:
        opened.page.goto(f"{address}/{PAGE}")
        image, button = opened.page.locator("img[data-moving]"), opened.page.locator(".moving button")
        still = image.get_attribute("src")
        assert still.startswith("data:image/png") and button.inner_text() == "▶ Play"
        for times in (1, 2):
            button.press("Enter")
            assert image.get_attribute("src").startswith(f"data:image/webp;time={times};base64,")
            assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 1000
            opened.page.get_by_text("■ Stop").press("Enter")
            assert image.get_attribute("src") == still
        image.evaluate("image => { image.dataset.seconds = 0.1; }")  # it rests on its end
        button.click()
        opened.page.get_by_text("▶ Play").wait_for()
        assert image.get_attribute("src") == still and button.bounding_box()["height"] >= 44
        assert_axe_finds_nothing(opened.page, ".moving")
        assert opened.problems == []


FILTERS = """() => [...document.querySelectorAll("article figure:has(img):not(:has(picture))")].map((figure) =>
  [getComputedStyle(figure.querySelector("img")).filter, figure.querySelector("figcaption")?.textContent ?? ""])"""
SIDES = "all => all.map((one) => one.getBoundingClientRect()).map((at) => [at.left, at.right])"


@pages
def test_a_figure_has_the_width_of_a_phone_and_is_dark_in_the_dark(opened):
    opened.page.set_viewport_size({"width": 390, "height": 844})
    sides = opened.page.locator("figure a.zoom img, .cell_output > img").evaluate_all(SIDES)
    assert all(0 <= left <= 10 and 380 <= right <= 390 for left, right in sides if right > left)
    set_mode(opened.page, "dark")
    assert all("invert" in style for style, _ in opened.page.evaluate(FILTERS))
    set_mode(opened.page, "light")
    assert {style for style, _ in opened.page.evaluate(FILTERS)} <= {"none"}
