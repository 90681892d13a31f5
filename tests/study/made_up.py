"""Made-up results of runs: whole records as `study.runner.compute` gives them, with what a test asks for."""

import numpy as np

from study.experiments.features import ACTIVE
from study.measures import IMAGES, MEASURES
from study.run import ARITHMETIC, Run

N_ROWS = 100_000  # of which a score is a whole number
PROVENANCE = {
    "arithmetic": ARITHMETIC,
    "gnode": "0.1.0",
    "commit": "0" * 40,
    "dirty": False,
    "kernels": "0" * 16,
    "python": "3.11.7",
    "packages": {"numpy": "2.4.6", "scikit-learn": "1.9.1"},
    "machine": {"cpu": "AMD EPYC", "cores": 2, "memory_bytes": 1 << 34, "system": "Linux x86_64"},
    "threads": 1,
    "load_average": 0.5,
    "start": "2026-11-21T14:36:09+00:00",
    "seconds": 1.0,
    "peak_memory_bytes": 1000,
}
FEATURES = Run("features", "usps", "gn", {"amnesia": 0.4, "n_components": 5, "dtype": "float32"}, 0)
STAGES = ("pretraining", "output", "finetuning")


def record_of(run, **result):
    """Make the record of a run; a field that holds fields takes those given, and its own for the rest."""
    diverged = result.get("diverged") is not None
    record = {"key": run.key, **run.determinants, "diverged": None, **PROVENANCE}
    part = None if run.rows in ("whole", "simulated") else f"the part {run.rows}"
    record["data"] = {"name": run.dataset, "form": "uci", "source": "cache", "checksum": "c" * 64, "part": part}
    record["data"]["simulated"] = run.rows == "simulated"
    record |= {} if diverged and run.kind in ("network", "output nodes") else _given_by(run, diverged)
    if run.kind == "network":
        record["warm"] = False
    for name, value in result.items():
        record[name] = record[name] | value if isinstance(record.get(name), dict) else value
    for name in set(record.get("scores", ())) - {"n_train", "n_test"}:
        record["scores"][name] = round(record["scores"][name] * N_ROWS) / N_ROWS
    if "stage_updates" in record:
        record["n_updates"] = sum(record["stage_updates"].values())
    record["seconds"] = max(record["seconds"], sum(record.get("timings", {}).values()))
    return record


def run_of(record):
    """Make the run of a record."""
    return Run(**{name: record[name] for name in ("kind", "dataset", "method", "settings", "seed", "rows")})


def _given_by(run, diverged):
    """Make what a kind of run gives."""
    scores = {"train": 1.0, "test": 0.9, "n_train": N_ROWS, "n_test": N_ROWS}
    if run.kind == "network":
        result = {
            "scores": scores | {"train_before": 0.9, "test_before": 0.8},
            "timings": dict.fromkeys(STAGES, 0.1),
            "stage_updates": dict.fromkeys(STAGES, 1),
        }
        names = ["redundancy", *(f"{name}_median" for name in MEASURES if run.dataset in IMAGES)]
        return result | ({} if run.method in ("none", "random") else {"measures": dict.fromkeys(names, 0.5)})
    if run.kind == "pretraining":
        return {"warm": True, "timings": {"pretraining": 0.1}, "cpu_seconds": 0.1, "n_updates": 1}
    if run.kind == "features":
        return {"timings": {"pretraining": 0.1}} | (
            {} if run.method == "pca" else {"warm": True, "n_updates": 1, "measures": {ACTIVE: 0.5}}
        )
    names = {
        "sensitivity": ["diverged_share"]
        if diverged
        else ["diverged_share", "change_median", "change_max", "redundancy"],
        "planes": [
            *(f"neighbours_{pair}" for pair in ("0_1", "0_2", "0_3", "1_2", "1_3", "2_3")),
            *("neighbours_mean", "first_node_correlation", "best_correlation"),
        ],
        "subsets": ["first_component_mean", "first_component_median", "alike", "redundancy", "decoder_redundancy"],
        "output nodes": ["redundancy", "output_sd_median"],
    }.get(run.kind)
    if run.kind == "output nodes":
        scores |= {"train_standardised": 1.0, "test_standardised": 0.9}
    scored = {"scores": scores} if run.kind in ("baseline", "output nodes") else {}
    return scored | ({"measures": dict.fromkeys(names, 0.5)} if names else {})


def arrays_of(run, n_features=4, seed=0, **arrays):
    """Make the arrays of a run of kind "features", by chance where not given; measures are kept in range."""
    n = run.settings["n_components"]
    shapes = {"components": (n, n_features), "intercept": (n,), "decoder": (n, n_features)}
    shapes |= {"decoder_intercept": (n_features,)} | dict.fromkeys(MEASURES, (n,))
    rng = np.random.default_rng(seed)
    drawn = {name: rng.random(shape) for name, shape in shapes.items()} | arrays
    if run.seed:  # whose weights are not kept
        drawn = {name: drawn[name] for name in MEASURES}
    drawn |= {name: np.clip(drawn[name], 0, None if name == "roughness" else 1) for name in MEASURES}
    return {name: np.asarray(array, dtype=run.settings["dtype"]) for name, array in drawn.items()}
