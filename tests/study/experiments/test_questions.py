"""The open questions: the simulated group of learners, differences over sets, what wins, the protocol."""

import hashlib

import numpy as np
import pandas as pd
import pytest

from study.experiments.differences import against_base, difference_over_sets, winners
from study.experiments.own_rates import THIRD, fit_for_auto


def test_the_protocol_is_the_one_that_was_committed(root):
    """A change after that is an entry in book/deviations.md, not another text here."""
    content = (root / "book/protocol_questions.md").read_bytes()
    kept, name = (root / "book/protocol_questions.sha256").read_text().split()
    assert name == "protocol_questions.md"
    assert hashlib.sha256(content).hexdigest() == kept


def test_differences_are_paired_and_their_interval_is_over_sets_and_seeds():
    rng = np.random.default_rng(0)
    base = rng.uniform(0.5, 0.9, (10, 5))
    mean, low, high, n_sets = difference_over_sets(base + 0.02, base)
    assert (mean, low, high) == pytest.approx((0.02, 0.02, 0.02)) and n_sets == 10
    gap = np.where(np.arange(10) % 2, 0.05, -0.05)[:, np.newaxis]
    mean, low, high, _ = difference_over_sets(base + gap, base)
    assert mean == pytest.approx(0) and low < -0.01 and high > 0.01
    base[3] = np.nan
    assert difference_over_sets(base + 0.02, base)[3] == 9


def scores_of(column, scores, value="probe_all", **more):
    """Make a frame of two sets and five seeds in which a variant has the same score everywhere."""
    return pd.DataFrame(
        [
            {"dataset": dataset, "seed": seed, column: variant, value: score, "diverged": False} | more
            for variant, score in scores.items()
            for dataset in ("usps", "musk")
            for seed in range(5)
        ]
    )


def test_a_variant_wins_by_gain_and_interval():
    found = pd.DataFrame(
        {"variant": ["wins", "too little", "unsure"], "mean": [0.005, 0.004, 0.02], "low": [0.001, 0.002, -0.001]}
    )
    assert winners(found) == ["wins"]
    frame = scores_of("rule", {"base": 0.8, "better": 0.82, "equal": 0.8})
    assert winners(against_base(frame, "rule", "base", ["probe_all"])) == ["better"]


def rates(lost=0.0, saturated=0.1, diverged=False):
    """Make the runs of the paper's rate and of one other."""
    frames = []
    for scaled in (True, False):
        own = {"rows scaled": scaled, "saturated": saturated}
        frames.append(scores_of("rate name", {"hand-picked": 0.8}, **own | {"saturated": 0.2}))
        frames.append(scores_of("rate name", {THIRD: 0.8}, **own))
    frame = pd.concat(frames, ignore_index=True)
    of = frame["rate name"] == THIRD
    frame.loc[of & frame["rows scaled"] & (frame["dataset"] == "musk"), "probe_all"] -= lost
    frame.loc[of[of].index[-1], "diverged"] = diverged
    return frame


@pytest.mark.parametrize(
    ("changes", "fit"),
    [
        ({}, True),
        ({"lost": 0.009}, True),
        ({"lost": 0.011}, False),
        ({"saturated": 0.3}, False),
        ({"diverged": True}, False),
    ],
)
def test_a_rate_becomes_auto_if_it_meets_all_that_was_asked(changes, fit):
    judged = fit_for_auto(rates(**changes))
    assert list(judged.index) == [THIRD] and judged.loc[THIRD, "fit"] == fit
    assert judged.loc[THIRD, "worst"] == pytest.approx(changes.get("lost", 0.0), abs=1e-12)
