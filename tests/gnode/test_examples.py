"""The examples in the docstrings: every public class has one, and all give what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gnode
from gnode import DeepClassifier

MODULES = [import_module(f"gnode.{path.stem}") for path in sorted(Path(gnode.__file__).parent.glob("[a-z]*.py"))]
EXAMPLES = {
    test.name: test for module in (gnode, *MODULES) for test in doctest.DocTestFinder().find(module) if test.examples
}


def test_what_is_public_has_an_example():
    public = [getattr(gnode, name) for name in gnode.__all__ if not name.endswith(("Error", "Warning"))]
    named = {f"{of.__module__}.{of.__qualname__}" for of in public}
    assert EXAMPLES.keys() >= {*named, "gnode.reference.train_layer"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_what_they_show(name, capsys):
    if "set_callbacks" in EXAMPLES[name].docstring and not hasattr(DeepClassifier, "set_callbacks"):
        pytest.skip("scikit-learn before 1.9 has no callbacks")
    failed, _ = doctest.DocTestRunner().run(EXAMPLES[name])
    assert not failed, capsys.readouterr().out
