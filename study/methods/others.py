"""Other ways to make features, for the controls and the peers: scikit-learn's own wherever it has one.

One rule holds for all peers: the defaults of the package, the number of features and the seed apart. What a default
cannot serve is said here, and nothing was tried out.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.cluster import KMeans
from sklearn.decomposition import NMF, MiniBatchDictionaryLearning
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import BernoulliRBM
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from gnode import OwnRowsPCA
from gnode.layer import TanhLayer

from .method import Method


class _Features(TransformerMixin, BaseEstimator):
    """So many features, made with a seed."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state


class _DrawnLayer(TanhLayer):
    """Tanh nodes without biases whose weights are drawn and never trained."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the weights."""
        rng, self.n_features_in_ = check_random_state(self.random_state), X.shape[1]
        self.components_ = self._drawn(rng, (self.n_components, X.shape[1])).astype(X.dtype)
        self.intercept_ = np.zeros(self.n_components, X.dtype)
        return self


class NoiseLayer(_DrawnLayer):
    """Features of pure noise, from a standard normal distribution: where the scale of what is recognised begins."""

    def _drawn(self, rng, shape):
        return rng.standard_normal(shape)


class RandomTanh(_DrawnLayer):
    """Random features: Glorot's weights."""

    def _drawn(self, rng, shape):
        return rng.uniform(-np.sqrt(6 / sum(shape)), np.sqrt(6 / sum(shape)), shape)


# Of GN and GCN without training: nodes made of their own rows, and nothing else -------------------------------------


class RandomMixes(OwnRowsPCA):
    """As `gnode.OwnRowsPCA`, but the weights are the node's centred rows, each times a standard normal number."""

    keeps_mean = False

    def fit(self, X, y=None):
        """Mix each node's rows in the precision of X, as in the stored runs, whose bits hang on it."""
        X, rng = validate_data(self, X, dtype=[np.float64, np.float32]), check_random_state(self.random_state)
        mean = X.mean(axis=0)
        subsets = self._subsets(X, y, np.sum((X - mean) ** 2, axis=1), rng)
        self.components_ = np.empty((self.n_components, X.shape[1]), X.dtype)
        self.intercept_ = np.empty(self.n_components, X.dtype)
        for i, rows in enumerate(subsets):
            own_mean = X[rows].mean(axis=0)
            centred = X[rows] - own_mean
            if not centred.any():  # one row, or all the same: what sets it apart from all rows
                centred = X[rows[:1]] - mean
            mixed = X[rows] if self.keeps_mean else centred
            mix = rng.standard_normal(len(mixed)).astype(X.dtype) @ mixed
            mix = mix / (np.linalg.norm(mix) or 1)
            spread = np.sqrt(np.mean((centred @ mix) ** 2))
            self.components_[i] = mix / (spread or 1)
            self.intercept_[i] = -self.components_[i] @ own_mean
        self.subsets_ = subsets
        return self


class MixesWithMean(RandomMixes):
    """Random mixes of a node's rows as they are; drawn numbers and biases are those of `RandomMixes`."""

    keeps_mean = True


# Peers --------------------------------------------------------------------------------------------------------------


class TriangleKMeans(_Features):
    """How much nearer than the average centre each centre is, zero where it is farther (Coates, Lee & Ng 2011)."""

    def fit(self, X, y=None):
        """Find the centres; as pictures (`components_`) they are taken less the mean row, which all have in common."""
        self.centres_ = KMeans(self.n_components, random_state=self.random_state).fit(X).cluster_centers_
        self.components_ = self.centres_ - X.mean(axis=0)
        return self

    def transform(self, X):
        """Compute the features (ndarray of shape (n_samples, n_components))."""
        centres = self.centres_
        squares = np.sum(X**2, axis=1)[:, np.newaxis] - 2 * X @ centres.T + np.sum(centres**2, axis=1)
        distances = np.sqrt(np.maximum(squares, 0))
        return np.maximum(distances.mean(axis=1, keepdims=True) - distances, 0)


class ShiftedNMF(_Features):
    """Non-negative matrix factorization of rows less the smallest value of each column: it takes no negative ones."""

    def fit(self, X, y=None):
        """Find the parts."""
        self.lowest_ = X.min(axis=0)
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            self.model_ = NMF(self.n_components, random_state=self.random_state).fit(X - self.lowest_)
        self.components_ = self.model_.components_
        return self

    def transform(self, X):
        """Compute the shares of the parts; what is below the smallest training value counts as that value."""
        return self.model_.transform(np.maximum(X - self.lowest_, 0))


class ScaledRBM(_Features):
    """A Bernoulli RBM, with which layers were pre-trained before the paper, on columns scaled to [0, 1], as it asks."""

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


class ShortDictionary(MiniBatchDictionaryLearning):
    """Dictionary learning on some of the rows, in a few passes: with the package's 1,000 passes it takes hours."""

    MOST_ROWS, PASSES = 1000, 10

    def __init__(self, n_components=None, *, random_state=None):
        super().__init__(n_components, max_iter=self.PASSES, random_state=random_state)

    def fit(self, X, y=None):
        """Learn the dictionary on rows drawn by chance."""
        rows = check_random_state(self.random_state).permutation(len(X))[: self.MOST_ROWS]
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            return super().fit(X[rows])


class TopKAutoencoder(_Features):
    """A linear layer of which the k largest outputs are kept and the rest set to zero, and a linear decoder."""

    # Trained together on the squared error by Adam, as Gao et al. (2024, arXiv 2406.04093) do. Rate, epochs and batches
    # are scikit-learn's defaults for networks; its orthogonal matching pursuit takes a tenth of the nodes as well.

    SHARE_ACTIVE, RATE, BATCH = 0.1, 1e-3, 200

    def __init__(self, n_components=10, *, max_epochs=200, random_state=None):
        super().__init__(n_components, random_state=random_state)
        self.max_epochs = max_epochs

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
            for start in range(0, len(Z), self.BATCH):
                step += 1
                gradients = self._gradients(Z[order[start : start + self.BATCH]], *parts)
                for part, gradient, (first, second) in zip(parts, gradients, moments, strict=True):
                    first += 0.1 * (gradient - first)
                    second += 0.001 * (gradient**2 - second)
                    rate = self.RATE * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
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
        k = max(1, round(self.SHARE_ACTIVE * self.n_components))
        if k < H.shape[1]:
            smallest = np.partition(H, -k, axis=1)[:, -k, np.newaxis]
            H = np.where(smallest <= H, H, 0)
        return np.maximum(H, 0)

    def transform(self, X):
        """Compute the sparse outputs (ndarray of shape (n_samples, n_components))."""
        return self._largest((X - self.mean_) @ self.components_.T + self.intercept_)


def _other(name, label, place, colour, marker, estimator, exact=False):
    """Make a method of features alone; not exact where LAPACK or BLAS computes them."""

    def make(settings, seed):
        # Which rows are a node's own.
        own = {"partition": settings["partition"]} if issubclass(estimator, OwnRowsPCA) else {}
        if own.get("partition") == "all":
            own["partition"] = lambda X, distances, n_subsets: [np.arange(len(X))] * n_subsets
        return estimator(settings["n_components"], random_state=seed, **own)

    return Method(name, label, "other", place, colour, marker, features=make, exact=exact)


OWN_ROWS = _other("own_rows", "PCA of own rows", 1, "#56B4E9", "h", OwnRowsPCA)
MIXES = _other("mixes", "mixes of own rows", 2, "#8C6D1F", "d", RandomMixes)
MIXES_WITH_MEAN = _other("mixes_with_mean", "sums with the mean", 2.5, "#8C6D1F", "D", MixesWithMean)
RANDOM_TANH = _other("random_tanh", "random tanh", 3, "0.45", "P", RandomTanh, exact=True)
KMEANS = _other("kmeans", "k-means", 4, "#332288", "D", TriangleKMeans)
NMF_PARTS = _other("nmf", "NMF", 5, "#117733", "X", ShiftedNMF)
DICTIONARY = _other("dictionary", "dictionary", 6, "#882255", "p", ShortDictionary)
TOP_K = _other("top_k", "top-k auto-encoder", 7, "#999933", "<", TopKAutoencoder)
BOLTZMANN = _other("boltzmann", "Boltzmann machine", 8, "#AA4499", ">", ScaledRBM)
NOISE = _other("noise", "noise", 9, "0.6", "x", NoiseLayer, exact=True)
