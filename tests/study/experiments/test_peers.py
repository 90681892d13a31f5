"""GN among its peers: that nobody is tuned, that all make as many features, ranks and their intervals, the table."""

import numpy as np
import pandas as pd
import pytest
from made_up import record_of
from scipy.stats import friedmanchisquare

from gnode import GreedyByNode
from study import store
from study.experiments import differences, plan, table
from study.experiments.peers import ROWS, SETS, gains, peer_label
from study.experiments.ranks import critical_difference, friedman_p
from study.methods import METHODS


def test_all_make_as_many_features_of_a_set_but_for_components_where_columns_are_fewer():
    for dataset in SETS:
        runs = [run for run in plan("peers", n_seeds=1) if run.dataset == dataset]
        sizes = {run.settings["n_components"] for run in runs if run.method != "pca"}
        assert len(runs) == len(ROWS) and len(sizes) == 1
        (of_pca,) = (run.settings["n_components"] for run in runs if run.method == "pca")
        assert of_pca <= min(sizes)


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


def put(run, value, **more):
    measures = dict.fromkeys(("probe_all", "probe_10", "probe_50", "r2"), value) | {"redundancy": 0.5, "n_used": 7.0}
    if run.dataset == "usps":
        of_nodes = ("roughness", "best_image", "best_class_mean", "selectivity")
        measures |= {f"{name}_median": 0.25 for name in of_nodes}
    if METHODS[run.method].family != "components":
        measures |= {"finetuned": value, "finetuned_before": value}
    result = {"measures": measures, "cpu_seconds": 2.0, "transform_cpu_seconds": 0.5} | more
    store.save(run, record_of(run) | result, None, store.results_folder())


def test_a_run_that_diverged_is_last_on_its_set(results):
    for run in plan("peers", n_seeds=1):
        if run.method == "gn" and run.dataset == "bank":
            record = record_of(run, diverged="node 3 diverged")
            store.save(run, record, None, store.results_folder())
        else:
            put(run, 0.9 if run.method == "gn" else 0.5)
    column = next(column for column in table("peers") if column.startswith("probe, all"))
    mean = float(table("peers").set_index("features").loc["GN", column].split()[0])
    assert mean == pytest.approx((10 * 1.5 + 15.5) / 11, abs=0.06)


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
