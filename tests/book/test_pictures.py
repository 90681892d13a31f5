"""Pictures on a page: those that move stop, begin anew and go by steps, and on a phone all have the screen's width."""

import pytest
from built_site import PAGES, assert_axe_finds_nothing, set_mode

PAGE = "notebooks/how_it_works.html"
PLAY = ".moving button:nth-child(2)"
pages = pytest.mark.parametrize("opened", [page for page in PAGES if page.startswith("notebooks/")], indirect=True)


@pytest.fixture
def page(tabs, address):
    with tabs.tab() as opened:
        opened.page.goto(f"{address}/{PAGE}")
        opened.page.locator(".moving").scroll_into_view_if_needed()
        opened.page.locator("img[data-seconds][style*='object-position']").wait_for()
        yield opened.page
        assert opened.problems == []


def test_a_picture_moves_by_its_button(page):
    image, button = page.locator("img[data-seconds]"), page.locator(PLAY)
    assert image.get_attribute("src").endswith("/steps/examples.webp")
    assert button.inner_text() == "▶ Play"
    button.press("Enter")
    assert button.inner_text() == "■ Stop here"
    assert image.get_attribute("src").startswith("data:image/webp;time=1;base64,")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 1000
    assert button.bounding_box()["height"] >= 44
    image.evaluate("image => { image.dataset.seconds = 0.1; }")  # it rests on its end
    button.click()
    page.get_by_text("▶ Play").click()
    page.wait_for_function("image => image.src.startsWith('data:image/png')", arg=image.element_handle())
    assert_axe_finds_nothing(page, ".moving")


def test_a_picture_goes_by_steps(page):
    image, place = page.locator("img[data-seconds]").first, page.locator(".moving").first
    back, on = place.get_by_role("button", name="Step back"), place.get_by_role("button", name="Next step")
    seen = []
    for button, told in (*((on, n % 14 + 1) for n in range(2, 16)), (back, 1), (back, 14)):
        assert min(button.bounding_box()[side] for side in ("width", "height")) >= 44
        button.press("Enter")
        place.get_by_text(f"step {told} of 14").wait_for()
        assert place.locator("button").nth(1).inner_text() == "▶ Play"
        box = image.bounding_box()
        assert box["width"] / box["height"] == pytest.approx(1144 / 562, rel=0.01)
        seen.append(image.screenshot())
    assert seen[-4] == seen[-2] and seen[-5] == seen[-1] and len(set(seen)) == 14
    page.evaluate("Date.now = () => 0")
    place.locator("button").nth(1).click()
    assert image.get_attribute("src").startswith("data:image/webp;") and place.get_by_role("status").inner_text() == ""
    page.evaluate("Date.now = () => 8000")  # it plays, and rests on step 11
    on.press("Enter")
    place.get_by_text("step 12 of 14").wait_for()


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
