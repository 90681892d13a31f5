"""Sphinx extension: pages with the figure to play with get its scripts, and these the digits and the kernels.

All scripts of the site are strict, which is said here for all of them.
"""

import base64
import json
import zlib
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

from study import measures
from study.datasets import get_record, load
from study.datasets.loading import split_rows
from study.datasets.record import Table
from study.experiments.epochs import EPOCHS
from study.figures import FOUR, IN_FULL, NAMES, which_program
from study.figures.accuracy import six
from study.figures.control import load_control
from study.figures.faster import by_epochs, raced
from study.figures.features import by_epoch, early_and_late
from study.figures.home import layers, load_autoencoders, rows, score, without_mean
from study.figures.how_it_works import FACTORS, FOLLOWED, fades, of_each_class
from study.figures.likeness import load_likeness
from study.figures.memory import dial_data
from study.figures.quiz import PAIRED, as_features, load_quiz, pixels
from study.paper import TABLE_2
from study.store import find_everything, results_folder

STATIC = Path(__file__).parents[1] / "_static"
WASM = STATIC / "play" / "kernels.wasm"
TRAINING = (
    *("wasm", "kernels", "random", "partition", "checks", "layer", "layerwise", "backprop", "readout"),
    *("unpack", "table", "worker", "train", "draw"),
)
"""What every page has on which layers train."""
SCRIPTS = {
    "index": ("told", "mnist16", *TRAINING, "rows", "shown", "front"),
    "notebooks/play": (
        *("mnist16", *TRAINING, "settings", "rows", "run"),
        *("explain", "strip", "sketch", "play"),
    ),
    "notebooks/audit": ("repeat", *TRAINING, "again"),
    "notebooks/accuracy": ("told", "names", "six", "dots", "guess"),
    "notebooks/use": ("told", "names", "mnist16", *TRAINING, "rows", "dots", "rounds"),
    "notebooks/faster": ("names", "mnist16", *TRAINING, "rows", "cost", "race", "budget_curves", "slider", "budget"),
    "notebooks/memory": ("told", "memory_layers", "draw", "slider", "dial"),
    "notebooks/how_it_works": ("fading_three", "draw", "slider", "fade"),
    "notebooks/features": (
        *("told", "quiz_features", "random", "draw", "slider", "quiz", "mnist16", "unpack", "sums", "sum"),
        *("clear_nodes", "clear"),
    ),
    "notebooks/control": ("mnist16", "unpack", "random", "draw", "slider", "control_layers", "control"),
    "notebooks/stories": ("told", "pairs"),
    "notebooks/which_program": ("suspects", "draw", "slider", "detective"),
}
"""The scripts of each page, in their order."""


def packed():
    """Pack the digits of MNIST, those for the test from the n-th on: a byte a pixel, up to 15; a figure a class."""
    digits = load("mnist16")
    levels = np.rint(7.5 * (np.concatenate([digits.X_train, digits.X_test]) + 1))
    pixels = zlib.compress(levels.astype(np.uint8).tobytes(), 9)
    classes = "".join(map(str, [*digits.y_train, *digits.y_test]))
    return {"pixels": base64.b64encode(pixels).decode(), "classes": classes, "n": len(digits.y_train)}


def suspects():
    """The versions that a reader can question, with ten features, and the test scores of the paper's Table 2."""
    content = json.loads((results_folder() / "suspects.json").read_text(encoding="utf-8"))
    versions = {which_program.choice(of["point"]): of for of in content["versions"] if of["point"][6:] == ["text", "1"]}
    for chosen, of in versions.items():  # the last of a choice, as `choices` has it
        of |= {"digits": which_program.fits(chosen)[2], "features": pixels(which_program.shown(chosen))}
    factors = content["factors"]
    return {"factors": factors, "printed": [TABLE_2[of]["test"] for of in factors], "versions": [*versions.values()]}


def budget():
    """Seconds, test accuracy and half its interval, by method, and the accuracy without any pre-training."""
    points = raced().reset_index("seconds").round(5)
    methods = {NAMES[name]: points.loc[name].values.tolist() for name in ("gn", "gcn", "sv", "usv")}
    return {"methods": methods, "none": round(by_epochs().attrs["none"], 4)}


AGAIN = {"digits": "judged", "usps": "network"}
"""Sets whose stored runs the page computes again, and their kind."""
POSSIBLE = {
    **{"method": ["gn", "gcn", "random", "none"], "dtype": ["float32"], "batch_size": [1], "row_order": ["file"]},
    **{"initialisation": ["small", "capped"], "initialisation_scale": [1], "decoder_bias": [False]},
    **{"rate_carried_over": [False], "ranking_on_centred_rows": [True], "output_layer_epochs": ["own"]},
}
"""What a run that it computes may have of each of these."""
FREE = {
    *("amnesia", "learning_rate", "max_epochs", "n_components", "hidden_layer_sizes", "alone", "memory", "centring"),
    *("output_learning_rate", "output_epochs", "finetune_learning_rate", "finetune_epochs", "minimum_updates"),
    *("rate_decay", "weight_decay", "output_layer_for_supervised"),
}
"""Its other settings; a run with any beside these is not computed."""
STORED = ("diverged", "scores", "n_updates", "stage_updates", "measures", "nodes", "test_right")
"""What it compares."""


def can_compute(run):
    """Tell whether the page on audits computes a run again (bool)."""
    given = {"method": run["method"], **run["settings"], **run["settings"].get("reading", {})}
    known = {name: value for name, value in given.items() if name not in FREE | {"reading"}}
    fits = all(value in POSSIBLE.get(name, ()) for name, value in known.items())
    return AGAIN.get(run["dataset"]) == run["kind"] and fits


def again(dataset):
    """The stored runs on a set by what the page trains, deflated; of the digits all rows, and each seed's split."""
    kept = ("key", "kind", "dataset", "method", "seed", "settings")
    runs = [
        {name: record[name] for name in kept}
        | {"checksum": record["data"]["checksum"], "stored": {name: record[name] for name in STORED if name in record}}
        for record in find_everything(results_folder(), f"{AGAIN[dataset]}/{dataset}.jsonl")
        if can_compute(record)
    ]
    content = {"runs": runs}
    if dataset == "digits":
        X, y = load_digits(return_X_y=True)
        content["rows"] = "\n".join(",".join(map(str, [code, *row])) for row, code in zip((X / 8 - 1).tolist(), y))
        numbers, split = Table(np.arange(len(y))[:, np.newaxis], y), get_record("digits").split
        orders = {}
        for seed in sorted({run["seed"] for run in runs}):
            train, _, test, _ = split_rows(numbers, split, seed)
            orders[seed] = np.concatenate([train, test]).ravel().tolist()
        content["split"] = {"orders": orders, "of_train": len(train)}
    return base64.b64encode(zlib.compress(json.dumps(content).encode(), 9)).decode()


def shown():
    """What Home shows: the nodes that it may draw, by set and layer, without the mean of the digits; and scores.

    `nodes` are their places in a layer.
    """
    usps, made = load_quiz()["home"], layers()
    of_usps = {"GCN": as_features(usps["trained"]), "GCN sums": as_features(usps["untrained"])}
    return {
        "features": {
            "USPS": {name: pixels(measures.without_mean(of, [usps["mean"]])) for name, of in of_usps.items()},
            "MNIST": {name: pixels(without_mean(W)[PAIRED]) for name, (W, _) in made.items()},
        },
        "nodes": PAIRED.tolist(),
        "mean": rows()[0].mean(axis=0).round(4).tolist(),
        "right": {name: score(*layer) for name, layer in made.items()},
        "seconds": {name: of["seconds"] for name, of in load_autoencoders().items()},
    }


def fading_three():
    """What earlier nodes of GCN leave of a three and of all examples, and what nodes learn, by the amnesia factor."""
    missing, left, learned = zip(*map(fades, FACTORS))
    levels = [np.rint(127 * of.clip(-1, 1)).astype(np.int8) for of in missing]
    return {
        **{"factors": FACTORS, "nodes": FOLLOWED, "left": np.round(left, 4).tolist()},
        "missing": [base64.b64encode(of.tobytes()).decode() for of in levels],
        "learned": [*map(pixels, learned)],
    }


def made():
    """Give what the scripts that hold data hold (dict of file to constant and content)."""
    (epochs, pairs), curves = early_and_late(), by_epochs()
    quiz = {"epochs": epochs.tolist(), "pixels": base64.b64encode(pairs.tobytes()).decode()}
    clear = curves.attrs | {"epochs": EPOCHS}
    clear |= {"features": [base64.b64encode(of.tobytes()).decode() for of in by_epoch()]}
    clear |= {name: curves.loc["gcn", name].tolist() for name in ("mean", "sd")}
    clear |= {"own": np.mean(load_likeness()["epochs, own class"]["USPS"][: len(EPOCHS)], axis=1).round(4).tolist()}
    return {
        "mnist16": ("gnodeMnist16", packed()),
        "wasm": ("gnodeWasm", base64.b64encode(WASM.read_bytes()).decode()),
        "quiz_features": ("gnodeQuizFeatures", quiz),
        "suspects": ("gnodeSuspects", suspects()),
        **{f"again_{name}": (f"gnodeAgain{name.capitalize()}", again(name)) for name in AGAIN},
        "names": ("gnodeNames", {NAMES[of]: IN_FULL[of] for of in FOUR}),
        "six": ("gnodeSix", six()),
        "shown": ("gnodeShown", shown()),
        "sums": ("gnodeSums", [(of.tolist(), (w / w.std()).round(4).tolist()) for of, w in of_each_class()]),
        "clear_nodes": ("gnodeClear", clear),
        "fading_three": ("gnodeFade", fading_three()),
        "budget_curves": ("gnodeBudget", budget()),
        "control_layers": ("gnodeControlLayers", load_control()),
        "memory_layers": ("gnodeMemory", dial_data()),
    }


def add_scripts(app, pagename, templatename, context, doctree):
    """Load a page's scripts and their stylesheet."""
    scripts = SCRIPTS.get(pagename, ()) if app.builder.name == "html" else ()  # on paper nothing trains
    for script in scripts:
        app.add_js_file(f"play/{script}.js", loading_method="defer")
    if scripts:
        app.add_css_file("play/play.css")


def write_scripts(app):
    """Put these beside the other scripts, before the pages take the checksums of their scripts."""
    if app.builder.name == "html":
        for name, (constant, content) in made().items():
            place = Path(app.outdir, "_static", "play", f"{name}.js")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"const {constant} = {json.dumps(content)};\n", encoding="utf-8")


def make_strict(app, exception):
    """Have the site's scripts refuse what is most likely a slip, such as a name that is declared nowhere."""
    if exception is None and app.builder.name == "html":
        for script in STATIC.rglob("*.js"):
            strict = f'"use strict";\n{script.read_text(encoding="utf-8")}'
            Path(app.outdir, "_static", script.relative_to(STATIC)).write_text(strict, encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", add_scripts)
    app.connect("builder-inited", write_scripts)
    app.connect("build-finished", make_strict)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
