"""Compiled loops are kept for the next process, never those of other sources; and nothing depends on keeping them."""

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from gnode.kernels import compiled
from study.store.provenance import describe_program

# Two small loops, compiled in a moment, with functions in them from another file.
LOOPS = """
import hashlib
import numpy as np
from gnode.kernels.elementwise import log_all, tanh_all
values = np.linspace(-3, 3, 50)
tanh_all(values)
print(hashlib.sha256(values.tobytes()).hexdigest(), sum(tanh_all.stats.cache_hits.values()))
log_all(np.ones(3))
"""
GNODE = "import sys; from study.cli import main; main(sys.argv[1:])"
TANH = "return 2 * p * q / (p * p + q * q)"


KERNELS = Path(compiled.__file__).parent


@pytest.fixture
def copied(tmp_path):
    """A copy of the kernels, in which nothing is compiled, in a package with nothing else."""
    package = tmp_path / "gnode"
    shutil.copytree(KERNELS, package / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").write_text("")
    return package


def started(folder, program, *arguments, fails=False, **changes):
    """Run a program in a process that has the package in a folder; its home is elsewhere, and empty."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "GNODE_", "XDG_"))}
    kept |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "", "HOME": str(folder / "home")}
    ran = subprocess.run(
        [sys.executable, "-W", "always::RuntimeWarning", "-c", program, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=kept | {"GNODE_RESULTS": str(folder / "results")} | changes,
    )
    assert bool(ran.returncode) == fails, ran.stderr
    return ran


@pytest.fixture
def python(copied, tmp_path):
    """Run a program in a process that has the copy."""
    return partial(started, tmp_path)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    """What LOOPS compiles to, and the bits that it prints."""
    place = tmp_path_factory.mktemp("compiled")
    bits, n_found = started(KERNELS.parent.parent, LOOPS, NUMBA_CACHE_DIR=str(place)).stdout.split()
    assert n_found == "0"
    (folder,) = folders(place)
    return folder, bits


@pytest.fixture
def kept(copied, compiled_once):
    """The folder of a copy that has compiled already, and the bits that are right."""
    folder, bits = compiled_once
    return shutil.copytree(folder, copied / "kernels" / "__pycache__" / folder.name), bits


def folders(place):
    return sorted(place.glob("gnode-*"))


def test_kept_until_a_kernel_in_another_file_changes(copied, kept, python):
    _, bits = kept
    tanh = copied / "kernels" / "elementary.py"
    right = tanh.read_text()
    assert TANH in right
    assert python(LOOPS).stdout.split() == [bits, "1"]
    tanh.write_text(right.replace(TANH, TANH + " * 0.75"))
    wrong, n_found = python(LOOPS).stdout.split()
    assert wrong != bits and n_found == "0"
    assert python(LOOPS).stdout.split() == [wrong, "1"]
    tanh.write_text(right)
    assert python(LOOPS).stdout.split() == [bits, "1"]
    assert len(folders(copied / "kernels" / "__pycache__")) == 2


def test_verify_sees_a_changed_kernel(tmp_path, monkeypatch):
    """And does so although what is kept on disk, under the right name, is the old code."""
    package, kept = tmp_path / "gnode", tmp_path / "kept"
    shutil.copytree(KERNELS.parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    chosen = ("outputs", "--profile", "smoke", "--jobs", "1")
    started(tmp_path, GNODE, "run", *chosen, NUMBA_CACHE_DIR=str(KERNELS / "__pycache__"))
    tanh = package / "kernels" / "elementary.py"
    tanh.write_text(tanh.read_text().replace(TANH, TANH + " * 0.75"))
    monkeypatch.setattr(compiled, "files", lambda _: package / "kernels")
    name = f"gnode-{compiled._hash_sources()[:16]}"
    shutil.copytree(KERNELS / "__pycache__" / f"gnode-{compiled.SOURCE_HASH[:16]}", kept / name)
    checked = started(tmp_path, GNODE, "verify", *chosen, "--sample", "1", fails=True, NUMBA_CACHE_DIR=str(kept))
    assert [folder.name for folder in folders(kept)] == [name]
    assert "DIFFERS" in checked.stdout and "0 of 1 runs agree" in checked.stdout


def test_sources_edited_since_the_import_are_not_kept(copied, python):
    """A notebook that imports edited modules again has a mixture, which must not pass for either."""
    edit = f"""
import importlib
from pathlib import Path
import gnode.kernels.elementary as elementary
path = Path(elementary.__file__)
path.write_text(path.read_text().replace({TANH!r}, {TANH + " * 0.75"!r}))
importlib.reload(elementary)
"""
    python(edit + LOOPS)
    assert not [file for folder in folders(copied / "kernels" / "__pycache__") for file in folder.iterdir()]


def test_other_versions_have_another_hash(monkeypatch):
    assert compiled._hash_sources() == compiled.SOURCE_HASH
    for module in (compiled.numba, compiled.llvmlite):
        with monkeypatch.context() as patch:
            patch.setattr(module, "__version__", "0")
            assert compiled._hash_sources() != compiled.SOURCE_HASH


def test_a_record_says_which_kernels_made_it():
    assert describe_program()["kernels"] == compiled.SOURCE_HASH[:16]


def test_kept_where_the_user_says_and_nowhere_else(compiled_once, copied, python):
    folder, bits = compiled_once
    assert python(LOOPS, NUMBA_CACHE_DIR=str(folder.parent)).stdout.split() == [bits, "1"]
    assert folder.name == f"gnode-{compiled.SOURCE_HASH[:16]}"
    assert list(folder.iterdir()) and not folders(copied / "kernels" / "__pycache__")


def test_damaged_files_are_compiled_anew(kept, python):
    folder, bits = kept
    for i, file in enumerate(sorted(folder.iterdir())):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 255
        file.write_bytes(content[: len(content) // (1 + i % 2)] if i else b"")
    assert python(LOOPS).stdout.split() == [bits, "0"]
    assert python(LOOPS).stdout.split() == [bits, "1"]


def test_a_file_under_the_name_of_another_is_compiled_anew(kept, python):
    folder, bits = kept
    files = sorted(folder.iterdir())
    contents = [file.read_bytes() for file in files]
    for file, content in zip(files, contents[1:] + contents[:1]):
        file.write_bytes(content)
    assert python(LOOPS).stdout.split() == [bits, "0"]


@pytest.fixture
def nowhere(copied, tmp_path):
    """Make every place for compiled code unusable, for root too: a file is where the folder would be."""
    if sys.platform == "win32":
        pytest.skip("HOME does not name the user's folder on this system")
    (copied / "kernels" / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")


def test_without_a_writable_folder_there_is_one_warning(python, nowhere):
    ran = python(LOOPS)
    assert ran.stdout.split()[1] == "0"
    assert ran.stderr.count("RuntimeWarning") == 1
    assert "cannot keep its compiled loops" in ran.stderr and "NUMBA_CACHE_DIR" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not python("import gnode").stderr  # nothing is compiled


def test_a_user_without_a_home_gets_no_folder_called_tilde(copied, python, nowhere, tmp_path):
    unknown = "import os; del os.environ['HOME']; import pwd; pwd.getpwuid = {}.__getitem__\n"
    assert python(unknown + LOOPS).stderr.count("RuntimeWarning") == 1
    assert not (tmp_path / "~").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot limit the size of files")
def test_a_full_disk_costs_the_kept_code_only(copied, compiled_once, python):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"  # no file gets longer than that
    ran = python(full + LOOPS, PYTHONDONTWRITEBYTECODE="1")
    assert ran.stderr.count("RuntimeWarning") == 1 and "File too large" in ran.stderr
    (folder,) = folders(copied / "kernels" / "__pycache__")
    assert not list(folder.iterdir())
    assert ran.stdout.split() == [compiled_once[1], "0"]


def test_old_code_does_not_pile_up(tmp_path):
    for i in range(20):
        folder = tmp_path / f"gnode-{i:016x}"
        folder.mkdir()
        (folder / "loop").write_bytes(b"")
        os.utime(folder, (i, i))
    (tmp_path / "gnode-mine").mkdir()
    compiled._drop_oldest(tmp_path)
    left = [tmp_path / f"gnode-{i:016x}" for i in range(20 - compiled.N_KEPT, 20)]
    assert folders(tmp_path) == [*left, tmp_path / "gnode-mine"]
