"""Greedy node-by-node layers: GN (unsupervised) and GCN (by class)."""

from functools import partial
from numbers import Real
from typing import ClassVar

import numpy as np
from scipy.special import expit
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data
from tqdm import tqdm

from gnode.amnesia import memory, output_shares
from gnode.divergence import check_diverged
from gnode.fitting import all_or_nothing
from gnode.layer import FLOATS, TanhLayer, require_classes
from gnode.node import dual_is_cheaper, train_node
from gnode.partition import (
    checked_subsets,
    class_chunks,
    clustered_chunks,
    encoded_classes,
    random_chunks,
    ranked_chunks,
)
from gnode.reading import as_reading
from gnode.rows import check_finite, forget, mean_row, row_blocks, take_rows
from gnode.schedule import WEIGHT_DECAY, node_rates, row_orders
from gnode.start import given_or_drawn

__all__ = ["GreedyByClassByNode", "GreedyByNode"]


class _GreedyLayer(TanhLayer):
    """What GN and GCN share: all but which rows train which node."""

    _parameter_constraints: ClassVar[dict] = {
        **TanhLayer._parameter_constraints,
        "amnesia": [Interval(Real, 0, 1, closed="both")],
        "output": [StrOptions({"linear", "sigmoid"})],
        "solver": [StrOptions({"auto", "primal", "dual"})],
    }

    def inverse_transform(self, H):
        """Reconstruct rows as the output of the layer after its last node: each node by its share left by amnesia.

        Parameters
        ----------
        H : array-like of shape (n_samples, n_components)

        Returns
        -------
        X : ndarray of shape (n_samples, n_features)

        Raises
        ------
        ValueError
            If H has not n_components columns.
        """
        H = self._checked_outputs(H)
        output = (H * self._shares().astype(H.dtype)) @ self.decoder_ + self.decoder_intercept_
        return expit(output) if self.output == "sigmoid" else output

    def _validated(self, X, y="no_validation"):
        """X as a C-ordered float array (and y), without reading a memory-mapped X all at once."""
        checked = validate_data(self, X, y, dtype=FLOATS, order="C", ensure_all_finite=False, ensure_min_samples=1)
        checked, y = (checked, None) if isinstance(y, str) else checked
        check_finite(checked, type(self).__name__)
        n_samples = checked.shape[0]
        if self.n_components > n_samples:
            raise ValueError(
                f"n_components={self.n_components} nodes, but only n_samples={n_samples} rows: every node needs a "
                "row of its own; lower n_components."
            )
        if self.output == "sigmoid":
            low, high = checked.min(), checked.max()
            if low < 0 or high > 1:
                raise ValueError(
                    f"output='sigmoid' can only reproduce values between 0 and 1, but X goes from {low:.3g} to "
                    f"{high:.3g}: scale it, for example with MinMaxScaler, or use output='linear'."
                )
        if self.solver == "dual" and (self.output == "sigmoid" or as_reading(self.reading).decoder_bias):
            raise ValueError(
                "solver='dual' needs linear output nodes without a bias, because only then does the gradient depend "
                "on inner products of rows alone: use solver='auto' or 'primal'."
            )
        return checked, y

    def _fit_nodes(self, X, algorithm, subsets, rng, subsets_after_first=None):
        """Train node after node on X; `subsets_after_first(first, mean)` gives GN the subsets of the later nodes."""
        reading = as_reading(self.reading)
        n_samples, n_features = X.shape
        W, b, V, c = given_or_drawn(
            self.init, reading, algorithm, self.n_components, n_features, n_features, rng, X.dtype
        )
        C = np.tile(c, (self.n_components, 1)) if reading.decoder_bias else None
        n_updates = np.zeros(self.n_components, dtype=np.int64)
        decay = WEIGHT_DECAY / n_samples if reading.weight_decay == "everywhere" else 0.0
        rate = None
        for i in tqdm(range(self.n_components), desc=algorithm, unit="node", disable=not self.verbose):
            rows = subsets[i]
            takes_all = i == 0 and subsets_after_first is not None  # node 0 of GN, which needs no copy
            inputs = X if takes_all else take_rows(X, rows)
            mean = mean_row(inputs) if reading.centring else np.zeros(n_features, dtype=X.dtype)
            rates = node_rates(reading, self.learning_rate, self.max_epochs, len(rows), previous=rate)
            rate = rates[-1]
            train = partial(
                train_node,
                inputs,
                self._remembered(inputs, W[:i], b[:i], V[:i], C),
                mean,
                (W[i], b[i], V[i], None if C is None else C[i]),
                orders=row_orders(reading, len(rows), len(rates), rng),
                decay=decay,
                output=self.output,
                dual=self._takes_dual(len(rows), n_features, len(rates)),
            )
            trained, diverged = train(rates)
            check_diverged(diverged, f"{algorithm}: node {i}", rates, lambda rates, train=train: train(rates)[1])
            w, bias, v, c = trained
            W[i], b[i], V[i] = w, bias - float(w @ mean), v
            if C is not None:
                C[i] = c
            n_updates[i] = len(rows) * len(rates)
            if i == 0 and subsets_after_first is not None and self.n_components > 1:
                subsets = subsets + subsets_after_first(trained, mean)
        self.components_, self.intercept_, self.decoder_ = W, b, V
        self.decoder_intercept_ = np.zeros(n_features, dtype=X.dtype)
        if C is not None:
            self.decoder_intercept_[:] = self._shares() @ C
        self.subsets_, self.n_updates_ = subsets, n_updates
        return self

    def _remembered(self, X, W, b, V, C):
        """Compute A R on rows X, from those of the trained nodes whose share X can resolve; None if there are none."""
        shares = memory(as_reading(self.reading).amnesia_rule, self.amnesia, len(W)).astype(X.dtype)
        count = np.flatnonzero(shares > np.finfo(X.dtype).eps / 4)
        if not len(count):
            return None
        nodes = slice(count[0], len(W))
        R = (np.tanh(X @ W[nodes].T + b[nodes]) * shares[nodes]) @ V[nodes]
        return R if C is None else R + shares[nodes] @ C[nodes]

    def _shares(self):
        """Share of each node in the output after the last one."""
        return output_shares(as_reading(self.reading).amnesia_rule, self.amnesia, self.n_components)

    def _takes_dual(self, n_rows, n_features, n_epochs):
        if self.solver != "auto":
            return self.solver == "dual"
        served = self.output == "linear" and not as_reading(self.reading).decoder_bias
        return served and dual_is_cheaper(n_rows, n_features, n_epochs)


class GreedyByNode(_GreedyLayer):
    """Greedy by node (GN): an unsupervised layer of tanh nodes, trained one after the other.

    Node 0 learns to reproduce all rows. The rows are then ranked by how well it does, and split in equal parts, one
    for each later node, which learns to reproduce its own rows given a fading memory of the nodes before it
    (Wu & Magdon-Ismail 2016, sec. 2). Cost: O(N E d1 + N d1 d2), Theorem 1.

    Parameters
    ----------
    n_components : int, default=10
        d2, the number of nodes; at most the number of rows.
    amnesia : float in [0, 1], default=0.4
        A: how much of the earlier nodes' output the next node still sees; 0 trains every node on its own.
    learning_rate : float, default=1e-3
        alpha, the step of the row-by-row gradient descent.
    max_epochs : int, default=300
        E, passes over each node's rows; raised for small subsets (`Reading.minimum_updates`).
    partition : {"error", "clusters", "random"} or callable, default="error"
        Which rows train nodes 1, 2, ...: equal chunks of the ranking by reconstruction error; k-means clusters of
        these errors; chunks of rows in random order, for node 0 as well; or a function
        ``partition(X, errors, n_subsets)`` that returns `n_subsets` arrays of row indices.
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of the layer while it is trained; "sigmoid" needs X in [0, 1].
    solver : {"auto", "primal", "dual"}, default="auto"
        "primal" works on the weights, O(n_features) an update; "dual" on inner products of the node's rows, O(K) an
        update for K rows, same iterates up to rounding; "auto" takes the cheaper for each node.
    reading : {"original", "program", "text"} or Reading, default="original"
        How the paper is read where it is silent; see `Reading`.
    init : tuple of arrays (components, intercept, decoder), default=None
        Starting weights; drawn from `random_state` if None.
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
    subsets_ : list of ndarray of intp
        The rows that trained each node.
    n_updates_ : ndarray of shape (n_components,)
        Number of gradient steps of each node.
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
    >>> GreedyByNode(20, max_epochs=20, random_state=0).fit_transform(X).shape
    (1797, 20)
    """

    _parameter_constraints: ClassVar[dict] = {
        **_GreedyLayer._parameter_constraints,
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
        reading="original",
        init=None,
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
        self.random_state = random_state
        self.verbose = verbose

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X, y=None):
        """Train the layer.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float32 and float64 keep their precision; may be a `numpy.memmap` larger than memory.
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
        """
        X, _ = self._validated(X)
        rng = check_random_state(self.random_state)
        if isinstance(self.partition, str) and self.partition == "random":
            return self._fit_nodes(X, "GN", random_chunks(len(X), self.n_components, rng), rng)
        return self._fit_nodes(X, "GN", [np.arange(len(X))], rng, partial(self._later_subsets, X))

    def _later_subsets(self, X, first, mean):
        """Rows of nodes 1, 2, ..., by how well the trained first node reproduces them."""
        errors = self._errors_of_first_node(X, first, mean)
        n_subsets = self.n_components - 1
        if callable(self.partition):
            return checked_subsets(self.partition(X, errors, n_subsets), n_subsets, len(X))
        return (ranked_chunks if self.partition == "error" else clustered_chunks)(errors, n_subsets)

    def _errors_of_first_node(self, X, first, mean):
        """Squared reconstruction error of each row under node 0 alone."""
        w, b, v, c = first
        if as_reading(self.reading).ranking_on_centred_rows:
            b = b - float(w @ mean)
        errors = np.empty(len(X))
        for block in row_blocks(X):
            output = np.tanh(X[block] @ w + X.dtype.type(b))[:, np.newaxis] * v
            output = output if c is None else output + c
            reconstruction = expit(output) if self.output == "sigmoid" else output
            errors[block] = np.sum((reconstruction - X[block]) ** 2, axis=1)
            forget(X)
        return errors


class GreedyByClassByNode(_GreedyLayer):
    """Greedy by class by node (GCN): a supervised layer of tanh nodes, trained one after the other.

    As `GreedyByNode`, but the classes say which rows train which node: node i takes class i mod c and, of that
    class, part i div c in the order of the rows. If n_components is no multiple of the number of classes c, the first
    classes get one node more than the last ones; with fewer nodes than classes the last ones get none.

    Parameters
    ----------
    n_components : int, default=10
        d2, the number of nodes; at most the number of rows.
    amnesia : float in [0, 1], default=0.4
        A: how much of the earlier nodes' output the next node still sees; 0 trains every node on its own.
    learning_rate : float, default=1e-3
        alpha, the step of the row-by-row gradient descent.
    max_epochs : int, default=300
        E, passes over each node's rows; raised for small subsets (`Reading.minimum_updates`).
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of the layer while it is trained; "sigmoid" needs X in [0, 1].
    solver : {"auto", "primal", "dual"}, default="auto"
        As for `GreedyByNode`.
    reading : {"original", "program", "text"} or Reading, default="original"
        How the paper is read where it is silent; see `Reading`.
    init : tuple of arrays (components, intercept, decoder), default=None
        Starting weights; drawn from `random_state` if None.
    random_state : int, RandomState instance or None, default=None
        Seed of the starting weights and of shuffled rows.
    verbose : bool, default=False
        Whether to show a progress bar.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    components_, intercept_, decoder_, decoder_intercept_, subsets_, n_updates_
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
    >>> from gnode import GreedyByClassByNode
    >>> digits = load_digits()
    >>> layer = GreedyByClassByNode(20, max_epochs=20, random_state=0).fit(digits.data / 8 - 1, digits.target)
    >>> layer.components_.shape
    (20, 64)
    """

    def __init__(
        self,
        n_components=10,
        *,
        amnesia=0.4,
        learning_rate=1e-3,
        max_epochs=300,
        output="linear",
        solver="auto",
        reading="original",
        init=None,
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
        self.random_state = random_state
        self.verbose = verbose

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X, y):
        """Train the layer.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float32 and float64 keep their precision; may be a `numpy.memmap` larger than memory.
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
        """
        X, y = self._validated(X, y)
        self.classes_, y = encoded_classes(y, type(self).__name__)
        rng = check_random_state(self.random_state)
        return self._fit_nodes(X, "GCN", class_chunks(y, self.n_components), rng)

    def __sklearn_tags__(self):
        return require_classes(super().__sklearn_tags__())
