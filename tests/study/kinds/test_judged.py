"""The blind judge, and the kind of runs that asks it."""

import numpy as np
import pytest

from study.datasets import load
from study.experiments import plan
from study.kinds.judge import ImageJudge, judge_of
from study.kinds.judged import make_features
from study.measures import class_means, of_each_node
from study.record import check_record
from study.runner import compute


@pytest.fixture(scope="module")
def digits():
    return load("digits", random_state=900)


@pytest.fixture(scope="module")
def judge(digits):
    return ImageJudge(digits.X_train, digits.y_train)


def test_it_reads_images_that_it_has_not_seen_and_is_as_sure_as_right(digits, judge):
    digit, confidence = judge.of_images(digits.X_test)
    accuracy = np.mean(digit == digits.y_test)
    assert accuracy > 0.95
    assert abs(confidence.mean() - accuracy) < 0.03


def test_it_is_sure_of_digits_in_either_sign_and_not_of_noise(digits, judge):
    means = class_means(digits.X_train, digits.y_train) - digits.X_train.mean(axis=0)
    for sign in (1, -1):
        digit, confidence = judge.of_features(sign * means)
        assert (digit == np.arange(10)).all() and confidence.min() > 0.9
    _, of_noise = judge.of_features(np.random.default_rng(0).standard_normal((200, 64)))
    assert of_noise.mean() < 0.75


def test_brightness_and_contrast_do_not_count(digits, judge):
    images = digits.X_test[:50]
    for one, other in zip(judge.of_images(images), judge.of_images(0.01 * images + 7), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    assert np.isfinite(judge.of_images(np.ones((1, 64)))[1]).all()  # an even picture


def test_the_same_images_are_learnt_once(digits):
    first = judge_of(digits.X_train[:300], digits.y_train[:300])
    assert judge_of(digits.X_train[:300].copy(), digits.y_train[:300]) is first
    assert judge_of(digits.X_train[:299], digits.y_train[:299]) is not first


@pytest.mark.parametrize("cell", ["gn", "mixes", "own_rows"])
def test_a_run_measures_its_nodes_and_has_them_judged(cell):
    run = next(run for run in plan("controls", "smoke") if run.method == cell)
    record, arrays = compute(run)
    check_record(record)
    assert arrays is None
    data = load("digits", random_state=run.seed)
    X, y = data.X_train.astype("float32"), data.y_train
    layer = make_features(run).fit(X, y)
    for name, values in of_each_node(layer.components_, layer.transform(X), X, y).items():
        np.testing.assert_allclose(record["nodes"][name], values, atol=1e-3)
        assert record["measures"][f"{name}_median"] == pytest.approx(np.median(values), abs=1e-3)
    of_judge = record["judge"]
    assert of_judge["accuracy"] > 0.95
    assert of_judge["confidence_means"] > of_judge["confidence_noise"]
    with pytest.raises(ValueError, match="digit"):
        check_record(record | {"nodes": record["nodes"] | {"digit": [0.5] * 40}})
