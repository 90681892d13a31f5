"""The figure to play with, node by node: to pause, one node on, to go on; and how the error of each node goes down."""

import re

import numpy as np
import pytest
from built_site import wait_until
from figure_page import PAGE, READY, change, components, status

from gnode import GreedyByClassByNode, GreedyByNode

# Small layers have fewer nodes than classes, or saturated ones.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

NODES = "gnodePlay.runs[0].nodes.length"
SHOWN = "gnodePlay.runs[0].shown"


def rests_at(page, n):
    """Tell whether n nodes are trained and shown, and stay it (bool)."""
    wait_until(page, f"{SHOWN} === {n}")
    page.wait_for_timeout(300)
    return page.evaluate(f"[{NODES}, {SHOWN}]") == [n, n]


def test_an_interrupted_layer_is_pythons_to_the_bit(tabs, address, digits):
    with tabs.tab() as tab:
        page = tab.page
        page.goto(f"{address}/{PAGE}#data=digits&rule=fading&nodes=20&epochs=30")
        wait_until(page, f"window.gnodePlay && {NODES} > 2")
        page.click(".pause")
        assert page.inner_text(".pause") == "Go on" and page.inner_text(".train") == "Stop"
        page.wait_for_timeout(300)
        n = page.evaluate(NODES)
        assert rests_at(page, n) and 2 < n < 20
        assert status(page) == f"Paused. {n} nodes of 20 shown."
        for i in (1, 2, 3):
            page.click(".step")
            assert rests_at(page, n + i)
        page.click(".pause")
        assert page.inner_text(".pause") == "Pause"
        wait_until(page, f"{SHOWN} > {n + 4}")  # by itself
        page.click(".step")  # waits again
        page.wait_for_timeout(300)
        assert page.evaluate("gnodePlay.busy()") and rests_at(page, page.evaluate(NODES))
        page.click(".pause")
        wait_until(page, READY)
        assert page.locator(".pause").is_disabled()
        layer = GreedyByClassByNode(20, max_epochs=30, reading="mended", random_state=0).fit(*digits)
        np.testing.assert_array_equal(components(page), layer.components_.ravel())


def test_from_the_first_node_to_the_last_one_by_one_stopped_and_with_two_runs(open_figure):
    page = open_figure("nodes=5&epochs=5&other=amnesia&value=1")
    for n in (1, 2):
        page.focus(".step")
        page.keyboard.press("Enter")
        assert rests_at(page, n) and page.evaluate("gnodePlay.busy()")
        wait_until(page, f"gnodePlay.runs[1].shown === {n}")
    change(page, "amnesia", 0.5)  # trains on
    assert [page.evaluate(f"gnodePlay.runs[{run}].shown") for run in (0, 1)] == [5, 5]
    page.click(".step")
    assert rests_at(page, 1)
    page.click(".train")
    assert page.inner_text("#gnode-play .status").startswith("Stopped. 1 node of 5 shown.")
    assert page.inner_text(".pause") == "Pause" and page.locator(".pause").is_disabled()


@pytest.mark.parametrize(("algorithm", "estimator"), [("GN", GreedyByNode), ("GCN", GreedyByClassByNode)])
def test_the_curve_is_the_librarys_to_the_bit(open_figure, digits, algorithm, estimator):
    page = open_figure(f"algorithm={algorithm}&nodes=20&epochs=40")  # some by their weights, some by inner products
    losses = page.evaluate("gnodePlay.runs[0].nodes.map(({losses}) => Array.from(losses))")
    layer = estimator(20, max_epochs=40, reading="mended", random_state=0).fit(*digits)
    for given, expected in zip(losses, layer.loss_curve_, strict=True):
        np.testing.assert_array_equal(given, expected)
    said = page.inner_text("#gnode-play .loss p >> nth=0")
    first, last = 2 * layer.loss_curve_[-1][[0, -1]] / 64
    assert said == (
        f"Node 20 as it trained: squared error per pixel {first:.3f} in epoch 1, {last:.3f} in epoch {len(losses[-1])}."
    )
    points = page.get_attribute("#gnode-play .loss polyline >> nth=0", "points")
    assert len(re.findall(r"[\d.]+,[\d.]+", points)) == min(200, len(losses[-1]))
