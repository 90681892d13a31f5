"""The figure on Home: trained nodes above untrained ones, the same as in Python, and what they score."""

import re

import numpy as np
import pytest
from built_site import wait_until

from study.figures import home

ALL = ("GN", "GCN", "AE", "AE1", "GN sums", "GCN sums", "GN noise")
LAYER = "([name, part]) => [...gnodeFront.layers[name][part]]"
PICTURES = "document.querySelectorAll('#gnode-play canvas')"
LABELS = "all => all.map((one) => one.getAttribute('aria-label'))"
SHOWN = f"Array.from({PICTURES}, (one) => one.toDataURL()).join()"


@pytest.fixture(scope="module")
def front(still_tabs, address):
    """The figure, when all its layers are known."""
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/index.html")
        tab.page.click("#gnode-play button[value=B]")
        wait_until(tab.page, f"window.gnodeFront && Object.keys(gnodeFront.right).length === {len(ALL)}")
        yield tab.page
        assert tab.problems == []


def choose(front, *values):
    for value in values:
        front.click(f"#gnode-play button[value={value}]")


def test_layers_are_pythons_to_the_bit_or_its_sums_and_noise_and_so_are_their_scores(front):
    layers = home.layers()
    right = front.evaluate("gnodeFront.right")
    assert set(right) == set(layers) == set(ALL)
    for name, layer in layers.items():
        for part, expected in zip(("components", "intercept"), layer):
            tolerance = 0 if name in ("GCN", "GN", "AE1", "AE") else 1e-5
            found = np.float32(front.evaluate(LAYER, [name, part]))
            np.testing.assert_allclose(found, expected.ravel(), rtol=tolerance, atol=tolerance)
        assert right[name] == pytest.approx(home.score(*layer), abs=0.0011), name
    choose(front, "GN", "sums")
    pressed = front.locator("#gnode-play [aria-pressed=true]").evaluate_all("all => all.map((one) => one.value)")
    assert pressed == ["GN", "sums"]


def test_a_button_changes_the_pictures_at_once_and_what_it_shows_is_told(front):
    choose(front, "GN", "sums")
    press = f"(value) => {{ document.querySelector(`#gnode-play button[value=${{value}}]`).click(); return {SHOWN}; }}"
    for value in ("GCN", "AE", "noise", "sums", "GCN"):
        before = front.evaluate(SHOWN)
        assert front.evaluate(press, value) != before, value
    labels = front.locator("#gnode-play canvas").evaluate_all(LABELS)
    assert labels[3] == "Feature 4: GCN, trained on digits 3" and labels[13] == "Feature 4: a sum of digits 3"
    said, right = front.inner_text("#gnode-play .status"), front.evaluate("gnodeFront.right")
    above, below = (f"{100 * right[name]:.0f}%" for name in ("GCN", "GCN sums"))
    assert re.match(r"GCN has just been trained again in your browser, in \S+ s\.", said)
    assert f"names {above} of 1,000 unseen digits, and {below} on the sums" in said
    choose(front, "AE", "noise")
    seconds = home.load_autoencoders()["AE"]["seconds"]
    told = re.search(r"trained beforehand, in (\S+) s\.", front.inner_text("#gnode-play .status"))
    assert float(told[1]) == pytest.approx(seconds, rel=0.05)


def test_pictures_are_there_before_anything_is_trained_and_no_word_gives_the_answer_away(browser, address):
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script("Math.random = () => 0.9;")  # the trained row is the upper one
        page.add_init_script("globalThis.Worker = class { postMessage() {} addEventListener() {} };")  # never trains
        page.goto(f"{address}/index.html")
        shown = page.evaluate(SHOWN)
        labels = page.locator("#gnode-play canvas").evaluate_all(LABELS)
        assert labels == [f"Feature {i}" for i in range(1, 11)] * 2 and len(set(shown.split(","))) > 20
        page.click("#gnode-play button[value=A]")
        assert page.inner_text("#gnode-play .status").startswith("Right, row A was trained.")
        assert page.evaluate(SHOWN) == shown


def test_one_may_guess_again_with_other_nodes_in_either_row(front):
    rows = set()
    for _ in range(12):
        front.click("#gnode-play [value=again]")
        assert front.locator("#gnode-play canvas").evaluate_all(LABELS) == [f"Feature {i}" for i in range(1, 11)] * 2
        swapped = front.evaluate("gnodeFront.swapped")
        front.keyboard.press("Enter")  # on row A
        said = "No, row B was trained." if swapped else "Right, row A was trained."
        assert front.inner_text("#gnode-play .status").startswith(said)
        assert front.locator("#gnode-play canvas").evaluate_all(LABELS)[3] == "Feature 4: GCN, trained on digits 3"
        rows.add((swapped, front.evaluate("gnodeFront.first % 10")))
    assert rows == {(False, 0), (True, 0)}
