"""The Makefile's set-up: a .venv is used only in the folder, and with the interpreter, that it was made for."""

import os
import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32" or not shutil.which("make"), reason="there is no make here")

# Says who it is, makes "virtual environments" that hold it alone, and installs nothing.
INTERPRETER = """#!/bin/sh
case "$*" in
  *realpath*) echo "/opt/NAME 3.11.9" ;;
  "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
esac
"""


def interpreter(path):
    path.write_text(INTERPRETER.replace("NAME", path.name))
    path.chmod(0o755)
    return path


def copied(root, folder):
    folder.mkdir()
    for file in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy2(root / file, folder)
    return folder


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Run make in a folder, where python3 is a stand-in, and give what became of it."""
    (tmp_path / "path").mkdir()
    interpreter(tmp_path / "path" / "python3")
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=os.pathsep)
    for name in ("PYTHON", "MAKEFLAGS"):
        monkeypatch.delenv(name, raising=False)
    return lambda folder, *arguments: subprocess.run(["make", *arguments], cwd=folder, capture_output=True)


def is_up_to_date(make, folder, *arguments):
    code = make(folder, "-q", "setup", *arguments).returncode
    assert code in (0, 1)
    return code == 0


@pytest.mark.parametrize("name", ["Jörg's", "two  words, (1)", "a;b&c", "#1 $HOME `x`", '"'])
def test_any_folder_will_do(root, make, tmp_path, name):
    folder = copied(root, tmp_path / name)
    made = make(folder, "setup")
    assert made.returncode == 0, made.stderr
    assert (folder / ".venv" / "set-up-done").read_text(encoding="utf-8").startswith(f"{folder}, ")
    assert is_up_to_date(make, folder)


@pytest.mark.parametrize("change", ["lock", "moved", "copied", "another interpreter", "replaced", "removed", "cleaned"])
def test_a_changed_lock_keeps_the_environment_all_else_makes_it_anew(root, make, tmp_path, change):
    checkout, arguments = copied(root, tmp_path / "checkout"), ()
    assert make(checkout, "setup").returncode == 0 and is_up_to_date(make, checkout)
    (checkout / ".venv" / "mine").touch()  # what a new one would not have
    python = checkout / ".venv" / "bin" / "python"
    if change == "lock":
        os.utime(checkout / "requirements.lock")  # now
    elif change in ("moved", "copied"):
        there = tmp_path / "else where"
        (shutil.move if change == "moved" else shutil.copytree)(checkout, there)
        checkout = there
    elif change == "another interpreter":
        arguments = (f"PYTHON={interpreter(tmp_path / 'python-b')}",)
    elif change == "replaced":  # in a real one it is a link to the interpreter
        python.write_text(python.read_text().replace("3.11.9", "3.12.0"))
    elif change == "removed":
        python.unlink()
    else:
        assert make(checkout, "clean").returncode == 0
    assert not is_up_to_date(make, checkout, *arguments)
    assert make(checkout, "setup", *arguments).returncode == 0
    assert (checkout / ".venv" / "mine").exists() == (change == "lock")
    assert is_up_to_date(make, checkout, *arguments)
    assert is_up_to_date(make, checkout), "without PYTHON= the one it was made with is right"
