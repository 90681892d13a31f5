"""A fit that fails or is interrupted leaves the estimator as it was."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from layers import ESTIMATORS, small_digits

import gnode
from gnode import DeepClassifier, DivergenceError, fast

PACKAGE = str(Path(gnode.__file__).parent)
QUICK = {
    **{name: estimator(6, max_epochs=1, random_state=0) for name, estimator in ESTIMATORS.items()},
    **{
        f"DeepClassifier {pretraining} {preset}": DeepClassifier(
            (6, 5), pretraining=pretraining, preset=preset, max_epochs=1, random_state=0, **later
        )
        for pretraining, preset, later in [
            ("gn", "paper", {"output_epochs": 1, "finetune_epochs": 1}),
            ("supervised", "paper", {"output_epochs": 1, "finetune_epochs": 1}),
            ("gcn", "fast", {}),
        ]
    },
}
ERRORS = [KeyboardInterrupt, DivergenceError, MemoryError]


@pytest.fixture(autouse=True)
def few_epochs(monkeypatch):
    """The fast preset has as many epochs as it says; each runs the same lines."""
    monkeypatch.setattr(fast, "EPOCHS", 3)
    monkeypatch.setattr(fast, "TRIAL_EPOCHS", 3)


class Killer:
    """Counts the lines of gnode that run, and raises `error` at line number `at`."""

    def __init__(self, error=None, at=None):
        self.error, self.at, self.n_lines = error, at, 0

    def __call__(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_name == "limited":
            return None  # what is killed as it lets go of a lock keeps it, and no code can guard that
        if event == "line":
            self.n_lines += 1
            if self.n_lines == self.at:
                raise self.error("killed")
        return self

    def run(self, work):
        earlier = sys.gettrace()
        sys.settrace(self)
        try:
            work()
        finally:
            sys.settrace(earlier)


def first_data():
    X, y = small_digits(40)
    return pd.DataFrame(X, columns=[f"pixel{j}" for j in range(64)]), y % 3


def other_data():
    """Other rows, fewer features, without names, other classes."""
    X, y = small_digits(60)
    return X[20:, :50], np.array(list("abcde"))[y[20:] % 5]


def state(estimator):
    return pickle.dumps(vars(estimator))


def outputs(estimator, X):
    return estimator.predict_proba(X) if isinstance(estimator, DeepClassifier) else estimator.transform(X)


@pytest.mark.parametrize("fitted", [False, True], ids=["first fit", "refit"])
@pytest.mark.parametrize("name", QUICK)
def test_a_killed_fit_leaves_the_estimator_as_it_was(name, fitted):
    """Killed in 7 places from the first line to the last; only at the last may the new fit already be whole."""
    estimator = pickle.loads(pickle.dumps(QUICK[name]))
    X, y = first_data()
    if fitted:
        estimator.fit(X, y)
        expected = outputs(estimator, X)
    before = state(estimator)
    for _ in range(2):  # the first time some lines only import
        lines = Killer()
        lines.run(lambda: pickle.loads(before) and pickle.loads(pickle.dumps(QUICK[name])).fit(*other_data()))
    places = np.unique(np.linspace(1, lines.n_lines - 1, 7).round().astype(int))
    for i, place in enumerate(places):
        error = ERRORS[i % 3]
        with pytest.raises(error, match="killed"):
            Killer(error, place).run(lambda: estimator.fit(*other_data()))
        assert state(estimator) == before, f"{error.__name__} at line {place} of {lines.n_lines}"
    if fitted:
        np.testing.assert_array_equal(outputs(estimator, X), expected)
    estimator.fit(*other_data())
    assert state(estimator) != before
    assert estimator.n_features_in_ == 50 and not hasattr(estimator, "feature_names_in_")
