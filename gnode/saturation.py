"""A warning when most nodes of a layer hardly vary over the rows, or most of its outputs are saturated."""

import warnings

import numpy as np

from gnode.divergence import SCALE
from gnode.layer_outputs import layer_outputs
from gnode.memmap import dense_rows

__all__ = ["Look", "SaturationWarning", "scaled_first", "warn_if_saturated", "warn_of_network"]

N_SAMPLED = 256
"""About so many rows, evenly spaced, are looked at."""

STILL = 0.01
"""A node hardly varies if its outputs have a smaller standard deviation over the rows."""

CLOSE = 1e-6
"""An output this close to 1 or -1 is saturated."""

MOST = 0.5
"""The share of such nodes, or of such outputs, that is worth a warning."""

SMALL = 0.1
"""Outputs of a smaller mean magnitude are those of a layer that has hardly moved from its start."""


class SaturationWarning(UserWarning):
    """Half of a layer's nodes hardly vary over the rows, or most outputs are saturated; the message says what to do."""


class Look:
    """What a layer of nodes (W, b) does on rows X.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    W, b : ndarrays of shape (n_components, n_features), (n_components,)
    varied : bool, default=True
        Whether the rows that the user gave differ; if not, no node is to blame.

    Attributes
    ----------
    n_rows, n_nodes, n_still : int
        Rows, nodes, and nodes that hardly vary.
    low, high : float
        Range of X, the inputs.
    size, share : float
        Of the outputs: mean magnitude, share of saturated ones.
    """

    def __init__(self, X, W, b, varied=True):
        H = layer_outputs(X, W, b)
        self.n_rows, self.n_nodes = H.shape
        self.n_still = int(np.sum(H.std(axis=0) < STILL)) if varied else 0
        self.low, self.high = float(X.min()), float(X.max())
        self.size, self.share = float(np.mean(np.abs(H))), float(np.mean(np.abs(H) > 1 - CLOSE))

    @property
    def still(self):
        """Whether half of the nodes, or more, hardly vary: the median node does."""
        return self.n_still >= MOST * self.n_nodes

    @property
    def saturated(self):
        """Whether most outputs are saturated."""
        return self.share > MOST

    @property
    def untrained(self):
        """Whether the nodes hardly vary because their weights are small."""
        return self.still and self.size < SMALL

    def __bool__(self):
        """Whether there is something to warn of."""
        return self.still or self.saturated

    def __str__(self):
        seen = []
        if self.still:
            seen.append(f"{self.n_still} of {self.n_nodes} nodes hardly vary (standard deviation below {STILL})")
        if self.saturated:
            seen.append(f"{self.share:.0%} of the outputs are saturated (-1 or 1 to six digits)")
        return f"on {self.n_rows} rows {' and '.join(seen)}; the inputs go from {self.low:.3g} to {self.high:.3g}"


def scaled_first(look, advice):
    """Advise to scale X, where it goes beyond -1 and 1, before anything else (str)."""
    return f"{SCALE}; if it is scaled already, {advice}" if max(-look.low, look.high) > 1 else advice


def warn_if_saturated(name, X, W, b, advice):
    """Warn if, on a sample of the rows X, half of the nodes (W, b) hardly vary or most of their outputs are saturated.

    Parameters
    ----------
    name : str
        What the message calls the layer.
    X : ndarray or sparse array of shape (n_samples, n_features)
    W, b : ndarrays of shape (n_components, n_features), (n_components,)
    advice : callable
        From a `Look` to what to do about it.

    Warns
    -----
    SaturationWarning
    """
    X, varied = _sampled(X)
    if look := Look(X, W, b, varied):
        _warn(name, look, advice(look), between=2)


def warn_of_network(name, X, before, after, of_pretraining, of_finetuning):
    """Warn once if hidden layers of a network are what `warn_if_saturated` warns of.

    Parameters
    ----------
    name : str
        What the message calls the network.
    X : ndarray of shape (n_samples, n_features)
    before, after : pairs of lists of ndarray
        Weights (n_in, n_out) and biases of the hidden layers, before and after fine-tuning.
    of_pretraining, of_finetuning : callable
        From the first of these layers, counted from 0, and its `Look` to what to do about it; the second is asked
        where that layer was not yet so before fine-tuning.
    """
    sampled = _sampled(X)
    looks = _looks(*sampled, *after)
    if looks:
        layers, first = list(looks), min(looks)
        advice = of_pretraining if first in _looks(*sampled, *before) else of_finetuning
        which = f"layer {first}" if len(layers) == 1 else f"layers {_in_words(layers)}. Layer {first}"
        _warn(f"{name}: hidden {which}", looks[first], advice(first, looks[first]), between=1)


def _sampled(X):
    """Take some rows of X, evenly spaced, as a dense array, and tell whether they differ."""
    X = dense_rows(X, slice(None, None, max(1, X.shape[0] // N_SAMPLED)))
    return X, bool((X != X[0]).any())


def _looks(X, varied, weights, biases):
    """Look at each layer; give those to warn of, by their numbers."""
    looks = {}
    for layer, (W, b) in enumerate(zip(weights, biases, strict=True)):
        if look := Look(X, W.T, b, varied):
            looks[layer] = look
        X = layer_outputs(X, W.T, b)
    return looks


def _in_words(layers):
    """Write numbers of layers: 2 to 7, or 0 and 3."""
    if len(layers) > 2 and layers == list(range(layers[0], layers[-1] + 1)):
        return f"{layers[0]} to {layers[-1]}"
    return f"{', '.join(map(str, layers[:-1]))} and {layers[-1]}"


def _warn(name, look, advice, between):
    """Warn the caller of `fit`, which is wrapped twice; so many functions lie between it and this one."""
    text = f"{name}: {look}. {advice[0].upper()}{advice[1:]}."
    warnings.warn(text, SaturationWarning, stacklevel=5 + between)
