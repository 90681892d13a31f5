"""The house: which part may know which, one place for each thing."""

import ast
import builtins
import graphlib
import io
import os
from pathlib import Path

import pytest

import gnode
from study.claims import CLAIMS, judge_all, stored

PACKAGE = Path(gnode.__file__).parent
STUDY = PACKAGE.parent / "study"


def modules(folder):
    """Name of each module of a folder of the package, with dots -> its tree."""
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        package = parts if path.stem == "__init__" else parts[:-1]
        yield ".".join(parts).removesuffix(".__init__"), package, ast.parse(path.read_text(encoding="utf-8"))


def imported(package, tree):
    """Modules of gnode that a module asks for, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (of.name for of in node.names if of.name.split(".")[0] in ("gnode", "study"))
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(part for part in (base, node.module) if part)
            if name.split(".")[0] in ("gnode", "study"):
                yield from (f"{name}.{of.name}" for of in node.names)


def room(name):
    """First part of a module's name below study; None outside it."""
    top, _, below = name.partition(".")
    return below.partition(".")[0] or None if top == "study" else None


def test_no_room_of_the_study_leads_back_to_itself():
    rooms = {path.stem for path in STUDY.iterdir()}
    knows: dict[str, set[str]] = {}
    for name, package, tree in modules(STUDY):
        if (here := room(name)) is not None:
            known = {room(other) for other in imported(package, tree)} & rooms
            knows.setdefault(here, set()).update(known - {here})
    order = list(graphlib.TopologicalSorter(knows).static_order())  # CycleError names the circle
    for top in (["claims", "forensics", "ledger"], ["page", "figures"], ["record", "runner", "cli"]):
        floors = ["run", "methods", "store", "experiments", *top]
        assert sorted(floors, key=order.index) == floors
    assert not {"experiments", "record", "claims"} & (knows["store"] | knows["stats"] | knows["methods"])
    assert "runner" not in knows["experiments"] | knows["claims"] | knows["figures"]


def test_the_library_does_not_know_the_study():
    for name, package, tree in modules(PACKAGE):
        if name != "gnode.__main__":
            assert not [other for other in imported(package, tree) if room(other) or other == "study"], name


def test_the_library_stays_small():
    files = list(PACKAGE.rglob("*.py"))
    assert len(files) <= 16, sorted(path.name for path in files)
    assert sum(path.read_bytes().count(b"\n") for path in files) <= 4350


@pytest.mark.weekly
def test_judges_are_pure(monkeypatch):
    read = {name: stored(name) for claim in CLAIMS.values() for name in claim.reads}
    expected = judge_all()

    def refuse(*_, **__):
        raise AssertionError("a judge opened a file")

    for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "scandir")):
        monkeypatch.setattr(module, name, refuse)
    found = judge_all(read=read.__getitem__)
    monkeypatch.undo()
    assert found == expected
