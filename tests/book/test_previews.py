"""The words of the glossary show their definitions: under the mouse, by keyboard, and to screen readers."""

import re

import pytest
from built_site import REST, assert_axe_finds_nothing, wait_until

PAGE = "notebooks/memory.html"
ON_SCREEN = """() => {
  const { left, right, top, bottom } = document.querySelector(".preview").getBoundingClientRect();
  return right > left && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}"""


@pytest.fixture
def page(visit):
    with visit(PAGE) as opened:
        opened.page.emulate_media(reduced_motion="reduce")
        opened.page.locator(".preview").wait_for(state="attached")  # the script has run
        yield opened.page
        assert opened.problems == []


@pytest.fixture
def word(page):
    word = page.locator("article a.defined", has_text=re.compile("^amnesia factor$", re.IGNORECASE))
    assert word.count() == 1  # the first use, and no other
    word.scroll_into_view_if_needed()
    return word


def tip(page):
    return page.get_by_role("tooltip")


def test_mouse_and_keyboard_bring_the_definition_and_put_it_away(page, word):
    assert not tip(page).is_visible()
    word.hover()
    assert "how much of the earlier nodes" in tip(page).inner_text()
    tip(page).hover()
    page.evaluate(REST, 300)
    assert tip(page).is_visible()  # it may be read with the mouse on it
    page.mouse.move(0, 0)
    tip(page).wait_for(state="hidden")
    word.focus()
    assert_axe_finds_nothing(page, ".preview")
    page.keyboard.press("Escape")
    assert not tip(page).is_visible()
    described = page.locator(f"#{word.get_attribute('aria-describedby')}")
    assert "how much of the earlier nodes" in described.text_content()  # for screen readers


def test_on_a_phone_it_stays_on_the_screen(page):
    page.set_viewport_size({"width": 390, "height": 844})
    for word in page.locator("article a.defined:visible").all():
        word.focus()
        wait_until(page, ON_SCREEN)  # the focus scrolls the page, and the definition follows


def test_a_fingers_first_tap_shows_it_and_the_second_follows_the_link(on_phone):
    with on_phone(PAGE) as page:
        word = page.locator("article a.defined:visible").first
        word.tap()
        assert tip(page).is_visible() and page.url.endswith(PAGE)
        word.tap()
        page.wait_for_url("**/glossary.html#term-*")
