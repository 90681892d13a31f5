"""What all measurements share: a stopwatch, the network that is pre-trained, and the file of results.

Times are CPU seconds of the process, which others disturb least, beside wall seconds; on one thread the two agree.
"""

import json
import time
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version

import numpy as np
from threadpoolctl import threadpool_limits

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from study.provenance import describe_program, load_average
from study.store import results_folder, write_whole

LAYERS = (200, 150)
SETTINGS = {"learning_rate": 1e-3, "max_epochs": 300, "random_state": 0}
AMNESIA = 0.4

METHODS = {
    "USV": LayerwiseAutoencoder,
    "SV": LayerwiseSupervisedEncoder,
    "GN": partial(GreedyByNode, amnesia=AMNESIA),
    "GCN": partial(GreedyByClassByNode, amnesia=AMNESIA),
}


class Stopwatch:
    """A function that is timed whenever it is called: its cpu_seconds and wall_seconds have an entry a call."""

    def __init__(self, run):
        self.run = run
        self.cpu_seconds, self.wall_seconds = [], []

    def __call__(self):
        wall, cpu = time.perf_counter(), time.process_time()
        result = self.run()
        self.cpu_seconds.append(round(time.process_time() - cpu, 6))
        self.wall_seconds.append(round(time.perf_counter() - wall, 6))
        return result

    def record(self):
        return {"cpu_seconds": self.cpu_seconds, "wall_seconds": self.wall_seconds}


def pretrain(method, X, y, layers=LAYERS, **settings):
    """Pre-train layer after layer, each on the outputs of the one before; return the encoders."""
    encoders, H = [], X
    for size in layers:
        if encoders:
            H = encoders[-1].transform(H)
        encoders.append(METHODS[method](size, **{**SETTINGS, **settings}).fit(H, y))
    return encoders


def first_fits(method):
    """Time the first and the second fit of this process; for the joint loop one epoch shows what compiling costs."""
    X = np.random.default_rng(0).standard_normal((7291, 256), dtype=np.float32) / 2
    epochs = 300 if method in ("GN", "GCN") else 1
    watch = Stopwatch(lambda: pretrain(method, X, np.arange(len(X)) % 10, max_epochs=epochs))
    with threadpool_limits(1):
        watch(), watch()
    return {"max_epochs": epochs, **watch.record()}


class Results:
    """`results/speed.json`: a part a measurement, none of other machines, packages or rows beside new ones."""

    def __init__(self, rows):
        program = describe_program()
        self.head = {
            "rows": {"name": rows.name, "n_samples": len(rows.X), "n_features": rows.X.shape[1], "dtype": "float32"},
            "threads": 1,
            "settings": {"layers": list(LAYERS), "amnesia": AMNESIA, **SETTINGS},
            "python": program["python"],
            "packages": program["packages"] | {"torch": version("torch")},
            "machine": program["machine"],
        }
        self.path = results_folder() / "speed.json"

    def store(self, part, started, content):
        """Store what was measured under the name `part`; `started` is what `stamp` gave before."""
        stored = json.loads(self.path.read_text()) if self.path.exists() else {}
        parts = stored.get("parts", {}) if all(stored.get(name) == self.head[name] for name in self.head) else {}
        parts[part] = started | content
        document = self.head | {"parts": dict(sorted(parts.items()))}
        write_whole(self.path, (json.dumps(document, indent=1, allow_nan=False) + "\n").encode())


def stamp():
    """When, from which code and on how busy a machine a measurement starts."""
    program, date = describe_program(), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"date": date, "commit": program["commit"], "dirty": program["dirty"], "load_average": load_average()}
