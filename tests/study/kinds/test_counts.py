"""The kind "counts": the same networks as the kind "network"."""

import pytest

from gnode import LayerwiseSupervisedEncoder
from study.experiments.settings import network_run
from study.forensics.grid import NAMED, changes
from study.forensics.plan import counted
from study.kinds.counts import DECIMALS, classifier
from study.record import check_record
from study.runner import compute

SMALL = {"max_epochs": 3, "output_epochs": 3, "finetune_epochs": 1}


def run_of(method, **settings):
    return counted("smoke", "digits", method, 3, (12, 10), **(SMALL | {"amnesia": 0.4} | settings))


def test_it_counts_what_a_network_gets_right():
    run = run_of("gcn")
    record, arrays = compute(run)
    check_record(record)
    assert arrays is None and record["diverged"] is None
    whole, _ = compute(network_run("smoke", "digits", "gcn", 3, (12, 10), **(run.settings | {"reading": "mended"})))
    for part in ("train", "test", "n_train", "n_test"):
        assert record["scores"][part] == whole["scores"][part]
    assert record["n_updates"] == whole["n_updates"]
    assert record["measures"] == {name: round(value, DECIMALS) for name, value in whole["measures"].items()}


def test_a_run_that_diverges_is_kept_as_such():
    record, _ = compute(run_of("gn", learning_rate=1e3))
    check_record(record)
    assert "diverged" in record["diverged"] and record["n_updates"] is None
    assert record["scores"] == {"n_train": 1257, "n_test": 540}


def test_a_share_of_the_training_rows():
    record, _ = compute(run_of("gcn", train_share=0.5))
    assert record["scores"]["n_train"] == round(0.5 * 1257) and record["scores"]["n_test"] == 540


def test_mini_batches_of_pre_training_reach_the_layers():
    network = classifier(
        run_of("sv", pretraining_batch_size=20, reading={"initialisation": "glorot"}, learning_rate=0.02)
    )
    layer = network.pretraining
    assert isinstance(layer, LayerwiseSupervisedEncoder)
    assert (layer.batch_size, layer.learning_rate, layer.max_epochs) == (20, 0.02, 3)
    assert layer.reading.initialisation == "glorot" and network.batch_size == 1
    record, _ = compute(run_of("sv", pretraining_batch_size=20))
    row_by_row, _ = compute(run_of("sv"))
    assert record["n_updates"] < row_by_row["n_updates"]


@pytest.mark.parametrize(("method", "n_cells"), [("gn", 4), ("gcn", 4), ("sv", 3), ("usv", 3)])
def test_readings_that_agree_on_what_matters_share_a_cell(method, n_cells):
    runs = {counted("paper", "usps", method, 0, (20,), amnesia=0.4, **changes(point)).key for point in NAMED.values()}
    assert len(runs) == n_cells
    at_ends = {
        counted("paper", "usps", method, 0, (20,), amnesia=a, reading={"memory": rule}).key
        for rule in ("flat", "fading")
        for a in (0.0, 1.0)
    }
    assert len(at_ends) == (1 if method in ("sv", "usv") else 2)


@pytest.mark.parametrize("method", ["gn", "gcn"])
@pytest.mark.parametrize("amnesia", [0.0, 1.0])
def test_without_and_with_whole_memory_the_rules_agree_to_the_last_bit(method, amnesia):
    from gnode.reading import Reading

    one, other = (
        classifier(run_of(method, amnesia=amnesia)).set_params(reading=Reading(memory=rule))
        for rule in ("flat", "fading")
    )
    from study.datasets import load

    data = load("digits")
    X, y = data.X_train[:200], data.y_train[:200]
    for a, b in zip(one.fit(X, y).coefs_, other.fit(X, y).coefs_):
        assert (a == b).all()
