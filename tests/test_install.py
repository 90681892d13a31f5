"""What people install: the wheel, what it needs, what it says of itself, what it loads."""

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
ADDRESS, SITE = "https://github.com/Someone/gnode", "https://someone.github.io/gnode"
INFO = f"gnode-{gnode.__version__}.dist-info"
NOT_LOADED = set(
    "IPython click dask gnode.reference study ipywidgets matplotlib pandas pooch requests scipy.optimize scipy.stats "
    "sklearn.cluster sklearn.datasets sklearn.decomposition sklearn.linear_model sklearn.metrics "
    "sklearn.model_selection sklearn.neural_network sklearn.preprocessing tqdm.auto yaml".split()
)


def run(*command, **options):
    """Run Python, return what it prints; show all that it said if it fails."""
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source, target, kind="wheel"):
    run("-m", "hatchling", "build", "-t", kind, "-d", target, cwd=source)
    (path,) = target.iterdir()
    return path


def read_wheel(path, name):
    with zipfile.ZipFile(path) as wheel:
        return wheel.read(f"{INFO}/{name}").decode()


def links(text):
    """Return where the links and pictures of a page in Markdown lead."""
    return re.findall(r"\]\(([^)\s]+)\)", text)


def elsewhere(root):
    """Count the links of the README to files."""
    return sum(not to.startswith("https://") for to in links((root / "README.md").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    return build(root, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def about(wheel):
    return email.message_from_string(read_wheel(wheel, "METADATA"))


def test_the_library_needs_few_packages_and_the_rest_are_extras(about):
    listed = [Requirement(line) for line in about.get_all("Requires-Dist")]
    base, *more = (
        {of.name for of in listed if of.marker is None or of.marker.evaluate({"extra": extra})}
        for extra in ("", "study", "book", "test")
    )
    assert base == BASE and more[0] - BASE == set(study.PACKAGES)
    assert more[1] > more[0] < more[2]
    assert {"study", "book", "test"} <= set(about.get_all("Provides-Extra"))


def test_wheel_has_the_package_its_types_and_a_command_that_says_where_the_study_is(wheel, tmp_path):
    recorded = [line.split(",")[0] for line in read_wheel(wheel, "RECORD").splitlines()]
    assert "gnode/py.typed" in recorded and {name.split("/")[0] for name in recorded} == {"gnode", INFO}
    assert "gnode = gnode.__main__:main" in read_wheel(wheel, "entry_points.txt").splitlines()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "study.py").write_text("raise AssertionError")  # somebody else's
    done = subprocess.run([sys.executable, "-m", "gnode", "status"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("gnode run, status, verify, report and data belong to the")
    assert "\n" not in done.stderr.strip()


@pytest.mark.weekly
def test_sdist_says_the_same_and_makes_the_same_wheel(wheel, root, tmp_path):
    sdist = build(root, tmp_path / "sdist", "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path / "wheel")
    for name in ("METADATA", "RECORD"):
        assert read_wheel(again, name) == read_wheel(wheel, name)


def test_with_the_address_all_links_of_the_page_lead_to_files_of_the_repository(root):
    urls = metadata.project_urls({"repository": ADDRESS})
    assert urls["Repository"] == ADDRESS and urls["Documentation"] == SITE
    page = metadata.self_contained((root / "README.md").read_text(encoding="utf-8"), ADDRESS)
    led = [to for to in links(page) if to.startswith(ADDRESS)]
    assert f"{ADDRESS}/raw/HEAD/book/images/features.png" in led and len(led) == elsewhere(root)
    for to in led:
        assert (root / re.sub(".*/HEAD/", "", to)).is_file(), to


def test_import_loads_no_more_than_it_needs():
    """Measured against numpy, numba and sklearn.base, which load what they load (the last one pandas, where it is)."""
    script = "import sys, numpy, numba, sklearn.base; before = set(sys.modules); import gnode; "
    loaded = set(run("-c", script + "print(*sorted(set(sys.modules) - before))").split())
    assert "gnode.greedy" in loaded and not loaded & NOT_LOADED
    homes = {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names
    assert homes <= {"gnode", "llvmlite", "numba", "numpy", "scipy", "sklearn", "tqdm"}
