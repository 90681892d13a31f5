"""The quiz: what it shows is what is stored, it tells who was trained, and it can be taken by keys alone and again."""

import base64

import numpy as np
import pytest
from built_site import ICON, wait_until

from study.figures.quiz import FIRST, HOME, PAIRED, TRAINED, draw_quiz, load_quiz, quantised
from study.figures.stories import pairs
from study.measures import without_mean
from study.store import load_features

PAGE = "notebooks/features.html"


@pytest.fixture(scope="module")
def stored():
    quiz = load_quiz()
    return quiz["nodes"], {kind["name"]: kind for kind in quiz["kinds"]}


def pixels_of(kind):
    return np.frombuffer(base64.b64decode(kind["pixels"]), np.int8).reshape(-1, 256)


def off(components):
    """Features with the mean image taken off, which is stored with four digits: right to a level."""
    return quantised(without_mean(np.asarray(components, float), [load_quiz()["home"]["mean"]])).astype(int)


def test_features_are_the_stored_ones_without_the_mean(stored):
    nodes, kinds = stored
    assert len(set(nodes)) == 30
    for kind, name in TRAINED.items():
        weights = load_features(name, reading="paper").components[nodes]
        np.testing.assert_allclose(pixels_of(kinds[kind]), off(weights), atol=1)


def test_the_pairs_of_home_are_stored_nodes_and_sums_of_their_examples(stored):
    (nodes, kinds), home = stored, {name: load_quiz()["home"][name] for name in HOME}
    trained, untrained = (pixels_of({"pixels": home[name]}) for name in HOME)
    np.testing.assert_array_equal(trained, quantised(load_features("gcn", reading="paper").components)[PAIRED])
    _, here, there = np.intersect1d(PAIRED, nodes, return_indices=True)
    assert len(here) > 5
    np.testing.assert_allclose(pixels_of(kinds[HOME["untrained"]])[there], off(untrained[here]), atol=3)


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


def drawn_by_numpy(seed, nodes, kinds):
    """The features of a seed: of each kind those with the smallest numbers, in the order of others."""
    pool = [(name, node) for name in kinds for node in nodes]
    random = np.random.RandomState(seed)
    pick, _, order = (random.random_sample(n) for n in (len(pool), 1, len(pool)))
    chosen = []
    for k, kind in enumerate(kinds.values()):
        of = np.arange(len(pool)).reshape(len(kinds), -1)[k]
        chosen += list(of[np.argsort(pick[of])][: kind["asked"]])
    return [list(pool[at]) for at in sorted(chosen, key=lambda at: order[at])]


@pytest.mark.parametrize("seed", [0, 999999999])
def test_a_link_repeats_a_quiz(opened, stored, seed):
    (page := opened()).goto(f"{page.url}#quiz={seed}")
    wait_until(page, f"document.querySelector('#gnode-quiz .same').href.endsWith('={seed}')")
    assert shown(page) == drawn_by_numpy(seed, *stored)


def test_the_page_begins_with_the_quiz_on_paper(opened, stored):
    """Its letters, and so its answers, are those of the still picture."""
    begun = shown(opened())
    assert [kind for kind, _ in begun] == [kind for kind, _ in draw_quiz(FIRST)]
    pixels = [pixels_of(stored[1][kind])[stored[0].index(node)] for kind, node in begun]
    np.testing.assert_array_equal(pixels, [of for _, of in draw_quiz(FIRST)])


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
        tab.page.goto(f"{address}/notebooks/control.html")
        for row in tab.page.locator(".tag_pairs tbody tr").all():
            row.get_by_role("button", name="A is the feature").press("Enter")
        right = sum(of.endswith("A</details>") for of in pairs()["the feature"])
        assert tab.page.inner_text(".tag_pairs .score") == f"{right} of 6 right; by chance one expects 3."
