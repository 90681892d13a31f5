"""Compiled loops are kept for the next process, never those of other sources; and nothing depends on keeping them."""

import ast
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
# A first fit: for how many types it compiles each loop, and where what is compiled with them comes from.
FIRST_FIT = """
import numpy as np
from numba.core import event
from gnode import DeepClassifier, kernels
class Compiled(event.Listener):
    modules = set()
    def on_start(self, started):
        self.modules.add(started.data["dispatcher"].py_func.__module__)
    def on_end(self, ended):
        pass
rng = np.random.default_rng(0)
X, y = rng.uniform(-1, 1, (40, 8)).astype(np.float32), np.arange(40) % 3
few = dict(max_epochs=2, output_epochs=2, finetune_epochs=2, random_state=0)
with event.install_listener("numba:compile", Compiled()):
    DeepClassifier((4, 3), **few).fit(X, y).predict(X)
print({name: len(getattr(getattr(kernels, name), "signatures", ())) for name in kernels.__all__})
print(sorted(Compiled.modules))
"""
TANH = "return 2 * p * q / (p * p + q * q)"
KERNELS = Path(kernels.__file__)


@pytest.fixture
def copied(tmp_path):
    """A copy of the kernels, in which nothing is compiled, in a package with nothing else."""
    package = tmp_path / "gnode"
    package.mkdir()
    shutil.copy(KERNELS, package)
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
    bits, n_found = started(KERNELS.parents[1], LOOPS, NUMBA_CACHE_DIR=str(place)).stdout.split()
    assert n_found == "0"
    (folder,) = folders(place)
    return folder, bits


@pytest.fixture
def kept(copied, compiled_once):
    """The folder of a copy that has compiled already, and the bits that are right."""
    folder, bits = compiled_once
    return shutil.copytree(folder, copied / "__pycache__" / folder.name), bits


def folders(place):
    return sorted(place.glob("gnode-*"))


def test_kept_until_a_kernel_changes(copied, kept, python):
    _, bits = kept
    tanh = copied / "kernels.py"
    right = tanh.read_text()
    assert TANH in right
    assert python(LOOPS).stdout.split() == [bits, "1"]
    tanh.write_text(right.replace(TANH, TANH + " * 0.75"))
    wrong, n_found = python(LOOPS).stdout.split()
    assert wrong != bits and n_found == "0"
    assert python(LOOPS).stdout.split() == [wrong, "1"]
    tanh.write_text(right)
    assert python(LOOPS).stdout.split() == [bits, "1"]
    assert len(folders(copied / "__pycache__")) == 2


def test_other_versions_have_another_hash(monkeypatch):
    assert kernels._hash_sources() == kernels.SOURCE_HASH
    for module in (kernels.numba, kernels.llvmlite):
        with monkeypatch.context() as patch:
            patch.setattr(module, "__version__", "0")
            assert kernels._hash_sources() != kernels.SOURCE_HASH


def test_kept_where_the_user_says_and_nowhere_else(compiled_once, copied, python):
    folder, bits = compiled_once
    assert python(LOOPS, NUMBA_CACHE_DIR=str(folder.parent)).stdout.split() == [bits, "1"]
    assert folder.name == f"gnode-{kernels.SOURCE_HASH[:16]}"
    assert list(folder.iterdir()) and not folders(copied / "__pycache__")


@pytest.fixture(scope="module")
def first_fit(tmp_path_factory):
    """What the first fit of a network prints where nothing is compiled."""
    place = tmp_path_factory.mktemp("first")
    return started(KERNELS.parents[1], FIRST_FIT, NUMBA_CACHE_DIR=str(place)).stdout.splitlines()


def test_a_first_fit_compiles_the_loops_it_needs_and_each_for_one_type(first_fit):
    """Each further signature would cost who fits for the first time half a second."""
    compiled = {name: n for name, n in ast.literal_eval(first_fit[0]).items() if n}
    node, network = ("product", "tanh_all", "train_node_primal"), ("train_epoch_output", "train_epoch_backprop")
    assert compiled == dict.fromkeys([*node, *network, "softmax_rows"], 1)


def test_a_first_fit_compiles_no_text(first_fit):
    """An array assigned to a slice takes a second: the message of an error that no fit raises is compiled with it."""
    modules = ast.literal_eval(first_fit[1])
    assert "gnode.kernels" in modules and "numba.cpython.unicode" not in modules


def test_damaged_files_are_compiled_anew(kept, python):
    folder, bits = kept
    for i, file in enumerate(sorted(folder.iterdir())):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 255
        file.write_bytes(content[: len(content) // (1 + i % 2)] if i else b"")
    assert python(LOOPS).stdout.split() == [bits, "0"]
    assert python(LOOPS).stdout.split() == [bits, "1"]


@pytest.fixture
def nowhere(copied, tmp_path):
    """Make every place for compiled code unusable, for root too: a file is where the folder would be."""
    if sys.platform == "win32":
        pytest.skip("HOME does not name the user's folder on this system")
    (copied / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")


def test_without_a_writable_folder_there_is_one_warning(python, nowhere):
    ran = python(LOOPS)
    assert ran.stdout.split()[1] == "0"
    assert ran.stderr.count("RuntimeWarning") == 1
    assert "cannot keep its compiled loops" in ran.stderr and "NUMBA_CACHE_DIR" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not python("import gnode").stderr  # nothing is compiled


def test_several_that_compile_at_once_keep_what_is_right(copied, python):
    """Signatures of two types, in processes that start together."""
    loops = """
import sys
import numpy as np
from gnode.kernels import product
A = np.arange(12, dtype=sys.argv[1]).reshape(3, 4)
assert (product(A, A, True, True) == A @ A.T).all(), sys.argv
"""
    for _ in range(2):
        with ThreadPoolExecutor(4) as several:
            list(several.map(lambda dtype: python(loops, dtype), ["float32", "float64"] * 2))
    for dtype in ("float32", "float64"):
        assert not python(loops, dtype, NUMBA_CACHE_DIR="").stderr


def test_old_code_does_not_pile_up(tmp_path):
    for i in range(20):
        folder = tmp_path / f"gnode-{i:016x}"
        folder.mkdir()
        (folder / "loop").write_bytes(b"")
        os.utime(folder, (i, i))
    (tmp_path / "gnode-mine").mkdir()
    kernels._drop_oldest(tmp_path)
    left = [tmp_path / f"gnode-{i:016x}" for i in range(20 - kernels.N_KEPT, 20)]
    assert folders(tmp_path) == [*left, tmp_path / "gnode-mine"]
