"""Nodes that are not trained: each takes the first principal component of its own rows.

GN and GCN do two things: they share out the rows among the nodes, and they train each node on its share. This does the
first alone, in milliseconds, and so tells how much of what the nodes learn is the sharing.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.validation import validate_data

from gnode.arithmetic import Array, interruptible
from gnode.layer import FLOATS, RANDOM_STATE, SCALE, TanhLayer, all_or_nothing, dense_blocks
from gnode.partition import checked_subsets, class_chunks, encoded_classes, random_chunks, ranked_chunks


@dataclass(kw_only=True, eq=False, repr=False)
class OwnRowsPCA(TanhLayer):
    """A layer of tanh nodes, each along the first principal component of its own rows.

    The rows are shared out as GN or GCN does, and nothing is trained. Node i computes tanh(w . (x - m)), where m is the
    mean of its rows and w points along their first principal component, as long as makes the standard deviation of
    w . x over these rows 1. Sums are in float64. BLAS and LAPACK compute, so that last digits depend on the processor.

    Parameters
    ----------
    n_components : int, default=10
        Number of nodes; at most the number of rows.
    partition : {"error", "class", "random"} or callable, default="error"
        Which rows a node has. "error", much as GN: node 0 has all rows, the others equal chunks of the rows in the
        order of their distance from the mean row. "class", as GCN: node i has a chunk of class i mod c. "random":
        chunks of the rows in random order. Or a function ``partition(X, distances, n_subsets)`` that returns
        `n_subsets` arrays of row indices for nodes 1, 2, ...
    random_state : int, RandomState instance or None, default=None
        Seed of random chunks.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Weights, one row a node, in the precision of X. The weight of largest magnitude is positive.
    intercept_ : ndarray of shape (n_components,)
        Minus w . m.
    subsets_ : list of ndarray of intp
        The rows of each node.
    n_features_in_ : int
        Number of features that `fit` has seen.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByNode, GreedyByClassByNode : The same sharing, with training.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import OwnRowsPCA
    >>> X, y = load_digits(return_X_y=True)
    >>> OwnRowsPCA(20, partition="class").fit_transform(X / 8 - 1, y).shape
    (1797, 20)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_components": TanhLayer._parameter_constraints["n_components"],
        "partition": [StrOptions({"error", "class", "random"}), callable],
        "random_state": RANDOM_STATE,
    }

    n_components: int = field(default=10, kw_only=False)
    partition: Any = "error"
    random_state: int | np.random.RandomState | None = None

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Take the first principal component of each node's rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float32 and float64 keep their precision.
        y : array-like of shape (n_samples,), default=None
            Classes, for ``partition="class"`` alone.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X has NaN or infinity, or values whose squares are not finite, or differences between rows whose squares
            vanish; if it has fewer rows than nodes; if classes are missing.
        """
        if self.partition == "class":
            X, y = cast("tuple[Array, Array]", validate_data(self, X, y, dtype=FLOATS))
        else:
            X = cast("Array", validate_data(self, X, dtype=FLOATS))
        if len(X) < self.n_components:
            raise ValueError(
                f"OwnRowsPCA: X has n_samples={len(X)} rows, fewer than n_components={self.n_components}: "
                "every node needs a row of its own."
            )
        with np.errstate(over="ignore", invalid="ignore"):
            mean = X.mean(axis=0, dtype=np.float64)
            distances = np.empty(len(X))
            for block, rows in dense_blocks(X):
                distances[block] = np.sum((rows - mean) ** 2, axis=1)
        if not distances.max() <= np.finfo(X.dtype).max:
            raise ValueError(
                f"OwnRowsPCA: X has values of up to {np.abs(X).max():.2g}, and their squares are too large for "
                f"{X.dtype}: {SCALE}."
            )
        rng = check_random_state(self.random_state)
        subsets = self._subsets(X, y, distances, rng)
        components = np.empty((self.n_components, X.shape[1]), X.dtype)
        intercept = np.empty(self.n_components, X.dtype)
        for i, rows in enumerate(subsets):
            centred = X[rows].astype(np.float64, copy=False)  # a copy already; sums of many float32 would be wrong
            alike = (centred == centred[0]).all()
            own_mean = centred.mean(axis=0)
            centred -= own_mean
            if alike:  # one row, or all the same: what sets it apart from all rows
                centred = X[rows[:1]] - mean
            squared = np.vdot(centred, centred) / len(centred)
            smallest, smallest_spread = (np.finfo(of).tiny / np.finfo(of).eps for of in (np.float64, X.dtype))
            if centred.any() and (squared < smallest or np.sqrt(squared) < smallest_spread):
                raise ValueError(
                    f"OwnRowsPCA: the rows of node {i} differ by at most {np.abs(centred).max():.2g}, which is too "
                    f"small for {X.dtype}: {SCALE}."
                )
            direction = self._direction(centred, rng)
            spread = np.sqrt(np.mean((centred @ direction) ** 2))
            components[i] = direction / (spread or 1)
            intercept[i] = -components[i] @ own_mean
        self.components_, self.intercept_, self.subsets_ = components, intercept, subsets
        return self

    def _subsets(self, X: Any, y: Any, distances: Array, rng: np.random.RandomState) -> list[Array]:
        if self.partition == "class":
            return class_chunks(encoded_classes(y, type(self).__name__)[1], self.n_components)
        if self.partition == "random":
            return random_chunks(len(X), self.n_components, rng)
        everything, n_subsets = np.arange(len(X)), self.n_components - 1
        if not callable(self.partition):
            return [everything, *(ranked_chunks(distances, n_subsets) if n_subsets else [])]
        return [everything, *checked_subsets(self.partition(X, distances, n_subsets), n_subsets, len(X))]

    def _direction(self, centred: Array, rng: np.random.RandomState) -> Array:
        """First principal component of centred rows, of unit length."""
        from sklearn.decomposition import PCA  # here, as `import gnode` needs it for nothing else

        if len(centred) == 1:
            direction = centred[0]
        else:
            solver = "covariance_eigh" if len(centred) > centred.shape[1] else "full"
            fit, n_operations = PCA(1, svd_solver=solver).fit, centred.size * min(centred.shape)
            direction = interruptible(n_operations, fit, centred, process_waits=True).components_[0]
        direction = direction * np.sign(direction[np.argmax(np.abs(direction))])
        length = np.linalg.norm(direction)
        return direction / length if length else direction

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.partition == "class"
        return tags
