"""Features of pure noise: where the scale of what can be recognised begins."""

import numpy as np
from sklearn.utils import check_random_state

from gnode.layer import TanhLayer

from .method import Method


class NoiseLayer(TanhLayer):
    """Tanh nodes whose weights are drawn from a standard normal distribution, without biases, and never trained."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the weights."""
        rng, self.n_features_in_ = check_random_state(self.random_state), X.shape[1]
        self.components_ = rng.standard_normal((self.n_components, X.shape[1])).astype(X.dtype)
        self.intercept_ = np.zeros(self.n_components, X.dtype)
        return self


NOISE = Method(
    "noise",
    "noise",
    "other",
    9,
    colour="0.6",
    marker="x",
    features=lambda settings, seed: NoiseLayer(settings["n_components"], random_state=seed),
)
