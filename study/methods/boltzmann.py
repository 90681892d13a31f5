"""The restricted Boltzmann machine, with which layers were pre-trained before the paper: scikit-learn's defaults."""

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.neural_network import BernoulliRBM

from .method import Method


class ScaledRBM(TransformerMixin, BaseEstimator):
    """A Bernoulli RBM on columns that are scaled to [0, 1] by their training range, as it takes no others."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Train it."""
        self.lowest_ = X.min(axis=0)
        spread = X.max(axis=0) - self.lowest_
        self.spread_ = np.where(spread > 0, spread, 1)
        self.model_ = BernoulliRBM(self.n_components, random_state=self.random_state).fit(self._scaled(X))
        self.components_ = self.model_.components_
        return self

    def transform(self, X):
        """Compute the probabilities of the hidden units (ndarray of shape (n_samples, n_components))."""
        return self.model_.transform(self._scaled(X))

    def _scaled(self, X):
        """Scale rows; what lies outside the training range counts as its end."""
        return np.clip((X - self.lowest_) / self.spread_, 0, 1)


BOLTZMANN = Method(
    "boltzmann",
    "Boltzmann machine",
    "other",
    8,
    colour="#AA4499",
    marker=">",
    features=lambda settings, seed: ScaledRBM(settings["n_components"], random_state=seed),
    exact=False,
)
