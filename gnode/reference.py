"""The four algorithms for one layer in plain NumPy, written to be read; everything else is checked against this.

Read it from top to bottom: GN and GCN train one node after the other (`train_gn_gcn`, `train_node`), the paper's
baselines all nodes at once (`train_autoencoder`, `train_supervised_encoder`). `gnode.partition` has the two rules that
say which rows train which node, `gnode.schedule` the rates and the order of the rows.

Symbols are the paper's: a layer has d2 nodes, node i an encoder w (d1 weights), its bias b and a decoder v;
alpha is the learning rate, A the amnesia factor, R the running output of the nodes trained so far.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from gnode.amnesia import output_shares
from gnode.arithmetic import Array
from gnode.layer import as_for
from gnode.partition import class_chunks, ranked_chunks
from gnode.reading import Reading, as_reading
from gnode.schedule import layer_rates, node_rates, row_orders, weight_decay

__all__ = ["train_autoencoder", "train_gn_gcn", "train_layer", "train_node", "train_supervised_encoder"]


Layer = tuple[Array, Array, Array, Array]
Output = Callable[[Any], tuple[Any, Any]]


def linear(z: Any) -> tuple[Any, Any]:
    """Output nodes of the paper; return their output and its derivative."""
    return z, 1.0


def sigmoid(z: Any) -> tuple[Any, Any]:
    """Output nodes for inputs between 0 and 1; return their output and its derivative."""
    o = 1 / (1 + np.exp(-z))
    return o, o * (1 - o)


def train_gn_gcn(
    X: Array,
    y: Array | None,
    init: Any,
    learning_rate: float,
    max_epochs: int,
    amnesia: float,
    reading: str | Reading = "default",
    output: Output = linear,
    random_state: int | np.random.RandomState | None = 0,
) -> Layer:
    """Train a layer node by node: GN, or, where classes `y` are given, GCN.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1), float
    y : ndarray of shape (n_samples,), int, or None
        Classes 0 .. c - 1; None for GN.
    init : sequence of arrays of shapes (d2, d1), (d2,), (d2, d1)
        Starting weights: encoder W, its bias b, decoder V.
    learning_rate : float
        Learning rate (alpha).
    max_epochs : int
        Number of epochs (E).
    amnesia : float in [0, 1]
        Amnesia factor (A): 1 keeps all of the earlier nodes' output, 0 none.
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading, default="default"
        How the paper is read.
    output : callable, default=linear
        Output nodes: from their input z to their output and its derivative.
    random_state : int, default=0
        Seed of the row orders where the reading shuffles rows.

    Returns
    -------
    W, b, V : ndarrays of shape (d2, d1), (d2,), (d2, d1)
        The layer is tanh(W x + b).
    c : ndarray of shape (d1,)
        What the nodes' decoder biases add to the running output after the last node; zero without them.
    """
    reading = as_reading(reading)
    rng = check_random_state(random_state)
    n_rows, d1 = X.shape
    W, b, V = (np.array(part, dtype=float, subok=True) for part in init[:3])
    d2 = len(W)
    biases = np.zeros((d2, d1))
    decay = weight_decay(reading, n_rows)
    keep = amnesia if reading.memory == "fading" else 1.0
    R = np.zeros_like(X)
    subsets = [np.arange(n_rows)] if y is None else class_chunks(y, d2)
    alpha = None

    for i in range(d2):
        rows = subsets[i]
        mean = X[rows].mean(axis=0) if reading.centring else np.zeros(d1)
        rates = node_rates(reading, learning_rate, max_epochs, len(rows), previous=alpha)
        alpha = rates[-1]
        orders = row_orders(reading, len(rows), len(rates), rng)
        c = biases[i] if reading.decoder_bias else None
        W[i], b[i], V[i], c = train_node(
            X[rows] - mean, X[rows], amnesia * R[rows], W[i], b[i], V[i], c, rates, orders, output, decay
        )
        if reading.decoder_bias:
            biases[i] = c

        h = np.tanh((X - mean) @ W[i] + b[i])[:, np.newaxis]
        R = h * V[i] + biases[i] + keep * R
        if i == 0 and y is None and d2 > 1:
            if not reading.ranking_on_centred_rows:
                h = np.tanh(X @ W[0] + b[0])[:, np.newaxis]
            reconstruction, _ = output(h * V[0] + biases[0])
            subsets += ranked_chunks(np.sum((reconstruction - X) ** 2, axis=1), d2 - 1)
        b[i] = b[i] - W[i] @ mean
    return W, b, V, output_shares(reading.memory, amnesia, np.arange(d2)) @ biases


def train_node(
    X: Array,
    T: Array,
    R: Any,
    w: Array,
    b: Any,
    v: Array,
    c: Array | None,
    rates: Array,
    orders: Any,
    output: Output = linear,
    decay: float = 0.0,
) -> tuple[Array, Any, Array, Array | None]:
    """Train one node by stochastic gradient descent on the squared error of its part of the output, halved.

    Parameters
    ----------
    X : ndarray of shape (n_rows, d1)
        Inputs of the node's rows, centred.
    T : ndarray of shape (n_rows, d1)
        What the output is to reproduce: the same rows, not centred.
    R : ndarray of shape (n_rows, d1)
        The earlier nodes' share of the output, amnesia already applied.
    w, b, v, c : arrays of shape (d1,), (), (d1,), (d1,)
        Encoder, its bias, decoder, its bias (None: there is none).
    rates : ndarray of shape (n_epochs,)
        Learning rate alpha of each epoch.
    orders : ndarray of shape (1 or n_epochs, n_rows), int
        Order of the rows in each epoch; one for all epochs where there is one only.
    output : callable, default=linear
        Output nodes: from their input z to their output and its derivative.
    decay : float, default=0.0
        Weight decay per update.

    Returns
    -------
    w, b, v, c : arrays of shape (d1,), (), (d1,), (d1,)
        As they were given, trained; c is None if none was given.
    """
    for epoch, alpha in enumerate(rates):
        for k in orders[epoch % len(orders)]:
            x = X[k]
            h = np.tanh(w @ x + b)
            z = h * v + R[k]
            if c is not None:
                z = z + c
            o, slope = output(z)
            e = (o - T[k]) * slope
            g = (e @ v) * (1 - h * h)
            v = v - alpha * (h * e + decay * v)
            w = w - alpha * (g * x + decay * w)
            b = b - alpha * g
            if c is not None:
                c = c - alpha * e
    return w, b, v, c


@as_for(train_gn_gcn)
def train_autoencoder(
    X: Array,
    init: Any,
    learning_rate: float,
    max_epochs: int,
    reading: str | Reading = "default",
    random_state: int | np.random.RandomState | None = 0,
) -> Layer:
    """Train a layer all at once as an auto-encoder (USV): tanh encoder, linear decoder, e.e / 2, row by row.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1), float
    init : sequence of arrays of shapes (d2, d1), (d2,), (d2, d1), (d1,)
        Starting weights: encoder W, its bias b, decoder V, its bias c.
    learning_rate, max_epochs, reading, random_state
        As for `train_gn_gcn`.

    Returns
    -------
    W, b, V, c : ndarrays of shape (d2, d1), (d2,), (d2, d1), (d1,)
        The layer is tanh(W x + b), its reconstruction h V + c.
    """
    return _train_jointly(X, X, init, learning_rate, max_epochs, reading, random_state, lambda z: z)


@as_for(train_gn_gcn)
def train_supervised_encoder(
    X: Array,
    y: Array,
    init: Any,
    learning_rate: float,
    max_epochs: int,
    reading: str | Reading = "default",
    random_state: int | np.random.RandomState | None = 0,
) -> Layer:
    """Train a layer all at once under a softmax layer (SV): tanh encoder, cross-entropy, row by row.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1), float
    y : ndarray of shape (n_samples,), int
        Classes 0 .. c - 1.
    init : sequence of arrays of shapes (d2, d1), (d2,), (d2, n_classes), (n_classes,)
        Starting weights: encoder W, its bias b, softmax layer V, its bias c.
    learning_rate, max_epochs, reading, random_state
        As for `train_gn_gcn`.

    Returns
    -------
    W, b, V, c : ndarrays of shape (d2, d1), (d2,), (d2, n_classes), (n_classes,)
        The layer is tanh(W x + b), the classes' probabilities softmax(h V + c).
    """

    def softmax(z: Any) -> Array:
        p = np.exp(z - np.max(z))
        return p / np.sum(p)

    targets = np.eye(int(np.max(y)) + 1)[y]
    return _train_jointly(X, targets, init, learning_rate, max_epochs, reading, random_state, softmax)


def _train_jointly(
    X: Array,
    T: Array,
    init: Any,
    learning_rate: float,
    max_epochs: int,
    reading: str | Reading,
    random_state: int | np.random.RandomState | None,
    output: Callable[[Array], Array],
) -> Layer:
    reading = as_reading(reading)
    rng = check_random_state(random_state)
    W, b, V, c = (np.array(part, dtype=float, subok=True) for part in init)
    rates, decay = layer_rates(reading, learning_rate, max_epochs), weight_decay(reading, len(X))
    orders = row_orders(reading, len(X), max_epochs, rng)
    for epoch, alpha in enumerate(rates):
        for k in orders[epoch % len(orders)]:
            x = X[k]
            h = np.tanh(W @ x + b)
            e = output(h @ V + c) - T[k]  # also the gradient of cross-entropy after softmax
            g = (V @ e) * (1 - h * h)
            V = V - alpha * (h[:, np.newaxis] * e + decay * V)
            c = c - alpha * e
            W = W - alpha * (g[:, np.newaxis] * x + decay * W)
            b = b - alpha * g
    return W, b, V, c


def train_layer(
    algorithm: str,
    X: ArrayLike,
    y: ArrayLike | None = None,
    *,
    init: Any,
    learning_rate: float,
    max_epochs: int,
    amnesia: float | None = None,
    reading: str | Reading = "default",
    output: str = "linear",
    random_state: int | np.random.RandomState | None = 0,
) -> Layer:
    """Train one layer with any of the paper's four algorithms, in float64.

    Parameters
    ----------
    algorithm : {"GN", "GCN", "USV", "SV"}
        Greedy by node, greedy by class by node, and the layer-by-layer baselines: auto-encoder, supervised encoder.
    X : array-like of shape (n_samples, d1)
    y : array-like of shape (n_samples,), int, default=None
        Classes 0 .. c - 1; for GCN and SV.
    init : sequence of arrays
        Starting weights: encoder (d2, d1), its bias (d2,), decoder (d2, d_out) and, for USV and SV, the decoder's
        bias (d_out,); d_out is d1, for SV the number of classes.
    learning_rate : float
        Learning rate (alpha).
    max_epochs : int
        Number of epochs (E).
    amnesia : float in [0, 1], default=None
        Amnesia factor (A), for GN and GCN.
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading, default="default"
        How the paper is read.
    output : {"linear", "sigmoid"}, default="linear"
        Output nodes of GN and GCN.
    random_state : int, default=0
        Seed of the row orders where the reading shuffles rows.

    Returns
    -------
    components : ndarray of shape (d2, d1)
        Encoder W, one row a node.
    intercept : ndarray of shape (d2,)
        Its biases b.
    decoder : ndarray of shape (d2, d_out)
        Decoder V, one row a node.
    decoder_intercept : ndarray of shape (d_out,)
        Zero for GN and GCN unless the reading gives them a decoder bias.

    Raises
    ------
    ValueError
        If the algorithm is unknown, or classes are missing.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_digits
    >>> from gnode import GreedyByNode
    >>> from gnode.reference import train_layer
    >>> from gnode.schedule import starting_weights
    >>> X = load_digits().data[:100] / 8 - 1
    >>> settings = {"amnesia": 0.4, "learning_rate": 1e-3, "max_epochs": 5, "reading": "paper"}
    >>> init = starting_weights("paper", "GN", n_components=5, n_features=64, n_outputs=64, rng=0)
    >>> W, b, V, c = train_layer("GN", X, init=init, **settings)
    >>> layer = GreedyByNode(5, init=init[:3], **settings).fit(X)
    >>> np.allclose(layer.components_, W, rtol=0, atol=1e-9)
    True
    """
    if algorithm not in ("GN", "GCN", "USV", "SV"):
        raise ValueError(f"algorithm={algorithm!r}: give 'GN', 'GCN', 'USV' or 'SV'.")
    if algorithm in ("GCN", "SV") and y is None:
        raise ValueError(f"{algorithm} needs the classes y.")
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if algorithm in ("USV", "SV"):
        settings = init, learning_rate, max_epochs, reading, random_state
        return train_autoencoder(X, *settings) if algorithm == "USV" else train_supervised_encoder(X, y, *settings)
    if amnesia is None:
        raise ValueError(f"{algorithm} needs the factor amnesia, a number from 0 to 1.")
    classes = {"GN": None, "GCN": y}[algorithm]
    nodes = {"linear": linear, "sigmoid": sigmoid}[output]
    return train_gn_gcn(X, classes, init, learning_rate, max_epochs, amnesia, reading, nodes, random_state)
