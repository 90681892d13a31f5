"""Sliders: over memory and epochs the stored features at each position; for the cost the page counts as Python does."""

import base64
import random
import re

import numpy as np
import pytest

from study.experiments.epochs import EPOCHS
from study.figures import cost
from study.figures.memory import accuracies, dial_curves
from study.figures.sliders import FACTORS, load_sliders

DIAL, STEPS = "#gnode-dial", "#gnode-epochs"
COLUMNS = {"flat": "paper", "fading": "program"}
DRAWN = """(canvases) => canvases.map((canvas) => {
  const copy = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return [...context.getImageData(0, 0, 16, 16).data];
})"""


@pytest.fixture(scope="module")
def page(still_tabs, address, request):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/{request.param}.html")
        yield tab.page


dial = pytest.mark.parametrize("page", ["memory"], indirect=True)
epochs = pytest.mark.parametrize("page", ["features"], indirect=True)
costs = pytest.mark.parametrize("page", ["cost"], indirect=True)


def move(page, place, at):
    """Drag a slider, as far as its page can tell."""
    page.locator(f"{place} [type=range]").evaluate(
        "(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", at
    )


def shows(row, weights):
    """Tell whether the ten pictures of a row are red and blue where these features are above and below zero."""
    w = np.frombuffer(base64.b64decode(weights), np.int8).reshape(10, 256).astype(int)
    clear = np.where(np.abs(w) > 20, np.sign(w), 0)
    pixels = np.array(row.locator("canvas").evaluate_all(DRAWN)).reshape(10, 256, 4)
    agree = (clear * np.sign(pixels[:, :, 0] - pixels[:, :, 2])).sum(axis=1)
    return bool((np.abs(agree) == np.abs(clear).sum(axis=1)).all())  # a feature is drawn up to its sign


@dial
@pytest.mark.parametrize(("memory", "A", "rank"), [("flat", 0, "the worst of all"), ("fading", 0.8, "the best of all")])
def test_no_accuracy_is_told_before_a_choice_and_then_that_of_the_stored_runs(page, memory, A, rank):
    page.reload()
    page.check(f"{DIAL} [value={memory}]")
    move(page, DIAL, FACTORS.index(A))
    assert shows(page.locator(DIAL), load_sliders()["memory"][memory][FACTORS.index(A)])
    assert "%" not in page.inner_text(DIAL) and not page.is_visible(f"{DIAL} .plot")
    page.click(f"{DIAL} button")
    means = accuracies(COLUMNS[memory])["gcn"]
    verdict = page.inner_text(f"{DIAL} [role=status]")
    assert verdict.startswith(f"You chose A = {A:g}: {means[A]:.1%} correct, {rank}.")
    assert (f"The best is A = {means.idxmax():g} with {means.max():.1%}." in verdict) == (A != means.idxmax())
    move(page, DIAL, FACTORS.index(0.2))
    told = f"A = 0.2: {means[0.2]:.1%} correct"
    assert page.inner_text(f"{DIAL} em") == page.get_attribute(f"{DIAL} [type=range]", "aria-valuetext") == told


@dial
@pytest.mark.parametrize("memory", COLUMNS)
def test_the_curve_is_that_of_the_stored_runs_and_all_of_it_is_on_the_axis(page, memory):
    page.check(f"{DIAL} [value={memory}]")
    means = accuracies(COLUMNS[memory])["gcn"]
    assert page.evaluate(f"gnodeMemory.{memory}") == dial_curves()[memory]
    heights = [float(point.split(",")[1]) for point in page.get_attribute(f"{DIAL} polyline", "points").split()]
    assert heights == pytest.approx(list((1 - means) / 0.4), abs=1e-4) and max(heights) < 1
    assert page.locator(f"{DIAL} .best").evaluate("mark => mark.style.left") == f"{100 * means.idxmax():g}%"


@epochs
@pytest.mark.parametrize("at", [0, 1, 5])
def test_each_row_shows_its_stored_features_match_and_updates(page, at):
    move(page, STEPS, at)
    stored = load_sliders()
    layers = [of[at] for of in stored["epochs"].values()] + list(stored["sums"].values())
    for row, layer in zip(page.locator(f"{STEPS} .row").all(), layers, strict=True):
        told = row.locator("p").inner_text()
        assert f"best match {layer['match']:.2f}" in told and shows(row, layer["features"])
        assert f"{layer['updates']:,} updates" in told if "updates" in layer else "not trained" in told
    told = f"{EPOCHS[at]} epoch" + "s" * (at > 0)
    assert page.inner_text(f"{STEPS} .slider b") == told
    matches = [f"{method} {of[at]['match']:.2f}" for method, of in stored["epochs"].items()]
    assert page.get_attribute(f"{STEPS} input", "aria-valuetext") == f"{told}; best match: {', '.join(matches)}"


def told(page):
    """What the page says of each method: how many times GCN's operations, and how many (dict)."""
    lines = page.locator("#gnode-cost span[class]").all_inner_texts()
    found = (re.fullmatch(r"(\w+) ([\d.]+) × \(([\d,]+)\)", line).groups() for line in lines)
    return {name: (float(times), int(n.replace(",", ""))) for name, times, n in found}


@costs
def test_the_page_counts_as_python_does_and_begins_with_the_papers_first_layer(page):
    draw = random.Random(0)
    for _ in range(50):
        sizes = {name: draw.randint(1, most) for name, most in (("d1", 4096), ("d2", 1000), ("E", 3000))}
        of = cost.autoencoder(1, **sizes), cost.gn(1, **sizes), cost.gcn(1, **sizes)
        assert tuple(page.evaluate("(sizes) => Object.values(gnodeCost(sizes))", sizes)) == of
    sizes = {"d1": 256, "d2": 200, "E": 300}
    found, gcn = told(page), cost.gcn(1, **sizes)
    for name, count in {"AE": cost.autoencoder, "GN": cost.gn, "GCN": cost.gcn}.items():
        assert found[name][1] == count(1, **sizes)
        assert found[name][0] == pytest.approx(count(1, **sizes) / gcn, abs=0.5 if name == "AE" else 0.05)
