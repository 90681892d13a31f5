"""What people install: the wheel, what it needs, what it says of itself, what it loads, how it types."""

import email
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import metadata
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import gnode
import study

BASE = {"joblib", "numba", "numpy", "scikit-learn", "scipy", "tqdm"}
ADDRESS = "https://github.com/Someone/gnode"
SITE = "https://someone.github.io/gnode"
NOT_LOADED = set(
    "IPython click dask gnode.reference study ipywidgets matplotlib pandas pooch requests scipy.optimize scipy.stats "
    "sklearn.cluster sklearn.datasets sklearn.decomposition sklearn.linear_model sklearn.metrics "
    "sklearn.model_selection sklearn.neural_network sklearn.preprocessing tqdm.auto yaml".split()
)
HIDE = """
import sys
from importlib.machinery import PathFinder

class Without:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if name.partition(".")[0] in absent else PathFinder.find_spec(name, path, target)

absent = set({absent})
sys.meta_path[sys.meta_path.index(PathFinder)] = Without
import os, runpy
sys.path.insert(0, os.path.dirname({script!r}))
runpy.run_path({script!r})
"""

USER = """
from dataclasses import replace

import numpy as np

import gnode.reference
from gnode import {names}


def features(X: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    layers = [
        GreedyByNode(4, amnesia=0.4, reading=replace(Reading(), centring=False), random_state=0),
        GreedyByClassByNode(4, reading="textbook"),
        LayerwiseAutoencoder(4),
        LayerwiseSupervisedEncoder(4),
    ]
    try:
        return [layer.fit(X, y).transform(X) for layer in layers]
    except DivergenceError as error:
        raise SystemExit(str(error)) from error


def accuracy(X: np.ndarray, y: np.ndarray) -> float:
    classifier = DeepClassifier((8, 4), pretraining="gcn").fit(X, y)
    return float(classifier.score(X, y))


def known() -> int:
    return len(gnode.__version__) + callable(gnode.reference.train_layer)
"""


def run(*command, **options):
    """Run a program, return what it prints; show all that it said if it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source, target, kind):
    """Build a wheel or an sdist and return its path."""
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target, cwd=source)
    (path,) = target.iterdir()
    return path


def read_wheel(path, name):
    """Return the content of a file of the wheel's metadata."""
    with zipfile.ZipFile(path) as wheel:
        return wheel.read(f"gnode-{gnode.__version__}.dist-info/{name}").decode()


def links(text):
    """Return where the links and pictures of a page in Markdown lead."""
    return re.findall(r"\]\(([^)\s]+)\)", text)


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    return build(root, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def about(wheel):
    """The wheel's METADATA."""
    return email.message_from_string(read_wheel(wheel, "METADATA"))


def needed(about, extra=""):
    """Return the names of what the wheel needs with an extra."""
    listed = map(Requirement, about.get_all("Requires-Dist"))
    return {r.name for r in listed if r.marker is None or r.marker.evaluate({"extra": extra})}


def test_the_library_needs_few_packages_and_the_rest_are_extras(about):
    assert needed(about) == BASE
    assert needed(about, "study") - BASE == set(study.PACKAGES)
    assert needed(about, "book") > needed(about, "study") < needed(about, "test")
    assert {"study", "book", "test"} <= set(about.get_all("Provides-Extra"))


def test_wheel_has_the_package_its_types_and_a_command_that_says_where_the_study_is(wheel, tmp_path):
    recorded = [line.split(",")[0] for line in read_wheel(wheel, "RECORD").splitlines()]
    expected = {"gnode", f"gnode-{gnode.__version__}.dist-info"}
    assert "gnode/py.typed" in recorded and {name.split("/")[0] for name in recorded} == expected
    assert "gnode = gnode.__main__:main" in read_wheel(wheel, "entry_points.txt").splitlines()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "study.py").write_text("raise AssertionError")  # somebody else's
    done = subprocess.run([sys.executable, "-m", "gnode", "status"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("gnode run, status, verify, report and data belong to the")
    assert "\n" not in done.stderr.strip()


def test_page_on_an_index_leads_nowhere_that_is_not_there(about, root):
    page = about.get_payload()
    assert about["Description-Content-Type"] == "text/markdown"
    assert "pip install ." in page and page.count("```") % 2 == 0
    if metadata.read_source(root)["repository"]:
        pytest.skip("the repository's address is set")
    assert [to for to in links(page) if not to.startswith("https://")] == [] and "![" not in page
    assert any(not to.startswith("https://") for to in links((root / "README.md").read_text(encoding="utf-8")))
    assert about.get_all("Project-URL") == ["Paper, https://arxiv.org/abs/1602.06183"]


@pytest.mark.weekly
def test_sdist_says_the_same_and_makes_the_same_wheel(wheel, root, tmp_path):
    sdist = build(root, tmp_path / "sdist", "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "wheel", "wheel")
    for name in ("METADATA", "RECORD"):
        assert read_wheel(again, name) == read_wheel(wheel, name)


def test_with_the_address_all_links_of_the_page_lead_to_files_of_the_repository(root, tmp_path):
    """Set it in its one place, and build what says what the package is."""
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "_config.yml",
        "book/tools/metadata.py",
        "gnode/__init__.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((root / name).read_bytes())
    config = (tmp_path / "_config.yml").read_text(encoding="utf-8")
    (tmp_path / "_config.yml").write_text(re.sub(r"(?m)^  url:.*", f"  url: {ADDRESS}/", config), encoding="utf-8")
    about = email.message_from_string(read_wheel(build(tmp_path, tmp_path / "wheel", "wheel"), "METADATA"))
    assert {f"Repository, {ADDRESS}", f"Documentation, {SITE}"} <= set(about.get_all("Project-URL"))
    led = [to for to in links(about.get_payload()) if to.startswith(ADDRESS)]
    assert f"{ADDRESS}/raw/HEAD/book/images/features.png" in led and f"{ADDRESS}/blob/HEAD/CHANGELOG.md" in led
    assert len(led) == sum(not to.startswith("https://") for to in links((root / "README.md").read_text("utf-8")))
    for to in led:
        assert (root / re.sub(".*/HEAD/", "", to)).is_file(), to


def test_import_loads_no_more_than_it_needs():
    """Measured against numpy, numba and sklearn.base, which load what they load (the last one pandas, where it is)."""
    script = (
        "import sys, numpy, numba, sklearn.base; before = set(sys.modules); import gnode; "
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = set(run(sys.executable, "-c", script).split())
    assert "gnode.greedy" in loaded
    assert not loaded & NOT_LOADED
    homes = {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names
    assert homes <= {"gnode", "llvmlite", "numba", "numpy", "scipy", "sklearn", "tqdm"}


def base_environment():
    """Return what is installed because the library needs it (canonical names)."""
    found, todo = set(), set(BASE)
    while todo:
        name = todo.pop()
        found.add(canonicalize_name(name))
        needs = map(Requirement, requires(name) or [])
        todo |= {r.name for r in needs if r.marker is None or r.marker.evaluate({"extra": ""})}
        todo -= {name for name in todo if canonicalize_name(name) in found}
    return found


def test_the_library_works_with_its_own_dependencies_only(root):
    kept = base_environment()
    absent = {
        module
        for module, homes in packages_distributions().items()
        if not kept & set(map(canonicalize_name, homes)) and module != "gnode"
    }
    assert {*study.PACKAGES, "yaml", "pytest"} <= absent and not {"sklearn", "llvmlite", "threadpoolctl"} & absent
    script = HIDE.format(absent=sorted(absent), script=str(root / "tests" / "base_only.py"))
    assert "all that needs no extra works" in run(sys.executable, "-c", script, cwd=root)


@pytest.mark.weekly
def test_a_users_program_passes_mypy(wheel, tmp_path):
    """In an environment where gnode is installed: there mypy reads no package that ships no py.typed."""
    home = tmp_path / "venv"
    venv.create(home, symlinks=sys.platform != "win32")
    python = next(path for path in (home / "bin" / "python", home / "Scripts" / "python.exe") if path.exists())
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    ours = run(sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    (packages / "others.pth").write_text(ours)  # what gnode needs
    program = tmp_path / "gnode_command.py"
    program.write_text(USER.format(names=", ".join(gnode.__all__)))
    command = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", tmp_path / "cache"]
    assert "no issues" in run(*command, "--python-executable", python, program, cwd=tmp_path)
    program.write_text("from gnode import GreedyByNodes\n")
    done = subprocess.run([*command, "--python-executable", python, program], capture_output=True, text=True)
    assert 'has no attribute "GreedyByNodes"' in done.stdout
