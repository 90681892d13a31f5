"""What `gnode.show_versions` prints, for a report of a bug."""

import os
import platform
from importlib.metadata import version

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


def test_every_form_that_asks_for_versions_names_it(root):
    for form in ("bug", "number"):
        assert "gnode.show_versions()" in (root / ".github" / "ISSUE_TEMPLATE" / f"{form}.yml").read_text()
