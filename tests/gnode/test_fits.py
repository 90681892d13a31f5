"""A fit that fails or is interrupted leaves the estimator as it was, and any fit the process; Ctrl-C is heard."""

import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from layers import ESTIMATORS, small_digits
from sklearn.base import clone

import gnode
from gnode import DeepClassifier, DivergenceError, OwnRowsPCA, fast

PACKAGE = str(Path(gnode.__file__).parent)
QUICK = {"max_epochs": 1, "random_state": 0}
PRESETS = {"paper": {"output_epochs": 1, "finetune_epochs": 1}, "fast": {}}
USES = {
    **{name: estimator(6, **QUICK) for name, estimator in ESTIMATORS.items()},
    **{f"{name} textbook": of(6, reading="textbook", **QUICK) for name, of in ESTIMATORS.items()},
    "GN clusters": ESTIMATORS["GN"](6, partition="clusters", **QUICK),
    "GCN at once": ESTIMATORS["GCN"](10, amnesia=0, n_jobs=2, reading="textbook", **QUICK),
    **{f"OwnRowsPCA {of}": OwnRowsPCA(6, partition=of, random_state=0) for of in ("error", "class", "random")},
    **{
        f"network {name} {preset}": DeepClassifier((6, 5), pretraining=name, preset=preset, **QUICK, **later)
        for preset, later in PRESETS.items()
        for name in ("gn", "gcn", "supervised", "none")
    },
}
ERRORS = [KeyboardInterrupt, DivergenceError, MemoryError]


@pytest.fixture
def few_epochs(monkeypatch):
    """The fast preset has as many epochs as it says; each runs the same lines."""
    monkeypatch.setattr(fast, "EPOCHS", 3)
    monkeypatch.setattr(fast, "TRIAL_EPOCHS", 3)


class Killer:
    """Counts the lines of gnode that run, and raises `error` at line number `at`."""

    def __init__(self, error=None, at=None):
        self.error, self.at, self.n_lines = error, at, 0

    def __call__(self, frame, event, _):
        # What is killed as it lets go of a lock keeps it, and no code can guard that; how long it waits is chance.
        if not frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_name in ("limited", "interruptible"):
            return None
        if event == "line":
            self.n_lines += 1
            if self.n_lines == self.at:
                raise self.error("killed")
        return self

    def run(self, work):
        earlier = sys.gettrace()
        sys.settrace(self)
        try:
            work()
        finally:
            sys.settrace(earlier)


def other_data():
    """Other rows, fewer features, without names, other classes."""
    X, y = small_digits(60)
    return X[20:, :50], np.array(list("abcde"))[y[20:] % 5]


@pytest.mark.parametrize("fitted", [False, True], ids=["first fit", "refit"])
@pytest.mark.parametrize("name", [*ESTIMATORS, "network gn paper", "network supervised paper", "network gcn fast"])
@pytest.mark.usefixtures("few_epochs")
def test_a_killed_fit_leaves_the_estimator_as_it_was(name, fitted):
    """Killed in 7 places from the first line to the last; only at the last may the new fit already be whole."""
    estimator = pickle.loads(pickle.dumps(USES[name]))
    X, y = small_digits(40)
    X, y = pd.DataFrame(X, columns=[f"pixel{j}" for j in range(64)]), y % 3
    if fitted:
        expected = estimator.fit(X, y).transform(X)
    before = pickle.dumps(vars(estimator))
    for _ in range(2):  # the first time some lines only import
        lines = Killer()
        lines.run(lambda: pickle.loads(pickle.dumps(USES[name])).fit(*other_data()))
    places = np.unique(np.linspace(1, lines.n_lines - 1, 7).round().astype(int))
    for i, place in enumerate(places):
        error = ERRORS[i % 3]
        with pytest.raises(error, match="killed"):
            Killer(error, place).run(lambda: estimator.fit(*other_data()))
        assert pickle.dumps(vars(estimator)) == before, f"{error.__name__} at line {place} of {lines.n_lines}"
    if fitted:
        np.testing.assert_array_equal(estimator.transform(X), expected)
    estimator.fit(*other_data())
    assert pickle.dumps(vars(estimator)) != before
    assert estimator.n_features_in_ == 50 and not hasattr(estimator, "feature_names_in_")


# Each takes many seconds, most of them in one compiled loop or in scikit-learn; after so many seconds comes Ctrl-C.
FITS = [
    ("GreedyByNode(1, solver='primal', max_epochs=30_000, random_state=0)", (4000, 500), 1),
    ("DeepClassifier((500, 500), pretraining='none', finetune_epochs=9, random_state=0)", (30_000, 500), 1),
    ("GreedyByNode(1, solver='dual', max_epochs=4000, random_state=0)", (3000, 2000), 3),
    ("GreedyByNode(1, output='sigmoid', max_epochs=10_000, random_state=0)", (4000, 500), 1),
    ("GreedyByClassByNode(4, amnesia=0, n_jobs=2, max_epochs=60_000, random_state=0)", (4000, 500), 1),
    ("OwnRowsPCA(3)", (3000, 2600), 1),
    ("DeepClassifier((100, 100), pretraining='none', preset='fast', random_state=0)", (30_000, 100), 2),
    ("LayerwiseAutoencoder(600, max_epochs=3, random_state=0)", (60_000, 500), 1),
]

PROGRAM = """
import os, pickle, signal, sys, threading, time, warnings
import numpy as np
from gnode import *

warnings.simplefilter("ignore")
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts tests in the background may ignore it
for name, shape, seconds in eval(sys.argv[1]):
    estimator = eval(name)
    X, y = np.random.default_rng(0).random(shape, dtype=np.float32), np.arange(shape[0]) % 10
    estimator.fit(X[:40], y[:40])  # compiles
    before, sent = pickle.dumps(vars(estimator)), time.perf_counter() + seconds
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()
    outcome = "not interrupted"
    try:
        estimator.fit(X, y)
        time.sleep(seconds)
    except KeyboardInterrupt:
        after = time.perf_counter() - sent
        outcome = "well" if after < 2 and pickle.dumps(vars(estimator)) == before else f"after {after:.1f} s"
    print(name, outcome, sep=": ", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system sends Ctrl-C in another way")
@pytest.mark.parametrize("fits", [FITS[:1], pytest.param(FITS[1:], marks=pytest.mark.weekly)], ids=["one", "others"])
def test_an_interrupt_is_heard_within_two_seconds(fits):
    """All in one process, which ends as it should though loops still run in it."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM, repr(fits)], capture_output=True, text=True)
    assert ran.stdout.splitlines() == [f"{name}: well" for name, *_ in fits], ran.stdout + ran.stderr
    assert not ran.returncode and not ran.stderr


# What belongs to all of a process: NumPy's generator, filters of warnings, how NumPy treats errors.
def process():
    kind, keys, *rest = np.random.get_state()  # noqa: NPY002
    return kind, keys.tolist(), *rest, list(warnings.filters), np.geterr()


SCALES = [(float, 1e160), (float, 1e307), (np.float32, 1e-42), (float, 1e-160)]
OURS = [name for name in USES if "clusters" not in name and "fast" not in name]  # scikit-learn tells what it likes


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("few_epochs")
@pytest.mark.parametrize(
    ("name", "dtype", "scale"),
    [*((name, float, 1) for name in USES), *((name, *scale) for name in OURS for scale in SCALES)],
)
def test_a_fit_leaves_the_process_as_it_was_whatever_numpy_is_told_to_do(name, dtype, scale):
    """Of too large or too small values we tell alone: no RuntimeWarning beside it, no FloatingPointError instead."""
    X, y = small_digits(80)
    X = (X * scale).astype(dtype)
    told = {"divide": "raise", "under": "ignore"} if scale == 1 else {"over": "raise", "under": "raise"}
    with np.errstate(**told):
        before = process()
        try:
            estimator = clone(USES[name]).fit(X, y)
            H = estimator.transform(X)
            if hasattr(estimator, "fit_decoder"):
                estimator.fit_decoder(X).inverse_transform(H)
            if hasattr(estimator, "to_mlp") and scale == 1:
                estimator.to_mlp().predict(X)
                estimator.before_finetuning().predict(X)
        except (ValueError, DivergenceError) as error:
            assert scale != 1 and "scale X first" in str(error)
        assert process() == before


def test_no_module_sets_what_belongs_to_the_process():
    """Filters of warnings are one list for all threads: who sets and resets it in one may leave it changed for all."""
    setters = r"catch_warnings|simplefilter|filterwarnings|np\.seterr|random\.seed|set_config|setlocale|os\.environ\["
    for path in Path(gnode.__file__).parent.glob("*.py"):
        assert not re.search(setters, path.read_text(encoding="utf-8")), path.name
