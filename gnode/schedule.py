"""What is settled before a node or a layer is trained: starting weights, learning rates, the order of the rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from gnode.arithmetic import Array
from gnode.reading import Reading, as_reading

Weights = tuple[Array, ...]

MINIMUM_UPDATES = 4.0  # a node gets at least so many updates times 1 / learning_rate (`Reading.minimum_updates`)
MOST_UPDATES = 10**8  # a rate so small that MINIMUM_UPDATES asks for more is refused: it would train for hours
DRAWN_AT_ONCE = 2**20  # rows times epochs whose order is drawn at once: 8 MiB
TIMES = 50  # how many times the program's initial weights are those of the default (`Reading.initialisation`)
LAMBDA = 1.0  # the paper's weight decay


def weight_decay(reading: Reading, n_samples: int, output_layer: bool = False) -> float:
    """Weight decay of each update of the output layer, or of pre-training and fine-tuning: lambda / n or 0 (float)."""
    decays = reading.weight_decay == "everywhere" or (output_layer and reading.weight_decay == "output")
    return LAMBDA / n_samples if decays else 0.0


def decayed(learning_rate: float, rates: Array) -> Array:
    """Let `rates` fall as the program's rule says: learning_rate / (1 + e / 1000) in epoch e > 100."""
    epochs = np.arange(len(rates))
    return np.where(epochs > 100, learning_rate / (1 + epochs / 1000), rates)


def layer_rates(reading: Reading, learning_rate: float, n_epochs: int) -> Array:
    """Learning rate of each epoch of a whole layer (ndarray of shape (n_epochs,), float64)."""
    rates = np.full(n_epochs, float(learning_rate))
    return decayed(learning_rate, rates) if reading.rate_decay else rates


def node_rates(
    reading: Reading, learning_rate: float, max_epochs: int, n_rows: int, previous: float | None = None
) -> Array:
    """Learning rate of each epoch of one node, maybe of more than `max_epochs`; `previous` is the last node's last."""
    first = previous if reading.rate_carried_over and previous is not None else learning_rate
    if reading.minimum_updates and n_rows * max_epochs < MINIMUM_UPDATES / first:
        if MINIMUM_UPDATES / first > MOST_UPDATES:
            raise ValueError(
                f"learning_rate={first:.3g} is too small: a node gets at least {MINIMUM_UPDATES:g} / learning_rate = "
                f"{MINIMUM_UPDATES / first:.2g} updates (Reading.minimum_updates), and more than {MOST_UPDATES:.0g} "
                f"are refused. Raise learning_rate to {MINIMUM_UPDATES / MOST_UPDATES:.0g} or more, or give a Reading "
                "with minimum_updates=False."
            )
        max_epochs = int(np.ceil(MINIMUM_UPDATES / first / n_rows))
    rates = np.full(max_epochs, float(first))
    return decayed(learning_rate, rates) if reading.rate_decay else rates


def row_orders(reading: Reading, n_rows: int, n_epochs: int, rng: np.random.RandomState) -> Array:
    """Order of the rows in each of `n_epochs` epochs, from the generator `rng`; one alone if all are alike."""
    if reading.row_order == "file":
        return np.arange(n_rows, dtype=np.intp)[np.newaxis]
    orders = np.empty((n_epochs, n_rows), dtype=np.intp)
    for order in orders:
        order[:] = rng.permutation(n_rows)
    return orders


@dataclass(frozen=True)
class OrdersInTurn:
    """The `row_orders` of some epochs after the other, drawn when it is their turn: all at once can outweigh the rows.

    Yields pairs of a slice of epochs and orders, of shape (1 or number of these epochs, n_rows), in any process.
    """

    reading: Reading
    n_rows: int
    n_epochs: int
    rng: np.random.RandomState

    def __iter__(self) -> Iterator[tuple[slice, Array]]:
        step = self.n_epochs if self.reading.row_order == "file" else max(1, DRAWN_AT_ONCE // self.n_rows)
        for first in range(0, self.n_epochs, step):
            epochs = slice(first, min(first + step, self.n_epochs))
            yield epochs, row_orders(self.reading, self.n_rows, epochs.stop - first, self.rng)


def drawn(rng: np.random.RandomState, *shape: int) -> Array:
    """Draw numbers between 0 and 1; where NumPy would not say how many are too many, say it as it does elsewhere."""
    if (n_bytes := 8 * prod(shape)) >= 2**63:
        raise MemoryError(f"Unable to allocate {n_bytes / 2**60:.3g} EiB for an array with shape {shape}")
    return rng.random_sample(shape)


def starting_weights(
    reading: str | Reading,
    algorithm: str,
    n_components: int,
    n_features: int,
    n_outputs: int,
    rng: int | np.random.RandomState | None,
) -> Weights:
    """Draw the starting weights of one layer; small ones stay invisible where training never moves them.

    Parameters
    ----------
    reading : {"default", "paper", "mended", "program", "textbook"} or Reading
        Its `initialisation` is the rule, all times its `initialisation_scale`. "small", "program": uniform in
        (-1/2, 1/2) divided by a number of inputs (the first author's program); "glorot": uniform in
        +-sqrt(6 / (inputs + outputs)), biases zero; "capped": fifty times "small", at most as wide as "glorot".
    algorithm : {"GN", "GCN", "USV", "SV"}
    n_components, n_features, n_outputs : int
        d2, d1 and the width of the output layer (d1, or the number of classes for SV).
    rng : int or numpy.random.RandomState
        Seed or generator.

    Returns
    -------
    components : ndarray of shape (n_components, n_features)
    intercept : ndarray of shape (n_components,)
    decoder : ndarray of shape (n_components, n_outputs)
    decoder_intercept : ndarray of shape (n_outputs,)
        Zero for GN and GCN.

    Raises
    ------
    ValueError
        If the reading or the algorithm is unknown.
    """
    reading, generator = as_reading(reading), check_random_state(rng)
    if algorithm not in ("GN", "GCN", "USV", "SV"):
        raise ValueError(f"algorithm={algorithm!r}: give 'GN', 'GCN', 'USV' or 'SV'.")
    glorot = np.sqrt(24 / (n_features + n_components)), np.sqrt(24 / (n_components + n_outputs))
    if reading.initialisation == "glorot":
        encoder_width, decoder_width = glorot
        bias_width = decoder_bias_width = 0.0
    else:
        both = n_features + 1 + n_components
        encoder_width = 1 / (n_features - 1 if (algorithm, reading.initialisation) == ("SV", "program") else both)
        decoder_width = {"GN": 1 / (n_features + 1), "GCN": 1 / (n_features + 1), "USV": 1 / both, "SV": 1 / n_outputs}[
            algorithm
        ]
        if reading.initialisation == "capped":
            encoder_width, decoder_width = (min(TIMES * w, of) for w, of in zip((encoder_width, decoder_width), glorot))
        bias_width = encoder_width
        decoder_bias_width = 0.0 if algorithm in ("GN", "GCN") else decoder_width

    def uniform(width: float, *shape: int) -> Array:
        return reading.initialisation_scale * width * (drawn(generator, *shape) - 0.5)

    return (
        uniform(encoder_width, n_components, n_features),
        uniform(bias_width, n_components),
        uniform(decoder_width, n_components, n_outputs),
        uniform(decoder_bias_width, n_outputs),
    )


def given_or_drawn(
    init: Any,
    reading: Reading,
    algorithm: str,
    n_components: int,
    n_features: int,
    n_outputs: int,
    rng: np.random.RandomState,
    dtype: Any,
) -> Weights:
    """Take starting weights from the user's `init`, checked and copied, or draw them; in precision `dtype`."""
    if init is None:
        drawn = starting_weights(reading, algorithm, n_components, n_features, n_outputs, rng)
        return tuple(part.astype(dtype) for part in drawn)
    greedy = algorithm in ("GN", "GCN")
    if len(init) != 4 and not (greedy and len(init) == 3):
        wanted = "(components, intercept, decoder)" if greedy else "(components, intercept, decoder, decoder_intercept)"
        raise ValueError(f"init must be {wanted}, got {len(init)} arrays.")
    shapes = {
        "components": (n_components, n_features),
        "intercept": (n_components,),
        "decoder": (n_components, n_outputs),
        "decoder_intercept": (n_outputs,),
    }
    arrays = [*init, np.zeros(n_outputs)] if len(init) == 3 else init
    parts = []
    for (name, shape), given in zip(shapes.items(), arrays, strict=True):
        part = np.array(given, dtype=dtype, order="C")
        if part.shape != shape:
            raise ValueError(f"init: {name} must have shape {shape}, got {part.shape}.")
        if not np.isfinite(part).all():
            raise ValueError(f"init: {name} contains NaN or infinity.")
        parts.append(part)
    return tuple(parts)
