"""Sphinx extension: pages with the figure to play with get its scripts, and these the digits and the kernels."""

import base64
import json
import zlib
from pathlib import Path

import numpy as np

from study.datasets import load
from study.home import load_autoencoder

DIGITS, MNIST16, KERNELS = "play/digits.js", "play/mnist16.js", "play/wasm.js"
AUTOENCODER = "play/autoencoder.js"
WASM = Path(__file__).parents[1] / "_static" / "play" / "kernels.wasm"
IN_WORKERS = (
    "kernels",
    "random",
    "start",
    "partition",
    "layer",
    "readout",
    "unpack",
    "home",
    "table",
    "tasks",
    "worker",
)
IN_BOTH = ("train", "draw")
OWN = {
    "notebooks/play": ("digits", "settings", "rows", "run", "network", "explain", "strip", "sketch", "save", "play"),
    "index": ("autoencoder", "front"),
}
"""What each page has beside the scripts that both have: the whole figure, and one in small."""


def scripts_of(page):
    """List the scripts of a page, in their order (list of str); none where nothing trains."""
    if page not in OWN:
        return []
    return [MNIST16, KERNELS, *(f"play/{name}.js" for name in (*IN_WORKERS, *IN_BOTH, *OWN[page]))]


def digits_script():
    """Write the training rows of the digits as a script: a letter for each pixel, a (0) to q (16); a figure a class."""
    digits = load("digits")
    pixels = "".join(chr(ord("a") + round(8 * (value + 1))) for value in digits.X_train.ravel())
    return f"const gnodeDigits = {json.dumps({'pixels': pixels, 'classes': ''.join(map(str, digits.y_train))})};\n"


def mnist16_script():
    """Write the rows of the larger digits as a script, those for the test last: 4 bits a pixel, deflated."""
    digits = load("mnist16")
    greys = np.rint(7.5 * (np.concatenate([digits.X_train, digits.X_test]) + 1)).astype(np.uint8)
    packed = zlib.compress((greys[:, ::2] << 4 | greys[:, 1::2]).tobytes(), 9)
    classes = "".join(map(str, [*digits.y_train, *digits.y_test]))
    content = {"pixels": base64.b64encode(packed).decode(), "classes": classes, "n": len(digits.y_train)}
    return f"const gnodeMnist16 = {json.dumps(content)};\n"


def kernels_script():
    """Write the compiled kernels as a script: a page that is opened as a file can load nothing else."""
    return f'const gnodeWasm = "{base64.b64encode(WASM.read_bytes()).decode()}";\n'


def autoencoder_script():
    """Write the stored auto-encoder as a script: a byte a weight, as for `gnodeWasm`."""
    layer = load_autoencoder()
    content = {"weights": base64.b64encode(layer.weights.tobytes()).decode(), "seconds": layer.program["seconds"]}
    content |= {name: layer[name].tolist() for name in ("scales", "intercept")}
    return f"const gnodeAutoencoder = {json.dumps(content)};\n"


def add_scripts(app, pagename, templatename, context, doctree):
    """Load a page's scripts and their stylesheet."""
    scripts = scripts_of(pagename) if app.builder.name == "html" else []  # on paper nothing trains
    for script in scripts:
        app.add_js_file(script, loading_method="defer")
    if scripts:
        app.add_css_file("play/play.css")


def write_scripts(app):
    """Put what is made here beside the other scripts, before the pages take the checksums of their scripts."""
    if app.builder.format == "html":
        large = {MNIST16: mnist16_script, AUTOENCODER: autoencoder_script}
        for name, script in ({DIGITS: digits_script, KERNELS: kernels_script} | large).items():
            place = Path(app.outdir, "_static", name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(script(), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", add_scripts)
    app.connect("builder-inited", write_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
