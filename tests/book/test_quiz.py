"""The quiz: what it shows is what is stored, it tells which was trained longer, and it can be taken by keys alone."""

import re

import numpy as np
import pytest
from built_site import ICON

from study.figures.features import early_and_late
from study.figures.quiz import HOME, PAIRED, QUIZZED, TRAINED, as_features, load_quiz, quantised
from study.figures.stories import pairs
from study.measures import without_mean
from study.store import load_features

PAGE = "notebooks/features.html"


@pytest.fixture(scope="module")
def stored():
    quiz = load_quiz()
    return quiz["nodes"], {kind: as_features(pixels) for kind, pixels in quiz["kinds"].items()}


def off(components):
    """Features with the mean image taken off, which is stored with four digits: right to a level."""
    return quantised(without_mean(np.asarray(components, float), [load_quiz()["home"]["mean"]])).astype(int)


def test_features_are_the_stored_ones_without_the_mean(stored):
    for kind, name in TRAINED.items():
        weights = load_features(name, reading="paper").components[stored[0]]
        np.testing.assert_allclose(stored[1][kind], off(weights), atol=1)


def test_the_pairs_of_home_are_stored_nodes_and_sums_of_their_examples(stored):
    (nodes, kinds), home = stored, {name: load_quiz()["home"][name] for name in HOME}
    trained, untrained = (as_features(home[name]) for name in HOME)
    np.testing.assert_array_equal(trained, quantised(load_features("gcn", reading="paper").components)[PAIRED])
    _, here, there = np.intersect1d(PAIRED, nodes, return_indices=True)
    assert len(here) > 5
    np.testing.assert_allclose(kinds[HOME["untrained"]][there], off(untrained[here]), atol=3)


@pytest.fixture
def opened(still_tabs, address):
    """Return a function that opens the quiz, as large as a phone or otherwise."""
    with still_tabs.tab() as tab:

        def opened(width=1280, height=900):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.page.goto(f"{address}/{PAGE}")
            return tab.page

        yield opened
        assert tab.problems == [] and tab.page.evaluate("refused") == []


def test_of_each_pair_one_is_taken_by_keys_alone_and_it_tells_which_was_trained_longer(opened):
    page, (epochs, features) = opened(), early_and_late()
    trained, tiles = load_features("gcn", reading="paper").components[QUIZZED], page.locator("#gnode-quiz button")
    np.testing.assert_allclose(quantised(features[epochs == 300]).astype(int), off(trained), atol=3)
    drawn = page.evaluate("[...gnodeDraw.weights(gnodeQuizFeatures.pixels)]")
    np.testing.assert_array_equal(drawn, features.ravel())
    for tile in (1, 0, 2, 4, 6, 8, 10):  # in the first pair another choice
        assert not tiles.locator("text=epochs").count()
        tiles.nth(tile).press("Space")
    right = (epochs[:, 0] == 300).sum()
    told = page.inner_text("#gnode-quiz [role=status]")
    assert told == f"You chose the one that was trained longer in {right} of 6 pairs. Chance would give 3."
    assert tiles.all_inner_texts() == [f"{of} epochs" for of in epochs.flat]
    tiles.nth(1).press("Space")  # too late
    assert tiles.evaluate_all("(all) => all.map((one) => one.ariaPressed)") == ["true", "false"] * 6


def test_all_of_it_fits_on_a_phone_and_answers_stay_on_the_page(opened):
    page, requests = opened(width=390, height=844), []
    page.on("request", lambda request: request.url.endswith(ICON) or requests.append(request.url))
    page.locator("#gnode-quiz").scroll_into_view_if_needed()
    assert page.is_hidden("details.quiz-still")  # its numbers are those of the picture
    assert page.locator("#gnode-quiz").bounding_box()["height"] < 844 - 100  # minus the bar at the top
    for pair in page.locator("#gnode-quiz .pairs > div").all():
        pair.locator("button").first.click()
    assert page.inner_text("#gnode-quiz .title").endswith(" Chance would give 3.")
    assert requests == []


def test_the_last_page_tells_what_was_answered_on_others_and_forgets_it(opened, address):
    page = opened()
    for pair in page.locator("#gnode-quiz .pairs > div").all():
        pair.locator("button").first.click()
    pages = {
        "features": (early_and_late()[0][:, 0] == 300).sum(),
        "stories": pairs()["the feature"].str.endswith("A</details>").sum(),
    }
    answers = {"accuracy": "0 of 2 right"} | {of: f"{right} of 6 right" for of, right in pages.items()}
    answers |= {"home": "right|wrong", "memory": r"A = 0\.7: more than a point below the best"}
    page.goto(f"{address}/notebooks/accuracy.html"), page.locator("#gnode-guess button").nth(0).click()
    page.locator("#gnode-guess button").nth(2).click()
    page.goto(f"{address}/notebooks/memory.html"), page.click("#gnode-dial .reveal button")
    page.goto(f"{address}/index.html"), page.click("#gnode-play button[value=A]")
    page.goto(f"{address}/notebooks/stories.html")
    for row in page.locator(".tag_pairs tbody tr").all():
        row.get_by_role("button", name="A is the feature").click()
    page.goto(f"{address}/notebooks/use.html")
    told = page.locator("[data-told]").evaluate_all("(all) => all.map((one) => [one.dataset.told, one.textContent])")
    assert dict(told).keys() == answers.keys()
    assert [(of, answer) for of, answer in told if not re.fullmatch(answers[of], answer)] == []
    n = sum(of == "right" or of[0] == of[5:6] for _, of in told) or "none"
    assert page.inner_text("#gnode-total") == f"You answered 5 of these 5 questions, {n} of them without a mistake."
    page.click("#gnode-forget")
    assert set(page.locator("[data-told]").all_inner_texts()) == {"none yet"}


def test_pairs_of_a_language_model_are_guessed_by_keys(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/stories.html")
        for row in tab.page.locator(".tag_pairs tbody tr").all():
            row.get_by_role("button", name="A is the feature").press("Enter")
        right = sum(of.endswith("A</details>") for of in pairs()["the feature"])
        assert tab.page.inner_text(".tag_pairs .score") == f"You have {right} of 6 right; by chance one expects 3."
