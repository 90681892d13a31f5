"""Fits that happen wholly or not at all."""

import copy
from functools import wraps

__all__ = ["all_or_nothing"]


def all_or_nothing(fit):
    """Let `fit` work on a copy of the estimator, and give the estimator all that it fitted in one last step.

    A fit that fails or is interrupted, wherever it is, so leaves the estimator as it was: fitted as before or not at
    all. The copy is shallow: `fit` sets attributes and changes no array of an earlier fit in place.
    """

    @wraps(fit)
    def fit_a_copy(self, *args, **kwargs):
        fitted = copy.copy(self)
        fit(fitted, *args, **kwargs)
        self.__dict__ = fitted.__dict__
        return self

    return fit_a_copy
