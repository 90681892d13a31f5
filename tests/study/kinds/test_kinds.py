"""What the kinds of runs compute, and that it is computed again alike."""

import base64

import numpy as np
import pytest
from made_up import record_of
from sklearn.feature_selection import f_classif

from study import store
from study.experiments import plan
from study.experiments.settings import network_run
from study.measures import class_selectivity, first_component_correlations, mean_absolute_cosine
from study.run import ARITHMETIC, Run
from study.runner import compute
from study.verify import SPREADS, compare, spread_of_cell

LAYER = {"n_components": 10, "max_epochs": 2, "learning_rate": 0.01, "reading": "mended"}
OUTPUT_NODES = {**LAYER, "amnesia": 0.4, "output": "linear", "dtype": "float64"}
SENSITIVITY = {**LAYER, "amnesia": 0.4, "dtype": "float64", "perturbation": 1e-12}


@pytest.fixture(scope="module")
def network():
    run = network_run("smoke", "digits", "gcn", 0, (40, 20))
    return run, *compute(run)


def test_a_network_has_scores_before_and_after_fine_tuning_and_all_stages(network):
    run, record, arrays = network
    assert arrays is None
    assert record["key"] == run.key
    assert record["diverged"] is None
    scores = record["scores"]
    assert (scores["n_train"], scores["n_test"]) == (1257, 540)
    assert 0.8 < scores["test"] <= 1
    assert scores["test_before"] < scores["test"]
    assert round(scores["test"] * 540, 6).is_integer()
    assert record["timings"].keys() == record["stage_updates"].keys() == {"pretraining", "output", "finetuning"}
    assert record["stage_updates"]["output"] == 200 * 1257
    assert record["n_updates"] == sum(record["stage_updates"].values())
    assert 0 < record["measures"]["redundancy"] < 1
    assert 0 < record["measures"]["best_image_median"] < 1
    assert record["measures"]["roughness_median"] > 0.5
    assert record["data"]["checksum"]
    assert record["threads"] == 1


def without_rows(record):
    """Drop which rows are right, which would contradict a changed score."""
    return {name: value for name, value in record.items() if name != "test_right"}


def test_a_network_is_verified_as_identical(network, results):
    run, record, arrays = network
    store.save(run, record, arrays, results)
    assert compare(run, *compute(run), results, {}) == ([], True)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"scores": {"test": 0.0}}, "test: stored 0.0"),
        ({"stage_updates": {"output": 1}}, "n_updates: stored"),
        ({"data": {"checksum": "0" * 64}}, "data checksum: stored 0000"),
    ],
)
def test_a_stored_result_that_is_wrong_is_found(network, results, change, complaint):
    run, record, arrays = network
    changed = {name: record[name] | new for name, new in change.items()}
    changed |= {"n_updates": sum((record["stage_updates"] | change.get("stage_updates", {})).values())}
    store.save(run, without_rows(record | changed), None, results)
    differences, identical = compare(run, record, arrays, results, {})
    assert any(complaint in difference for difference in differences)
    assert not identical


def test_a_run_that_is_stored_as_diverged_and_did_not_is_found(network, results):
    run, record, arrays = network
    store.save(run, record_of(run, diverged="node 3"), None, results)
    differences, _ = compare(run, record, arrays, results, {})
    assert any("diverged: stored node 3, now None" in difference for difference in differences)


def test_other_advice_to_a_run_that_diverged_is_no_difference(network, results):
    run, record, arrays = network
    store.save(run, record_of(run, diverged="node 3 diverged in epoch 0; scale X"), None, results)
    now = record | {"diverged": "node 3 diverged in epoch 0; lower the rate"}
    differences, _ = compare(run, now, arrays, results, {})
    assert not [difference for difference in differences if difference.startswith("diverged")]


def test_one_row_more_or_less_is_a_difference(network, results):
    run, record, arrays = network
    n_test = record["scores"]["n_test"]
    moved = record["scores"] | {"test": (round(record["scores"]["test"] * n_test) - 1) / n_test}
    store.save(run, without_rows(record | {"scores": moved}), None, results)
    differences, identical = compare(run, record, arrays, results, {"test": 1.0})
    assert "must be equal" in differences[0]
    assert not identical


def test_which_test_rows_are_right_is_kept(network):
    _, record, _ = network
    right = np.unpackbits(np.frombuffer(base64.b64decode(record["test_right"]), np.uint8), count=540)
    assert right.mean() == pytest.approx(record["scores"]["test"])
    assert record["arithmetic"] == ARITHMETIC


def test_what_other_libraries_compute_may_differ_by_their_spread(results):
    runs = [Run("output nodes", "digits", "gn", OUTPUT_NODES, seed) for seed in range(2)]
    records = [compute(run)[0] for run in runs]
    for run, record in zip(runs, records):
        store.save(run, record, None, results)
    spread = spread_of_cell(runs[0], runs, results)
    tests = [record["scores"]["test"] for record in records]
    assert spread["test"] == pytest.approx(np.std(tests, ddof=1))
    for share, n_found in ((0.9, 0), (1.1, 1)):
        moved = records[0]["scores"] | {"test": tests[0] - share * SPREADS * spread["test"]}
        differences, identical = compare(runs[0], records[0] | {"scores": moved}, None, results, spread)
        assert (len(differences), identical) == (n_found, False)
    redundancy = records[0]["measures"]["redundancy"] + 1e-12  # our own arithmetic
    measures = records[0]["measures"] | {"redundancy": redundancy}
    differences, _ = compare(runs[0], records[0] | {"measures": measures}, None, results, spread)
    assert "redundancy" in differences[0]


def test_outputs_are_scored_as_they_are_and_standardised():
    """A layer of small outputs loses accuracy to the penalty by their scale alone, and gets it back."""
    settings = OUTPUT_NODES | {"output": "sigmoid", "max_epochs": 20}
    record, _ = compute(Run("output nodes", "digits", "gcn", settings, 0))
    scores, measures = record["scores"], record["measures"]
    assert set(scores) == {"train", "test", "train_standardised", "test_standardised", "n_train", "n_test"}
    assert measures["output_sd_median"] < 0.2
    assert scores["train_standardised"] > scores["train"]


@pytest.mark.parametrize("method", store.FEATURE_NAMES)
def test_features_are_arrays_with_their_provenance(method, results):
    settings = next(run.settings for run in plan("features", "smoke") if run.method == method)
    run = Run("features", "digits", method, settings | {"n_components": 10}, 0)
    record, arrays = compute(run)
    store.save(run, record, arrays, results)
    stored = store.load_features(method)
    assert stored.components.shape == (10, 64)
    assert stored.components.dtype == np.float32
    assert stored.provenance.get("n_updates", 1) > 0
    assert stored.selectivity.shape == stored.roughness.shape == (10,)
    assert 0 < stored.best_class_mean.max() <= 1
    assert compare(run, *compute(run), results, {}) == ([], True)
    other_bits = arrays | {"components": arrays["components"] + 1e-6}
    differences, identical = compare(run, record, other_bits, results, {})
    assert len(differences) == (method != "pca")
    assert not identical
    other_layer = arrays | {"roughness": arrays["roughness"] + 0.1}
    differences, identical = compare(run, record, other_layer, results, {})
    assert "roughness: " in differences[0]
    assert not identical


def test_sensitivity_is_small_at_a_low_rate():
    record, _ = compute(Run("sensitivity", "digits", "gn", SENSITIVITY, 0))
    assert record["diverged"] is None
    assert 0 < record["measures"]["change_median"] <= record["measures"]["change_max"] < 1e-9


@pytest.mark.parametrize(
    "run",
    [
        Run("sensitivity", "digits", "gn", SENSITIVITY | {"learning_rate": 50.0}, 0),
        network_run("smoke", "digits", "gn", 0, (30, 20), learning_rate=50.0),
    ],
    ids=["layer", "network"],
)
def test_divergence_is_a_result(run):
    record, _ = compute(run)
    assert "diverged" in record["diverged"]
    assert "scores" not in record
    assert record.get("measures", {"diverged_share": 1})["diverged_share"] == 1


def test_baselines_are_scored_on_the_same_rows():
    record, _ = compute(Run("baseline", "cancer", "majority", {}, 0))
    assert (record["scores"]["n_train"], record["scores"]["n_test"]) == (381, 188)
    assert record["scores"]["test"] == pytest.approx(118 / 188)
    assert compute(Run("baseline", "cancer", "logistic", {}, 0))[0]["scores"]["test"] > 0.9


def test_simulated_rows_are_marked():
    record, _ = compute(Run("baseline", "madelon", "majority", {}, 0, rows="simulated"))
    assert record["data"]["simulated"] is True
    assert record["rows"] == "simulated"


def test_class_selectivity_is_the_share_of_variance_between_classes():
    y = np.array([0, 0, 1, 1])
    outputs = np.array([[1.0, 5.0, 0.0, 2.0], [1.0, 5.0, 1.0, 0.0], [3.0, 5.0, 0.0, 4.0], [3.0, 5.0, 1.0, 2.0]])
    np.testing.assert_allclose(class_selectivity(outputs, y), [1, 0, 0, 0.5])
    one_way = f_classif(outputs[:, 3:], y)[0][0]  # F = eta^2 / (1 - eta^2) * (n - c) / (c - 1)
    assert one_way == pytest.approx(0.5 / 0.5 * 2)


def test_mean_absolute_cosine():
    assert mean_absolute_cosine(np.eye(3)) == 0
    assert mean_absolute_cosine(np.array([[1.0, 1.0], [-2.0, -2.0]])) == pytest.approx(1)
    assert mean_absolute_cosine(np.array([[1.0, 0.0], [1.0, 1.0]])) == pytest.approx(np.sqrt(0.5))


def test_correlation_with_the_first_principal_component():
    rng = np.random.default_rng(0)
    strong, weak = 5 * rng.standard_normal((2, 400))
    X = np.column_stack([strong, 0.1 * weak])
    outputs = np.column_stack([-2 * strong + 7, weak, np.ones(400)])
    first, second, constant = first_component_correlations(outputs, X)
    assert first == pytest.approx(1, abs=1e-6)
    assert second < 0.15
    assert constant == 0


@pytest.mark.parametrize("experiment", ["planes", "subsets", "outputs"])
def test_runs_of_one_layer_are_computed_and_verified(experiment, results):
    for run in plan(experiment, "smoke"):
        record, arrays = compute(run)
        assert arrays is None
        assert all(0 <= value <= 1 + 1e-12 for value in record["measures"].values())
        store.save(run, record, arrays, results)
        assert compare(run, *compute(run), results, {}) == ([], True)


def test_planes_of_digits_part_five_classes_better_than_chance():
    run = next(run for run in plan("planes", "smoke") if run.method == "pca")
    measures = compute(run)[0]["measures"]
    assert len([name for name in measures if name.startswith("neighbours_")]) == 7
    assert measures["neighbours_0_1"] > 0.6
    assert measures["first_node_correlation"] == pytest.approx(1)


def test_verification_refuses_a_measure_that_has_moved(network, results):
    run, record, arrays = network
    moved = record["measures"] | {"redundancy": record["measures"]["redundancy"] + 0.1}
    store.save(run, record | {"measures": moved}, None, results)
    differences, _ = compare(run, record, arrays, results, {})
    assert differences and differences[0].startswith("redundancy: stored")
