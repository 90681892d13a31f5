"""A deep network from pre-trained layers, a softmax layer and fine-tuning."""

import copy
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from numbers import Integral, Real
from time import perf_counter
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, _fit_context, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, InvalidParameterError, StrOptions
from sklearn.utils._set_output import _wrap_data_with_container
from sklearn.utils.validation import check_is_fitted, validate_data
from tqdm import tqdm

from gnode import fast
from gnode.arithmetic import Array, interruptible, matmul, softmax
from gnode.greedy import GreedyByClassByNode, GreedyByNode, warn_of_classes_left_out
from gnode.kernels import train_epoch_backprop, train_epoch_output
from gnode.layer import (
    COUNT,
    FLOATS,
    RANDOM_STATE,
    SCALE,
    Number,
    SaturationWarning,
    TanhLayer,
    all_or_nothing,
    check_diverged,
    dead_layer,
    doc_link,
    is_scaled,
    layer_outputs,
    lower_rate,
    rows_looked_at,
    warn_of_dead_layer,
)
from gnode.layerwise import LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.node_by_node import NodeByNode
from gnode.partition import encoded_classes
from gnode.reading import Reading, as_reading
from gnode.schedule import drawn, layer_rates, weight_decay

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:  # scikit-learn before 1.9: there is no set_callbacks, and so nobody to call back

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Nothing to support."""

    def with_callbacks(method: Any) -> Any:
        """Return the method as it is."""
        return method


_STAGES = {"pretraining": "pre-training", "output": "output layer", "finetuning": "fine-tuning"}
_RATE_OF = {"output": "output_learning_rate", "finetuning": "finetune_learning_rate"}

SIZES = 100, 50  # what hidden_layer_sizes="auto" takes, where there are as many rows
UPDATES = 50_000  # finetune_epochs="auto" takes as many epochs as give so many updates of a row, within `EPOCHS`
EPOCHS = 20, 400  # at least the paper's, at most what the smallest tables want
# Fine-tuning is told to be too short where the sum of its rates is smaller and it gets fewer training rows right.
ENOUGH, FITTED = 10.0, 0.95
_LENGTH = ("finetune_epochs", "finetune_learning_rate", "batch_size")  # what decides how far fine-tuning goes
_ENCODERS = {
    "gn": GreedyByNode,
    "gcn": GreedyByClassByNode,
    "autoencoder": LayerwiseAutoencoder,
    "supervised": LayerwiseSupervisedEncoder,
    "random": None,
    "none": None,
}


class _HiddenLayers:
    """Outputs of hidden layers: a class apart, as scikit-learn would give those of all layers the last one's names."""

    coefs_: list[Array]
    intercepts_: list[Array]
    encoders_: list[Any]
    timings_: dict[str, float]
    n_updates_: dict[str, int]

    def transform(self, X: ArrayLike, layer: int = -1) -> Any:
        """Compute the outputs of a hidden layer.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        layer : int, default=-1
            Which hidden layer, from 0; -1 is the last.

        Returns
        -------
        H : ndarray of shape (n_samples, hidden_layer_sizes[layer])
            Or a data frame, if `set_output` says so.

        Raises
        ------
        IndexError
            If there is no such hidden layer.
        ValueError
            If `layer` is not a whole number.
        """
        check_is_fitted(self)
        layer = self._checked_layer(layer)
        H = self._hidden(validate_data(self, X, dtype=FLOATS, reset=False), layer + 1)
        of_layer: Any = copy.copy(self)
        of_layer.get_feature_names_out = partial(self.get_feature_names_out, layer=layer)
        return _wrap_data_with_container("transform", H, X, of_layer)

    def get_feature_names_out(self, input_features: Any = None, layer: int = -1) -> Array:
        """Name the outputs of a hidden layer.

        Parameters
        ----------
        input_features : ignored
        layer : int, default=-1
            Which hidden layer, from 0; -1 is the last.

        Returns
        -------
        names : ndarray of str
            Such as "deepclassifier0" for the last layer, "deepclassifier_layer0_0" for an earlier one.
        """
        check_is_fitted(self)
        layer, prefix = self._checked_layer(layer), type(self).__name__.lower()
        prefix += f"_layer{layer}_" if layer < len(self.coefs_) - 2 else ""
        return np.array([f"{prefix}{i}" for i in range(len(self.intercepts_[layer]))], dtype=object)

    def _hidden(self, X: Any, n_layers: int) -> Array:
        """Compute the outputs of the last of the first `n_layers` layers."""
        for W, b in zip(self.coefs_[:n_layers], self.intercepts_[:n_layers], strict=True):
            X = layer_outputs(X, W.T, b)
        return X

    def _outputs(self, X: Any) -> Array:
        """Compute what the output layer has before its softmax."""
        return matmul(self._hidden(X, len(self.coefs_) - 1), self.coefs_[-1]) + self.intercepts_[-1]

    def _checked_layer(self, layer: int) -> int:
        """Give the number of a hidden layer from 0 (int), or refuse it."""
        n_hidden = len(self.coefs_) - 1
        if isinstance(layer, (bool, np.bool_)) or not isinstance(layer, Integral):
            raise InvalidParameterError(
                f"layer={layer!r}: give the number of a hidden layer, a whole number from 0 to {n_hidden - 1}, or -1 "
                "for the last."
            )
        if not -n_hidden <= layer < n_hidden:
            raise IndexError(f"layer={layer}: the hidden layers are 0 to {n_hidden - 1}.")
        return int(layer) % n_hidden


@dataclass(kw_only=True, eq=False, repr=False)
class DeepClassifier(_HiddenLayers, CallbackSupportMixin, TransformerMixin, ClassifierMixin, BaseEstimator):
    """A deep tanh network with a softmax layer: pre-training, output layer, fine-tuning (sec. 3 of the paper).

    Parameters
    ----------
    hidden_layer_sizes : tuple of int or "auto", default="auto"
        Nodes of each hidden layer. "auto" is (100, 50), or as many as X has rows: "gn" and "gcn" need a row a node.
    pretraining : {"gn", "gcn", "autoencoder", "supervised", "random", "none"} or estimator, default="gn"
        How the hidden layers are made: node by node (GN), by class by node (GCN), layer by layer as auto-encoders
        (USV) or under a softmax layer (SV). Two controls: "random" draws them (Glorot) and goes on as the others do;
        "none" draws all weights, the output layer's too, and only fine-tunes.
        Any estimator that has `components_` and `intercept_` once it is fitted: each hidden layer is a clone of it,
        with the layer's size as n_components and, if it has one, a random_state drawn from this classifier's. It keeps
        its own parameters otherwise, and is fitted on the layer's inputs and the classes.
    amnesia : float in [0, 1], default=0.4
        A of "gn" and "gcn": how much of the earlier nodes' output a node still sees, from 0, nothing, to 1, all of it.
        An estimator that is given keeps its own.
    partition : {"error", "clusters", "random"} or callable, default="error"
        How "gn" deals the rows to the nodes; see `GreedyByNode`. An estimator that is given keeps its own.
    learning_rate, max_epochs : float or "auto", int, default=1e-3, 300
        Of pre-training, not of the later stages; an estimator that is given keeps its own. "auto" is for "gn" and
        "gcn" (see `GreedyByNode`).
    output_learning_rate, output_epochs : float, int, default=2e-3, 500
        Of the output layer, with the hidden layers fixed.
    finetune_learning_rate, finetune_epochs : float, int or "auto", default=3e-3, "auto"
        Of backpropagation through all layers; 0 epochs leave it out. "auto" takes as many epochs as give 50,000
        updates of a row, but 20 (the paper's number) at least and 400 at most. The paper's rate is 1e-3.
    batch_size : int, default=1
        Rows in a mini-batch, for the output layer and fine-tuning. With 1 the paper's training scores are reached.
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading, default="default"
        How the paper is read where it is silent; see `Reading`. "paper" repeats the study; its initial weights are so
        small that with more than two layers, or with few rows a node, nodes can end giving the same for every row.
    preset : {"paper", "fast"}, default="paper"
        "paper" trains as the parameters say. "fast" keeps the network and its pre-training, but fits the output
        layer by a quasi-Newton method and fine-tunes with Adam in mini-batches of rows with noise;
        held-out training rows choose how much (`gnode.fast`). Both run on one thread. "fast" refuses other than
        default values of output_learning_rate, output_epochs, finetune_learning_rate, finetune_epochs and batch_size.
    random_state : int, RandomState instance or None, default=None
        Seed of starting weights and of the order of mini-batches.
    verbose : bool, default=False
        Whether to show progress bars.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    encoders_ : list
        The pre-trained layers as they were before fine-tuning; empty for "random" and "none".
    coefs_ : list of ndarray of shape (n_in, n_out)
        Weights of each layer, the output layer last, as in `sklearn.neural_network.MLPClassifier`.
    intercepts_ : list of ndarray of shape (n_out,)
        Biases of each layer, the output layer last.
    timings_ : dict
        Seconds of "pretraining", "output" and "finetuning".
    n_updates_ : dict
        Gradient steps of the same stages ("paper"; for "fast" of the pre-training only).
    n_features_in_ : int
        Number of features that `fit` has seen.
    feature_names_in_ : ndarray of str, where X had names

    Notes
    -----
    With scikit-learn 1.9 or later ``set_callbacks`` takes its callbacks, such as ``ProgressBar``, ``ScoringMonitor`` or
    your own. Their tasks are the stages "pretraining", "output" and "finetuning", and in them the layers and the
    epochs; "fast" has no epochs of the output layer. If a callback answers the end of an epoch with True, that stage
    ends there. After such an answer to the end of a layer, the network has no further hidden layers.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from gnode import DeepClassifier
    >>> digits = load_digits()
    >>> X, y = digits.data / 8 - 1, digits.target
    >>> model = DeepClassifier((50, 30), pretraining="gcn", learning_rate="auto", preset="fast", random_state=0)
    >>> bool(model.fit(X[:1500], y[:1500]).score(X[1500:], y[1500:]) > 0.8)
    True

    With scikit-learn 1.9, end fine-tuning when three epochs are no better than an earlier one on rows held out:

    >>> class EarlyStopping:
    ...     def setup(self, estimator, context):
    ...         self.scores = []
    ...     def on_fit_task_end(self, estimator, context, *, fitted_estimator):
    ...         if context.task_name == "epoch" and context.parent.task_name == "finetuning":
    ...             self.scores.append(fitted_estimator.score(X[1500:], y[1500:]))
    ...             return max(self.scores) > max(self.scores[-3:])
    ...     def on_fit_task_begin(self, estimator, context): ...
    ...     def teardown(self, estimator, context): ...
    >>> stopping = EarlyStopping()
    >>> model = DeepClassifier((30,), pretraining="random", output_epochs=10, finetune_epochs=90, random_state=0)
    >>> model = model.set_params(finetune_learning_rate=0.05).set_callbacks(stopping).fit(X[:1500], y[:1500])
    >>> model.n_updates_["finetuning"] == 1500 * len(stopping.scores) < 1500 * 90
    True
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "hidden_layer_sizes": [object],  # `_checked_sizes` says how to write a single layer
        "pretraining": [StrOptions(set(_ENCODERS)), HasMethods(["fit", "get_params", "set_params"])],
        "amnesia": [Number(Real, 0, 1, closed="both")],
        "partition": [StrOptions({"error", "clusters", "random"}), callable],
        "learning_rate": [StrOptions({"auto"}), Number(Real, 0, None, closed="neither")],
        "max_epochs": [COUNT],
        "output_learning_rate": [Number(Real, 0, None, closed="neither")],
        "output_epochs": [COUNT],
        "finetune_learning_rate": [Number(Real, 0, None, closed="neither")],
        "finetune_epochs": [StrOptions({"auto"}), Number(Integral, 0, COUNT.right, closed="both")],
        "batch_size": [Number(Integral, 1, None, closed="left")],
        "reading": [str, Reading],
        "preset": [StrOptions({"paper", "fast"})],
        "random_state": RANDOM_STATE,
        "verbose": ["verbose"],
    }
    _get_doc_link = doc_link

    hidden_layer_sizes: Any = field(default="auto", kw_only=False)
    pretraining: Any = "gn"
    amnesia: float = 0.4
    partition: Any = "error"
    learning_rate: float | str = 1e-3
    max_epochs: int = 300
    output_learning_rate: float = 2e-3
    output_epochs: int = 500
    finetune_learning_rate: float = 3e-3
    finetune_epochs: int | str = "auto"
    batch_size: int = 1
    reading: str | Reading = "default"
    preset: str = "paper"
    random_state: int | np.random.RandomState | None = None
    verbose: bool | int = False

    @_fit_context(prefer_skip_nested_validation=True)
    @all_or_nothing
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Pre-train the hidden layers, train the output layer, fine-tune all.

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
            If X has NaN or infinity, y only one class, a layer more nodes than X has rows ("gn", "gcn"), a
            parameter is not allowed or of no use with the others, or the estimator given as pretraining lacks what it
            has to have.
        DivergenceError
            If a learning rate is too large.

        Warns
        -----
        SaturationWarning
            If X is not scaled and training rows are wrong; or if, on a sample of the rows, half of a hidden layer's
            nodes hardly vary or most of its outputs are saturated, and the network does not get by without them. The
            warning names the first such layer, counted from 0, and one remedy.
        ConvergenceWarning
            If fine-tuning was given so few updates that it cannot have ended, and gets training rows wrong.
        UserWarning
            If a layer of "gcn" has fewer nodes than there are classes.
        """
        self._check_parameters()
        self._given = {"X": X, "y": y}  # what callbacks get; `_train` drops it
        X, y = cast("tuple[Array, Array]", validate_data(self, X, y, dtype=FLOATS, order="C"))
        self.classes_, y = encoded_classes(y, type(self).__name__)
        self._train(X, y, self._checked_sizes(len(X)))
        self._warn(X, y, stacklevel=4)  # `fit` is wrapped twice
        return self

    @with_callbacks  # inside `all_or_nothing`: callbacks see the copy that is fitted, and nothing of a fit stays on it
    def _train(self, X: Any, y: Array, sizes: list[int]) -> None:
        """Go through the three stages."""
        rng = check_random_state(self.random_state)
        if hasattr(self, "_skl_callbacks"):
            self._init_callback_context(max_subtasks=len(_STAGES)).call_on_fit_task_begin(estimator=self, **self._given)
        self.timings_, self.n_updates_, self.encoders_ = {}, {}, []

        started = perf_counter()
        layers, H = self._pretrain(X, y, sizes, rng)
        self.timings_["pretraining"] = perf_counter() - started

        started = perf_counter()
        output = self._fit_output(H, y, layers, rng)
        self.timings_["output"] = perf_counter() - started
        self._before_finetuning = _weights([*layers, output])

        started = perf_counter()
        if self.preset == "fast":
            epochs = partial(self._in_turn, "finetuning")
            self.coefs_, self.intercepts_ = fast.finetuned(*self._before_finetuning, X, y, rng, epochs)
        elif self.finetune_epochs:
            self.coefs_, self.intercepts_ = self._finetuned(X, y, [*layers, output], rng)
        else:
            self.coefs_, self.intercepts_ = self._before_finetuning
        self.timings_["finetuning"] = perf_counter() - started
        if hasattr(self, "_skl_callbacks"):
            self._callback_fit_ctx.call_on_fit_task_end(
                estimator=self, **self._given, reconstruction_attributes={"_given": None}
            )
        del self._given

    def _in_turn(self, stage: str, tasks: Any, network: Callable[[], fast.Network] | None = None) -> Iterator[Any]:
        """Yield layers or epochs of a stage until a callback asks to stop; `network` gives the weights so far."""
        if network:  # layers have progress bars of their own
            tasks = tqdm(tasks, desc=_STAGES[stage], unit="epoch", disable=not self.verbose)
        if not hasattr(self, "_skl_callbacks"):
            yield from tasks
            return
        given, started = {"estimator": self, **self._given}, perf_counter()

        def so_far() -> dict[str, Any] | None:
            if network is None:
                return None
            coefs, intercepts = network()
            before = (coefs, intercepts) if stage == "output" else self._before_finetuning
            done = {"n_updates_": dict(self.n_updates_), "timings_": self.timings_ | {stage: perf_counter() - started}}
            return done | {"coefs_": coefs, "intercepts_": intercepts, "_before_finetuning": before, "_given": None}

        whole = self._callback_fit_ctx.subcontext(stage, max_subtasks=len(tasks)).call_on_fit_task_begin(**given)
        for task in tasks:
            part = whole.subcontext("epoch" if network else "layer").call_on_fit_task_begin(**given)
            yield task
            if part.call_on_fit_task_end(**given, reconstruction_attributes=so_far):
                break
        whole.call_on_fit_task_end(**given)  # its answer does not count: the next stage is needed

    def _warn(self, X: Any, y: Array, stacklevel: int) -> None:
        """Warn once, of what keeps the network from its rows: a dead layer, unscaled columns, or too few updates."""
        name, rows = type(self).__name__, rows_looked_at(len(X))
        right = float(np.mean(self._outputs(X[rows]).argmax(axis=1) == y[rows]))
        fitted, changed = right >= FITTED, [of for of in _LENGTH if getattr(self, of) != _default(of)]
        updates = self.n_updates_.get("finetuning", 0)
        dead = dead_layer(X, _hidden_of(self.coefs_, self.intercepts_))
        if dead and not (fitted and is_scaled(X)):
            alive_before = not dead_layer(X, _hidden_of(*self._before_finetuning))
            rate = self.finetune_learning_rate, "finetune_learning_rate", _default("finetune_learning_rate")
            remedy = lower_rate(*rate) if alive_before else None
            heeds = self if isinstance(self.pretraining, str) and _ENCODERS[self.pretraining] else None
            warn_of_dead_layer(X, dead, f"{name}, hidden layer {dead[0]}", heeds, remedy, stacklevel + 1)
        elif not fitted and not is_scaled(X):
            told = f"{name}: X is not scaled, and {1 - right:.0%} of {len(rows)} training rows are wrong; {SCALE}."
            warnings.warn(told, SaturationWarning, stacklevel=stacklevel + 1)
        elif not fitted and changed and 0 < updates * self.finetune_learning_rate < ENOUGH:
            warnings.warn(
                f"{name}: fine-tuning has not ended after {updates} updates at rate {self.finetune_learning_rate:g}; "
                f"leave out {' and '.join(changed)}.",
                ConvergenceWarning,
                stacklevel=stacklevel + 1,
            )

    def _check_parameters(self) -> None:
        """Refuse parameters that would have no effect."""
        if self.learning_rate == "auto" and self.pretraining not in ("gn", "gcn"):
            raise ValueError(
                'learning_rate="auto" is for pretraining="gn" and "gcn", which train node by node. Give a number with '
                f'pretraining="{self.pretraining}".'
                if isinstance(self.pretraining, str)
                else 'learning_rate="auto": the estimator given as pretraining keeps its own rate; set it there.'
            )
        if self.preset == "fast":
            fast.check_parameters(self)

    def _checked_sizes(self, n_samples: int) -> list[int]:
        """Give the sizes of the hidden layers (list of int), or refuse them."""
        given = self.pretraining
        kind = _ENCODERS[given] if isinstance(given, str) else type(given)
        most = n_samples if isinstance(kind, type) and issubclass(kind, NodeByNode) else None
        sizes = list(self.hidden_layer_sizes) if np.iterable(self.hidden_layer_sizes) else []
        if isinstance(self.hidden_layer_sizes, str) and self.hidden_layer_sizes == "auto":
            sizes = [min(size, n_samples) for size in SIZES]
        if not sizes or not all(map(COUNT.is_satisfied_by, sizes)):
            raise ValueError(
                "hidden_layer_sizes must name one layer or more, each by its number of nodes, an integer of 1 or more, "
                f'such as (200, 150), or (50,) for a single layer, or be "auto"; got {self.hidden_layer_sizes!r}.'
            )
        if most is not None and max(sizes) > most:
            raise ValueError(
                f"hidden_layer_sizes={self.hidden_layer_sizes!r}: X has only {most} rows, and with this pretraining "
                f"every node needs a row of its own: ask for at most {most} nodes in each layer."
            )
        if isinstance(kind, type) and issubclass(kind, GreedyByClassByNode):
            told = f"hidden_layer_sizes={self.hidden_layer_sizes!r}: hidden layer {np.argmin(sizes)} has {min(sizes)}"
            warn_of_classes_left_out(told, min(sizes), self.classes_, stacklevel=5)  # `fit` is wrapped twice
        return [int(size) for size in sizes]

    def _unfitted_encoder(self, size: int, rng: np.random.RandomState) -> Any:
        """Make the estimator of one hidden layer; None for the controls, which train none."""
        given = self.pretraining
        if isinstance(given, str):
            if (make := _ENCODERS[given]) is None:
                return None
            encoder = make(size, random_state=rng.randint(2**31 - 1))
            names = {"amnesia", "partition", "learning_rate", "max_epochs", "reading", "verbose"}
            encoder.set_params(**{name: getattr(self, name) for name in names & encoder.get_params().keys()})
            encoder._warns = False  # there is one warning for all layers, at the end
            return encoder
        encoder = clone(given)
        if "n_components" not in encoder.get_params():
            raise ValueError(
                f"pretraining={given!r} has no parameter n_components, which is set to the size of each hidden layer."
            )
        encoder.set_params(n_components=size)
        if "random_state" in encoder.get_params():
            encoder.set_params(random_state=rng.randint(2**31 - 1))
        if isinstance(encoder, TanhLayer):
            encoder._warns = False
        return encoder

    def _pretrain(
        self, X: Any, y: Array, sizes: list[int], rng: np.random.RandomState
    ) -> tuple[list[tuple[Array, Array]], Array]:
        """Make the hidden layers; return their (W, b) and the outputs of the last one."""
        layers, H = [], X
        for size in self._in_turn("pretraining", sizes):
            encoder = self._unfitted_encoder(size, rng)
            if encoder is None:
                W, b = _drawn(size, H.shape[1], np.sqrt(6 / (size + H.shape[1])), rng, X.dtype)
            else:
                encoder.fit(H, y)
                encoder.__dict__.pop("_warns", None)
                self.encoders_.append(encoder)
                W, b = _weights_of(encoder, size, H.shape[1], X.dtype)
            H = layer_outputs(H, W, b)
            layers.append((W, b))
        n_updates = [np.sum(getattr(encoder, "n_updates_", 0)) for encoder in self.encoders_]
        self.n_updates_["pretraining"] = int(sum(n_updates))
        return layers, H

    def _fit_output(
        self, H: Array, y: Array, layers: list[tuple[Array, Array]], rng: np.random.RandomState
    ) -> tuple[Array, Array]:
        """Train the softmax layer on the outputs H of the hidden layers; return its (W, b)."""
        reading = as_reading(self.reading)
        n_classes = len(self.classes_)
        W, b = _drawn(n_classes, H.shape[1], 0.5 / n_classes, rng, H.dtype)
        self.n_updates_["output"] = 0
        if self.pretraining == "none" or (self.pretraining == "supervised" and not reading.output_layer_for_supervised):
            return W, b
        if self.preset == "fast":
            return fast.output_layer(H, y)
        n_epochs = self.output_epochs if reading.output_layer_epochs == "own" else self.max_epochs
        rates = layer_rates(reading, self.output_learning_rate, n_epochs)
        decay = weight_decay(reading, len(H), output_layer=True)
        bounds = _batches(len(H), self.batch_size)

        def train_epoch(rate: float, order: Array) -> Any:
            return interruptible(6 * len(H) * W.size, train_epoch_output, H, y, W, b, rate, bounds, order, decay)

        epochs = self._in_turn("output", rates, lambda: _weights([*layers, (W, b)]))
        self._train_epochs(train_epoch, epochs, "output", rates, len(bounds) - 1, H, rng)
        return W, b

    def _finetuned(
        self, X: Any, y: Array, layers: list[tuple[Array, Array]], rng: np.random.RandomState
    ) -> fast.Network:
        """Train all layers by backpropagation; return the network's coefs and intercepts."""
        n_epochs = self.finetune_epochs
        if isinstance(n_epochs, str):
            n_epochs = int(np.clip(-(-UPDATES // len(X)), *EPOCHS))
        X = np.require(X, requirements="W")  # the kernel has one type for rows and for outputs of layers
        theta = np.concatenate([part.ravel() for layer in layers for part in layer])
        sizes = np.array([X.shape[1], *(len(b) for _, b in layers)])
        bounds = _batches(len(X), self.batch_size)
        decay = weight_decay(as_reading(self.reading), len(X))

        def train_epoch(rate: float, order: Array) -> Any:
            given = X, y, theta, sizes, rate, bounds, order, decay
            return interruptible(6 * len(X) * theta.size, train_epoch_backprop, *given)

        def network() -> fast.Network:
            parts = np.split(theta, np.cumsum([part.size for layer in layers for part in layer])[:-1])
            return _weights((w.reshape(len(b), -1), b) for w, b in zip(parts[::2], parts[1::2], strict=True))

        rates = np.full(n_epochs, float(self.finetune_learning_rate))
        epochs = self._in_turn("finetuning", rates, network)
        self._train_epochs(train_epoch, epochs, "finetuning", rates, len(bounds) - 1, X, rng)
        return network()

    def _train_epochs(
        self,
        train_epoch: Callable[..., Any],
        epochs: Iterator[float],
        stage: str,
        rates: Array,
        n_batches: int,
        X: Any,
        rng: np.random.RandomState,
    ) -> None:
        """Run epochs of a stage over mini-batches, shuffled anew for each."""
        for e, rate in enumerate(epochs):
            finite = train_epoch(rate, rng.permutation(n_batches))
            parameter = _RATE_OF[stage]
            check_diverged(-1 if finite else e, _STAGES[stage], rates, X, parameter, _default(parameter))
            self.n_updates_[stage] = (e + 1) * n_batches

    def before_finetuning(self) -> Self:
        """Return this classifier as it was before fine-tuning: pre-trained layers and their output layer.

        Returns
        -------
        model : DeepClassifier
            A copy whose predictions are those of the earlier weights.
        """
        check_is_fitted(self)
        model = copy.copy(self)
        model.coefs_, model.intercepts_ = copy.deepcopy(self._before_finetuning)
        return model

    def predict_proba(self, X: ArrayLike) -> Array:
        """Compute the probability of each class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            Columns in the order of `classes_`.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=FLOATS, reset=False)
        return softmax(self._outputs(X))

    def predict(self, X: ArrayLike) -> Array:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        check_is_fitted(self)
        return self.classes_[self.predict_proba(X).argmax(axis=1)]

    def to_mlp(self) -> Any:
        """Return scikit-learn's classifier with the same weights and predictions, ready for `partial_fit`.

        Returns
        -------
        mlp : sklearn.neural_network.MLPClassifier
            Two classes have one logistic output there, with the difference of the two softmax outputs.
        """
        check_is_fitted(self)
        mlp = fast.as_mlp(self.coefs_, self.intercepts_, self.classes_)
        if hasattr(self, "feature_names_in_"):
            mlp.feature_names_in_ = self.feature_names_in_
        return mlp


def _default(parameter: str) -> Any:
    return signature(DeepClassifier).parameters[parameter].default


def _hidden_of(coefs: list[Array], intercepts: list[Array]) -> list[tuple[Array, Array]]:
    """Hidden layers (W, b) of a network, from the input on."""
    return [(W.T, b) for W, b in zip(coefs[:-1], intercepts[:-1], strict=True)]


def _weights(layers: Iterable[tuple[Array, Array]]) -> fast.Network:
    """Weights and biases of layers (W, b), copied, as lists of arrays (n_in, n_out) and (n_out,)."""
    coefs, intercepts = zip(*((np.array(W.T, order="C"), b.copy()) for W, b in layers), strict=True)
    return list(coefs), list(intercepts)


def _drawn(n_out: int, n_in: int, half_width: float, rng: np.random.RandomState, dtype: Any) -> tuple[Array, Array]:
    """Weights and biases of a layer, uniform in +-half_width."""
    W, b = ((half_width * (2 * drawn(rng, *of) - 1)).astype(dtype) for of in ((n_out, n_in), (n_out,)))
    return W, b


def _batches(n_samples: int, batch_size: int) -> Array:
    """Bounds of consecutive, nearly equal mini-batches of about `batch_size` rows."""
    n_batches = max(1, n_samples // batch_size)
    return np.linspace(0, n_samples, n_batches + 1).round().astype(np.intp)


def _weights_of(encoder: Any, size: int, n_features: int, dtype: Any) -> tuple[Array, Array]:
    """Read the weights (W, b) of a fitted encoder, or refuse them: its layer has the outputs tanh(W x + b)."""
    found: list[Array] = []
    for name, shape in (("components_", (size, n_features)), ("intercept_", (size,))):
        array = np.asarray(getattr(encoder, name, np.nan), dtype=dtype)
        if array.shape != shape or not np.isfinite(array).all():
            got = f"of shape {array.shape}" if hasattr(encoder, name) else "missing"
            got = "not finite" if array.shape == shape else got
            raise ValueError(
                f"pretraining={encoder!r}: after fit, {name} has to be an array of shape {shape} with finite numbers; "
                f"it is {got}. A hidden layer computes tanh(components_ x + intercept_)."
            )
        found.append(np.ascontiguousarray(array))
    W, b = found
    return W, b
