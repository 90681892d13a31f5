"""What people install: the wheel, what it needs, what it says of itself, what it loads, how it types."""

import email
import re
import subprocess
import sys
import tarfile
import zipfile

import metadata
import pytest
from packaging.requirements import Requirement

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
