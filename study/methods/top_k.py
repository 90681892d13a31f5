"""A sparse auto-encoder: of all its nodes only the k strongest speak for a row."""

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import check_random_state

SHARE_ACTIVE = 0.1
"""Share of the nodes that speak for a row; scikit-learn's orthogonal matching pursuit takes a tenth as well."""


class TopKAutoencoder(TransformerMixin, BaseEstimator):
    """A linear layer of which the k largest outputs are kept and the rest set to zero, and a linear decoder."""

    def __init__(self, n_components=10, *, learning_rate=1e-3, max_epochs=200, batch_size=200, random_state=None):
        self.n_components = n_components
        self.learning_rate = learning_rate
        self.max_epochs = max_epochs
        self.batch_size = batch_size
        self.random_state = random_state

    def fit(self, X, y=None):
        """Train both layers."""
        rng = check_random_state(self.random_state)
        self.mean_ = X.mean(axis=0)
        Z = X - self.mean_
        decoder = rng.standard_normal((self.n_components, X.shape[1])).astype(X.dtype)
        decoder /= np.linalg.norm(decoder, axis=1, keepdims=True)
        parts = [decoder.copy(), np.zeros(self.n_components, X.dtype), decoder]
        moments = [(np.zeros_like(part), np.zeros_like(part)) for part in parts]
        step = 0
        for _ in range(self.max_epochs):
            order = rng.permutation(len(Z))
            for start in range(0, len(Z), self.batch_size):
                step += 1
                gradients = self._gradients(Z[order[start : start + self.batch_size]], *parts)
                for part, gradient, (first, second) in zip(parts, gradients, moments, strict=True):
                    first += 0.1 * (gradient - first)
                    second += 0.001 * (gradient**2 - second)
                    rate = self.learning_rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                    part -= (rate * first / (np.sqrt(second) + 1e-8)).astype(X.dtype)
                parts[2] /= np.maximum(np.linalg.norm(parts[2], axis=1, keepdims=True), 1e-12)
        self.components_, self.intercept_, self.decoder_ = parts
        return self

    def _gradients(self, Z, W, b, V):
        """Compute the gradients of half the mean squared error of a batch."""
        H = self._largest(Z @ W.T + b)
        error = (H @ V - Z) / len(Z)
        back = (error @ V.T) * (H > 0)
        return back.T @ Z, back.sum(axis=0), H.T @ error

    def _largest(self, H):
        """Keep the k largest outputs of each row, if they are positive."""
        k = max(1, round(SHARE_ACTIVE * self.n_components))
        if k < H.shape[1]:
            smallest = np.partition(H, -k, axis=1)[:, -k, np.newaxis]
            H = np.where(smallest <= H, H, 0)
        return np.maximum(H, 0)

    def transform(self, X):
        """Compute the sparse outputs (ndarray of shape (n_samples, n_components))."""
        return self._largest((X - self.mean_) @ self.components_.T + self.intercept_)
