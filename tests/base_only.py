"""What must work with nothing installed but gnode and its own dependencies: ``python tests/base_only.py`` there.

`make wheel` runs it where only the wheel is.
"""

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from layers import GOLDEN, assert_layers_close, fitted_like, golden_layer, small_digits

import gnode

ABSENT = ("click", "matplotlib", "pandas", "pooch", "requests")


def check_estimators(X, y):
    for layer in (
        gnode.GreedyByNode(6, max_epochs=2, random_state=0),
        gnode.GreedyByNode(4, max_epochs=2, partition="clusters", solver="dual", random_state=0),
        gnode.GreedyByClassByNode(12, max_epochs=2, random_state=0),
        gnode.LayerwiseAutoencoder(6, max_epochs=2, random_state=0),
        gnode.LayerwiseSupervisedEncoder(6, max_epochs=2, random_state=0),
    ):
        H = layer.fit(X, y).transform(X)
        assert np.isfinite(H).all() and H.shape == (len(X), layer.n_components)
    for later in ({"output_epochs": 2, "finetune_epochs": 1}, {"preset": "fast"}):
        network = gnode.DeepClassifier((12, 8), pretraining="gcn", max_epochs=2, random_state=0, **later).fit(X, y)
        assert np.array_equal(network.predict(X), network.to_mlp().predict(X))


def check_golden():
    """The arrays of the first author's program, to 1e-9."""
    assert len(GOLDEN) == 12
    for file in GOLDEN:
        with np.load(file) as arrays:
            golden = dict(arrays)
        assert_layers_close(fitted_like(golden), golden_layer(golden), 1e-9)


def check_command():
    """It says in one line where the study is, or, beside the study, which packages that needs."""
    try:
        runpy.run_module("gnode", run_name="__main__")
    except SystemExit as error:
        message = error.code  # a string: shown, exit status 1
    beside = (Path(gnode.__file__).parents[1] / "study").is_dir()
    assert ("pip install -e '.[study]' in a clone" if beside else "clone the repository") in message, message
    assert "\n" not in message


if here := [name for name in ABSENT if find_spec(name)]:
    sys.exit(f"for an environment without {', '.join(here)}")
check_estimators(*small_digits())
check_golden()
check_command()
print("all that needs no extra works")
