"""How a hidden layer is made before the network is trained as a whole: by name, or by any estimator with weights."""

import numpy as np
from sklearn.base import clone

from gnode.greedy import GreedyByClassByNode, GreedyByNode
from gnode.layerwise import LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.node_by_node import NodeByNode

__all__ = ["NAMES", "needs_a_row_a_node", "unfitted_encoder", "weights_of"]

_ESTIMATORS = {
    "gn": GreedyByNode,
    "gcn": GreedyByClassByNode,
    "autoencoder": LayerwiseAutoencoder,
    "supervised": LayerwiseSupervisedEncoder,
}
_CONTROLS = ("random", "none")  # no layer is trained

NAMES = (*_ESTIMATORS, *_CONTROLS)


def unfitted_encoder(pretraining, size, rng, **settings):
    """Make the estimator of one hidden layer.

    Parameters
    ----------
    pretraining : str or estimator
        One of `NAMES`, or what is cloned with `size` as its n_components.
    size : int
    rng : RandomState
        Draws the estimator's seed.
    **settings
        Parameters of the network; an estimator made by name gets those that it has, one that is given keeps its own.

    Returns
    -------
    estimator or None
        None for the controls, which train none.

    Raises
    ------
    ValueError
        If the estimator that is given has no parameter n_components.
    """
    if isinstance(pretraining, str):
        if pretraining in _CONTROLS:
            return None
        encoder = _ESTIMATORS[pretraining](size, random_state=rng.randint(2**31 - 1))
        return encoder.set_params(**{name: settings[name] for name in settings.keys() & encoder.get_params().keys()})
    encoder = clone(pretraining)
    if "n_components" not in encoder.get_params():
        raise ValueError(
            f"pretraining={pretraining!r} has no parameter n_components, which is set to the size of each hidden layer."
        )
    encoder.set_params(n_components=size)
    if "random_state" in encoder.get_params():
        encoder.set_params(random_state=rng.randint(2**31 - 1))
    return encoder


def weights_of(encoder, size, n_features, dtype):
    """Read the weights of a fitted encoder, whose layer has the outputs tanh(W x + b).

    Returns
    -------
    W : ndarray of shape (size, n_features), of type `dtype`
    b : ndarray of shape (size,), of type `dtype`

    Raises
    ------
    ValueError
        If it has no components_ and intercept_ of these shapes, or they are not finite.
    """
    found = []
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
    return tuple(found)


def needs_a_row_a_node(pretraining):
    """Tell whether no layer may have more nodes than there are rows (bool)."""
    kind = _ESTIMATORS.get(pretraining) if isinstance(pretraining, str) else type(pretraining)
    return isinstance(kind, type) and issubclass(kind, NodeByNode)
