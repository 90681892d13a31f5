"""Sphinx extension: pages with the figure to play with get its scripts, and these the digits and the kernels."""

import base64
import json
import zlib
from pathlib import Path

import numpy as np

from study.datasets import load
from study.experiments.epochs import EPOCHS
from study.figures.home import load_autoencoders
from study.figures.memory import dial_curves
from study.figures.quiz import load_quiz
from study.figures.sliders import load_sliders
from study.paper import TABLE_2
from study.store import results_folder

WASM = Path(__file__).parents[1] / "_static" / "play" / "kernels.wasm"
TRAINING = (
    *("mnist16", "wasm"),
    *("kernels", "random", "start", "partition", "checks", "layer", "backprop", "readout", "unpack", "home", "table"),
    *("tasks", "worker", "train", "draw"),
)
"""What every page has on which layers train."""
SCRIPTS = {
    "index": (*TRAINING, "autoencoder", "front"),
    "notebooks/play": (
        *(*TRAINING, "digits", "settings", "rows", "run"),
        *("network", "explain", "strip", "sketch", "save", "play", "whole"),
    ),
    "notebooks/cost": ("cost",),
    "notebooks/memory": ("memory_layers", "draw", "slider", "dial"),
    "notebooks/features": ("quiz_features", "random", "start", "draw", "quiz", "epochs_layers", "slider", "epochs"),
    "notebooks/which_program": ("suspects", "detective"),
}
"""The scripts of each page, in their order."""


def scripts_of(page):
    """List the scripts of a page, in their order (list of str); none where nothing is to play with."""
    return [f"play/{name}.js" for name in SCRIPTS.get(page, ())]


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


def quiz_script():
    """Write the features of the quiz as a script, less what computed them."""
    quiz = load_quiz()
    return f"const gnodeQuizFeatures = {json.dumps({name: quiz[name] for name in ('nodes', 'kinds')})};\n"


def kernels_script():
    """Write the compiled kernels as a script: a page that is opened as a file can load nothing else."""
    return f'const gnodeWasm = "{base64.b64encode(WASM.read_bytes()).decode()}";\n'


def suspects_script():
    """Write the versions that a reader can question, with the test scores of the paper's Table 2, as a script."""
    content = json.loads((results_folder() / "suspects.json").read_text(encoding="utf-8"))
    content["printed"] = [TABLE_2[factor]["test"] for factor in content["factors"]]
    return f"const gnodeSuspects = {json.dumps(content)};\n"


def memory_script():
    """Write the stored runs and features behind the dial for memory as a script."""
    return f"const gnodeMemory = {json.dumps(dial_curves() | {'features': load_sliders()['memory']})};\n"


def epochs_script():
    """Write the stored features by epochs, and the sums alongside them, as a script."""
    stored = load_sliders()
    content = {"epochs": EPOCHS, "methods": stored["epochs"], "sums": stored["sums"]}
    return f"const gnodeEpochs = {json.dumps(content)};\n"


def autoencoder_script():
    """Write the stored auto-encoders as a script: a byte a weight, as for `gnodeWasm`."""
    content = {
        name: {"weights": base64.b64encode(layer.weights.tobytes()).decode(), "seconds": layer.seconds}
        | {what: layer[what].tolist() for what in ("scales", "intercept")}
        for name, layer in load_autoencoders().items()
    }
    return f"const gnodeAutoencoder = {json.dumps(content)};\n"


def add_scripts(app, pagename, templatename, context, doctree):
    """Load a page's scripts and their stylesheet."""
    scripts = scripts_of(pagename) if app.builder.name == "html" else []  # on paper nothing trains
    for script in scripts:
        app.add_js_file(script, loading_method="defer")
    if scripts:
        app.add_css_file("play/play.css")


MADE = {
    "digits": digits_script,
    "mnist16": mnist16_script,
    "wasm": kernels_script,
    "quiz_features": quiz_script,
    "suspects": suspects_script,
    "autoencoder": autoencoder_script,
    "memory_layers": memory_script,
    "epochs_layers": epochs_script,
}
"""The scripts that hold data."""


def write_scripts(app):
    """Put what is made here beside the other scripts, before the pages take the checksums of their scripts."""
    if app.builder.format == "html":
        for name, script in MADE.items():
            place = Path(app.outdir, "_static", "play", f"{name}.js")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(script(), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", add_scripts)
    app.connect("builder-inited", write_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
