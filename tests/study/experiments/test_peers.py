"""GN among its peers: that nobody is tuned, that all make as many features, ranks and their intervals, the table."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import friedmanchisquare

from gnode import GreedyByNode
from study.experiments import differences, plan
from study.experiments.peers import ROWS, SETS, gains, peer_label
from study.experiments.ranks import critical_difference, friedman_p
from study.methods import METHODS


def test_nobody_is_tuned():
    """The library's layers have its defaults, and others no setting but their number and rows."""
    default = GreedyByNode()
    for run in plan("peers", n_seeds=1):
        if METHODS[run.method].layer is not None:
            assert run.settings["learning_rate"] == default.learning_rate
            assert run.settings["max_epochs"] == default.max_epochs
            assert run.settings.get("amnesia", default.amnesia) == default.amnesia
        else:
            assert set(run.settings) <= {"n_components", "dtype", "partition"}


def test_friedman_is_that_of_scipy_and_nemenyis_difference_that_of_the_table():
    scores = np.random.default_rng(1).standard_normal((10, 4, 5))
    assert friedman_p(scores) == pytest.approx(friedmanchisquare(*scores.mean(axis=1).T).pvalue)
    assert np.isnan(friedman_p(scores[:1]))
    # Demšar (2006), table 5: q = 2.728 for five methods
    assert critical_difference(5, 30) == pytest.approx(2.728 * np.sqrt(5 * 6 / (6 * 30)), rel=1e-3)


def test_gains_are_paired_by_set_and_seed(monkeypatch):
    """What all methods share on a set or a seed cancels; a run that diverged takes only its own pair out."""
    monkeypatch.setattr(differences, "N_RESAMPLES", 50)
    rng, steps = np.random.default_rng(0), np.linspace(0.01, 0.01 + 1e-7, len(SETS))  # no two sets alike
    rows = [
        {"dataset": dataset, "seed": seed, "method": method, "apart": dict(apart), "probe_all": shared - step * place}
        for step, dataset in zip(steps, SETS)
        for seed in range(3)
        for shared in [rng.normal()]
        for place, (method, apart) in enumerate(ROWS)
    ]
    frame = pd.DataFrame(rows)
    frame.loc[0, "probe_all"] = np.nan
    base = peer_label(*ROWS[1])
    found = gains(frame, "probe_all", base)
    assert list(found.index) == [peer_label(*row) for k, row in enumerate(ROWS) if k != 1]
    places = 1 - np.array([0, *range(2, 16)])
    np.testing.assert_allclose(found["mean"], steps.mean() * places)
    np.testing.assert_allclose(found[["low", "high"]].T, [steps.mean() * places] * 2, rtol=1e-5)
    assert list(found["n_better"]) == [11] + [0] * 14 and (found["n_sets"] == 11).all()
    assert found["p"].to_numpy() == pytest.approx(2**-10)
