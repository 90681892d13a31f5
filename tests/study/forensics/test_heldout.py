"""What is predicted of Table 3, and from what."""

import numpy as np
import pytest

from study.forensics import heldout
from study.forensics.grid import NAMED
from study.forensics.heldout import cells_of_set, predict
from study.forensics.nine_sets import shared_forms
from study.forensics.posterior import infer, interval
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.tables import AXES
from study.methods import LAYER_BY_LAYER, NODE_BY_NODE
from study.store import cell_key

N_TRAIN, N_TEST = 4618, 1980
PRINTED = dict.fromkeys((*LAYER_BY_LAYER, *NODE_BY_NODE), (1.0, 0.985))
FORMS = [name for name, _, _ in shared_forms("musk")]


def cell(n_wrong_train, n_wrong_test):
    rng = np.random.default_rng(0)
    train = N_TRAIN - rng.poisson(n_wrong_train, 5)
    return stacked([from_seeds(train, N_TEST - rng.poisson(n_wrong_test, 5), N_TRAIN, N_TEST, Prior())] * 2)


def cells(good="text"):
    """Two forms: one that fits the training scores and errs 30 times, one that does not and errs 150 times."""
    return {
        form: {m: [(1.0, cell(0.5, 30) if form == good else cell(400, 150))] for m in PRINTED}
        for form in ("text", "0.01")
    }


@pytest.fixture(scope="module")
def posterior():
    return infer(np.zeros((2, *map(len, AXES))), np.ones(2))


@pytest.fixture(scope="module")
def before(posterior):
    return predict("musk", cells(), posterior, np.ones(2), np.random.default_rng(0), PRINTED)


def test_training_scores_choose_the_form(before):
    found = before
    assert set(found) == set(PRINTED)
    for of in found.values():
        assert of.forms["text"] > 0.99
        assert of.scores.sum() == pytest.approx(1) and of.blind.sum() == pytest.approx(1)
        low, high = interval(of.scores)
        assert low < 0.985 < high and high - low < 0.05
        assert np.quantile(of.train, 0.05) > 0.99


@pytest.mark.parametrize("method", PRINTED)
def test_a_training_score_is_predicted_without_itself(posterior, before, method):
    after = predict("musk", cells(), posterior, np.ones(2), np.random.default_rng(0), PRINTED | {method: (0.9, 0.985)})
    np.testing.assert_array_equal(before[method].train, after[method].train)
    assert all((before[one].train != after[one].train).any() for one in PRINTED if one != method)


@pytest.mark.parametrize("method", NODE_BY_NODE)
def test_a_held_out_score_has_no_part_in_any_prediction(posterior, before, method):
    after = predict("musk", cells(), posterior, np.ones(2), np.random.default_rng(0), PRINTED | {method: (1.0, 0.5)})
    for one in PRINTED:
        np.testing.assert_array_equal(before[one].scores, after[one].scores)


def test_a_test_score_of_a_baseline_has(posterior, before):
    after = predict(
        "musk", cells(), posterior, np.ones(2), np.random.default_rng(0), PRINTED | {LAYER_BY_LAYER[0]: (1.0, 0.92)}
    )
    assert (before[NODE_BY_NODE[0]].scores != after[NODE_BY_NODE[0]].scores).any()
    np.testing.assert_array_equal(before[LAYER_BY_LAYER[0]].scores, after[LAYER_BY_LAYER[0]].scores)


def test_a_form_without_gn_or_gcn_is_left_out(posterior):
    few = cells()
    del few["0.01"][NODE_BY_NODE[1]]
    assert set(
        predict("musk", few, posterior, np.ones(2), np.random.default_rng(0), PRINTED)[NODE_BY_NODE[0]].forms
    ) == {"text"}
    assert predict("musk", {}, posterior, np.ones(2), np.random.default_rng(0), PRINTED) == {}
    assert FORMS[:2] == ["text", "0.01"]


@pytest.mark.parametrize("missing", [0, 1])
def test_a_set_without_all_its_runs_predicts_nothing(monkeypatch, tmp_path, missing):
    def counts_of(runs, folder):
        seeds = {}
        for run in runs:
            seeds.setdefault(cell_key(run), []).append(run.seed)
        found = {}
        for key, of in seeds.items():
            right = np.full(len(of) - missing * (not found), 180)
            found[key] = {"train": 2 * right, "test": right, "n_train": 381, "n_test": 188, "n_diverged": 0}
        return found

    monkeypatch.setattr(heldout, "counts_of", counts_of)
    found = cells_of_set("cancer", "whole", list(NAMED.values())[:1], tmp_path)
    assert bool(found) == (not missing)
