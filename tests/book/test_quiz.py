"""The quiz: what it shows is what is stored, and it can be taken by keys alone and again."""

import base64

import numpy as np
import pytest
from built_site import wait_until

from study.figures.quiz import load_quiz, quantised, stored_judgements
from study.store import load_features

PAGE = "notebooks/features.html"
STORED = {"GN": "gn", "GCN": "gcn", "Auto-encoder": "usv", "Supervised layer": "sv", "Principal component": "pca"}
BY_CLASS = ("GCN", "Class sum")  # whose nodes have a class of their own


@pytest.fixture(scope="module")
def stored():
    quiz = load_quiz()
    return quiz["nodes"], {kind["name"]: kind for kind in quiz["kinds"]}


def pixels_of(kind):
    return np.frombuffer(base64.b64decode(kind["pixels"]), np.int8).reshape(-1, 256)


def test_features_and_judgements_are_the_stored_ones(stored):
    nodes, kinds = stored
    assert len(set(nodes)) == 30
    for kind, name in STORED.items():
        weights = load_features(name, reading="paper").components
        np.testing.assert_array_equal(pixels_of(kinds[kind]), quantised(weights)[nodes])
    line, judgements = stored_judgements()
    assert len(judgements) == len(kinds) - 1
    for kind, judged in judgements.items():
        sees, own, shown = (judged["confidence"] > line).to_numpy(), judged["own"].to_numpy(), kinds[kind]
        assert np.where(sees, judged["digit"], -1)[nodes].tolist() == shown["judge"] and shown["seen"] == sees.mean()
        assert shown["own"] == own[nodes].tolist()
        assert shown["named"] == (sees & (judged["digit"].to_numpy() == own)).mean()


@pytest.fixture
def opened(still_tabs, address):
    """Return a function that opens the quiz of a seed, as large as a phone or otherwise."""
    with still_tabs.tab() as tab:

        def opened(seed=None, width=1280, height=900):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.page.goto(f"{address}/{PAGE}{'' if seed is None else f'#quiz={seed}'}")
            wait_until(tab.page, "window.gnodeQuiz?.features.length === 20")
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
    page = opened(seed)
    assert shown(page) == drawn_by_numpy(seed, *stored)
    assert page.evaluate("document.querySelector('#gnode-quiz').getBoundingClientRect().top") < 200


def test_by_keys_alone_and_what_it_tells(opened, stored):
    page = opened(7)
    names, kinds = [name for name, _ in shown(page)], stored[1]
    assert page.get_attribute("#gnode-quiz .asking canvas", "aria-label") == "A feature, 1 of 20"
    for key in ("4", "Backspace", "Backspace"):  # there is nothing left to take back
        page.keyboard.press(key)
    assert page.evaluate("gnodeQuiz.answers") == []
    owns = page.evaluate("gnodeQuiz.features.map(({ own }) => own)")
    said = [own if own >= 0 else 3 if name == "Sum of rows" else -1 for name, own in zip(names, owns)]
    for value in said:
        page.keyboard.press("n" if value < 0 else str(value))
    assert page.evaluate("gnodeQuiz.answers") == said
    assert page.evaluate("document.activeElement.textContent").startswith("You saw a digit in 0 of 3 features of GN,")
    lines = page.locator("#gnode-quiz tbody tr").all_inner_texts()
    for line, kind in zip(lines, kinds.values(), strict=True):
        seen = kind["asked"] if kind["name"] in (*BY_CLASS, "Sum of rows") else 0
        assert line.startswith(kind["name"]) and ("untrained" not in line) == kind["trained"]
        assert line.split("\t")[1:] == [f"{seen} of {kind['asked']}", f"{np.floor(100 * kind['seen'] + 0.5):.0f}%"]
    told = page.inner_text("#gnode-quiz .told")
    judge = " and ".join(f"{np.floor(100 * kinds[kind]['named'] + 0.5):.0f}%" for kind in BY_CLASS)
    assert f"You named that digit in 3 of 3 and 3 of 3, the judge in {judge}." in told
    first = shown(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # others
    assert shown(page) != first and page.evaluate("gnodeQuiz.answers") == []
