"""The "fast" preset of `gnode.DeepClassifier`: a quasi-Newton output layer, then Adam in mini-batches with noise.

Pre-training is that of the preset "paper"; its parameters, and the fields of `Reading` that pre-training heeds, act as
they do there. The output layer is fitted by at most 50 steps of L-BFGS. Fine-tuning is 30 epochs of Adam in
mini-batches of at most 200 rows, with a running average of the weights. In each epoch the rows get new noise, which
falls from epoch to epoch. Noise helps where features are many, as in images, or rows few; where few features tell much
it destroys what tells the classes apart. So a trial of 12 epochs, scored on a quarter of the training rows, chooses how
far it falls.

output_learning_rate, output_epochs, finetune_learning_rate, finetune_epochs and batch_size have no use here: `fit`
refuses other than their default values. SciPy, scikit-learn and BLAS compute both stages, so that the same seed gives
the same bits on one machine, not on all. Both stages run on one thread, and their cost grows with the number of rows;
`benchmarks/test_peers.py` compares cost and accuracy with those of `MLPClassifier`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from inspect import signature
from threading import RLock
from typing import Any

import numpy as np
from scipy.optimize import minimize
from threadpoolctl import threadpool_limits

from gnode.arithmetic import Array, interruptible

Network = tuple[list[Array], list[Array]]  # weights and biases of each layer, first to last

# Parameters of `gnode.DeepClassifier` that the preset would ignore.
REFUSED = ("output_learning_rate", "output_epochs", "finetune_learning_rate", "finetune_epochs", "batch_size")
OUTPUT_STEPS = 50
OUTPUT_PENALTY = 100  # on squared weights; with scikit-learn's 1 they grow so large that Adam gets less far from there
EPOCHS = 30
TRIAL_EPOCHS = 12
JITTER = 0.5  # noise in the first epoch, in standard deviations of a feature, on average over the features
NOISY_SHARE = 1 / 2  # of the epochs, in which noise falls to none, linearly
HELD_OUT = 0.25  # share of the training rows that chooses where noise stops to fall
LEARNING_RATE = 2e-3
FEWEST_BATCHES = 40  # small data sets get smaller batches, so that an epoch has at least this many
LARGEST_BATCH = 200
MEMORY = 0.7  # share of the averaged weights that an epoch keeps

_running = RLock()  # where an interrupt keeps it, at the end of a `with`, this thread goes on all the same
_fits: dict[object, threadpool_limits] = {}


def check_parameters(network: Any) -> None:
    """Refuse what the preset would ignore."""
    parameters = signature(type(network)).parameters
    given = {name: getattr(network, name) for name in REFUSED if getattr(network, name) != parameters[name].default}
    if given:
        raise ValueError(
            f'preset="fast" chooses its own output layer and fine-tuning and has no use for '
            f"{', '.join(f'{name}={value!r}' for name, value in given.items())}: leave "
            f'{"it" if len(given) == 1 else "them"} out, or take preset="paper".'
        )


def one_thread(fit: Callable[..., Any]) -> Callable[..., Any]:
    """Let BLAS use one thread, in all of the process: of fits that overlap the first limits it, the last frees it."""

    @wraps(fit)
    def limited(*args: Any, **kwargs: Any) -> Any:
        this = object()
        try:
            with _running:
                _fits[this] = next(iter(_fits.values())) if _fits else threadpool_limits(1, user_api="blas")
            return fit(*args, **kwargs)
        finally:
            with _running:
                limits = _fits.pop(this, None)
                if limits and not _fits:
                    limits.restore_original_limits()

    return limited


@one_thread
def output_layer(H: Array, y: Array) -> tuple[Array, Array]:
    """Fit the softmax layer (W, b) by some steps of L-BFGS, as `LogisticRegression` would, less its warning."""
    from sklearn._loss import HalfBinomialLoss, HalfMultinomialLoss  # slow to import
    from sklearn.linear_model._linear_loss import LinearModelLoss

    n_classes = int(y.max()) + 1
    outputs = HalfBinomialLoss() if n_classes == 2 else HalfMultinomialLoss(n_classes=n_classes)
    n_outputs = 1 if n_classes == 2 else n_classes
    found = minimize(
        LinearModelLoss(outputs, fit_intercept=True).loss_gradient,
        np.zeros(n_outputs * (H.shape[1] + 1), H.dtype),
        method="L-BFGS-B",
        jac=True,
        args=(H, y.astype(H.dtype), None, OUTPUT_PENALTY / len(H), 1),
        options={"maxiter": OUTPUT_STEPS, "maxls": 50, "gtol": 1e-4, "ftol": 64 * np.finfo(float).eps},
    )
    weights = found.x.reshape(n_outputs, -1, order="F").astype(H.dtype)
    W, b = weights[:, :-1].T, weights[:, -1]
    if n_classes == 2:
        W, b = two_outputs(W, b)
    return W.T, b


@one_thread
def finetuned(
    coefs: list[Array],
    intercepts: list[Array],
    X: Any,
    y: Array,
    rng: np.random.RandomState,
    in_turn: Callable[[Array, Callable[[], Network]], Iterator[Any]],
) -> Network:
    """Fine-tune by Adam and return the running average of the weights.

    In a trial, without the held-out rows, noise falls to none. The training proper, on all rows, starts anew; its noise
    falls no further than to where the trial first came within a standard error of its best on the held-out rows.
    """
    network = coefs, intercepts
    X_train, X_held, y_train, y_held = _split(X, y, rng)
    trial = _falling(TRIAL_EPOCHS)
    scores = [_accuracy(average, X_held, y_held) for average in _averages(network, X_train, y_train, trial, rng)]
    best = max(scores)
    enough = best - np.sqrt(best * (1 - best) / len(y_held))
    jitters = np.maximum(_falling(EPOCHS), trial[np.argmax(scores >= enough)])  # the first, with most noise
    averages = _averages(network, X, y, in_turn(jitters, lambda: network), rng)
    for average in averages:
        network = average
    return network


def _falling(n_epochs: int) -> Array:
    """Noise of each epoch."""
    return JITTER * np.clip(1 - np.arange(n_epochs) / (NOISY_SHARE * n_epochs), 0, None)


def _split(X: Any, y: Array, rng: np.random.RandomState) -> list[Any]:
    """Hold out some rows, by class if each has two."""
    from sklearn.model_selection import train_test_split  # slow to import

    n_held, counts = max(1, round(HELD_OUT * len(y))), np.bincount(y)
    stratify = y if np.min(counts) >= 2 and n_held >= len(counts) else None
    return train_test_split(X, y, test_size=n_held, random_state=rng.randint(2**31 - 1), stratify=stratify)


def _accuracy(network: Any, X: Any, y: Array) -> float:
    """Share of the rows that a network, coefs and intercepts, gets right."""
    for W, b in zip(*network, strict=True):
        outputs = interruptible(len(X) * W.size, np.matmul, X, W, process_waits=True) + b
        X = np.tanh(outputs)
    return np.mean(outputs.argmax(axis=1) == y)


def _averages(network: Any, X: Any, y: Array, jitters: Iterable[Any], rng: np.random.RandomState) -> Iterator[Network]:
    """Train a network by an epoch of Adam for each jitter; after each, yield the running average of its weights."""
    coefs, intercepts = network
    # the classes of the whole network: the rows may lack one
    mlp = as_mlp(coefs, intercepts, np.arange(len(intercepts[-1])))
    # the generator itself: from an integer each partial_fit would shuffle the rows alike
    mlp.set_params(
        random_state=rng,
        learning_rate_init=LEARNING_RATE,
        batch_size=min(LARGEST_BATCH, max(1, len(y) // FEWEST_BATCHES)),
    )
    noise = np.random.default_rng(rng.randint(2**31 - 1))
    spread = interruptible(16 * X.size, lambda: X.std(axis=0, dtype=np.float64).mean())

    def noisy(jitter: float) -> Any:
        return X + X.dtype.type(jitter * spread) * noise.standard_normal(X.shape, dtype=X.dtype)

    average = [part.copy() for part in mlp.coefs_ + mlp.intercepts_]  # partial_fit changes its weights in place
    for jitter in jitters:
        rows = interruptible(16 * X.size, noisy, jitter) if jitter else X
        # scikit-learn would swallow Ctrl-C here, and call the epoch a whole one: so none is too short for this
        interruptible(np.inf, mlp.partial_fit, rows, y)
        new = mlp.coefs_ + mlp.intercepts_
        average = [MEMORY * a + (1 - MEMORY) * b for a, b in zip(average, new, strict=True)]
        coefs, intercepts = average[: len(coefs)], average[len(coefs) :]
        if len(mlp.classes_) == 2:
            coefs[-1], intercepts[-1] = two_outputs(coefs[-1], intercepts[-1])
        yield coefs, intercepts


def as_mlp(coefs: list[Array], intercepts: list[Array], classes: Array) -> Any:
    """Make a fitted `MLPClassifier`, ready for `partial_fit`; with two classes its one output is their difference."""
    from sklearn.neural_network import MLPClassifier  # slow to import

    mlp = MLPClassifier(hidden_layer_sizes=tuple(len(b) for b in intercepts[:-1]), activation="tanh", random_state=0)
    # one step on a row of zeros lays out all that partial_fit needs; its weights and traces are then replaced
    row = np.zeros((1, len(coefs[0])), dtype=coefs[0].dtype)
    interruptible(np.inf, lambda: mlp.partial_fit(row, classes[:1], classes=classes))  # see `_averages`
    mlp.set_params(random_state=None)
    mlp.coefs_ = [W.copy() for W in coefs]
    mlp.intercepts_ = [b.copy() for b in intercepts]
    if len(classes) == 2:
        mlp.coefs_[-1] = np.ascontiguousarray(np.diff(coefs[-1], axis=1))
        mlp.intercepts_[-1] = np.diff(intercepts[-1])
    mlp.n_iter_, mlp.t_, mlp.loss_curve_, mlp.best_loss_ = 0, 0, [], np.inf
    del mlp._optimizer
    return mlp


def two_outputs(W: Array, b: Array) -> tuple[Array, Array]:
    """Turn one logistic output, W (n_in, 1) and b (1,), into two of a softmax, half of it each way."""
    return np.hstack([-W, W]) / 2, np.concatenate([-b, b]) / 2
