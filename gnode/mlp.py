"""Between this library's networks and scikit-learn's MLPClassifier."""

import numpy as np

__all__ = ["as_mlp", "two_outputs"]


def as_mlp(coefs, intercepts, classes):
    """Make a fitted `MLPClassifier` of tanh layers and a softmax layer, ready for `partial_fit`.

    Parameters
    ----------
    coefs : list of ndarray of shape (n_in, n_out)
    intercepts : list of ndarray of shape (n_out,)
    classes : ndarray of shape (n_classes,)
        For two classes scikit-learn has one logistic output: the difference of the two softmax outputs.

    Returns
    -------
    sklearn.neural_network.MLPClassifier
    """
    from sklearn.neural_network import MLPClassifier  # slow to import

    mlp = MLPClassifier(hidden_layer_sizes=tuple(len(b) for b in intercepts[:-1]), activation="tanh")
    # one step on a row of zeros lays out all that partial_fit needs; its weights and traces are then replaced
    mlp.partial_fit(np.zeros((1, len(coefs[0])), dtype=coefs[0].dtype), classes[:1], classes=classes)
    mlp.coefs_ = [W.copy() for W in coefs]
    mlp.intercepts_ = [b.copy() for b in intercepts]
    if len(classes) == 2:
        mlp.coefs_[-1] = np.ascontiguousarray(np.diff(coefs[-1], axis=1))
        mlp.intercepts_[-1] = np.diff(intercepts[-1])
    mlp.n_iter_, mlp.t_, mlp.loss_curve_, mlp.best_loss_ = 0, 0, [], np.inf
    del mlp._optimizer
    return mlp


def two_outputs(W, b):
    """Turn one logistic output, W (n_in, 1) and b (1,), into two of a softmax, half of it each way."""
    return np.hstack([-W, W]) / 2, np.concatenate([-b, b]) / 2
