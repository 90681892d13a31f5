"""Differences that readings predict, and numbers of claims under the screened readings."""

import numpy as np
from made_up import record_of

from study import store
from study.experiments.networks import measure_names
from study.experiments.settings import AMNESIA_FACTORS
from study.forensics.design import screening
from study.forensics.effects import OF_FACTORS, effects
from study.forensics.plan import SEEDS, greedy_runs
from study.forensics.posterior import infer
from study.forensics.predictive import Prior, from_seeds, stacked
from study.forensics.recovery import World
from study.forensics.specifications import COLUMNS, specifications
from study.forensics.tables import PRINTED, Cells, log_likelihood
from study.methods import LAYER_BY_LAYER


def test_a_difference_that_a_reading_makes_is_predicted():
    """SV and USV ahead of all by 40 rows: their differences are negative, and the paper's smaller ones are outside."""
    cells = World(2, np.random.default_rng(0), apart=0.01).cells(20, range(2))
    one = next(iter(cells.node_by_node.values()))
    right = np.round(one.n_test / (1 + np.exp(one.test_mean))).astype(int) + 60
    ahead = stacked([from_seeds([7290] * 20, n + np.arange(20) % 5, 7291, 2007, Prior()) for n in right])
    cells = Cells(cells.node_by_node, {method: [(1.0, ahead)] for method in LAYER_BY_LAYER})
    posterior = infer(log_likelihood(cells, PRINTED), np.ones(2))
    found = effects(cells, posterior, np.random.default_rng(1), n_draws=300).set_index("what")
    assert len(found) == 2 + 2 * len(OF_FACTORS)
    layered = found.iloc[:2]
    assert (layered["mean"] < -0.02).all() and (layered["same_sign"] > 0.9).all()
    assert layered["printed"].tolist() == [-0.002, -0.016]
    assert found.loc["GN, A = 0.4 - A = 0", "printed"] == 0.019
    assert ((found["low"] <= found["mean"]) & (found["mean"] <= found["high"])).all()


def test_numbers_of_claims_under_each_reading(results):
    point, other = screening()[:2]
    for reading, best in ((point, 0.5), (other, 1.0)):
        for run in greedy_runs([reading], SEEDS["screening"]):
            amnesia = run.settings["amnesia"]
            right = 1900 - round(50 * abs(amnesia - best))
            scores = {"train": 1.0, "test": right / 2007, "n_train": 7291, "n_test": 2007}
            record = record_of(run, n_updates=7) | {"scores": scores}
            record["measures"] = dict.fromkeys(measure_names("usps"), 0.5) | {"redundancy": 0.5 - amnesia / 4}
            store.save(run, record, None, results)
    found = specifications(results)
    assert len(found) == 4 and set(COLUMNS) <= set(found)
    assert found["best_amnesia"].tolist() == [0.5, 0.5, 1.0, 1.0]
    assert (found["rho"] < -0.99).all() and len(AMNESIA_FACTORS) == 8
