"""Ctrl-C ends a fit soon, wherever it is, and leaves the estimator as it was."""

import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from layers import small_digits

from gnode import DeepClassifier, GreedyByNode, arithmetic

# Each takes many seconds, most of them in one compiled loop or in scikit-learn; after so many seconds comes Ctrl-C.
FITS = [
    ("GreedyByNode(1, solver='dual', max_epochs=4000, random_state=0)", (3000, 2000), 3),
    ("GreedyByNode(1, solver='dual', random_state=0)", (6000, 6000), 1),
    ("GreedyByNode(1, solver='primal', max_epochs=30_000, random_state=0)", (4000, 500), 1),
    ("GreedyByNode(1, output='sigmoid', max_epochs=10_000, random_state=0)", (4000, 500), 1),
    ("GreedyByNode(1, reading='textbook', solver='primal', max_epochs=30_000, random_state=0)", (4000, 500), 1),
    ("GreedyByClassByNode(4, amnesia=0, n_jobs=2, max_epochs=60_000, random_state=0)", (4000, 500), 1),
    ("OwnRowsPCA(3)", (3000, 2600), 1),
    ("LayerwiseSupervisedEncoder(500, max_epochs=3, random_state=0)", (60_000, 500), 1),
    ("DeepClassifier((300,), pretraining='random', output_epochs=99, random_state=0)", (60_000, 2), 2),
    ("DeepClassifier((100, 100), pretraining='none', preset='fast', random_state=0)", (30_000, 100), 2),
    ("DeepClassifier((500, 500), pretraining='none', finetune_epochs=9, random_state=0)", (30_000, 500), 1),
    ("LayerwiseAutoencoder(600, max_epochs=3, random_state=0)", (60_000, 500), 1),
]

PROGRAM = f"""
import os, pickle, signal, threading, time, warnings
import numpy as np
from gnode import *

warnings.simplefilter("ignore")
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts tests in the background may ignore it
for name, shape, seconds in {FITS!r}:
    estimator = eval(name)
    X, y = np.random.default_rng(0).random(shape, dtype=np.float32), np.arange(shape[0]) % 10
    estimator.fit(X[:40], y[:40])  # compiles
    before = pickle.dumps(vars(estimator))
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(seconds, send).start()
    outcome = "not interrupted"
    try:
        estimator.fit(X, y)
        while not sent:
            time.sleep(0.1)
    except KeyboardInterrupt:
        after = time.perf_counter() - sent[0]
        outcome = "well" if after < 2 and pickle.dumps(vars(estimator)) == before else f"after {{after:.1f}} s"
    print(name, outcome, sep=": ", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system sends Ctrl-C in another way")
def test_an_interrupt_is_heard_within_two_seconds():
    """All in one process, which ends as it should though loops still run in it."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines() == [f"{name}: well" for name, *_ in FITS], ran.stdout + ran.stderr
    assert not ran.returncode and not ran.stderr


@pytest.mark.parametrize("module, name, use", [
    ("node_by_node", "lstsq", lambda X: GreedyByNode(6, max_epochs=1, random_state=0).fit(X).fit_decoder(X)),
    ("partition", "fit", lambda X: GreedyByNode(6, partition="clusters", max_epochs=1, random_state=0).fit(X)),
    ("fast", "matmul", lambda X: DeepClassifier((6,), preset="fast", random_state=0).fit(X, np.arange(60) % 3)),
    ("fast", "noisy", lambda X: DeepClassifier((6,), preset="fast", random_state=0).fit(X, np.arange(60) % 3)),
    ("arithmetic", "softmax_rows", lambda X: arithmetic.softmax(X)),
])  # fmt: skip
def test_what_takes_long_with_many_rows_or_nodes_does_not_keep_ctrl_c_waiting(monkeypatch, module, name, use):
    """Each alone ran for more than two seconds: the decoder of 3,500 nodes, a held-out pass, noise on large images."""
    called = []
    module = import_module(f"gnode.{module}")
    heard = module.interruptible

    def interruptible(n_operations, function, *arguments, **options):
        called.append(function.__name__)
        return heard(n_operations, function, *arguments, **options)

    monkeypatch.setattr(module, "interruptible", interruptible)
    use(small_digits(60)[0])
    assert name in called
