"""Compiled loops are kept for the next process, never those of other sources; and nothing depends on keeping them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gnode
from gnode.kernels import compiled
from gnode.study.store.provenance import describe_program

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
GNODE = "import sys; from gnode.cli import main; main(sys.argv[1:])"
TANH = "return 2 * p * q / (p * p + q * q)"


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, in which nothing is compiled."""
    package = tmp_path / "gnode"
    shutil.copytree(Path(gnode.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.fixture
def python(copied, tmp_path):
    """Run a program in a process that has the copied package; its home is elsewhere, and empty."""

    def python(program, *arguments, fails=False, **changes):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "GNODE_", "XDG_"))}
        kept |= {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "", "HOME": str(tmp_path / "home")}
        ran = subprocess.run(
            [sys.executable, "-W", "always::RuntimeWarning", "-c", program, *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=kept | {"GNODE_RESULTS": str(tmp_path / "results")} | changes,
        )
        assert bool(ran.returncode) == fails, ran.stderr
        return ran

    return python


def folders(place):
    return sorted(place.glob("gnode-*"))


def test_kept_until_a_kernel_in_another_file_changes(copied, python):
    tanh = copied / "kernels" / "elementary.py"
    right = tanh.read_text()
    assert TANH in right

    def computed():
        bits, n_found = python(LOOPS).stdout.split()
        return bits, int(n_found)

    bits, n_found = computed()
    assert n_found == 0
    assert computed() == (bits, 1)
    tanh.write_text(right.replace(TANH, TANH + " * 0.75"))
    wrong, n_found = computed()
    assert wrong != bits and n_found == 0
    assert computed() == (wrong, 1)
    tanh.write_text(right)
    assert computed() == (bits, 1)
    assert len(folders(copied / "kernels" / "__pycache__")) == 2


def test_verify_sees_a_changed_kernel(copied, python):
    """And does so although what is kept on disk, under the right name, is the old code."""
    chosen = ("outputs", "--profile", "smoke", "--jobs", "1")
    python(GNODE, "run", *chosen)
    assert "4 of 4 runs agree" in python(GNODE, "verify", *chosen).stdout
    tanh = copied / "kernels" / "elementary.py"
    tanh.write_text(tanh.read_text().replace(TANH, TANH + " * 0.75"))
    for old in folders(copied / "kernels" / "__pycache__"):
        new = python("from gnode.kernels.compiled import SOURCE_HASH; print(SOURCE_HASH)").stdout
        old.rename(old.with_name(f"gnode-{new[:16]}"))
    checked = python(GNODE, "verify", *chosen, fails=True)
    assert "DIFFERS" in checked.stdout and "0 of 4 runs agree" in checked.stdout


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


def test_kept_where_the_user_says(copied, python, tmp_path):
    python(LOOPS, NUMBA_CACHE_DIR=str(tmp_path / "given"))
    assert len(folders(tmp_path / "given")) == 1 and not folders(copied / "kernels" / "__pycache__")


def test_damaged_files_are_compiled_anew(copied, python):
    bits, _ = python(LOOPS).stdout.split()
    (folder,) = folders(copied / "kernels" / "__pycache__")
    for i, file in enumerate(sorted(folder.iterdir())):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 255
        file.write_bytes(content[: len(content) // (1 + i % 2)] if i else b"")
    assert python(LOOPS).stdout.split() == [bits, "0"]
    assert python(LOOPS).stdout.split() == [bits, "1"]


def test_a_file_under_the_name_of_another_is_compiled_anew(copied, python):
    bits, _ = python(LOOPS).stdout.split()
    (folder,) = folders(copied / "kernels" / "__pycache__")
    files = sorted(folder.iterdir())
    contents = [file.read_bytes() for file in files]
    for file, content in zip(files, contents[1:] + contents[:1]):
        file.write_bytes(content)
    assert python(LOOPS).stdout.split() == [bits, "0"]
    assert python(LOOPS).stdout.split() == [bits, "1"]


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
def test_a_full_disk_costs_the_kept_code_only(copied, python):
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"  # no file gets longer than that
    ran = python(full + LOOPS, PYTHONDONTWRITEBYTECODE="1")
    assert ran.stderr.count("RuntimeWarning") == 1 and "File too large" in ran.stderr
    (folder,) = folders(copied / "kernels" / "__pycache__")
    assert not list(folder.iterdir())
    assert python(LOOPS).stdout.split() == [ran.stdout.split()[0], "0"]


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
