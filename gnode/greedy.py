"""Greedy node-by-node layers: GN (unsupervised) and GCN (by class)."""

import warnings
from typing import ClassVar

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import StrOptions

from gnode.arithmetic import expit, matmul, tanh
from gnode.fitting import all_or_nothing
from gnode.layer import require_classes
from gnode.memmap import dense_rows, forget, row_blocks
from gnode.node_by_node import NodeByNode
from gnode.partition import (
    checked_subsets,
    class_chunks,
    clustered_chunks,
    encoded_classes,
    random_chunks,
    ranked_chunks,
)
from gnode.reading import as_reading

__all__ = ["GreedyByClassByNode", "GreedyByNode"]


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
        its own. In between it fades by default: the k-th last node counts A to the power k (`Reading.memory`).
    learning_rate : float or "auto", default=1e-3
        The step of the row-by-row gradient descent; too large a step saturates the nodes or diverges. "auto" (not in
        the paper) scales each node's rows to a root mean square norm of 4, trains the node at the rate 1/32, and
        scales its weights back. So multiplying X by a constant changes nothing. You must still scale columns: center
        them where their mean is much larger than their spread. Do not give some nodes rows that are many times smaller
        than the others'. `init`, if given, is for the scaled rows.
    max_epochs : int, default=300
        E, passes over each node's rows; raised for small subsets (`Reading.minimum_updates`).
    partition : {"error", "clusters", "random"} or callable, default="error"
        Which rows train nodes 1, 2, ...: equal chunks of the ranking by reconstruction error; k-means clusters of
        these errors; chunks of rows in random order, for node 0 as well; or a function
        ``partition(X, errors, n_subsets)`` that returns `n_subsets` arrays of row indices (a sparse X is CSR there).
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of the layer while it is trained; "sigmoid" needs X in [0, 1].
    solver : {"auto", "primal", "dual"}, default="auto"
        "primal" works on the weights, O(n_features) an update; "dual" on inner products of the node's rows, O(K) an
        update for K rows, same iterates up to rounding, with two K x K matrices in memory; "auto" takes the cheaper
        for each node, and "dual" only up to 4 GiB. Where all rows of a sparse X, or of any X with
        learning_rate="auto", do not fit into one block of 32 MiB, node 0 takes "primal", block by block.
    reading : {"mended", "program", "textbook"} or Reading, default="mended"
        How the paper is read where it is silent; see `Reading`.
    init : tuple of arrays (components, intercept, decoder), default=None
        Starting weights of all nodes; drawn from `random_state` if None.
    warm_start : bool, default=False
        Whether `fit` keeps the nodes that are trained and only adds those that `n_components` now asks for, as in
        scikit-learn's forests. The new nodes share out all rows of X among themselves, by the same rule as the nodes
        after the first did, and see what amnesia leaves of all earlier ones.
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
    >>> from gnode import GreedyByNode, Reading
    >>> X = load_digits().data / 8 - 1
    >>> flat = Reading(memory="flat")  # what we advise for data of your own; the defaults repeat the paper
    >>> layer = GreedyByNode(20, reading=flat, learning_rate="auto", max_epochs=20, random_state=0)
    >>> layer.fit_transform(X).shape
    (1797, 20)
    """

    _parameter_constraints: ClassVar[dict] = {
        **NodeByNode._parameter_constraints,
        "partition": [StrOptions({"error", "clusters", "random"}), callable],
    }

    def __init__(
        self,
        n_components=10,
        *,
        amnesia=0.4,
        learning_rate=1e-3,
        max_epochs=300,
        partition="error",
        output="linear",
        solver="auto",
        reading="mended",
        init=None,
        warm_start=False,
        block_size=1,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.amnesia = amnesia
        self.learning_rate = learning_rate
        self.max_epochs = max_epochs
        self.partition = partition
        self.output = output
        self.solver = solver
        self.reading = reading
        self.init = init
        self.warm_start = warm_start
        self.block_size = block_size
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X, y=None):
        """Train the layer.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision; may be a `numpy.memmap` larger than memory, or sparse
            (CSR), of which only a node's own rows or one block of rows is made dense at a time.
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
        MemoryError
            If a parameter asks for more memory than there is.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        """
        X, _ = self._validated(X)
        rng = check_random_state(self.random_state)
        if isinstance(self.partition, str) and self.partition == "random":
            return self._fit_nodes(X, "GN", lambda n_nodes: random_chunks(X.shape[0], n_nodes, rng), rng)
        return self._fit_nodes(X, "GN", None, rng)

    def _later_subsets(self, X, first, n_subsets):
        """Rows of nodes after the first, by how well the trained first node reproduces them."""
        errors = self._errors_of_first_node(X, *first)
        if not callable(self.partition):
            return (ranked_chunks if self.partition == "error" else clustered_chunks)(errors, n_subsets)
        try:
            subsets = self.partition(X, errors, n_subsets)
        except Exception as error:
            error.add_note(f"{type(self).__name__}: the function given as partition failed.")
            raise
        return checked_subsets(subsets, n_subsets, X.shape[0])

    def _errors_of_first_node(self, X, w, b, v, c):
        """Squared reconstruction error of each row under node 0 alone, whose bias b has the centring folded in."""
        if not as_reading(self.reading).ranking_on_centred_rows:
            b = X.dtype.type(self._first_bias)
        # a power of two changes no digit, only how large the squares become
        unit = X.dtype.type(2.0 ** -np.frexp(self._first_scale)[1] if self.learning_rate == "auto" else 1)
        errors = np.empty(X.shape[0])
        for block in row_blocks(X):
            rows = dense_rows(X, block)
            output = tanh(matmul(rows, w) + b)[:, np.newaxis] * v
            output = output if c is None else output + c
            reconstruction = expit(output) if self.output == "sigmoid" else output
            errors[block] = np.sum(((reconstruction - rows) * unit) ** 2, axis=1)
            forget(X)
        return errors


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
    amnesia : float in [0, 1], default=0.4
        A: how much of the earlier nodes' output the next node still sees. 1 keeps all of it; 0 trains every node on
        its own. In between it fades by default: the k-th last node counts A to the power k (`Reading.memory`).
    learning_rate : float or "auto", default=1e-3
        The step of the row-by-row gradient descent; "auto" as for `GreedyByNode`.
    max_epochs : int, default=300
        E, passes over each node's rows; raised for small subsets (`Reading.minimum_updates`).
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of the layer while it is trained; "sigmoid" needs X in [0, 1].
    solver : {"auto", "primal", "dual"}, default="auto"
        As for `GreedyByNode`.
    reading : {"mended", "program", "textbook"} or Reading, default="mended"
        How the paper is read where it is silent; see `Reading`.
    init : tuple of arrays (components, intercept, decoder), default=None
        Starting weights of all nodes; drawn from `random_state` if None.
    warm_start : bool, default=False
        Whether `fit` keeps the nodes that are trained and only adds those that `n_components` now asks for, as in
        scikit-learn's forests. The new nodes go on with the classes in turn; those of one class share all its rows
        among themselves, and see what amnesia leaves of all earlier nodes.
    block_size : int, default=1
        As for `GreedyByNode`.
    n_jobs : int or None, default=None
        Nodes of a block trained at the same time, in threads; the bits are the same for every number. With amnesia=0
        all nodes may be. Worth it where a node has thousands of rows. -1 means all processors.
    random_state : int, RandomState instance or None, default=None
        Seed of the starting weights and of shuffled rows.
    verbose : bool, default=False
        Whether to show a progress bar.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    components_, intercept_, decoder_, decoder_intercept_, subsets_, n_updates_, loss_curve_
        As for `GreedyByNode`.
    least_squares_decoder_, least_squares_intercept_
        As for `GreedyByNode`.
    n_features_in_ : int
        Number of features that `fit` has seen.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByNode : The same without classes.
    LayerwiseSupervisedEncoder : All nodes at once, the paper's baseline.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import GreedyByClassByNode, Reading
    >>> X, y = load_digits(return_X_y=True)
    >>> flat = Reading(memory="flat")  # what we advise for data of your own; the defaults repeat the paper
    >>> layer = GreedyByClassByNode(20, reading=flat, learning_rate="auto", max_epochs=20, random_state=0)
    >>> layer.fit(X / 8 - 1, y).components_.shape
    (20, 64)
    """

    classes_: np.ndarray

    def __init__(
        self,
        n_components=10,
        *,
        amnesia=0.4,
        learning_rate=1e-3,
        max_epochs=300,
        output="linear",
        solver="auto",
        reading="mended",
        init=None,
        warm_start=False,
        block_size=1,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_components = n_components
        self.amnesia = amnesia
        self.learning_rate = learning_rate
        self.max_epochs = max_epochs
        self.output = output
        self.solver = solver
        self.reading = reading
        self.init = init
        self.warm_start = warm_start
        self.block_size = block_size
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X, y):
        """Train the layer.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision; may be a `numpy.memmap` larger than memory, or sparse
            (CSR), of which only a node's own rows or one block of rows is made dense at a time.
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
        MemoryError
            If a parameter asks for more memory than there is.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        """
        X, y = self._validated(X, y)
        classes, y = encoded_classes(y, type(self).__name__)
        if self._n_trained() and not np.array_equal(classes, self.classes_):
            raise ValueError(
                f"warm_start=True: y must have the classes of the earlier fit, {self.classes_.tolist()}, but has "
                f"{classes.tolist()}."
            )
        self.classes_ = classes
        if self.n_components < len(classes):
            warnings.warn(
                f"n_components={self.n_components} nodes, but {len(classes)} classes: no node learns from the classes "
                f"{', '.join(str(name) for name in classes[self.n_components :])}. Ask for {len(classes)} nodes or "
                "more.",
                UserWarning,
                stacklevel=4,  # the caller of `fit`, which is wrapped twice
            )
        rng = check_random_state(self.random_state)
        n_trained = self._n_trained()
        return self._fit_nodes(X, "GCN", lambda n_nodes: class_chunks(y, n_trained + n_nodes, n_trained), rng)

    def __sklearn_tags__(self):
        return require_classes(super().__sklearn_tags__())
