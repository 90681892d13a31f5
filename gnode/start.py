"""Starting weights."""

import numpy as np
from sklearn.utils import check_random_state

from gnode.limits import require_memory
from gnode.reading import as_reading

__all__ = ["given_or_drawn", "starting_weights"]


def starting_weights(reading, algorithm, n_components, n_features, n_outputs, rng):
    """Draw the starting weights of one layer; small ones stay invisible where training never moves them.

    Parameters
    ----------
    reading : {"mended", "program", "textbook"} or Reading
        Its `initialisation` is the rule, all times its `initialisation_scale`. "small", "program": uniform in
        (-1/2, 1/2) divided by a number of inputs (the first author's program); "glorot": uniform in
        +-sqrt(6 / (inputs + outputs)), biases zero.
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
    reading, rng = as_reading(reading), check_random_state(rng)
    if algorithm not in ("GN", "GCN", "USV", "SV"):
        raise ValueError(f"algorithm={algorithm!r}: give 'GN', 'GCN', 'USV' or 'SV'.")
    if reading.initialisation == "glorot":
        encoder_width = np.sqrt(24 / (n_features + n_components))
        decoder_width = np.sqrt(24 / (n_components + n_outputs))
        bias_width = decoder_bias_width = 0.0
    else:
        both = n_features + 1 + n_components
        encoder_width = 1 / (n_features - 1 if (algorithm, reading.initialisation) == ("SV", "program") else both)
        decoder_width = {"GN": 1 / (n_features + 1), "GCN": 1 / (n_features + 1), "USV": 1 / both, "SV": 1 / n_outputs}[
            algorithm
        ]
        bias_width = encoder_width
        decoder_bias_width = 0.0 if algorithm in ("GN", "GCN") else decoder_width

    def uniform(width, *shape):
        return reading.initialisation_scale * width * (rng.random_sample(shape) - 0.5)

    return (
        uniform(encoder_width, n_components, n_features),
        uniform(bias_width, n_components),
        uniform(decoder_width, n_components, n_outputs),
        uniform(decoder_bias_width, n_outputs),
    )


def given_or_drawn(init, reading, algorithm, n_components, n_features, n_outputs, rng, dtype):
    """Take starting weights from the user's `init`, checked and copied, or draw them; in precision `dtype`.

    Raises
    ------
    ValueError
        If an array of `init` has the wrong shape or is not finite, or their number is wrong.
    MemoryError
        If there are too many weights for memory.
    """
    if init is None:
        require_memory(
            8 * n_components * (n_features + n_outputs),
            f"the starting weights of {n_components} nodes",
            "lower n_components",
        )
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
        part = np.array(given, dtype=dtype)
        if part.shape != shape:
            raise ValueError(f"init: {name} must have shape {shape}, got {part.shape}.")
        if not np.isfinite(part).all():
            raise ValueError(f"init: {name} contains NaN or infinity.")
        parts.append(part)
    return tuple(parts)
