"""What the tests of the two sliders share."""

import base64

import numpy as np
from axe_playwright_python.sync_playwright import Axe

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DRAWN = """(canvases) => canvases.map((canvas) => {
  const copy = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return [...context.getImageData(0, 0, 16, 16).data];
})"""


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


def assert_accessible(page, place):
    """Let axe look at a widget, in the light and in the dark."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = Axe().run(page, context=place, options={"preload": False})
        assert found.violations_count == 0, found.generate_report()


def assert_for_fingers(page, place):
    """Measure what a finger must hit."""
    for target in page.locator(f"{place} :is(label, [type=range])").all():
        assert target.evaluate("one => one.offsetHeight") >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
