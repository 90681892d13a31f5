"""Numbers of the text lead to where they come from: by mouse, by keyboard, by finger, and from a file."""

import json
import re
from pathlib import Path

import in_text
import pytest
from built_site import SITE, assert_axe_finds_nothing, wait_until

ROOT = Path(__file__).parents[2]
PAGE, NUMBER = "notebooks/use.html", "use/gn_test"
SWITCH, PANEL = ".why-switch", "dialog.origin"
TEXTS = sorted([ROOT / "index.md", *(ROOT / "notebooks").glob("*.md")])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_each_named_number_is_an_element_with_its_name(site, path):
    named = [f"{of['page'] or path.stem}/{of['name']}" for of in in_text.NUMBER.finditer(path.read_text("utf-8"))]
    html = site / path.relative_to(ROOT).with_suffix(".html")
    shown = re.findall(r'<span class="why" data-number="([\w/-]+)">([^<]+)</span>', html.read_text("utf-8"))
    assert sorted(name for name, _ in shown) == sorted(named)
    index = site / "_static" / "why" / f"{path.stem}.js"
    told = json.loads(index.read_text("utf-8").partition(" = ")[2].rstrip(";\n"))["numbers"] if named else {}
    assert told.keys() == set(named)
    assert {(name, number) for name, number in shown} >= {(name, of["printed"]) for name, of in told.items()}


def test_the_indices_are_small(site):
    assert sum(file.stat().st_size for file in (site / "_static" / "why").glob("*.js")) < 400_000


@pytest.fixture
def page(visit):
    with visit(PAGE) as opened:
        assert opened.page.evaluate("window.gnodeWhy") is None  # until it is asked for
        yield opened.page
        assert opened.problems == []


def opened(page):
    page.locator(PANEL).wait_for(state="visible")
    return page.locator(PANEL)


def test_a_click_shows_formula_runs_command_and_commit(page):
    number = page.locator(f"article [data-number='{NUMBER}']").first
    number.click()
    told = " ".join(opened(page).inner_text().split())
    assert f"Where {number.inner_text()} comes from" in told and "mean of R1; R1: scores.test of each run" in told
    assert "20 runs" in told and "gnode run" in told and NUMBER in told
    rows = page.locator(f"{PANEL} tbody tr").all_inner_texts()
    assert len(rows) == 20
    values = [float(row.split()[1]) for row in rows]
    assert f"{sum(values) / 20:.1%}" == number.inner_text()
    page.keyboard.press("Escape")
    page.locator(PANEL).wait_for(state="hidden")


def test_keys_reach_numbers_when_they_are_shown_alone(page):
    numbers = page.locator("article [data-number]")
    assert numbers.first.get_attribute("tabindex") is None
    page.locator(SWITCH).focus()
    page.keyboard.press("Enter")
    assert page.locator(SWITCH).get_attribute("aria-pressed") == "true"
    assert numbers.first.evaluate("of => getComputedStyle(of).textDecorationStyle") == "dotted"
    numbers.first.focus()
    page.keyboard.press("Enter")
    opened(page)
    page.keyboard.press("Escape")
    page.locator(PANEL).wait_for(state="hidden")
    assert numbers.first.evaluate("of => of === document.activeElement")
    page.locator(SWITCH).press("Space")
    assert numbers.first.get_attribute("tabindex") is None


@pytest.mark.weekly
def test_axe_finds_nothing_with_numbers_shown_and_the_panel_open(page):
    page.locator(SWITCH).click()
    page.locator(f"article [data-number='{NUMBER}']").first.click()
    opened(page)
    assert_axe_finds_nothing(page)


def test_a_finger_opens_it_on_a_phone_and_it_fits(on_phone):
    with on_phone(PAGE) as page:
        page.locator(f"article [data-number='{NUMBER}']").first.tap()
        box = opened(page).bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 390 == page.evaluate("innerWidth")
        assert page.locator(f"{PANEL} > div").evaluate("of => of.scrollWidth <= of.clientWidth")


def test_the_citation_names_commit_and_runs(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/{PAGE}")
        tab.page.locator(f"article [data-number='{NUMBER}']").first.click()
        opened(tab.page).get_by_role("button", name="copy as citation").click()
        wait_until(tab.page, "document.querySelector('dialog.origin .buttons').innerText.includes('copied')")
        cited = tab.page.evaluate("navigator.clipboard.readText()")
        keys = tab.page.locator(f"{PANEL} tbody code").all_inner_texts()
        assert len(keys) == 20 and all(key in cited for key in keys)
        assert re.search(r"code at [0-9a-f]{40}", cited) and NUMBER in cited


def test_it_works_where_the_page_is_a_file(tabs):
    with tabs.tab() as tab:
        tab.page.goto((SITE / PAGE).as_uri())
        tab.page.locator(f"article [data-number='{NUMBER}']").first.click()
        assert "mean of R1" in opened(tab.page).inner_text()


def test_a_run_of_the_panel_is_chosen_where_it_can_be_computed_again(page):
    page.locator(f"article [data-number='{NUMBER}']").first.click()
    row = opened(page).locator("tbody tr").nth(3)
    key = row.locator("code").inner_text()
    row.get_by_role("link", name="compute the run of seed 3 now").click()
    wait_until(page, "document.querySelector('#gnode-again .status')?.textContent.startsWith('Open the two files')")
    assert page.evaluate("document.querySelector('#gnode-again [name=run]').selectedOptions[0].text").endswith(key)
