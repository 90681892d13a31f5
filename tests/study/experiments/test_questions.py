"""The open questions: the variants of GN, the simulated group of learners, differences over sets, the protocol."""

import hashlib

import numpy as np
import pytest
from made_up import record_of

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.datasets import load
from gnode.study import store
from gnode.study.experiments import plan, table
from gnode.study.experiments.blocks import makespan
from gnode.study.experiments.differences import difference_over_sets
from gnode.study.methods.partitions import PARTITIONS
from gnode.study.methods.variants import FACTORS, VariedGCN, VariedGN, varied
from gnode.study.run import Run, load_rows
from gnode.study.runner import compute
from gnode.study.store.record import check_record

LAYER = {"n_components": 13, "learning_rate": 0.01, "max_epochs": 5, "amnesia": 0.4}


@pytest.fixture(scope="module")
def digits():
    data = load("digits", random_state=900)
    return data.X_train[:500].astype("float32"), data.y_train[:500]


def test_the_protocol_is_the_one_that_was_committed(root):
    """A change after that is an entry in book/deviations.md, not another text here."""
    content = (root / "book/protocol_questions.md").read_bytes()
    kept, name = (root / "book/protocol_questions.sha256").read_text().split()
    assert name == "protocol_questions.md"
    assert hashlib.sha256(content).hexdigest() == kept


@pytest.mark.parametrize("n_seeds", [5])
@pytest.mark.parametrize("name", ["partitions", "memories", "memory_by_layer", "own_rates", "blocks", "depths"])
def test_every_question_has_five_seeds(name, n_seeds):
    assert {run.seed for run in plan(name)} == set(range(n_seeds))


@pytest.mark.parametrize(("own", "papers"), [(VariedGN, GreedyByNode), (VariedGCN, GreedyByClassByNode)])
@pytest.mark.parametrize("reading", ["original", {"amnesia_rule": "flat"}])
def test_without_a_variation_it_is_the_papers(digits, own, papers, reading):
    X, y = digits
    one = varied(own, LAYER | {"reading": reading}, 3).fit(X, y)
    other = papers(**one.get_params()).fit(X, y)
    np.testing.assert_array_equal(one.components_, other.components_)


def test_relaxed_memory_is_the_running_output_times_1_minus_1_over_i():
    layer = varied(VariedGN, LAYER | {"relaxed": True}, 0)
    outputs, R = np.random.default_rng(0).standard_normal(6), 0.0
    for i in range(6):  # node i + 1 of the formula
        remembered = (1 - 1 / (i + 1)) * R
        assert layer._memory(i) @ outputs[:i] == pytest.approx(remembered)
        R = remembered + outputs[i]


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_a_group_of_workers_gives_the_same_bits(digits, backend):
    import joblib

    X, y = digits
    alone = varied(VariedGCN, LAYER | {"block_size": 4}, 0).fit(X, y)
    group = varied(VariedGCN, LAYER | {"block_size": 4, "workers": 2}, 0)
    with joblib.parallel_config(backend=backend):
        group.fit(X, y)
    np.testing.assert_array_equal(alone.components_, group.components_)


@pytest.mark.parametrize("factor", [1e-3, 1e3])
def test_rows_scaled_by_their_norm_make_units_meaningless(digits, factor):
    X, _ = digits
    layers = [varied(VariedGN, LAYER | {"rate": "scale", "learning_rate": 0.1}, 0).fit(of) for of in (X, X * factor)]
    for layer, of in zip(layers, (X, X * factor)):
        layer.H = layer.transform(of)
    np.testing.assert_allclose(layers[0].H, layers[1].H, atol=0.02)
    assert np.abs(layers[0].H).max() < 0.999


def test_a_rate_over_the_norm_is_that_of_the_nodes_rows(digits):
    X, _ = digits
    one = varied(VariedGN, LAYER | {"n_components": 1, "rate": "norm", "learning_rate": 1.0}, 0).fit(X)
    squared = float(np.mean(np.sum(X.astype(float) ** 2, axis=1)))
    other = GreedyByNode(1, learning_rate=1 / squared, max_epochs=5, random_state=0).fit(X)
    np.testing.assert_allclose(one.components_, other.components_, rtol=1e-4)


@pytest.mark.parametrize("name", PARTITIONS)
def test_a_way_to_share_gives_every_node_rows(digits, name):
    X, y = digits
    subsets = PARTITIONS[name](X, y, 12, np.random.RandomState(0))
    assert len(subsets) == 12 and all(len(rows) for rows in subsets)
    of_all = np.concatenate(subsets)
    if name in ("class", "k-means", "bids"):  # a partition proper
        np.testing.assert_array_equal(np.sort(of_all), np.arange(len(X)))
    else:
        assert len(np.unique(of_all)) < len(of_all)
    layer = varied(VariedGN, LAYER | {"partition": name}, 0).fit(X, y)
    assert len(layer.subsets_) == 13


def test_bids_bring_rows_to_nodes_that_reconstruct_them(digits):
    X, y = digits

    def left(subsets):
        parts = [X[rows] - X[rows].mean(axis=0) for rows in subsets]
        return sum(np.sum(part**2) - np.linalg.svd(part, compute_uv=False)[0] ** 2 for part in parts)

    ranked = np.array_split(np.argsort(np.sum((X - X.mean(axis=0)) ** 2, axis=1), kind="stable"), 12)
    assert left(PARTITIONS["bids"](X, y, 12, np.random.RandomState(0))) < 0.8 * left(ranked)


@pytest.mark.parametrize("rule", ["held out", "spectrum"])
def test_a_factor_is_chosen_from_training_rows_alone(digits, rule):
    layer = varied(VariedGN, LAYER | {"choose": rule}, 0).fit(digits[0])
    assert layer.amnesia in FACTORS
    again = GreedyByNode(**layer.get_params()).fit(digits[0])
    np.testing.assert_array_equal(layer.components_, again.components_)


@pytest.mark.parametrize(
    ("block_size", "n_workers", "takes_all", "expected"),
    [(1, 4, False, 10), (2, 4, False, 2 + 4 + 1), (10, 2, False, 5), (10, 64, True, 1 + 4), (10, 1, True, 10)],
)
def test_the_simulated_group_waits_for_its_slowest_node(block_size, n_workers, takes_all, expected):
    assert makespan([1.0, 2.0, 4.0, 2.0, 1.0], block_size, n_workers, takes_all) == expected


def test_differences_are_paired_and_their_interval_is_over_sets_and_seeds():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 0.9, (10, 5))
    mean, low, high, n_sets = difference_over_sets(base + 0.02, base)
    assert (mean, low, high) == pytest.approx((0.02, 0.02, 0.02)) and n_sets == 10
    gap = np.where(np.arange(10) % 2, 0.05, -0.05)[:, np.newaxis]
    mean, low, high, _ = difference_over_sets(base + gap, base)
    assert mean == pytest.approx(0) and low < -0.01 and high > 0.01
    base[3] = np.nan
    assert difference_over_sets(base + 0.02, base)[3] == 9


def test_raw_rows_are_the_rows_before_scaling():
    settings = LAYER | {"n_components": 4, "reading": "original", "dtype": "float32", "scaled": False}
    record, _ = compute(Run("peers", "cancer", "gn_varied", settings, 900))
    check_record(record)
    scaled, _ = compute(Run("peers", "cancer", "gn_varied", settings | {"scaled": True}, 900))
    assert record["measures"]["saturated"] > 0.5 > scaled["measures"]["saturated"]
    assert "finetuned" in scaled["measures"] and "finetuned" not in record["measures"]
    assert load_rows(Run("peers", "cancer", "gn", {}, 900)).X_train.std(axis=0).max() < 1.01


def test_layers_have_a_factor_each():
    run = next(run for run in plan("memory_by_layer", "smoke") if run.settings["amnesia"] == [0.0, 0.8])
    settings = run.settings | {"max_epochs": 5}
    record, _ = compute(Run("layers", "digits", "gn", settings, 900))
    check_record(record)
    other, _ = compute(Run("layers", "digits", "gn", settings | {"amnesia": [0.0, 0.0]}, 900))
    first, second = ([of["measures"][f"redundancy_{k}"] for of in (record, other)] for k in (0, 1))
    assert first[0] == first[1] and second[0] != second[1]


def test_a_table_shows_the_base_and_what_differs_from_it(results):
    measures = dict.fromkeys(("probe_10", "probe_50", "r2", "redundancy", "dead", "saturated"), 0.5)
    measures |= {"n_used": 7.0, "finetuned": 0.5, "finetuned_before": 0.5}
    measures |= dict.fromkeys([f"{name}_median" for name in ("best_image", "best_class_mean", "selectivity")], 0.5)
    for run in plan("partitions", n_seeds=2):
        of_run = dict(measures, probe_all=0.8 + 0.01 * (run.settings["partition"] == "bids"))
        of_run |= {"roughness_median": 1.5}
        if run.dataset != "usps":
            of_run = {name: value for name, value in of_run.items() if not name.endswith("_median")}
        record = record_of(run) | {"measures": of_run, "cpu_seconds": 1.0, "transform_cpu_seconds": 0.1}
        store.save(run, record, None, store.results_folder())
    shown = table("partitions").set_index("partition")["probe, all labels"]
    assert shown["error"] == "0.800"
    assert shown["bids"] == "+0.010 [+0.010, +0.010]"


def test_a_group_of_workers_is_timed_against_one(monkeypatch):
    import joblib

    from gnode.study.kinds import block_times

    threads = [("threads", joblib.parallel_config(backend="threading"))]
    monkeypatch.setattr(block_times, "_groups", lambda: threads)
    run = next(run for run in plan("block_times", "smoke") if run.settings["block_size"] == 8)
    record, _ = compute(Run(run.kind, run.dataset, run.method, run.settings | {"max_epochs": 5}, 900))
    check_record(record)
    group = record["group"]
    assert group["speedup_threads"] == pytest.approx(group["seconds"] / group["seconds_threads"])
    assert len(record["node_seconds"]) == run.settings["n_components"] and max(record["node_seconds"]) > 0
