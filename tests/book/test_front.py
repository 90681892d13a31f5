"""The figure on Home: trained nodes above untrained ones, the same as in Python, and what they score."""

import re

import numpy as np
import pytest
from built_site import wait_until

from study.figures import home

ALL = ("GN", "GCN", "AE", "AE1", "GN sums", "GCN sums", "GN noise")
LAYER = "([name, part]) => [...gnodeFront.layers[name][part]]"
PICTURES = "document.querySelectorAll('#gnode-play canvas')"
SHOWN = f"Array.from({PICTURES}, (one) => one.toDataURL()).join()"


@pytest.fixture(scope="module")
def front(still_tabs, address):
    """The figure, when all its layers are known."""
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/index.html")
        wait_until(tab.page, f"window.gnodeFront && Object.keys(gnodeFront.right).length === {len(ALL)}")
        yield tab.page
        assert tab.problems == []


def choose(front, *values):
    for value in values:
        front.click(f"#gnode-play button[value={value}]")
    wait_until(front, "!gnodeFront.busy")


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
    shown = front.locator("#gnode-play button small").all_inner_texts()
    assert shown == [f"{100 * right[name]:.1f}%" for name in ("GCN", "GN", "AE1", "AE", "GN sums", "GN noise")]
    pressed = front.locator("#gnode-play [aria-pressed=true]").evaluate_all("all => all.map((one) => one.value)")
    assert pressed == ["GN", "sums"]


def test_a_button_changes_the_pictures_at_once_and_what_it_shows_is_told(front):
    choose(front, "GN", "sums")
    press = f"(value) => {{ document.querySelector(`#gnode-play button[value=${{value}}]`).click(); return {SHOWN}; }}"
    for value in ("GCN", "AE", "noise", "sums", "GCN"):
        before = front.evaluate(SHOWN)
        assert front.evaluate(press, value) != before, value  # what is known waits for nothing
        assert not front.evaluate("gnodeFront.busy")
    labels = front.locator("#gnode-play canvas").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert labels[3] == "Feature 4: GCN, trained on digits 3" and labels[13] == "Feature 4: a sum of digits 3"
    said, right = front.inner_text("#gnode-play .status"), front.evaluate("gnodeFront.right")
    assert re.match(r"GCN was trained just now, in \S+ s; the sums were not trained\.", said)
    assert f"gets {100 * right['GCN']:.1f}% and {100 * right['GCN sums']:.1f}% of 1,000 unseen digits right" in said
    choose(front, "AE", "noise")
    seconds = home.load_autoencoders()["AE"].seconds
    told = re.search(r"trained beforehand, for (\S+) s; below it is noise\.", front.inner_text("#gnode-play .status"))
    assert float(told[1]) == pytest.approx(seconds, rel=0.05)
