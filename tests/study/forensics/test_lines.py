"""Every printed pair of scores has its line."""

import numpy as np
import pytest

from study.forensics import lines
from study.forensics.grid import NAMED, name_of
from study.forensics.posterior import infer
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.tables import PRINTED, Cells, log_likelihood
from study.methods import LAYER_BY_LAYER, NODE_BY_NODE

READINGS = [NAMED["original"], NAMED["text"]]


def cells(*accuracies):
    """One Predictive a reading: 20 seeds around an accuracy of the test rows."""
    seeds = np.arange(20) % 5 - 2
    return stacked(from_seeds(7284 + seeds, round(2007 * of) + 3 * seeds, 7291, 2007, Prior()) for of in accuracies)


@pytest.fixture(scope="module")
def table():
    node_by_node = {
        (method, factor): cells(0.85, pair[1]) for method in NODE_BY_NODE for factor, pair in PRINTED.table_2.items()
    }
    layered = {method: [(1.0, cells(0.85, 0.80))] for method in LAYER_BY_LAYER}
    of_all = Cells(node_by_node, layered)
    posterior = infer(log_likelihood(Cells(node_by_node), PRINTED), np.ones(2))
    return lines.usps_lines(READINGS, of_all, posterior, np.random.default_rng(0), n_draws=400)


def test_there_are_as_many_lines_as_rows(table):
    assert table["table"].tolist() == [1] * 4 + [2] * 8
    assert (table["test low"] <= table["test high"]).all() and (table["train low"] <= table["train high"]).all()


def test_the_reading_that_errs_like_the_paper_is_named(table):
    rows = table[table["table"] == 2]
    assert (rows["best"] == name_of(NAMED["text"])).all() and rows["test inside"].all()


def test_a_row_that_no_reading_gives_says_so(table):
    layered = table[table["row"].isin(["SV", "USV"])]
    assert (layered["best"] == lines.NONE).all() and not layered["test inside"].any()
