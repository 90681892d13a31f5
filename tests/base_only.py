"""What must work with nothing installed but gnode and its own dependencies: ``python tests/base_only.py`` there.

`tests/test_install.py` runs it with all other packages hidden, `make wheel` where only the wheel is. With real data
(GNODE_DATA) it reads those too.
"""

import importlib
import os
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from layers import GOLDEN, assert_layers_close, fitted_like, golden_layer

import gnode
import gnode.datasets
import gnode.opcount
import gnode.reference

INSTALL = "pip install '.[study]' in a clone"
ABSENT = ("click", "matplotlib", "pandas", "pooch", "requests")


def message_of(error, call, *arguments):
    """Return what an expected error says."""
    try:
        call(*arguments)
    except error as raised:
        return str(raised)
    raise AssertionError(f"no {error.__name__}")


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


def check_data():
    os.environ.pop("GNODE_DATA", None)
    states = {name: gnode.datasets.state(name)[0] for name in gnode.datasets.names()}
    assert set(states.values()) == {"built in", "computed", "simulated", "to download"}
    for name, state in states.items():
        if state != "to download":
            assert len(gnode.datasets.load(name).X_train)
            continue
        message = message_of(gnode.datasets.DatasetNotAvailable, gnode.datasets.load, name)
        assert INSTALL in message and "GNODE_DATA" in message, message
    assert INSTALL in message_of(gnode.datasets.DatasetNotAvailable, gnode.datasets.fetch, "usps")


def check_files(folder):
    """A file in the user's folder is read: here one that is not the set's."""
    os.environ["GNODE_DATA"] = folder
    for name in ("zip.train.gz", "zip.test.gz"):
        Path(folder, name).write_bytes(b"6 0.5\n")
    assert gnode.datasets.state("usps")[0] == "here"
    assert "sha256" in message_of(gnode.datasets.DatasetCorrupt, gnode.datasets.load, "usps")


def check_refusals():
    assert INSTALL in message_of(ModuleNotFoundError, importlib.import_module, "study")
    message = message_of(SystemExit, runpy.run_module, "gnode", None, "__main__")  # a string: shown, exit status 1
    assert INSTALL in message and "click" in message and "\n" not in message


def main():
    """Check all, and say so."""
    here = [name for name in ABSENT if find_spec(name)]
    if here:
        sys.exit(f"for an environment without {', '.join(here)}")
    data = os.environ.get("GNODE_DATA")
    digits = gnode.datasets.load("digits")
    check_estimators(digits.X_train[:300], digits.y_train[:300])
    assert gnode.opcount.count_layer("GN", 20, 5, 3, 2) > 0
    check_golden()
    check_data()
    with TemporaryDirectory() as folder:
        check_files(folder)
    check_refusals()
    real = []
    if data:
        os.environ["GNODE_DATA"] = data
        real = [name for name in gnode.datasets.names() if gnode.datasets.state(name)[0] == "here"]
        for name in real:
            assert gnode.datasets.load(name).source == "GNODE_DATA"
    print(f"all that needs no extra works; read from GNODE_DATA: {', '.join(real) or 'nothing'}")


main()
