"""A warning when nodes are saturated or constant, so that their outputs say next to nothing of the rows."""

import warnings

import numpy as np

from gnode.layer_outputs import layer_outputs
from gnode.memmap import dense_rows

__all__ = ["SaturationWarning", "sampled_rows", "saturation", "warn_if_saturated"]

N_SAMPLED = 256
"""About so many rows, evenly spaced, are looked at."""

CLOSE = 1e-6
"""An output this close to 1 or -1 is saturated; a node whose outputs differ by no more is constant."""

MOST = 0.5
"""The share of saturated outputs above which there is a warning. Trained on scaled rows, layers stay well below it."""


class SaturationWarning(UserWarning):
    """Most outputs of a layer are saturated, or a node is constant; the message says what was seen and what to do."""


def sampled_rows(X):
    """Take some rows of X, evenly spaced, as a dense array."""
    return dense_rows(X, slice(None, None, max(1, X.shape[0] // N_SAMPLED)))


def saturation(X, W, b):
    """Say in words how the nodes (W, b) are saturated or constant on the rows X; None if they are not."""
    H = layer_outputs(X, W, b)
    share = np.mean(np.abs(H) > 1 - CLOSE)
    n_constant = int(np.sum(np.ptp(H, axis=0) <= CLOSE)) if (X != X[0]).any() else 0
    seen = []
    if share > MOST:
        seen.append(f"{share:.0%} of the outputs are saturated (-1 or 1 to six digits)")
    if n_constant:
        seen.append(f"{n_constant} of {len(W)} nodes are constant (the same output for every row)")
    return " and ".join(seen) or None


def warn_if_saturated(layer, X, W, b, rates, lower="lower "):
    """Warn if most outputs of the nodes (W, b) are saturated on a sample of the rows X, or if a node is constant there.

    Parameters
    ----------
    layer : str
        What the message calls the layer.
    X : ndarray or sparse array of shape (n_samples, n_features)
    W, b : ndarrays of shape (n_components, n_features), (n_components,)
    rates : str
        The learning rates behind the layer, such as "learning_rate=0.001".
    lower : str, default="lower "
        What to do about them, before their names.

    Warns
    -----
    SaturationWarning
    """
    X = sampled_rows(X)
    seen = saturation(X, W, b)
    if seen is None:
        return
    low, high = float(X.min()), float(X.max())
    advice = f"{lower}{rates}"
    if max(-low, high) > 1:
        advice = f"scale X first, for example with StandardScaler or MinMaxScaler((-1, 1)), or {advice}"
    warnings.warn(
        f"{layer}: on {len(X)} rows {seen}, so that they say next to nothing of the rows. X goes from {low:.3g} to "
        f"{high:.3g} there, and training used {rates}: {advice}.",
        SaturationWarning,
        stacklevel=6,  # the caller of `fit`, which is wrapped twice and calls this by one more function
    )
