"""What is measured on each node of a first layer, without its weights: for readings that are compared by it alone."""

from __future__ import annotations

from ..measures import of_each_node
from . import fields
from .counts import DECIMALS
from .features import MEASURES, UNBOUNDED
from .kind import Kind
from .layer import make_layer, must_not_diverge


def _nodes(run, data):
    """Train a first layer and measure its nodes."""
    X, y = data.X_train, data.y_train
    layer = make_layer(run).fit(X, y)
    measured = of_each_node(layer.components_, layer.transform(X), X, y)
    nodes = {name: [round(float(value), DECIMALS) for value in measured[name]] for name in MEASURES}
    return {"diverged": None, "nodes": nodes}, None


def _fields(record):
    must_not_diverge(record)
    n_components = record["settings"].get("n_components")

    def all_of(holds):
        return lambda values: type(values) is list and len(values) == n_components and all(map(holds, values))

    return {"nodes": {name: all_of(holds) for name, holds in fields.bounded(MEASURES, UNBOUNDED).items()}}


NODES = Kind("nodes", _nodes, _fields)
