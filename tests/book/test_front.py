"""The figure on Home: trained nodes above untrained ones, the same as in Python, and what they score."""

import re

import numpy as np
import pytest
from built_site import wait_until

from study.figures import home, quiz

TRAINED = {"GN", "GCN"}
LAYER = "([name, part]) => [...gnodeFront.layers[name][part]]"
LABELS = "all => all.map((one) => one.getAttribute('aria-label'))"
SHOWN = "Array.from(document.querySelectorAll('#gnode-play canvas'), (one) => one.toDataURL()).join()"


@pytest.fixture(scope="module")
def front(still_tabs, address):
    """The figure, when it has trained its layers."""
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/index.html")
        assert tab.page.is_hidden("#gnode-play .live")
        tab.page.click("#gnode-play button[value=B]")
        tab.page.click("#gnode-play .live summary")
        wait_until(tab.page, f"window.gnodeFront && Object.keys(gnodeFront.right).length === {len(TRAINED)}")
        yield tab.page
        assert tab.problems == []


def choose(front, *values):
    for value in values:
        front.click(f"#gnode-play button[value={value}]")


def test_layers_are_pythons_to_the_bit_or_stored_and_so_are_their_scores(front):
    layers, nodes = home.layers(), front.evaluate("gnodeShown.nodes")
    right, stored = front.evaluate("[gnodeFront.right, gnodeShown.right]")
    assert set(right) == TRAINED and stored == {name: home.score(*layer) for name, layer in layers.items()}
    for name, layer in layers.items():
        found = np.reshape(front.evaluate("(name) => [...gnodeShown.features.MNIST[name]]", name), (-1, 256))
        drawn = quiz.quantised(home.without_mean(layer[0])[nodes]).astype(int)
        assert np.abs(drawn - quiz.quantised(found)).max() <= (name in TRAINED), name
    for name in TRAINED:
        for part, expected in zip(("components", "intercept"), layers[name]):
            np.testing.assert_array_equal(np.float32(front.evaluate(LAYER, [name, part])), expected.ravel())
        assert right[name] == pytest.approx(stored[name], abs=0.0011)
    choose(front, "GN", "sums")
    pressed = front.locator("#gnode-play [aria-pressed=true]")
    assert pressed.evaluate_all("all => all.map((one) => one.value)") == ["GN", "sums"]


def test_a_button_changes_the_pictures_at_once_and_what_it_shows_is_told(front):
    choose(front, "GN", "sums")
    press = f"(value) => {{ document.querySelector(`#gnode-play button[value=${{value}}]`).click(); return {SHOWN}; }}"
    for value in ("GCN", "AE", "noise", "sums", "GCN"):
        before = front.evaluate(SHOWN)
        assert front.evaluate(press, value) != before, value
    told = {f"Feature 4: {what}, digit 3" for what in ("trained by GCN", "not trained: sums of the same digits")}
    assert told == set(front.locator("#gnode-play canvas").evaluate_all(LABELS)[3::10])
    said, right = front.inner_text("#gnode-play"), front.evaluate("({ ...gnodeShown.right, ...gnodeFront.right })")
    above, below = (f"{100 * right[name]:.0f}%" for name in ("GCN", "GCN sums"))
    told = f"gets {above} of 1,000 unseen digits right with the trained nodes, and {below} with the sums:"
    assert said.startswith(f"On MNIST, a linear classifier {told}\n")
    assert re.search(r"GCN has just been trained again in your browser, in \S+ s\.", said)
    choose(front, "AE", "noise")
    told = re.search(r"trained beforehand, in (\S+) s\.", front.inner_text("#gnode-play .status"))
    assert float(told[1]) == pytest.approx(home.load_autoencoders()["AE"]["seconds"], rel=0.05)


def test_pictures_are_there_before_anything_is_trained_and_no_word_gives_the_answer_away(browser, address):
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.add_init_script("Math.random = () => 0.9; Worker = class { postMessage() {} addEventListener() {} }")
        page.goto(f"{address}/index.html")
        shown = page.evaluate(SHOWN)
        labels = page.locator("#gnode-play canvas").evaluate_all(LABELS)
        assert labels == [f"Feature {i}" for i in range(1, 11)] * 2 and len(set(shown.split(","))) > 20
        for key in ("Tab", "Tab", "Enter", "Tab", "Enter"):  # the second link leads to the quiz
            page.keyboard.press(key)
        assert page.inner_text("#gnode-play .title").startswith("Right, A was trained. B was not, and")
        told = ["A · trained by GCN", "B · not trained: sums of the same digits"]
        assert page.locator(".which").all_inner_texts() == told and page.evaluate(SHOWN) == shown


def test_one_may_guess_again_with_other_nodes_that_have_the_same_places_on_both_sets(front):
    rows = []
    assert front.evaluate("gnodeShown.nodes") == quiz.PAIRED.tolist()
    for _ in range(12):
        before, hits, last = front.evaluate("[{ ...gnodeFront.nodes }, gnodeFront.hits, gnodeFront.set]")
        front.click("#gnode-play [value=again]")
        assert front.locator("#gnode-play canvas").evaluate_all(LABELS) == [f"Feature {i}" for i in range(1, 11)] * 2
        nodes, on, shown = *front.evaluate("[gnodeFront.nodes, gnodeFront.set]"), front.evaluate(SHOWN)
        assert on != last
        assert np.subtract(nodes[on], before[on]).all() and [quiz.PAIRED[at] % 10 for at in nodes[on]] == [*range(10)]
        front.click("#gnode-play ol.features") if len(rows) % 2 else front.keyboard.press("Enter")  # on row A
        rows.append("No, B" if front.evaluate("gnodeFront.swapped") else "Right, A")
        score = rf"{rows[-1]} was trained\. (?s:.*)\n{hits + (rows[-1] == 'Right, A')} of {len(rows) + 1} right; by "
        assert re.match(score, front.inner_text("#gnode-play")) and front.evaluate(SHOWN) == shown
    choose(front, "GCN")
    assert len(set(rows)) == 2 and "by chance" not in front.inner_text("#gnode-play")
