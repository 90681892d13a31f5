"""What `make bench` stored, and what the book reads in it."""

import json

import numpy as np
import pytest

from study import opcount, speed
from study.claims import judge_all
from study.datasets import get_record
from study.store import DamagedResult, NoResult

SIZES = [10, 20, 40, 80]


@pytest.fixture(scope="module")
def measured(root):
    return json.loads((root / "results" / "speed.json").read_text(encoding="utf-8"))


def test_the_stored_file_is_whole_and_says_where_it_comes_from(measured):
    """The one place that checks it: who reads it trusts it."""
    assert {"rows", "threads", "settings", "python", "packages", "machine", "parts"} == set(measured)
    assert measured["rows"] == {"name": "usps", "n_samples": 7291, "n_features": 256, "dtype": "float32"}
    assert measured["threads"] == 1 and measured["settings"]["max_epochs"] == 300
    assert {"numpy", "numba", "scikit-learn", "torch"} <= set(measured["packages"])
    parts = measured["parts"]
    timed = {f"pretraining {of}" for of in ("USV", "SV", "GN primal", "GN auto", "GCN primal", "GCN dual", "GCN auto")}
    timed |= {"joint kernel USV", "joint kernel SV", "torch 1", "torch 32", "torch 128", "PCA", "dictionary"}
    timed |= {"two fits in threads", "two jobs"}
    growth = {f"growth {name} {varied}" for name in ("GN", "GCN") for varied in ("N", "E", "d1", "d2")}
    growth |= {"growth GCN dual E", "growth GCN dual, epochs alone d1", "growth GCN A=1 d2"}
    growth |= {"growth naive scheme d2", "growth running sum d2"}
    nested = {f"first fit {of}" for of in ("USV", "SV", "GN", "GCN")} | {"import", "end to end"}
    assert set(parts) == timed | growth | nested
    records = [parts[name] for name in timed]
    records += [other for record in records for other in record.get("beside", {}).values()]
    records += [of for name in nested for of in parts[name].values() if isinstance(of, dict)]
    for record in records:
        assert len(record["cpu_seconds"]) == len(record["wall_seconds"]) > 0
        assert min(*record["cpu_seconds"], *record["wall_seconds"], np.inf) > 0
    for name in growth:
        assert parts[name]["sizes"][-1] >= 8 * parts[name]["sizes"][0], name
        n_rounds = {len(of) for of in parts[name]["cpu_seconds"]}
        assert len(n_rounds) == 1 and len(parts[name]["cpu_seconds"]) == len(parts[name]["sizes"])
        assert np.min(parts[name]["cpu_seconds"]) > 0
    assert all(len(part["commit"]) == 40 and {"date", "dirty", "load_average"} <= set(part) for part in parts.values())


@pytest.mark.parametrize("power", [0.0, 0.5, 2.0])
def test_the_exponent_of_a_power_law_is_found_from_the_shortest_rounds(power):
    part = {"sizes": SIZES, "cpu_seconds": [[7 * size**power + size, 7 * size**power] for size in SIZES]}
    record = {"parts": {"growth GN N": part}}
    assert speed.growth(record, "GN N") == pytest.approx(power)
    with pytest.raises(NoResult, match=r"GN E.*make bench ONLY=growth"):
        speed.growth(record, "GN E")


def test_counted_ratios_are_those_of_the_sizes_that_were_timed(measured):
    counted = speed.pretraining_ratios(measured, "counted")
    usps = get_record("usps")
    class_sizes, _ = usps.study_counts(usps.forms[0])
    for row in counted.itertuples():
        slow, fast = (opcount.pretraining(of.upper(), class_sizes, (256, 200, 150), 300) for of in (row.slow, row.fast))
        assert row.ratio == pytest.approx(slow / fast)


@pytest.mark.parametrize(("content", "error"), [(None, NoResult), ("", DamagedResult), ("{", DamagedResult)])
def test_times_that_are_missing_or_damaged_name_the_command(results, content, error):
    results.mkdir()
    if content is not None:
        (results / "speed.json").write_text(content)
    with pytest.raises(error, match=r"speed\.json is .*`make bench`"):
        speed.load_speed()
    (verdict,) = judge_all(["E2"])
    assert verdict.verdict == "not run" and "speed.json is" in verdict.note
