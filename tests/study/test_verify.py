"""The draw of stored runs to compute again: fair, and the same on every machine."""

from collections import Counter

from study.run import Run
from study.verify import draw


def test_data_sets_come_in_turn_and_of_each_its_methods():
    """However many runs they have."""
    sizes = {"a": {"x": 500, "y": 1}, "b": {"x": 1, "y": 3, "z": 40}}
    runs = [
        Run("network", dataset, method, {}, seed)
        for dataset, methods in sizes.items()
        for method, n_seeds in methods.items()
        for seed in range(n_seeds)
    ]
    firsts = Counter()
    for seed in range(50):
        drawn = draw(runs, seed)
        assert sorted(drawn, key=runs.index) == runs
        assert Counter(run.dataset for run in drawn[:6]) == {"a": 3, "b": 3}
        assert {run.method for run in drawn[:6] if run.dataset == "b"} == {*"xyz"}
        assert {run.method for run in drawn[:4] if run.dataset == "a"} == {*"xy"}
        firsts[drawn[0].dataset, drawn[0].method] += 1
    assert len(firsts) == 5 and min(firsts.values()) > 3


def test_the_draw_is_that_of_its_seed():
    runs = [Run("network", "a", method, {}, seed) for method in "xyz" for seed in range(9)]
    assert draw(runs, 5) == draw(runs[::-1], 5) != draw(runs, 6)
    assert [(run.method, run.seed) for run in draw(runs, 5)[:4]] == [("z", 0), ("x", 6), ("y", 0), ("z", 5)]
    assert draw([], 0) == []
