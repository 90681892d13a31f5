"""How probable printed tables are under each reading."""

from itertools import product

import numpy as np
import pytest
from scipy.special import logsumexp

from study.experiments.settings import AMNESIA_FACTORS
from study.forensics.grid import AMNESIA_OF_TABLE_1
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.recovery import scattered_world
from study.forensics.tables import AXES, PRINTED, Cells, Printed, infer, log_likelihood, log_prior_of_habits, log_rows
from study.methods import NODE_BY_NODE

GN, GCN = NODE_BY_NODE


@pytest.fixture(scope="module")
def cells():
    return scattered_world(4, np.random.default_rng(0)).cells(20, range(4))


def test_all_tables_together_have_probability_one():
    """With one training and one test row there are few tables; the factors of Table 1 may be others than these two."""
    factors = (1.0, 0.5)
    cell = [from_seeds([1, 1, 0], [0, 1, 1], 1, 1, Prior()), from_seeds([1, 0, 0], [0, 0, 1], 1, 1, Prior())]
    small = Cells({(m, a): stacked([cell[i ^ j]]) for i, m in enumerate(NODE_BY_NODE) for j, a in enumerate(factors)})
    pairs = list(product((0.0, 1.0), repeat=2))
    total = 0
    for a, b, gn, gcn in product(pairs, repeat=4):
        printed = Printed({GN: gn, GCN: gcn}, {1.0: a, 0.5: b})
        total = total + np.exp(log_likelihood(small, printed, slip=0.0)[0])
    p = AMNESIA_OF_TABLE_1
    of_two = p[1.0] + p[0.5]
    expected = [of_two**2, of_two**2, 2 * p[1.0] * p[0.5] / (1 - sum(q**2 for q in p.values()))]
    for of_method, mass in zip(total, expected):
        np.testing.assert_allclose(of_method, mass)


def test_rows_that_would_be_one_run_have_to_be_printed_alike(cells):
    table_1 = {**PRINTED.table_1, GN: (0.999, 0.94), GCN: (0.999, 0.935)}
    of = log_likelihood(cells, Printed(table_1, PRINTED.table_2))
    assert np.isneginf(of).all()
    of = log_likelihood(cells, Printed(table_1 | {GN: PRINTED.table_1[GN]}, PRINTED.table_2))
    assert np.isfinite(of[:, AXES[0].index(GN)]).all()
    assert np.isneginf(of[:, AXES[0].index(GCN)]).all() and np.isneginf(of[:, AXES[0].index("either")]).all()


def test_a_shared_run_counts_once(cells):
    """If Table 2 is GN's, Table 1's GN adds nothing but the probability of its factor."""

    def row(method, factor, pair):
        return log_rows(stacked([cells.node_by_node[method, factor]]), [pair])[0]

    rows = sum(row(GN, a, PRINTED.table_2[a]) for a in AMNESIA_FACTORS)
    alone = [np.log(p) + row(GCN, a, PRINTED.table_1[GCN]) for a, p in AMNESIA_OF_TABLE_1.items()]
    expected = rows + np.log(AMNESIA_OF_TABLE_1[0.5]) + logsumexp(alone, axis=0)
    np.testing.assert_allclose(log_likelihood(cells, PRINTED)[:, AXES[0].index(GN)], expected)


def test_bayes_by_hand():
    likelihood = np.array([0.2, 0.6, 0.0])
    with np.errstate(divide="ignore"):
        log_likelihood = np.log(likelihood)[:, None, None, None] + np.zeros((3, *map(len, AXES)))
    found = infer(log_likelihood, [2, 1, 1])
    np.testing.assert_allclose(found.readings, [0.4, 0.6, 0])
    assert found.log_evidence == pytest.approx(np.log(0.5 * 0.2 + 0.25 * 0.6))
    np.testing.assert_allclose(list(found.habit(1).values()), np.exp(log_prior_of_habits()).sum(axis=(0, 2)))
    with pytest.raises(ValueError, match="no reading can have printed"):
        infer(np.full((1, *map(len, AXES)), -np.inf), [1])
