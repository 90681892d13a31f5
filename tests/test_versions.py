"""pyproject.toml is the one source of versions: the lock has them, and the conda environment is the lock."""

import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKED = ("study", "book", "test", "cluster")


@pytest.fixture(scope="module")
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def lock(root):
    return (root / "requirements.lock").read_text(encoding="utf-8")


def requirements(project, extras):
    """Return the direct requirements of the package with these extras, which include each other (``gnode[study]``)."""
    about = project["project"]
    lines = about["dependencies"] + [line for extra in extras for line in about["optional-dependencies"][extra]]
    listed = [Requirement(line) for line in lines]
    assert {extra for r in listed if r.name == "gnode" for extra in r.extras} <= set(extras)
    return [r for r in listed if r.name != "gnode"]


def test_lock_has_every_direct_dependency_at_an_admitted_version(project, lock):
    pinned = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", lock, flags=re.MULTILINE):
        pinned.setdefault(canonicalize_name(name), []).append(version)
    for of in [*requirements(project, LOCKED), *map(Requirement, project["dependency-groups"]["setup"])]:
        versions = pinned.get(canonicalize_name(of.name))
        assert versions and all(version in of.specifier for version in versions), f"{of.name}: run `make lock`"


def test_every_pin_of_the_lock_has_a_hash_and_nothing_names_a_host(lock):
    entries = re.split(r"\n(?=\S)", lock.strip())
    assert len(entries) > 50 and [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in lock and not re.search(r"^--", lock, flags=re.MULTILINE)


def test_conda_is_the_lock(root):
    conda = yaml.safe_load((root / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    assert conda == ["python=3.13", "pip", {"pip": ["-r requirements.lock"]}]
