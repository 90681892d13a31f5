"""Pictures on a page: those that move stop, begin anew and go by steps, and on a phone all have the screen's width."""

import pytest
from built_site import PAGES, assert_axe_finds_nothing, set_mode

PAGE = "notebooks/how_it_works.html"
PLAY = ".moving button:nth-child(2)"
pages = pytest.mark.parametrize("opened", [page for page in PAGES if page.startswith("notebooks/")], indirect=True)


@pytest.fixture
def page(request, address):
    tabs, part = getattr(request, "param", ("tabs", ""))
    with request.getfixturevalue(tabs).tab() as opened:
        opened.page.goto(f"{address}/{PAGE}{part}")
        yield opened.page
        assert opened.problems == []


def test_a_picture_plays_once_as_its_page_opens_and_by_its_button(page):
    image, button = page.locator("img[data-seconds]"), page.locator(PLAY)
    page.locator("img[src^='data:image/webp;time=1;base64,']").wait_for()
    page.get_by_text("■ Stop here").press("Enter")
    page.get_by_text("▶ Play").wait_for()
    assert image.get_attribute("src").endswith("/steps/examples.webp")
    button.press("Enter")
    assert image.get_attribute("src").startswith("data:image/webp;time=2;base64,")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 1000
    image.evaluate("image => { image.dataset.seconds = 0.1; }")  # it rests on its end
    button.click()
    page.get_by_text("▶ Play").click()
    page.wait_for_function("image => image.src.startsWith('data:image/png')", arg=image.element_handle())
    assert_axe_finds_nothing(page, ".moving")


@pytest.mark.parametrize("page", [("still_tabs", ""), ("tabs", "#two-versions")], indirect=True)
def test_it_rests_where_motion_is_unwelcome_or_it_is_not_seen_and_goes_by_steps(page):
    image, place = page.locator("img[data-seconds]").first, page.locator(".moving").first
    back, on = place.get_by_role("button", name="Step back"), place.get_by_role("button", name="Next step")
    page.evaluate("new Promise(requestAnimationFrame)")
    assert image.get_attribute("src").startswith("data:image/png") and page.inner_text(PLAY) == "▶ Play"
    sizes = "all => Math.min(...all.flatMap((of) => [of.offsetWidth, of.offsetHeight]))"
    assert place.locator("button").evaluate_all(sizes) >= 44
    seen = []
    for button, told in (*((on, n % 9 + 1) for n in range(10)), (back, 9), (back, 8)):
        button.press("Enter")
        page.locator(".moving", has_text=f"▶ Play›step {told} of 9").wait_for()
        assert image.evaluate("of => of.offsetWidth / of.offsetHeight") == pytest.approx(1040 / 798, rel=0.01)
        seen.append(image.screenshot())
    assert seen[9:] == [seen[0], seen[8], seen[7]] and len(set(seen)) == 9
    page.evaluate("Date.now = () => 0")
    page.click(PLAY)
    assert image.get_attribute("src").startswith("data:image/webp;") and place.get_by_role("status").inner_text() == ""
    page.evaluate("Date.now = () => 5000")  # it plays, and has come to step 5
    on.press("Enter")
    place.get_by_text("step 6 of 9").wait_for()


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
