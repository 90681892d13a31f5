"""Sphinx extension: the page with the figure to play with gets its scripts, and these the digits."""

import json
from pathlib import Path

from gnode.datasets import load

PAGE = "notebooks/13_play"
DIGITS = "play/digits.js"
SCRIPTS = (DIGITS, "play/train.js", "play/readout.js", "play/draw.js", "play/play.js")


def digits_script():
    """Write the training rows of the digits as a script: a letter for each pixel, a (0) to q (16); a figure a class."""
    digits = load("digits")
    pixels = "".join(chr(ord("a") + round(8 * (value + 1))) for value in digits.X_train.ravel())
    return f"const gnodeDigits = {json.dumps({'pixels': pixels, 'classes': ''.join(map(str, digits.y_train))})};\n"


def add_scripts(app, pagename, templatename, context, doctree):
    """Load the scripts and their stylesheet on that one page."""
    if pagename == PAGE:
        for script in SCRIPTS:
            app.add_js_file(script, loading_method="defer")
        app.add_css_file("play/play.css")


def write_digits(app):
    """Put the digits beside the scripts, before the pages take the checksums of their scripts."""
    if app.builder.format == "html":
        place = Path(app.outdir, "_static", DIGITS)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(digits_script(), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", add_scripts)
    app.connect("builder-inited", write_digits)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
