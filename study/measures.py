"""What can be measured on the weights of a layer: how smooth its features are and what they resemble."""

import numpy as np
from sklearn.decomposition import PCA

from gnode.arithmetic import matmul

IMAGES = ("usps", "digits")  # sets whose features can be seen as square images
MEASURES = ("roughness", "best_image", "best_class_mean", "selectivity")  # of each node of theirs


def absolute_cosines(P, Q):
    """Compute the absolute cosines of the rows of P (n, d) with those of Q (m, d): (n, m), zero where a row is zero."""
    return np.abs(matmul(_unit_rows(P), _unit_rows(Q).T))


def best_match(components, images):
    """Compute each feature's largest absolute cosine with an image, the mean of all images taken off: (n_nodes,)."""
    images = np.asarray(images)
    return absolute_cosines(components, images - images.mean(axis=0)).max(axis=1)


def without_mean(components, images):
    """Take out of each feature what it shares with the mean image, which shows as a background (ndarray)."""
    mean = np.asarray(images, dtype=float).mean(axis=0)
    return components - np.outer(components @ mean / (mean @ mean), mean)


def likeness(components, images, unseen):
    """Compute each feature's largest absolute cosine with an unseen image, the mean image off both: (n_nodes,)."""
    return cosines_with_unseen(components, images, unseen).max(axis=1)


def cosines_with_unseen(components, images, unseen):
    """Compute absolute cosines of features with unseen images, the mean image off both: (n_nodes, n_unseen)."""
    features = without_mean(np.asarray(components, dtype=float), images)
    return absolute_cosines(features, unseen - np.mean(images, axis=0, dtype=float))


def class_selectivity(outputs, y):
    """Compute how much of each node's variance (n_samples, n_nodes) lies between classes: eta squared, (n_nodes,)."""
    outputs, y = np.asarray(outputs, dtype=np.float64), np.asarray(y)
    centred = outputs - outputs.mean(axis=0)
    between = sum((y == label).sum() * centred[y == label].mean(axis=0) ** 2 for label in np.unique(y))
    whole = (centred**2).sum(axis=0)
    return np.divide(between, whole, out=np.zeros_like(whole), where=whole > 0)


def roughness(components):
    """Compute the total variation of each feature, seen as a square image, over the sum of its absolute weights."""
    components = np.asarray(components, dtype=np.float64)
    side = round(np.sqrt(components.shape[1]))
    images = components.reshape(-1, side, side)
    variation = sum(np.abs(np.diff(images, axis=axis)).sum(axis=(1, 2)) for axis in (1, 2))
    return variation / np.abs(components).sum(axis=1)


def accuracies(model, data):
    """Compute the accuracy of a classifier on training and test rows, and of how many rows it is."""
    return {
        "train": float(model.score(data.X_train, data.y_train)),
        "test": float(model.score(data.X_test, data.y_test)),
        "n_train": len(data.y_train),
        "n_test": len(data.y_test),
    }


def class_means(X, y):
    """Compute the mean row of each class, in the order of the classes (ndarray of shape (n_classes, n_features))."""
    return np.stack([np.asarray(X)[y == label].mean(axis=0) for label in np.unique(y)])


def of_each_node(components, outputs, X, y):
    """Measure how smooth each node's feature is, what it resembles, and how well its output tells classes apart."""
    return {
        "roughness": roughness(components),
        "best_image": best_match(components, X),
        "best_class_mean": best_match(components, class_means(X, y)),
        "selectivity": class_selectivity(outputs, y),
    }


def mean_absolute_cosine(rows):
    """Return the mean absolute cosine between different rows (float): 1 if all are alike, 0 if orthogonal."""
    cosines = absolute_cosines(rows, rows)
    n = len(cosines)
    return float((cosines.sum() - np.trace(cosines)) / (n * (n - 1))) if n > 1 else 1.0


def first_component_correlations(outputs, X):
    """Compute each output's absolute correlation with the first principal component of the rows: (n_nodes,)."""
    first = PCA(1, svd_solver="full").fit_transform(np.asarray(X, dtype=np.float64))
    centred = np.asarray(outputs, dtype=np.float64) - np.mean(outputs, axis=0, dtype=np.float64)
    return absolute_cosines(centred.T, first.T)[:, 0]


def _unit_rows(rows):
    """Scale rows to length one; rows of zeros stay zero."""
    rows = np.asarray(rows, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
