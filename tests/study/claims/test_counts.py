"""Verdicts on operation counts follow from what is counted and what `make bench` stored, and from nothing else."""

import json

import pandas as pd
import pytest

from study import opcount, paper
from study.claims import CLAIMS, NotRun, judge
from study.claims.counts import GROWTH
from study.speed import load_speed

SIZES = [10, 20, 40, 80]


@pytest.fixture
def measured(results):
    """Store made-up power laws, and times of pre-training."""

    def measured(exponents, **pretraining):
        parts = {
            f"growth {name}": {"sizes": SIZES, "cpu_seconds": [[3 * size**power] for size in SIZES]}
            for name, power in exponents.items()
        }
        parts |= {f"pretraining {name} primal": {"cpu_seconds": [value]} for name, value in pretraining.items()}
        results.mkdir(exist_ok=True)
        (results / "speed.json").write_text(json.dumps({"parts": parts}), encoding="utf-8")

    return measured


def schemes(naive, running):
    return {"naive scheme d2": naive, "running sum d2": running}


@pytest.mark.parametrize("part", ["forward", "backward"])
def test_equation_1_and_another_that_is_not_what_runs(monkeypatch, part):
    assert judge("E1").verdict == "reproduced" and "20 of 20 pairs" in judge("E1").ours
    monkeypatch.setitem(paper.EQUATION_1, part, (2, 2, 2))
    assert judge("E1").verdict == "not reproduced" and "0 of 20 pairs" in judge("E1").ours


@pytest.mark.parametrize(
    ("naive", "running", "verdict"),
    [(1.8, 1.2, "reproduced"), (1.7, 1.0, "partly"), (2.3, 1.0, "partly"), (2.0, 1.3, "partly"), (2.0, 0.7, "partly")],
)
def test_the_naive_scheme_by_measured_exponents(measured, naive, running, verdict):
    measured(schemes(naive, running))
    judged = judge("E2")
    assert judged.verdict == verdict
    assert f"measured {naive:.2f}, and {running:.2f}" in judged.ours
    assert judged.command == "make bench ONLY=naive"
    assert judged.seconds == pytest.approx(sum(3 * size**power for size in SIZES for power in (naive, running)))


@pytest.mark.parametrize(("steepest", "verdict"), [(1.14, "reproduced"), (1.16, "partly")])
@pytest.mark.parametrize("name", [GROWTH[0], GROWTH[-1]])
def test_theorem_1_by_measured_exponents(measured, monkeypatch, name, steepest, verdict):
    monkeypatch.setattr("study.claims.counts.LAYERS", [])
    monkeypatch.setattr("study.claims.counts.BOUNDED", [(10, 3, 2, 1)])
    measured(dict.fromkeys(GROWTH, 0.9) | {name: steepest})
    judged = judge("E3")
    assert judged.verdict == verdict
    assert f"from 0.90 to {steepest:.2f} ({name})" in judged.ours


@pytest.mark.parametrize(
    ("claim", "closed", "wrong", "told"),
    [
        ("E2", "naive_forward", lambda right: lambda *sizes: right(*sizes) + 1, "5 of 10 counts"),
        ("E3", "theorem_bound", lambda right: lambda *sizes: right(*sizes) // 2, "48 of 48 counts"),
        ("E3", "count_layer", lambda right: lambda *sizes: 0, "0 of 48 counts"),
    ],
)
def test_schemes_and_theorem_1_by_their_counts(measured, monkeypatch, claim, closed, wrong, told):
    measured(dict.fromkeys(GROWTH, 1.0) | schemes(2, 1))
    assert judge(claim).verdict == "reproduced"
    monkeypatch.setattr(opcount, closed, wrong(getattr(opcount, closed)))
    assert judge(claim).verdict == "partly" and told in judge(claim).ours


def times(gcn, gn):
    methods = ["gcn"] * 3 + ["gn"] * 3
    return pd.DataFrame({"method": methods, "pretraining_seconds": [gcn] * 3 + [gn] * 3})


def test_one_half(measured, monkeypatch):
    evaluate = CLAIMS["E4"].judge
    measured({}, GCN=6.0, GN=10.0)
    verdict = evaluate(times(1.0, 4.0), load_speed())
    assert verdict["verdict"] == "reproduced" and verdict["n_seeds"] == 3
    assert "measured 0.600 with each node trained on its weights, 0.250 with" in verdict["ours"]
    assert "339 s / 604 s = 0.561" in verdict["printed"]
    monkeypatch.setattr(opcount, "pretraining", lambda name, *sizes: {"GCN": 61, "GN": 100}[name])
    verdict = evaluate(times(1.0, 4.0), load_speed())
    assert verdict["verdict"] == "not reproduced" and "counted 0.610" in verdict["ours"]
    measured({}, GN=10.0)
    with pytest.raises(NotRun, match="make bench ONLY=pretraining"):
        evaluate(times(1.0, 4.0), load_speed())
