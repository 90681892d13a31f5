"""What `gnode.show_versions` prints, for a report of a bug."""

import os
import platform
import subprocess
import sys
from importlib.metadata import version

import pytest

import gnode
from gnode import kernels


def test_versions_machine_threads_and_the_places_of_loops(capsys):
    gnode.show_versions()
    shown = capsys.readouterr().out
    lines = dict(line.split(": ", 1) for line in shown.splitlines() if not line.startswith("threads"))
    assert lines["gnode"] == gnode.__version__
    assert lines["Python"].startswith(platform.python_version())
    assert platform.machine() in lines["machine"] and f"{os.cpu_count()} processors" in lines["machine"]
    for name in ("numpy", "scipy", "scikit-learn", "numba", "llvmlite", "joblib"):
        assert lines[name] == version(name)
    assert "threads: " in shown
    assert lines["compiled loops"] == kernels.SOURCE_HASH[:16]
    assert all(f"    {folder}: " in shown for folder in kernels._folders())


def test_a_folder_says_whether_it_holds_loops_and_can(tmp_path):
    """Of a folder that is not there yet its parent tells."""
    (tmp_path / "full").mkdir()
    for name, state in (("new", "none kept, writable"), ("full", "1 kept, writable")):
        folder = tmp_path / name / f"gnode-{kernels.SOURCE_HASH[:16]}"
        if name == "full":
            folder.mkdir()
            (folder / "loop").write_text("")
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / name)}
        program = [sys.executable, "-c", "import gnode; gnode.show_versions()"]
        shown = subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout
        assert f"    {folder}: {state}\n" in shown


@pytest.mark.skipif(sys.platform != "linux", reason="this system has other permissions")
def test_a_folder_of_others_is_no_error(tmp_path):
    (tmp_path / "closed" / "inner").mkdir(parents=True)
    (tmp_path / "closed").chmod(0)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "closed" / "inner")}
    drop = "import ctypes; [ctypes.CDLL(None).prctl(24, of, 0, 0, 0) for of in (1, 2)]; "  # root may read it otherwise
    program = "import os, sys; os.execv(sys.executable, [sys.executable, '-c', 'import gnode; gnode.show_versions()'])"
    try:
        ran = subprocess.run([sys.executable, "-c", drop + program], env=environment, capture_output=True, text=True)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert not ran.returncode and "none kept, not writable" in ran.stdout, ran.stderr


def test_every_form_that_asks_for_versions_names_it(root):
    for form in ("bug", "number"):
        assert "gnode.show_versions()" in (root / ".github" / "ISSUE_TEMPLATE" / f"{form}.yml").read_text()
