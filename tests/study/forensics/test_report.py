"""What is told of the readings: what is predicted of each table, and from what."""

import numpy as np
import pytest

from study.forensics.heldout import interval, predict
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.report import usps_lines
from study.forensics.tables import AXES, PRINTED, Cells, infer, log_likelihood
from study.methods import LAYER_BY_LAYER, NODE_BY_NODE

N_TRAIN, N_TEST = 4618, 1980
OF_MUSK = dict.fromkeys((*LAYER_BY_LAYER, *NODE_BY_NODE), (1.0, 0.985))


def cell(n_wrong_train, n_wrong_test):
    rng = np.random.default_rng(0)
    train = N_TRAIN - rng.poisson(n_wrong_train, 5)
    return stacked([from_seeds(train, N_TEST - rng.poisson(n_wrong_test, 5), N_TRAIN, N_TEST, Prior())] * 2)


def predicted(**printed):
    """Predict a set in two forms, the first of which fits its training scores, perhaps from another printed row."""
    errors = {"text": (0.5, 30), "0.01": (400, 150)}
    cells = {form: {method: [(1.0, cell(*wrong))] for method in OF_MUSK} for form, wrong in errors.items()}
    posterior = infer(np.zeros((2, *map(len, AXES))), np.ones(2))
    return predict("musk", cells, posterior, np.ones(2), OF_MUSK | printed)


def test_a_test_score_is_predicted_without_itself_and_without_those_held_out():
    before = predicted()
    assert set(before) == set(OF_MUSK) and predict("musk", {}, None, None, OF_MUSK) == {}
    for scores, blind in before.values():
        assert scores.sum() == pytest.approx(1) and blind.sum() == pytest.approx(1)
        low, high = interval(scores)
        assert low < 0.985 < high and high - low < 0.05  # of the form that training scores choose
    for method in NODE_BY_NODE:
        after = predicted(**{method: (1.0, 0.5)})
        assert all(np.array_equal(before[one][0], after[one][0]) for one in OF_MUSK)
    after, (first, *_) = predicted(**{LAYER_BY_LAYER[0]: (1.0, 0.92)}), LAYER_BY_LAYER
    assert [np.array_equal(before[one][0], after[one][0]) for one in OF_MUSK] == [one == first for one in OF_MUSK]


def of_usps(*accuracies):
    """One Predictive a reading: 20 seeds around an accuracy of the test rows."""
    seeds = np.arange(20) % 5 - 2
    return stacked(from_seeds(7284 + seeds, round(2007 * of) + 3 * seeds, 7291, 2007, Prior()) for of in accuracies)


def test_every_printed_pair_has_a_line_and_is_inside_where_a_reading_errs_like_it():
    printed = {(m, a): pair[1] for m in NODE_BY_NODE for a, pair in PRINTED.table_2.items()}
    node_by_node = {key: of_usps(0.85, test) for key, test in printed.items()}
    of_all = Cells(node_by_node, {method: [(1.0, of_usps(0.85, 0.80))] for method in LAYER_BY_LAYER})
    posterior = infer(log_likelihood(Cells(node_by_node), PRINTED), np.ones(2))
    table = usps_lines(of_all, posterior, np.random.default_rng(0))
    assert table["table"].tolist() == [1] * 4 + [2] * 8
    assert table.loc[table["table"] == 2, "inside"].all()
    assert not table.loc[table["row"].isin(["SV", "USV"]), "inside"].any()
