"""What the kinds of runs compute, and that it is computed again alike."""

import base64
import re

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnode import DeepClassifier, GreedyByNode, LayerwiseAutoencoder
from study import store
from study.datasets import load
from study.experiments import plan
from study.experiments.judge import ImageJudge
from study.experiments.networks import DECIMALS, classifier
from study.experiments.settings import network_run
from study.forensics.plan import counted
from study.measures import MEASURES
from study.record import check_record
from study.run import ARITHMETIC, Run
from study.runner import compute
from study.verify import SPREADS, compare, spread_of_cell

SMALL = {"n_components": 10, "dtype": "float32"}
LAYER = SMALL | {"learning_rate": 0.01, "max_epochs": 5, "amnesia": 0.4, "reading": "mended"}
OUTPUT_NODES = LAYER | {"output": "linear", "dtype": "float64"}
SENSITIVITY = LAYER | {"max_epochs": 2, "dtype": "float64", "perturbation": 1e-12}
FEW_EPOCHS = {"max_epochs": 3, "output_epochs": 3, "finetune_epochs": 1}


def computed(run):
    """Compute a run that has no arrays; its record is right."""
    record, arrays = compute(run)
    check_record(record)
    assert arrays is None
    return record


@pytest.fixture(scope="module")
def digits():
    return load("digits", random_state=900)


@pytest.fixture(scope="module")
def network():
    run = network_run("smoke", "digits", "gcn", 0, (40, 20))
    return run, computed(run)


def test_a_network_has_scores_before_and_after_fine_tuning_and_all_stages(network):
    run, record = network
    assert record["key"] == run.key and record["diverged"] is None and record["arithmetic"] == ARITHMETIC
    scores, measures = record["scores"], record["measures"]
    assert (scores["n_train"], scores["n_test"]) == (1257, 540)
    assert 0.8 < scores["test"] <= 1 and scores["test_before"] < scores["test"]
    assert record["stage_updates"]["output"] == 200 * 1257
    assert 0 < measures["redundancy"] < 1 and 0 < measures["best_image_median"] < 1
    assert measures["roughness_median"] > 0.5
    right = np.unpackbits(np.frombuffer(base64.b64decode(record["test_right"]), np.uint8), count=540)
    assert right.mean() == pytest.approx(scores["test"])


@pytest.mark.parametrize(("experiment", "rows"), [("other_rates", 100), ("race", 50)])
def test_a_part_of_an_epoch_is_one_over_the_first_rows(experiment, rows, digits):
    run = next(run for run in plan(experiment, "smoke") if "half" in run.settings)
    part = classifier(run).pretraining.set_params(random_state=0).fit(digits.X_train[:200])
    shared = {name: value for name, value in part.get_params().items() if name != "halvings"}
    whole = LayerwiseAutoencoder(**shared).fit(digits.X_train[:rows])
    assert (part.n_updates_, part.components_.tolist()) == (whole.n_updates_, whole.components_.tolist())


def test_a_network_is_verified_as_identical_and_one_row_or_measure_is_a_difference(network, results):
    run, record = network
    store.save(run, record, None, results)
    assert compare(run, computed(run), None, results, {}) == ([], True)
    n_test, n_right = 540, round(record["scores"]["test"] * 540)
    for changed, complaint in (
        ({"scores": {"test": (n_right - 1) / n_test}}, "test: stored .* must be equal"),
        ({"measures": {"redundancy": record["measures"]["redundancy"] + 0.1}}, "redundancy: stored .* must be equal"),
        ({"data": {"checksum": "0" * 64}}, "data checksum: stored .*, now 0000"),
        ({"n_updates": 1}, "n_updates: stored .*, now 1"),
        ({"diverged": "node 3"}, "diverged: stored None, now node 3"),
    ):
        now = {name: record[name] | of if isinstance(of, dict) else of for name, of in changed.items()}
        differences, identical = compare(run, record | now, None, results, {"test": 1.0})
        assert not identical and any(re.match(complaint, of) for of in differences), complaint


def test_what_other_libraries_compute_may_differ_by_their_spread(results):
    runs = [Run("output nodes", "digits", "gn", OUTPUT_NODES, seed) for seed in range(2)]
    records = [computed(run) for run in runs]
    for run, record in zip(runs, records):
        store.save(run, record, None, results)
    spread = spread_of_cell(runs[0], runs, results)
    tests = [record["scores"]["test"] for record in records]
    assert spread["test"] == pytest.approx(np.std(tests, ddof=1))
    for share, n_found in ((0.9, 0), (1.1, 1)):
        moved = records[0]["scores"] | {"test": tests[0] - share * SPREADS * spread["test"]}
        differences, identical = compare(runs[0], records[0] | {"scores": moved}, None, results, spread)
        assert (len(differences), identical) == (n_found, False)
    measures = records[0]["measures"] | {"redundancy": records[0]["measures"]["redundancy"] + 1e-12}  # ours
    differences, _ = compare(runs[0], records[0] | {"measures": measures}, None, results, spread)
    assert "redundancy" in differences[0]


@pytest.mark.parametrize("method", store.FEATURE_NAMES)
def test_features_are_arrays_with_their_provenance(method, results):
    settings = next(run.settings for run in plan("features", "smoke") if run.method == method)
    run = Run("features", "digits", method, settings | {"n_components": 10}, 0)
    record, arrays = compute(run)
    check_record(record)
    store.save(run, record, arrays, results)
    stored = store.load_features(method)
    assert stored.components.shape == (10, 64) and stored.components.dtype == np.float32
    assert stored.provenance.get("n_updates", 1) > 0 and stored.selectivity.shape == (10,)
    assert compare(run, *compute(run), results, {}) == ([], True)
    for name, moved, is_found in (("components", 1e-6, method != "pca"), ("roughness", 0.1, True)):
        differences, identical = compare(run, record, arrays | {name: arrays[name] + moved}, results, {})
        assert len(differences) == is_found and not identical


@pytest.mark.parametrize(
    "run",
    [
        Run("sensitivity", "digits", "gn", SENSITIVITY | {"learning_rate": 50.0}, 0),
        network_run("smoke", "digits", "gn", 0, (30, 20), learning_rate=50.0),
        Run("peers", "digits", "gn", LAYER | {"learning_rate": 50.0}, 900),
        counted("smoke", "digits", "gn", 3, (12, 10), **FEW_EPOCHS, learning_rate=1e3),
    ],
    ids=lambda run: run.kind,
)
def test_divergence_is_a_result(run):
    record = computed(run)
    assert "diverged" in record["diverged"] and "test" not in record.get("scores", {})
    assert record.get("measures", {"diverged_share": 1}) == {"diverged_share": 1}


@pytest.mark.parametrize("experiment", ["planes", "subsets", "outputs"])
def test_runs_of_one_layer_are_computed_and_verified(experiment, results):
    for run in plan(experiment, "smoke"):
        record = computed(run)
        store.save(run, record, None, results)
        assert compare(run, computed(run), None, results, {}) == ([], True)
        if run.method == "pca":
            assert len([name for name in record["measures"] if name.startswith("neighbours_")]) == 7
            assert record["measures"]["neighbours_0_1"] > 0.6
            assert record["measures"]["first_node_correlation"] == pytest.approx(1)


# The kind "counts" ----------------------------------------------------------------------------------------------------


def small_counts(method, **settings):
    return counted("smoke", "digits", method, 3, (12, 10), **(FEW_EPOCHS | {"amnesia": 0.4} | settings))


def test_counts_are_what_a_network_gets_right():
    run = small_counts("gcn")
    record = computed(run)
    whole = computed(network_run("smoke", "digits", "gcn", 3, (12, 10), **(run.settings | {"reading": "mended"})))
    assert record["scores"] == {name: whole["scores"][name] for name in record["scores"]}
    assert record["n_updates"] == whole["n_updates"]
    assert record["measures"] == {name: round(value, DECIMALS) for name, value in whole["measures"].items()}
    fewer = computed(small_counts("gcn", train_share=0.5))["scores"]
    assert fewer["n_train"] == round(0.5 * 1257) and fewer["n_test"] == 540


# Features that are measured, read out, judged -------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["mended", {"memory": "flat", "centring": False}])
def test_nodes_have_the_measures_of_features(reading, results):
    run = Run("nodes", "digits", "gcn", LAYER | {"reading": reading}, 3)
    record = computed(run)
    _, of_features = compute(Run("features", "digits", "gcn", run.settings, 3))
    for name in MEASURES:
        np.testing.assert_allclose(record["nodes"][name], of_features[name], rtol=1e-5, atol=10.0**-DECIMALS)
    store.save(run, record, None, results)
    wrong = record["nodes"] | {"selectivity": [*record["nodes"]["selectivity"][:-1], 0.123456]}
    differences, identical = compare(run, record | {"nodes": wrong}, None, results, {})
    assert not identical and len(differences) == 1 and "selectivity, node 9" in differences[0]
    for values in ([0.5] * 9, [2.0] * 10, [None] * 10, "0.5"):
        with pytest.raises(ValueError, match="selectivity"):
            check_record(record | {"nodes": record["nodes"] | {"selectivity": values}})


@pytest.fixture(scope="module")
def judge(digits):
    return ImageJudge(digits.X_train, digits.y_train)


@pytest.mark.weekly
def test_the_judge_reads_unseen_images_is_as_sure_as_right_and_blind_to_brightness(digits, judge):
    digit, confidence = judge.of_images(digits.X_test)
    accuracy = np.mean(digit == digits.y_test)
    assert accuracy > 0.95 and abs(confidence.mean() - accuracy) < 0.03
    images = digits.X_test[:50]
    for one, other in zip(judge.of_images(images), judge.of_images(0.01 * images + 7), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    assert np.isfinite(judge.of_images(np.ones((1, 64)))[1]).all()  # an even picture


# What features are worth ----------------------------------------------------------------------------------------------


def test_features_are_scored_as_scikit_learn_would():
    measures = computed(Run("peers", "digits", "gn", LAYER, 900))["measures"]
    data = load("digits", random_state=900)
    X, X_test = data.X_train.astype("float32"), data.X_test.astype("float32")
    layer = GreedyByNode(10, learning_rate=0.01, max_epochs=5, reading="mended", random_state=900).fit(X)
    H, H_test = layer.transform(X), layer.transform(X_test)
    probe = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(H, data.y_train)
    assert measures["probe_all"] == pytest.approx(probe.score(H_test, data.y_test), abs=0.004)
    decoded = LinearRegression().fit(H.astype(float), X).predict(H_test.astype(float))
    expected = 1 - np.sum((X_test - decoded) ** 2) / np.sum((X_test - X.mean(axis=0)) ** 2)
    assert measures["r2"] == pytest.approx(expected, abs=1e-4)
    assert measures["probe_10"] < measures["probe_50"] < measures["probe_all"] < measures["finetuned"]
    network = DeepClassifier((10,), learning_rate=0.01, max_epochs=5, reading="mended", random_state=0)
    assert measures["finetuned"] == pytest.approx(network.fit(X, data.y_train).score(X_test, data.y_test), abs=0.05)


@pytest.mark.parametrize("name", ["peers", "depths", "memory_by_layer", "table1"])
def test_no_run_hangs_on_a_default_of_the_library(name, monkeypatch):
    """The library's defaults are for its users, and may change: a stored run must come out again."""
    run = next(run for run in plan(name, "smoke") if run.dataset == "digits" and run.method in ("gn", "none"))
    before, others = computed(run), {"finetune_learning_rate": 0.1, "finetune_epochs": 3, "reading": "textbook"}
    others |= {"output_learning_rate": 0.1, "output_epochs": 3, "learning_rate": 0.05, "max_epochs": 3}
    others |= {"batch_size": 7, "amnesia": 0.9}
    monkeypatch.setattr(DeepClassifier.__init__, "__kwdefaults__", DeepClassifier.__init__.__kwdefaults__ | others)
    after = computed(run)
    assert [before.get(name) for name in ("scores", "measures", "n_updates")] == [
        after.get(name) for name in ("scores", "measures", "n_updates")
    ]
