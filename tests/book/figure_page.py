"""What tests of the figure to play with share: how to read it, and how to change its fields."""

import base64

import numpy as np
from built_site import REST, wait_until

PAGE = "notebooks/play.html"
READY = "!gnodePlay.busy() && !!(gnodePlay.run.readout || gnodePlay.run.failure)"
SET = """([name, value]) => {
  const field = document.querySelector(`#gnode-play [name=${name}]`);
  field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
}"""
ROWS = """() => {
  const {X, n, y} = gnodePlay.rows();
  const parts = [];
  for (let at = 0; at < X.byteLength; at += 32768) {
    parts.push(String.fromCharCode(...new Uint8Array(X.buffer, at, Math.min(32768, X.byteLength - at))));
  }
  return [btoa(parts.join("")), n, y];
}"""


def status(page):
    page.evaluate(REST, 500)  # it speaks when it has come to rest
    return page.inner_text("#gnode-play .status")


def components(page):
    return np.array(page.evaluate("Array.from(gnodePlay.run.layer.components)"), np.float32)


def rows(page):
    """Rows that the page trains on (X, y)."""
    numbers, n, y = page.evaluate(ROWS)
    return np.frombuffer(base64.b64decode(numbers), np.float32).reshape(n, -1), y


def change(page, name, value):
    """Change a field as typing or dragging does, and wait until what it starts has ended."""
    page.evaluate(SET, [name, str(value)])
    wait_until(page, READY)


def in_python(page):
    """Run the lines that the figure shows; gives the names that they define."""
    names = {}
    exec(page.text_content("#gnode-play .python code"), names)
    return names
