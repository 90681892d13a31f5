"""What is told of the readings: what is predicted of each table, and from what."""

import numpy as np
import pytest

from study.forensics.grid import FACTORS, NAMED, name_of
from study.forensics.heldout import predict
from study.forensics.plan import shared_forms
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.report import NONE, interval, levels_frame, log_score, usps_lines
from study.forensics.tables import AXES, PRINTED, Cells, infer, log_likelihood
from study.methods import LAYER_BY_LAYER, NODE_BY_NODE

N_TRAIN, N_TEST = 4618, 1980
OF_MUSK = dict.fromkeys((*LAYER_BY_LAYER, *NODE_BY_NODE), (1.0, 0.985))


def cell(n_wrong_train, n_wrong_test):
    rng = np.random.default_rng(0)
    train = N_TRAIN - rng.poisson(n_wrong_train, 5)
    return stacked([from_seeds(train, N_TEST - rng.poisson(n_wrong_test, 5), N_TRAIN, N_TEST, Prior())] * 2)


def cells():
    """Two forms: one that fits the training scores and errs 30 times, one that does not and errs 150 times."""
    errors = {"text": (0.5, 30), "0.01": (400, 150)}
    return {form: {method: [(1.0, cell(*wrong))] for method in OF_MUSK} for form, wrong in errors.items()}


def predicted(of, **printed):
    """Predict a set from cells, two readings alike, perhaps from another printed row."""
    posterior = infer(np.zeros((2, *map(len, AXES))), np.ones(2))
    return predict("musk", of, posterior, np.ones(2), np.random.default_rng(0), OF_MUSK | printed)


@pytest.fixture(scope="module")
def before():
    return predicted(cells())


def test_training_scores_choose_the_form(before):
    assert set(before) == set(OF_MUSK)
    for of in before.values():
        assert of.forms["text"] > 0.99
        assert of.scores.sum() == pytest.approx(1) and of.blind.sum() == pytest.approx(1)
        low, high = interval(of.scores)
        assert low < 0.985 < high and high - low < 0.05
        assert np.quantile(of.train, 0.05) > 0.99


@pytest.mark.parametrize("method", OF_MUSK)
def test_a_training_score_is_predicted_without_itself(before, method):
    after = predicted(cells(), **{method: (0.9, 0.985)})
    np.testing.assert_array_equal(before[method].train, after[method].train)
    assert all((before[one].train != after[one].train).any() for one in OF_MUSK if one != method)


@pytest.mark.parametrize("method", NODE_BY_NODE)
def test_a_held_out_score_has_no_part_in_any_prediction(before, method):
    after = predicted(cells(), **{method: (1.0, 0.5)})
    for one in OF_MUSK:
        np.testing.assert_array_equal(before[one].scores, after[one].scores)


def test_a_test_score_of_a_baseline_has(before):
    after = predicted(cells(), **{LAYER_BY_LAYER[0]: (1.0, 0.92)})
    assert (before[NODE_BY_NODE[0]].scores != after[NODE_BY_NODE[0]].scores).any()
    np.testing.assert_array_equal(before[LAYER_BY_LAYER[0]].scores, after[LAYER_BY_LAYER[0]].scores)


def test_a_form_without_gn_or_gcn_is_left_out():
    few = cells()
    del few["0.01"][NODE_BY_NODE[1]]
    assert set(predicted(few)[NODE_BY_NODE[0]].forms) == {"text"}
    assert predicted({}) == {}
    assert [name for name, _, _ in shared_forms("musk")][:2] == ["text", "0.01"]


def of_usps(*accuracies):
    """One Predictive a reading: 20 seeds around an accuracy of the test rows."""
    seeds = np.arange(20) % 5 - 2
    return stacked(from_seeds(7284 + seeds, round(2007 * of) + 3 * seeds, 7291, 2007, Prior()) for of in accuracies)


def test_every_printed_pair_has_a_line_and_the_reading_that_errs_like_it():
    printed = {(m, a): pair[1] for m in NODE_BY_NODE for a, pair in PRINTED.table_2.items()}
    node_by_node = {key: of_usps(0.85, test) for key, test in printed.items()}
    of_all = Cells(node_by_node, {method: [(1.0, of_usps(0.85, 0.80))] for method in LAYER_BY_LAYER})
    posterior = infer(log_likelihood(Cells(node_by_node), PRINTED), np.ones(2))
    readings = [NAMED["original"], NAMED["text"]]
    table = usps_lines(readings, of_all, posterior, np.random.default_rng(0), n_draws=400)
    assert table["table"].tolist() == [1] * 4 + [2] * 8
    assert (table["test low"] <= table["test high"]).all() and (table["train low"] <= table["train high"]).all()
    of_table_2, layered = table[table["table"] == 2], table[table["row"].isin(["SV", "USV"])]
    assert (of_table_2["best"] == name_of(NAMED["text"])).all() and of_table_2["test inside"].all()
    assert (layered["best"] == NONE).all() and not layered["test inside"].any()


def test_intervals_hold_what_they_say():
    p = np.zeros(1001)
    p[900:1000] = 0.01
    low, high = interval(p, 0.9)
    assert (low, high) == (0.905, 0.994)
    assert p[905:995].sum() == pytest.approx(0.9)
    assert log_score(p, 0.95) == pytest.approx(np.log(0.01))
    assert log_score(p, 0.1) == -np.inf


def test_the_prior_of_a_level_is_its_share_among_the_readings_that_compete():
    readings = [NAMED["original"], NAMED["original, flat"]]
    levels = levels_frame(readings, np.array([0.25, 0.75])).set_index(["setting", "value"])
    before = {level.name: level.prior for level in FACTORS[0].levels}
    assert levels.loc[("amnesia", "flat"), "prior"] == pytest.approx(before["flat"] / sum(before.values()))
    assert levels.loc[("amnesia", "flat"), "posterior"] == 0.75
    assert levels.loc[("centring", "on"), "prior"] == levels.loc[("later batches", "1"), "prior"] == 1
    assert ("centring", "off") not in levels.index
