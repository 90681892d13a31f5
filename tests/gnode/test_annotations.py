"""The package says `Typing :: Typed`: every function of it, compiled or not, says what it takes and gives."""

import ast
from pathlib import Path
from typing import get_type_hints

import pytest

import gnode

MODULES = sorted(Path(gnode.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_parameter_and_outcome_has_a_type(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            of = node.args
            given = [*of.posonlyargs, *of.args, *of.kwonlyargs, *filter(None, (of.vararg, of.kwarg))]
            bare = [one.arg for one in given if one.annotation is None and one.arg not in ("self", "cls")]
            assert not bare and node.returns is not None, f"{node.name}: {bare}"


@pytest.mark.parametrize("name", [name for name in gnode.__all__ if hasattr(getattr(gnode, name), "fit")])
def test_types_of_parameters_can_be_looked_up(name):
    estimator = getattr(gnode, name)
    hints = get_type_hints(estimator.__init__)
    assert set(hints) == {*estimator().get_params(), "return"}
    assert get_type_hints(estimator.fit)["return"].__name__ == "Self"
