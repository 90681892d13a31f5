"""Greedy node-by-node layers: GN (unsupervised) and GCN (by class). They say which rows train which node.

`gnode.node_by_node` has the loop that trains the nodes.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import _fit_context
from sklearn.utils._param_validation import StrOptions

from gnode.arithmetic import Array, expit, matmul, tanh
from gnode.layer import Sparse, all_or_nothing, as_for, dense_blocks, require_classes
from gnode.node_by_node import NodeByNode
from gnode.partition import (
    checked_subsets,
    class_chunks,
    clustered_chunks,
    encoded_classes,
    random_chunks,
    ranked_chunks,
)


@dataclass(kw_only=True, eq=False, repr=False)
class GreedyByNode(NodeByNode):
    """Greedy by node (GN): an unsupervised layer of tanh nodes, trained one after the other.

    Node 0 learns to reproduce all rows. The rows are then ranked by how well it does, and split in equal parts, one
    for each later node, which learns to reproduce its own rows given a fading memory of the nodes before it
    (Wu & Magdon-Ismail 2016, sec. 2). Cost: O(N E d1 + N d1 d2), Theorem 1.

    Parameters
    ----------
    n_components : int, default=10
        Number of nodes; at most the number of rows.
    amnesia : float in [0, 1], default=0.4
        A: how much of the earlier nodes' output the next node still sees. 1 keeps all of it; 0 trains every node on
        its own. In between every earlier node counts A; in a reading with fading memory the k-th last one counts A to
        the power k (`Reading.memory`).
    learning_rate : float or "auto", default=1e-3
        The step of the row-by-row gradient descent; too large a step saturates the nodes or diverges. "auto" (not in
        the paper) scales each node's rows to a root mean square norm of 4, trains the node at the rate 1/32, and
        scales its weights back. So multiplying X by a constant changes nothing. You must still scale columns: center
        them where their mean is much larger than their spread. Do not give some nodes rows that are many times smaller
        than the others'. `init`, if given, is for the scaled rows.
    max_epochs : int, default=300
        E, passes over each node's rows; some readings raise it for small subsets (`Reading.minimum_updates`).
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of the layer while it is trained; "sigmoid" needs X in [0, 1].
    solver : {"auto", "primal", "dual"}, default="auto"
        "primal" works on the weights, O(n_features) an update; "dual" on inner products of the node's rows, O(K) an
        update for K rows, same iterates up to rounding, with two K x K matrices in memory; "auto" takes the cheaper
        for each node, and "dual" only up to 4 GiB.
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading, default="default"
        How the paper is read where it is silent; see `Reading`.
    init : tuple of arrays (components, intercept, decoder), default=None
        Starting weights of all nodes; drawn from `random_state` if None.
    block_size : int, default=1
        Nodes in a block: they are trained on what the blocks before theirs have left, the mean of each block's nodes.
        1 is the paper's; with more, `n_jobs` serves any amnesia. Node 0 is a block of its own where it takes all rows.
        Nodes of a block do not see one another: take at most 32 to a block, with flat amnesia fewer than 8.
    n_jobs : int or None, default=None
        Nodes of a block trained at the same time, in threads; the bits are the same for every number. With amnesia=0
        all nodes after node 0 may be. Worth it where a node has thousands of rows. -1 means all processors.
    random_state : int, RandomState instance or None, default=None
        Seed of the starting weights, of random partitions and of shuffled rows.
    verbose : bool, default=False
        Whether to show a progress bar.
    partition : {"error", "clusters", "random"} or callable, default="error"
        Which rows train nodes 1, 2, ...: equal chunks of the ranking by reconstruction error; k-means clusters of
        these errors; chunks of rows in random order, for node 0 as well; or a function
        ``partition(X, errors, n_subsets)`` that returns `n_subsets` arrays of row indices (a sparse X is CSR there).

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Encoder W, one row a node, in the precision of X.
    intercept_ : ndarray of shape (n_components,)
        Encoder biases b, the centring folded in.
    decoder_ : ndarray of shape (n_components, n_features)
        Decoder V, one row a node.
    decoder_intercept_ : ndarray of shape (n_features,)
        What decoder biases add to the reconstruction; zero unless the reading has them.
    least_squares_decoder_, least_squares_intercept_ : ndarrays of shape (n_components, n_features), (n_features,)
        After `fit_decoder`: what `inverse_transform` then uses.
    subsets_ : list of ndarray of intp
        The rows that trained each node, of the X that it was fitted on.
    n_updates_ : ndarray of shape (n_components,)
        Number of gradient steps of each node.
    loss_curve_ : list of ndarray of shape (n_epochs,)
        Per node and epoch: mean of half the squared error of a row, taken before each update.
    n_features_in_ : int
        Number of features that `fit` has seen.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByClassByNode : The same by class.
    LayerwiseAutoencoder : All nodes at once, the paper's baseline.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import GreedyByNode
    >>> X = load_digits().data / 8 - 1
    >>> layer = GreedyByNode(20, learning_rate="auto", max_epochs=20, random_state=0)  # a rate for each node
    >>> layer.fit_transform(X).shape
    (1797, 20)
    """

    _algorithm = "GN"
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **NodeByNode._parameter_constraints,
        "partition": [StrOptions({"error", "clusters", "random"}), callable],
    }

    partition: Any = "error"

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike | Sparse, y: object = None) -> Self:
        """Train the layer.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision. A sparse X is made dense a node at a time: all of it for
            node 0. That saves memory, not time, as zeros cost what other values cost: minutes for 20,000 rows of
            50,000 features. Reduce them first, for example with `sklearn.decomposition.TruncatedSVD`.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X has NaN or infinity, fewer rows than nodes, or a parameter is not allowed.
        DivergenceError
            If the learning rate is too large for a node.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        """
        X, _ = self._validated(X)
        return self._fit(X, y)

    def _node_0_takes_all(self) -> bool:
        return self.partition != "random"

    def _subsets(self, X: Any, y: Any, rng: np.random.RandomState) -> Iterator[Array]:
        """Yield all rows; once node 0 is trained on them, share them out by how well it reproduces each."""
        if self.partition == "random":
            yield from random_chunks(X.shape[0], self.n_components, rng)
            return
        yield np.arange(X.shape[0])
        n_subsets = self.n_components - 1
        if not n_subsets:
            return
        errors = self._errors_of_node_0(X)
        if self.partition == "error":
            yield from ranked_chunks(errors, n_subsets)
        elif self.partition == "clusters":
            yield from clustered_chunks(errors, n_subsets)
        else:
            yield from self._given_by_user(X, errors, n_subsets)

    def _errors_of_node_0(self, X: Any) -> Array:
        """Squared reconstruction error of each row under node 0 alone (ndarray of shape (n_samples,), float64)."""
        node = self._node_0
        b = self.intercept_[0] if self._reading.ranking_on_centred_rows else X.dtype.type(node.b)
        # a power of two changes no digit, only how large the squares become
        unit = X.dtype.type(2.0 ** -np.frexp(node.scale)[1] if self.learning_rate == "auto" else 1)
        errors = np.empty(X.shape[0])
        for block, rows in dense_blocks(X):
            output = tanh(matmul(rows, node.w) + b)[:, np.newaxis] * node.v
            output = output if node.c is None else output + node.c
            reconstruction = expit(output) if self.output == "sigmoid" else output
            errors[block] = np.sum(((reconstruction - rows) * unit) ** 2, axis=1)
        return errors

    def _given_by_user(self, X: Any, errors: Array, n_subsets: int) -> list[Array]:
        try:
            subsets = self.partition(X, errors, n_subsets)
        except Exception as error:
            error.add_note(f"{type(self).__name__}: the function given as partition failed.")
            raise
        return checked_subsets(subsets, n_subsets, X.shape[0])


def warn_of_classes_left_out(given: str, n_nodes: int, classes: Array, stacklevel: int) -> None:
    """Warn of the classes that no node of GCN learns from; `given` names the parameter and how many nodes it gives."""
    if n_nodes < len(classes):
        left_out = ", ".join(map(str, classes[n_nodes:]))
        warnings.warn(
            f"{given} nodes, but {len(classes)} classes: no node learns from the classes {left_out}. Ask for "
            f"{len(classes)} nodes or more.",
            UserWarning,
            stacklevel=stacklevel + 1,
        )


@as_for(GreedyByNode)
class GreedyByClassByNode(NodeByNode):
    """Greedy by class by node (GCN): a supervised layer of tanh nodes, trained one after the other.

    As `GreedyByNode`, but the classes say which rows train which node: node i takes class i mod c and, of that
    class, part i div c in the order of the rows. If n_components is no multiple of the number of classes c, the first
    classes get one node more than the last ones; with fewer nodes than classes the last ones get none.

    So the result depends on the order of the rows. Shuffle X and y first if neighbouring rows of a class are alike:
    each node then sees rows from all of its class.

    Parameters
    ----------
    n_components : int, default=10
        Number of nodes; at most the number of rows.
    amnesia, learning_rate, max_epochs, output, solver, reading, init, block_size
        As for `GreedyByNode`.
    n_jobs : int or None, default=None
        Nodes of a block trained at the same time, in threads; the bits are the same for every number. With amnesia=0
        all nodes may be. Worth it where a node has thousands of rows. -1 means all processors.
    random_state : int, RandomState instance or None, default=None
        Seed of the starting weights and of shuffled rows.
    verbose
        As for `GreedyByNode`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    components_, intercept_, decoder_, decoder_intercept_, least_squares_decoder_, least_squares_intercept_
        As for `GreedyByNode`.
    subsets_, n_updates_, loss_curve_, n_features_in_
        As for `GreedyByNode`.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByNode : The same without classes.
    LayerwiseSupervisedEncoder : All nodes at once, the paper's baseline.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import GreedyByClassByNode
    >>> X, y = load_digits(return_X_y=True)
    >>> layer = GreedyByClassByNode(20, learning_rate="auto", max_epochs=20, random_state=0)  # a rate for each node
    >>> layer.fit(X / 8 - 1, y).components_.shape
    (20, 64)
    """

    classes_: np.ndarray

    _algorithm = "GCN"

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike | Sparse, y: ArrayLike) -> Self:
        """Train the layer.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision. A sparse X is made dense a node at a time. That saves
            memory, not time, as zeros cost what other values cost: reduce very many features first, for example with
            `sklearn.decomposition.TruncatedSVD`.
        y : array-like of shape (n_samples,)
            Classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X has NaN or infinity, fewer rows than nodes, y only one class, or a parameter is not allowed.
        DivergenceError
            If the learning rate is too large for a node.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        UserWarning
            If there are fewer nodes than classes.
        """
        X, y = self._validated(X, y)
        self.classes_, y = encoded_classes(y, type(self).__name__)
        own_rule = type(self)._subsets is not GreedyByClassByNode._subsets
        if self._warns and not own_rule:
            given, n_nodes = f"n_components={self.n_components}", self.n_components
            warn_of_classes_left_out(given, n_nodes, self.classes_, stacklevel=4)  # `fit` is wrapped twice
        return self._fit(X, y)

    def _subsets(self, X: Any, y: Any, rng: np.random.RandomState) -> Iterator[Array]:
        """Yield parts of the classes in turn."""
        yield from class_chunks(y, self.n_components)

    def __sklearn_tags__(self) -> Any:
        return require_classes(super().__sklearn_tags__())
