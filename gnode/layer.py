"""What the four layers of tanh nodes share once they are trained."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_array
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted, validate_data

from gnode.layer_outputs import layer_outputs
from gnode.reading import Reading

__all__ = ["FLOATS", "TanhLayer"]

FLOATS = [np.float64, np.float32]
"""Precisions that are kept; anything else becomes float64."""


class TanhLayer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A layer tanh(W x + b) with W in `components_` and b in `intercept_`."""

    _parameter_constraints: ClassVar[dict] = {
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "learning_rate": [Interval(Real, 0, None, closed="neither")],
        "max_epochs": [Interval(Integral, 1, None, closed="left")],
        "reading": [str, Reading],
        "init": [None, tuple, list],
        "random_state": ["random_state"],
        "verbose": ["verbose"],
    }
    _accept_sparse: ClassVar[bool | str] = False
    _warns = True  # of nodes that hardly vary; a network sets it aside on its own layers and warns once

    def transform(self, X):
        """Compute the outputs of the nodes, tanh(W x + b).

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        H : ndarray of shape (n_samples, n_components)
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=self._accept_sparse, dtype=FLOATS, reset=False)
        if issparse(X):
            X.check_format(full_check=True)  # a column that X does not have is a ValueError, not a crash
        return layer_outputs(X, self.components_, self.intercept_)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = bool(self._accept_sparse)
        return tags

    @property
    def _n_features_out(self):
        return len(self.components_)

    def _checked_outputs(self, H):
        """H as a float array with one column a node."""
        check_is_fitted(self)
        H = check_array(H, dtype=FLOATS, input_name="H", estimator=self)
        if H.shape[1] != len(self.components_):
            raise ValueError(
                f"H has {H.shape[1]} columns, but {type(self).__name__} has n_components={len(self.components_)}."
            )
        return H


def require_classes(tags):
    """Tags of an estimator whose fit needs classes."""
    tags.target_tags.required = True
    return tags
