"""Compiled loops are kept for the next process, never those of other sources; and nothing depends on keeping them."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gnode import kernels

# Two small loops, compiled in a moment.
LOOPS = """
import hashlib
import numpy as np
from gnode.kernels import log_all, tanh_all
values = np.linspace(-3, 3, 50)
tanh_all(values)
print(hashlib.sha256(values.tobytes()).hexdigest(), sum(tanh_all.stats.cache_hits.values()))
log_all(np.ones(3))
"""
TANH = "return 2 * p * q / (p * p + q * q)"
KERNELS = Path(kernels.__file__)


def started(folder, program, *arguments, **changes):
    """Run a program in a process that has the package in a folder; its home is elsewhere, and empty."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "GNODE_", "XDG_"))}
    kept |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "", "HOME": str(folder / "home")} | changes
    command = [sys.executable, "-W", "always::RuntimeWarning", "-c", program, *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=kept)
    assert not ran.returncode, ran.stderr
    return ran


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    """What LOOPS compiles to, and the bits that it prints."""
    place = tmp_path_factory.mktemp("compiled")
    bits, n_found = started(KERNELS.parents[1], LOOPS, NUMBA_CACHE_DIR=str(place)).stdout.split()
    assert n_found == "0"
    (folder,) = place.glob("gnode-*")
    assert folder.name == f"gnode-{kernels.SOURCE_HASH[:16]}"
    return folder, bits


@pytest.fixture
def copied(tmp_path):
    """A copy of the kernels, in which nothing is compiled, in a package with nothing else."""
    package = tmp_path / "gnode"
    package.mkdir()
    shutil.copy(KERNELS, package)
    (package / "__init__.py").write_text("")
    return package


@pytest.mark.weekly
def test_kept_until_a_kernel_changes_and_damaged_files_compiled_anew(copied, compiled_once, tmp_path):
    compiled, bits = compiled_once
    folder = shutil.copytree(compiled, copied / "__pycache__" / compiled.name)
    source = copied / "kernels.py"
    right = source.read_text()
    assert TANH in right

    def loops():
        return started(tmp_path, LOOPS).stdout.split()

    assert loops() == [bits, "1"]
    source.write_text(right.replace(TANH, TANH + " * 0.75"))
    wrong, n_found = loops()
    assert wrong != bits and n_found == "0"
    assert loops() == [wrong, "1"]
    source.write_text(right)
    for file, damaged in zip(sorted(folder.iterdir()), (lambda content: b"", lambda content: content[:-9] + bytes(9))):
        file.write_bytes(damaged(file.read_bytes()))
    assert loops() == [bits, "0"]
    assert started(tmp_path, LOOPS, NUMBA_CACHE_DIR=str(compiled.parent)).stdout.split() == [bits, "1"]


@pytest.mark.skipif(sys.platform == "win32", reason="HOME does not name the user's folder on this system")
def test_without_a_writable_folder_there_is_one_warning(copied, tmp_path):
    """For root too: a file is where the folder would be."""
    for place in (copied / "__pycache__", tmp_path / "home"):
        place.write_text("")
    ran = started(tmp_path, LOOPS)
    assert ran.stdout.split()[1] == "0"
    assert ran.stderr.count("RuntimeWarning") == 1 and "Traceback" not in ran.stderr
    assert "cannot keep its compiled loops" in ran.stderr and "NUMBA_CACHE_DIR" in ran.stderr
    assert not started(tmp_path, "import gnode.kernels").stderr  # nothing is compiled


@pytest.mark.weekly
def test_several_that_compile_at_once_keep_what_is_right(copied, tmp_path):
    """Signatures of two types, in processes that start together; then in others, which find them."""
    loops = """
import sys
import numpy as np
from gnode.kernels import product
A = np.arange(12, dtype=sys.argv[1]).reshape(3, 4)
assert (product(A, A, True, True) == A @ A.T).all(), sys.argv
print(sum(product.stats.cache_hits.values()))
"""
    with ThreadPoolExecutor(4) as several:
        list(several.map(lambda dtype: started(tmp_path, loops, dtype), ["float32", "float64"] * 2))
    for dtype in ("float32", "float64"):
        ran = started(tmp_path, loops, dtype)
        assert (ran.stdout.strip(), ran.stderr) == ("1", "")


def test_old_code_does_not_pile_up(tmp_path):
    for i in range(20):
        folder = tmp_path / f"gnode-{i:016x}"
        folder.mkdir()
        (folder / "loop").write_bytes(b"")
        os.utime(folder, (i, i))
    (tmp_path / "gnode-mine").mkdir()
    kernels._drop_oldest(tmp_path)
    left = [tmp_path / f"gnode-{i:016x}" for i in range(20 - kernels.N_KEPT, 20)]
    assert sorted(tmp_path.iterdir()) == [*left, tmp_path / "gnode-mine"]
