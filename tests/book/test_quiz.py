"""The quiz: what it shows is what is stored, it tells who was trained, and it can be taken by keys alone and again."""

import numpy as np
import pytest
from built_site import ICON, wait_until

from study.figures.quiz import FIRST, HOME, PAIRED, TRAINED, as_features, draw_quiz, load_quiz, quantised
from study.figures.stories import pairs
from study.measures import without_mean
from study.store import load_features

PAGE = "notebooks/features.html"


@pytest.fixture(scope="module")
def stored():
    quiz = load_quiz()
    return quiz["nodes"], {kind["name"]: kind for kind in quiz["kinds"]}


def off(components):
    """Features with the mean image taken off, which is stored with four digits: right to a level."""
    return quantised(without_mean(np.asarray(components, float), [load_quiz()["home"]["mean"]])).astype(int)


def test_features_are_the_stored_ones_without_the_mean(stored):
    for kind, name in TRAINED.items():
        weights = load_features(name, reading="paper").components[stored[0]]
        np.testing.assert_allclose(as_features(stored[1][kind]["pixels"]), off(weights), atol=1)


def test_the_pairs_of_home_are_stored_nodes_and_sums_of_their_examples(stored):
    (nodes, kinds), home = stored, {name: load_quiz()["home"][name] for name in HOME}
    trained, untrained = (as_features(home[name]) for name in HOME)
    np.testing.assert_array_equal(trained, quantised(load_features("gcn", reading="paper").components)[PAIRED])
    _, here, there = np.intersect1d(PAIRED, nodes, return_indices=True)
    assert len(here) > 5
    np.testing.assert_allclose(as_features(kinds[HOME["untrained"]]["pixels"])[there], off(untrained[here]), atol=3)


@pytest.fixture
def opened(still_tabs, address):
    """Return a function that opens the quiz, as large as a phone or otherwise."""
    with still_tabs.tab() as tab:

        def opened(width=1280, height=900):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.page.goto(f"{address}/{PAGE}")
            wait_until(tab.page, "window.gnodeQuiz?.features.length === 12")
            return tab.page

        yield opened
        assert tab.problems == [] and tab.page.evaluate("refused") == []


def shown(page):
    return page.evaluate("gnodeQuiz.features.map(({ kind, node }) => [kind.name, node])")


@pytest.mark.parametrize("seed", [FIRST, 999999999])
def test_the_page_begins_with_the_quiz_on_paper_and_a_link_repeats_another(opened, stored, seed):
    page, drawn = opened(), draw_quiz(seed)
    if seed != FIRST:
        page.goto(f"{page.url}#quiz={seed}")
    wait_until(page, f"document.querySelector('#gnode-quiz .same').href.endsWith('={seed}')")
    found = shown(page)
    assert [kind for kind, _ in found] == [kind for kind, _ in drawn]
    pixels = [as_features(stored[1][kind]["pixels"])[stored[0].index(node)] for kind, node in found]
    np.testing.assert_array_equal(pixels, [of for _, of in drawn])


def test_by_keys_alone_and_what_it_tells(opened, stored):
    page, kinds = opened(), stored[1]
    tiles, first = page.locator("#gnode-quiz .features button"), shown(page)
    trained = [kinds[name]["trained"] for name, _ in first]
    assert sum(trained) == 6 and set(tiles.locator("span").all_inner_texts()) == set("ABCDEFGHIJKL")
    marked = [trained.index(True), *[i for i, of in enumerate(trained[:11]) if not of][:2]]
    for tile in (*marked, 11, 11):  # the last one twice
        tiles.nth(tile).press("Space")
    pressed = [tile.get_attribute("aria-pressed") == "true" for tile in tiles.all()]
    page.locator("#gnode-quiz .tell").press("Enter")
    told = page.evaluate("document.activeElement.textContent")
    assert [i for i, of in enumerate(pressed) if of] == sorted(marked)
    assert told == "You marked 3, of which 1 was trained. Chance would give 1.5."
    for tile, (_, node), of in zip(tiles.all(), first, trained, strict=True):
        name = f"{'trained on' if of else 'sum of'} {node % 10}s"
        assert tile.inner_text() == name == tile.get_attribute("aria-label")
        assert tile.evaluate("(one) => one.classList.contains('trained')") == of
    page.locator("#gnode-quiz .tell").press("Enter")  # others
    assert shown(page) != first and tiles.first.inner_text() == "A"


def test_all_of_it_fits_on_a_phone_and_answers_stay_on_the_page(opened):
    page, requests = opened(width=390, height=844), []
    page.on("request", lambda request: request.url.endswith(ICON) or requests.append(request.url))
    kept = page.evaluate("JSON.stringify(localStorage)")
    page.locator("#gnode-quiz").scroll_into_view_if_needed()
    assert page.is_hidden("details.quiz-still")  # its letters are those of the picture
    assert page.locator("#gnode-quiz").bounding_box()["height"] < 844 - 100  # minus the bar at the top
    page.click("#gnode-quiz .features button >> nth=0"), page.click("#gnode-quiz .tell")
    assert page.inner_text("#gnode-quiz .title").endswith(" Chance would give 0.5.")
    assert requests == [] and page.evaluate("JSON.stringify(localStorage)") == kept


def test_pairs_of_a_language_model_are_guessed_by_keys(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/stories.html")
        for row in tab.page.locator(".tag_pairs tbody tr").all():
            row.get_by_role("button", name="A is the feature").press("Enter")
        right = sum(of.endswith("A</details>") for of in pairs()["the feature"])
        assert tab.page.inner_text(".tag_pairs .score") == f"You have {right} of 6 right; by chance one expects 3."
