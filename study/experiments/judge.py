"""A blind judge of features: a committee of networks that was trained on images and has never seen a feature."""

import hashlib
import warnings

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold
from sklearn.neural_network import MLPClassifier

N_MEMBERS = 5
_SMALLEST = 1e-12  # probability, so that its logarithm is finite


class ImageJudge:
    """Names the digit of a picture, in either sign and whatever its contrast, and says how sure it is."""

    # Each member is scikit-learn's `MLPClassifier` with its defaults, trained on all folds of the images but one. One
    # temperature for all, fitted to the folds that were left out, makes their probabilities as sure as they are right;
    # the committee's are their mean.

    def __init__(self, X, y):
        X = _contrast(X)
        self.classes, codes = np.unique(y, return_inverse=True)
        self._members, held_out = [], np.empty((len(X), len(self.classes)))
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):  # 200 epochs are enough to judge by
            for seed, (train, held) in enumerate(StratifiedKFold(N_MEMBERS, shuffle=True, random_state=0).split(X, y)):
                self._members.append(MLPClassifier(random_state=seed).fit(X[train], codes[train]))
                held_out[held] = _logarithms(self._members[-1], X[held])

        def loss(temperature):
            return -log_softmax(held_out / temperature, axis=1)[np.arange(len(codes)), codes].mean()

        self.temperature = float(minimize_scalar(loss, bounds=(0.1, 10), method="bounded").x)

    def of_images(self, X):
        """Judge pictures as they are: their digits, and the probability of each, from 1 / n_classes to 1."""
        X = _contrast(X)
        of_members = [softmax(_logarithms(member, X) / self.temperature, axis=1) for member in self._members]
        probabilities = np.mean(of_members, axis=0)
        return self.classes[probabilities.argmax(axis=1)], probabilities.max(axis=1)

    def of_features(self, components):
        """Judge features, each in the sign of which the judge is surer; otherwise as `of_images`."""
        (digit, sure), (of_negative, sure_of_negative) = self.of_images(components), self.of_images(-components)
        return np.where(sure_of_negative > sure, of_negative, digit), np.maximum(sure, sure_of_negative)


def _logarithms(member, X):
    """Give a member's log probabilities."""
    return np.log(np.maximum(member.predict_proba(X), _SMALLEST))


def _contrast(X):
    """Take from each picture its mean, and divide it by its standard deviation; an even one becomes zero."""
    X = np.asarray(X, dtype=np.float64)
    centred = X - X.mean(axis=1, keepdims=True)
    spread = centred.std(axis=1, keepdims=True)
    return np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 0)


_trained: dict[str, ImageJudge] = {}


def judge_of(X, y):
    """Train the judge of these images, or take the one that this process has trained on the same."""
    which = "".join(hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest() for array in (X, y))
    judge = _trained.pop(which, None) or ImageJudge(X, y)
    while len(_trained) > 1:  # one of a set whose split is fixed, one of another: the last one used stays
        _trained.pop(next(iter(_trained)))
    _trained[which] = judge
    return judge
