"""What help() shows of what is public says of each parameter what it is, and sends nobody elsewhere."""

import inspect

import pytest

import gnode
from gnode import reference, schedule

CLASSES = [of for of in (getattr(gnode, name) for name in gnode.__all__) if hasattr(of, "fit") or of is gnode.Reading]
METHODS = [
    getattr(of, name)
    for of in CLASSES
    for name in ("fit", "transform", "inverse_transform", "fit_decoder", "predict", "predict_proba", "to_mlp")
    if hasattr(of, name)
]
FUNCTIONS = [getattr(reference, name) for name in reference.__all__] + [schedule.starting_weights, gnode.show_versions]


@pytest.mark.parametrize("of", [*CLASSES, *METHODS, *FUNCTIONS], ids=lambda of: of.__qualname__)
def test_every_parameter_is_described(of):
    docscrape = pytest.importorskip("numpydoc.docscrape")
    doc = docscrape.NumpyDocString(inspect.getdoc(of))
    said = [name for item in doc["Parameters"] for name in item.name.split(", ")]
    assert said == [name for name in inspect.signature(of).parameters if name != "self"]
    assert all(item.type and (item.desc or inspect.isroutine(of)) for item in doc["Parameters"])
    assert "As for" not in inspect.getdoc(of)
    assert all(item.type and item.desc for item in doc["Attributes"] if not item.name.startswith("feature_names_in_"))
