"""The layer-by-layer baselines: all nodes at once, as an auto-encoder (USV) or under a softmax layer (SV)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import _fit_context
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data
from tqdm import tqdm

from gnode.arithmetic import Array, interruptible, log, matmul, softmax, tanh
from gnode.kernels import SMALLEST, train_epoch_autoencoder, train_epoch_supervised
from gnode.layer import FLOATS, Number, TanhLayer, all_or_nothing, as_for, check_diverged, require_classes
from gnode.partition import encoded_classes
from gnode.reading import Reading, as_reading
from gnode.schedule import given_or_drawn, layer_rates, row_orders, weight_decay


@dataclass(kw_only=True, eq=False, repr=False)
class _JointLayer(TanhLayer):
    """What the two baselines share: all but their output layer."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **TanhLayer._parameter_constraints,
        "batch_size": [Number(Integral, 1, None, closed="left")],
    }

    n_components: int = field(default=10, kw_only=False)
    learning_rate: float = 1e-3
    max_epochs: int = 300
    batch_size: int = 1
    reading: str | Reading = "default"
    init: Any = None
    random_state: int | np.random.RandomState | None = None
    verbose: bool | int = False

    def _fit_jointly(self, X: Any, T: Array, algorithm: str, train_epoch_by_rows: Callable[..., Any]) -> Self:
        """Train encoder and decoder on targets T; the compiled epoch is called with weights, rate, order and decay."""
        reading = as_reading(self.reading)
        rng = check_random_state(self.random_state)
        shape = self.n_components, X.shape[1], T.shape[1]
        weights = given_or_drawn(self.init, reading, algorithm, *shape, rng, X.dtype)
        rates, decay = layer_rates(reading, self.learning_rate, self.max_epochs), weight_decay(reading, len(X))
        losses = np.zeros(len(rates))
        for epoch, rate in enumerate(tqdm(rates, desc=algorithm, unit="epoch", disable=not self.verbose)):
            order = row_orders(reading, len(X), 1, rng)[0]
            if self.batch_size == 1:
                n_operations = 8 * X.size * self.n_components
                finite, losses[epoch] = interruptible(n_operations, train_epoch_by_rows, weights, rate, order, decay)
            else:
                batches = np.array_split(order, max(1, len(X) // self.batch_size))
                finite, losses[epoch] = _train_epoch_in_batches(X, T, algorithm == "SV", weights, rate, batches, decay)
            check_diverged(-1 if finite else epoch, f"{algorithm}: the layer", rates, X)
        self.components_, self.intercept_, self.decoder_, self.decoder_intercept_ = weights
        self.n_updates_ = max(1, len(X) // self.batch_size) * self.max_epochs
        self.loss_curve_ = losses
        self._warn_if_dead(X, stacklevel=5)  # `fit` is wrapped twice
        return self


@np.errstate(over="ignore", invalid="ignore")
def _train_epoch_in_batches(
    X: Any, T: Array, classes: bool, weights: Any, rate: float, batches: list[Array], decay: float
) -> tuple[bool, float]:
    """Train for one epoch of mini-batches, in place; return whether all is still finite, and the mean loss of a row."""
    W, b, V, c = weights
    loss = 0.0
    keep = W.dtype.type(1 - rate * decay)
    for rows in batches:
        x = X[rows]
        h = tanh(matmul(x, W.T) + b)
        e = matmul(h, V) + c
        if classes:
            e = softmax(e)
            loss -= float(np.sum(log(np.maximum(e[T[rows] == 1].astype(np.float64), SMALLEST))))
        e -= T[rows]
        if not classes:
            loss += 0.5 * float(np.sum(e * e, dtype=np.float64))
        e *= W.dtype.type(rate / len(rows))
        g = matmul(e, V.T) * (1 - h * h)
        V *= keep
        V -= matmul(h.T, e)
        c -= e.sum(axis=0)
        W *= keep
        W -= matmul(g.T, x)
        b -= g.sum(axis=0)
    return all(np.isfinite(part.sum()) for part in weights), loss / len(X)


class LayerwiseAutoencoder(_JointLayer):
    """Layer-by-layer auto-encoder (the paper's USV): tanh nodes and a linear decoder, all weights at once.

    Row-by-row gradient descent on ``|o - x|^2 / 2``, about 5 d1 d2 operations a row (the paper's eq. 1).

    Parameters
    ----------
    n_components : int, default=10
        Number of nodes.
    learning_rate : float, default=1e-3
        The step of the row-by-row gradient descent.
    max_epochs : int, default=300
        E, passes over the rows.
    batch_size : int, default=1
        Rows in a mini-batch: 1 is the paper's row-by-row descent, compiled; more take the mean gradient of a batch,
        by matrix products.
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading, default="default"
        How the paper is read where it is silent; of its fields the baselines heed rate_decay, row_order,
        initialisation, initialisation_scale and weight_decay.
    init : tuple of arrays (components, intercept, decoder, decoder_intercept), default=None
        Starting weights; drawn from `random_state` if None.
    random_state : int, RandomState instance or None, default=None
        Seed of the starting weights and of shuffled rows.
    verbose : bool, default=False
        Whether to show a progress bar.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        Encoder W, one row a node, in the precision of X.
    intercept_ : ndarray of shape (n_components,)
        Encoder biases b.
    decoder_ : ndarray of shape (n_components, n_features)
        Decoder V, one row a node.
    decoder_intercept_ : ndarray of shape (n_features,)
        Decoder biases.
    n_updates_ : int
        Number of gradient steps.
    loss_curve_ : ndarray of shape (max_epochs,)
        Half the squared error of a row in each epoch: the mean over the updates, each before it.
    n_features_in_ : int
        Number of features that `fit` has seen.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByNode : The paper's alternative, one node after the other.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import LayerwiseAutoencoder
    >>> X = load_digits().data / 8 - 1
    >>> LayerwiseAutoencoder(20, max_epochs=5, random_state=0).fit_transform(X).shape
    (1797, 20)
    """

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Train the layer.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X has NaN or infinity, or a parameter is not allowed.
        DivergenceError
            If the learning rate is too large.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        """
        X = cast("Array", validate_data(self, X, dtype=FLOATS, order="C"))
        return self._fit_jointly(X, X, "USV", lambda weights, *step: train_epoch_autoencoder(X, *weights, *step))

    def inverse_transform(self, H: ArrayLike) -> Array:
        """Reconstruct rows from the outputs of the nodes.

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
        return matmul(H, self.decoder_) + self.decoder_intercept_


@as_for(LayerwiseAutoencoder)
class LayerwiseSupervisedEncoder(_JointLayer):
    """Layer-by-layer supervised encoder (the paper's SV): tanh nodes under a softmax layer, all weights at once.

    Row-by-row gradient descent on the cross-entropy of the classes; the softmax layer only serves the training.

    Parameters
    ----------
    n_components, learning_rate, max_epochs, batch_size, reading, init, random_state, verbose
        As for `LayerwiseAutoencoder`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    components_, intercept_
        As for `LayerwiseAutoencoder`.
    decoder_ : ndarray of shape (n_components, n_classes)
        Weights of the softmax layer, one row a node.
    decoder_intercept_ : ndarray of shape (n_classes,)
        Its biases.
    loss_curve_ : ndarray of shape (max_epochs,)
        Cross-entropy of a row in each epoch: the mean over the updates, each before it.
    n_updates_, n_features_in_
        As for `LayerwiseAutoencoder`.
    feature_names_in_ : ndarray of str, where X had names

    See Also
    --------
    GreedyByClassByNode : The paper's alternative, one node after the other.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import LayerwiseSupervisedEncoder
    >>> digits = load_digits()
    >>> layer = LayerwiseSupervisedEncoder(20, max_epochs=5, random_state=0).fit(digits.data / 8 - 1, digits.target)
    >>> layer.decoder_.shape
    (20, 10)
    """

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Train the layer.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Scale it first, for example by `StandardScaler` or ``MinMaxScaler((-1, 1))``: large values saturate the
            nodes. float32 and float64 keep their precision.
        y : array-like of shape (n_samples,)
            Classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X has NaN or infinity, y only one class, or a parameter is not allowed.
        DivergenceError
            If the learning rate is too large.

        Warns
        -----
        SaturationWarning
            If, on a sample of the rows, half of the nodes hardly vary or most outputs are saturated.
        """
        X, y = cast("tuple[Array, Array]", validate_data(self, X, y, dtype=FLOATS, order="C"))
        self.classes_, y = encoded_classes(y, type(self).__name__)
        targets = np.eye(len(self.classes_), dtype=X.dtype)[y]

        def train_epoch_by_rows(weights: Any, rate: float, order: Array, decay: float) -> tuple[bool, float]:
            W, b, V, c = weights
            U = np.ascontiguousarray(V.T)  # one row a class, as the compiled loop takes it
            finite, loss = train_epoch_supervised(X, y, W, b, U, c, rate, order, decay)
            V[:] = U.T
            return finite, loss

        return self._fit_jointly(X, targets, "SV", train_epoch_by_rows)

    def __sklearn_tags__(self) -> Any:
        return require_classes(super().__sklearn_tags__())
