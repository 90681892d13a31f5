"""Where a widget cannot run a still picture stands for it: without scripts or WebAssembly, and on paper."""

import pytest
from built_site import wait_until

HOME = "index.html", "#gnode-play", "img[alt^='Two rows of ten']"
PLAY = "notebooks/play.html", "#gnode-play", ".tag_play-still img"
WIDGETS = [
    HOME,
    PLAY,
    ("notebooks/features.html", "#gnode-quiz", ".quiz-still img"),
    ("notebooks/which_program.html", "#gnode-detective", "article .tag_detective-still img"),
]


@pytest.mark.parametrize(("path", "place", "still"), WIDGETS)
def test_a_still_picture_stands_for_what_cannot_run(still_tabs, without_scripts, address, path, place, still):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{path}")
        tab.page.wait_for_selector(f"{place} :is(button, input)")
        assert tab.page.is_hidden(still) and tab.page.locator("article .elsewhere:visible").count() == 0
        tab.page.emulate_media(media="print")
        assert tab.page.is_visible(still) and tab.page.is_hidden(place)
    with without_scripts(path) as page:
        assert page.is_visible(still) and page.is_hidden(place)
        assert path == "index.html" or page.locator("article .elsewhere:visible").count() > 0


@pytest.mark.parametrize(("path", "place", "still"), [HOME, PLAY])
def test_without_webassembly_too_and_the_reason_is_told(still_tabs, address, path, place, still):
    page = still_tabs.context.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{address}/{path}")
    if path == "index.html":
        wait_until(page, "!document.querySelector('#gnode-play')")
    else:
        wait_until(page, "document.querySelector('#gnode-play').innerText.includes('no WebAssembly')")
        assert "too old" in page.inner_text("#gnode-whole")
    assert page.is_visible(still)
    page.close()
