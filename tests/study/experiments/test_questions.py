"""The open questions: the variants of GN, the simulated group of learners, differences over sets, the protocol."""

import hashlib

import numpy as np
import pandas as pd
import pytest
from made_up import record_of

from gnode import GreedyByClassByNode, GreedyByNode
from study import store
from study.datasets import load
from study.experiments import differences, plan, table
from study.experiments.blocks import first_to_hurt, makespan
from study.experiments.depths import rescued
from study.experiments.differences import against_base, difference_over_sets, winners
from study.experiments.memories import winning_pairs
from study.experiments.own_rates import THIRD, fit_for_auto
from study.methods.partitions import PARTITIONS
from study.methods.variants import FACTORS, VariedGCN, VariedGN, varied
from study.record import check_record
from study.run import Run, load_rows
from study.runner import compute

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
@pytest.mark.parametrize("reading", ["mended", {"memory": "flat"}])
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
    group = varied(VariedGCN, LAYER | {"block_size": 4, "n_jobs": 2}, 0)
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
    other = GreedyByNode(1, learning_rate=1 / squared, max_epochs=5, reading="mended", random_state=0).fit(X)
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


def test_sets_with_as_many_seeds_are_resampled_as_others_are(monkeypatch):
    """The quick way for even numbers of seeds draws what seed by seed would be drawn."""
    monkeypatch.setattr(differences, "N_RESAMPLES", 200)
    gained = np.random.default_rng(0).standard_normal((7, 5))
    rng = np.random.RandomState(0)
    means = [np.mean([rng.choice(gained[k], 5).mean() for k in rng.randint(7, size=7)]) for _ in range(200)]
    _, low, high, _ = difference_over_sets(gained, np.zeros_like(gained))
    assert (low, high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), rel=1e-12)


def test_raw_rows_are_the_rows_before_scaling():
    settings = LAYER | {"n_components": 4, "reading": "mended", "dtype": "float32", "scaled": False}
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

    from study.kinds import block_times

    threads = [("threads", joblib.parallel_config(backend="threading"))]
    monkeypatch.setattr(block_times, "_groups", lambda: threads)
    run = next(run for run in plan("block_times", "smoke") if run.settings["block_size"] == 8)
    record, _ = compute(Run(run.kind, run.dataset, run.method, run.settings | {"max_epochs": 5}, 900))
    check_record(record)
    group = record["group"]
    assert group["speedup_threads"] == pytest.approx(group["seconds"] / group["seconds_threads"])
    assert len(record["node_seconds"]) == run.settings["n_components"] and max(record["node_seconds"]) > 0


def scores_of(column, scores, value="probe_all", **more):
    """Make a frame of two sets and five seeds in which a variant has the same score everywhere."""
    return pd.DataFrame(
        [
            {"dataset": dataset, "seed": seed, column: variant, value: score, "diverged": False} | more
            for variant, score in scores.items()
            for dataset in ("usps", "musk")
            for seed in range(5)
        ]
    )


def test_a_variant_wins_by_gain_and_interval():
    found = pd.DataFrame(
        {"variant": ["wins", "too little", "unsure"], "mean": [0.005, 0.004, 0.02], "low": [0.001, 0.002, -0.001]}
    )
    assert winners(found) == ["wins"]
    frame = scores_of("rule", {"base": 0.8, "better": 0.82, "equal": 0.8})
    assert winners(against_base(frame, "rule", "base", ["probe_all"])) == ["better"]


def test_blocks_hurt_from_the_first_size_that_loses_enough_for_sure():
    found = pd.DataFrame(
        {"variant": ["2", "4", "8", "all"], "mean": [-0.02, -0.004, -0.006, -0.1], "high": [0.01, -0.001, -0.001, -0.1]}
    )
    assert first_to_hurt(found) == "8"
    assert first_to_hurt(found[:2]) is None


def rates(lost=0.0, saturated=0.1, diverged=False):
    """Make the runs of the paper's rate and of one other."""
    frames = []
    for scaled in (True, False):
        own = {"rows scaled": scaled, "saturated": saturated}
        frames.append(scores_of("rate name", {"hand-picked": 0.8}, **own | {"saturated": 0.2}))
        frames.append(scores_of("rate name", {THIRD: 0.8}, **own))
    frame = pd.concat(frames, ignore_index=True)
    of = frame["rate name"] == THIRD
    frame.loc[of & frame["rows scaled"] & (frame["dataset"] == "musk"), "probe_all"] -= lost
    frame.loc[of[of].index[-1], "diverged"] = diverged
    return frame


@pytest.mark.parametrize(
    ("changes", "fit"),
    [
        ({}, True),
        ({"lost": 0.009}, True),
        ({"lost": 0.011}, False),
        ({"saturated": 0.3}, False),
        ({"diverged": True}, False),
    ],
)
def test_a_rate_becomes_auto_if_it_meets_all_that_was_asked(changes, fit):
    judged = fit_for_auto(rates(**changes))
    assert list(judged.index) == [THIRD] and judged.loc[THIRD, "fit"] == fit
    assert judged.loc[THIRD, "worst"] == pytest.approx(changes.get("lost", 0.0), abs=1e-12)


def depths(**at_eight):
    """Make networks of two and of eight layers that score 0.9, but for what is given of eight."""
    return pd.concat(
        [
            scores_of("method", dict.fromkeys(("gn", "gcn", "none", "random"), 0.9), "test", depth=2),
            scores_of("method", dict.fromkeys(("gn", "gcn", "none", "random"), 0.9) | at_eight, "test", depth=8),
        ]
    )


@pytest.mark.parametrize(
    ("at_eight", "fails", "is_rescued"),
    [({}, False, False), ({"none": 0.8}, True, True), ({"none": 0.8, "gn": 0.5}, True, True),
     ({"random": 0.8, "gn": 0.5, "gcn": 0.87}, True, False), ({"gn": 0.1}, False, False)],
)  # fmt: skip
def test_a_depth_is_rescued_where_a_plain_start_fails(at_eight, fails, is_rescued):
    found = rescued(depths(**at_eight))
    assert (found["fails"] == fails).all() and (found["rescued"] == is_rescued).all()
    assert list(found.index.get_level_values("depth").unique()) == [8]


def test_a_pair_of_factors_wins_on_held_out_rows_and_then_on_test_rows():
    def frame(test):
        return pd.DataFrame(
            [
                {"method": "gn", "factors": pair, "seed": seed, "held_out": held, "test": value + 1e-4 * seed}
                for pair, held, value in (("0.4, 0.4", 0.9, 0.8), ("0.8, 0", 0.95, test), ("0, 0", 0.5, 0.99))
                for seed in range(5)
            ]
        )

    better, worse = (winning_pairs(frame(test)).loc["gn"] for test in (0.81, 0.79))
    assert better["best"] == worse["best"] == "0.8, 0"
    assert better["wins"] and not worse["wins"]
    assert better["mean"] == pytest.approx(0.01)
