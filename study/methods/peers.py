"""Other ways to learn features, for the experiment "peers": scikit-learn's own wherever it has one.

One rule holds for all: the defaults of the package, the number of features and the seed apart. What a default cannot
serve is said here, and nothing was tried out.
"""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.cluster import KMeans
from sklearn.decomposition import NMF, MiniBatchDictionaryLearning
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from gnode.layer import TanhLayer

from .method import Method
from .top_k import TopKAutoencoder


class RandomTanh(TanhLayer):
    """Tanh nodes with Glorot's random weights, which are never trained."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the weights."""
        rng, n_features = check_random_state(self.random_state), X.shape[1]
        width = np.sqrt(6 / (n_features + self.n_components))
        self.components_ = rng.uniform(-width, width, (self.n_components, n_features)).astype(X.dtype)
        self.intercept_ = np.zeros(self.n_components, X.dtype)
        self.n_features_in_ = n_features
        return self


class TriangleKMeans(TransformerMixin, BaseEstimator):
    """How much nearer than the average centre each centre is, zero where it is farther (Coates, Lee & Ng 2011)."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

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


class ShiftedNMF(TransformerMixin, BaseEstimator):
    """Non-negative matrix factorization of rows less the smallest value of each column: it takes no negative ones."""

    def __init__(self, n_components=10, *, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the parts."""
        self.lowest_ = X.min(axis=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # it has the iterations of the package's default
            self.model_ = NMF(self.n_components, random_state=self.random_state).fit(X - self.lowest_)
        self.components_ = self.model_.components_
        return self

    def transform(self, X):
        """Compute the shares of the parts; what is below the smallest training value counts as that value."""
        return self.model_.transform(np.maximum(X - self.lowest_, 0))


class ShortDictionary(MiniBatchDictionaryLearning):
    """Dictionary learning on some of the rows, in a few passes: with the package's 1,000 passes it takes hours."""

    MOST_ROWS, PASSES = 1000, 10

    def __init__(self, n_components=None, *, random_state=None):
        super().__init__(n_components, max_iter=self.PASSES, random_state=random_state)

    def fit(self, X, y=None):
        """Learn the dictionary on rows drawn by chance."""
        rows = check_random_state(self.random_state).permutation(len(X))[: self.MOST_ROWS]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return super().fit(X[rows])


def _of(estimator):
    return lambda settings, seed: estimator(settings["n_components"], random_state=seed)


RANDOM_TANH = Method("random_tanh", "random tanh", "other", 3, colour="0.45", marker="P", features=_of(RandomTanh))
KMEANS = Method(
    "kmeans", "k-means", "other", 4, colour="#332288", marker="D", features=_of(TriangleKMeans), exact=False
)
NMF_PARTS = Method("nmf", "NMF", "other", 5, colour="#117733", marker="X", features=_of(ShiftedNMF), exact=False)
DICTIONARY = Method(
    "dictionary",
    "dictionary",
    "other",
    6,
    colour="#882255",
    marker="p",
    features=_of(ShortDictionary),
    exact=False,
)
TOP_K = Method(
    "top_k", "top-k auto-encoder", "other", 7, colour="#999933", marker="<", features=_of(TopKAutoencoder), exact=False
)
