"""The house: which part may know which, one place for each thing."""

import ast
import builtins
import graphlib
import io
import os
import re
from pathlib import Path

import pytest

import gnode
from study.claims import CLAIMS, judge_all, stored

PACKAGE = Path(gnode.__file__).parent
STUDY = PACKAGE.parent / "study"
TESTED_IN = {"tools": "book/tools"}
"""Folders of tests that do not have the name of what they test."""


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
    parts = name.split(".")
    return parts[1] if parts[0] == "study" and len(parts) > 1 else None


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
    assert sum(path.read_bytes().count(b"\n") for path in files) <= 4600


def test_each_folder_of_tests_mirrors_a_house(root):
    """What is about all of the house stands in none; no folder hides what it tests."""
    tests = root / "tests"
    for folder in {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")} - {Path()}:
        house, *rooms = folder.parts
        assert root.joinpath(TESTED_IN.get(house, house), *rooms).is_dir(), folder
    assert PACKAGE == root / "gnode"


def houses():
    """All modules of the library and the study."""
    return [*PACKAGE.rglob("*.py"), *STUDY.rglob("*.py")]


def test_a_methods_name_and_its_colour_stand_in_few_places(root):
    """A page speaks of methods by name, and so do its figures; no colour stands beside a name."""
    modules = [path for path in houses() if path.parent.name != "figures"]
    for method in ("gn", "gcn", "sv", "usv"):
        typed = [path for path in modules if re.search(rf"[\"']{method}[\"']", path.read_text("utf-8"))]
        assert len(typed) <= 8, typed
    beside = re.compile(r"[\"'](gn|gcn|sv|usv)[\"'] *: *\(?[^\n]*#[0-9A-Fa-f]{6}", re.IGNORECASE)
    for path in (*(root / "notebooks").glob("*.md"), *houses()):
        assert not beside.search(path.read_text(encoding="utf-8")), path


@pytest.fixture
def no_file(monkeypatch):
    """Let nobody open a file from the call on."""

    def close():
        def refuse(*_, **__):
            raise AssertionError("a judge opened a file")

        for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "scandir")):
            monkeypatch.setattr(module, name, refuse)

    return close


def test_judges_are_pure(no_file):
    read = {name: stored(name) for claim in CLAIMS.values() for name in claim.reads}
    expected = judge_all()
    no_file()
    assert judge_all(read=read.__getitem__) == expected
