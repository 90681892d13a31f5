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


@pytest.fixture
def make(tmp_path):
    """Run make in a folder, where python3 is a stand-in."""
    (tmp_path / "path").mkdir()
    interpreter(tmp_path / "path" / "python3")

    def make(folder, *arguments):
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHON", "MAKEFLAGS")}
        environment["PATH"] = f"{tmp_path / 'path'}{os.pathsep}{environment['PATH']}"
        return subprocess.run(["make", *arguments], cwd=folder, env=environment, capture_output=True, text=True)

    return make


@pytest.fixture
def checkout(root, tmp_path, make):
    """A folder that is set up, with a file in its .venv that a new one would not have."""
    folder = copied(root, tmp_path / "checkout")
    made = make(folder, "setup")
    assert made.returncode == 0, made.stderr
    (folder / ".venv" / "mine").touch()
    return folder


def is_up_to_date(make, folder, *arguments):
    code = make(folder, "-q", "setup", *arguments).returncode
    assert code in (0, 1)
    return code == 0


def copied(root, folder):
    folder.mkdir()
    for file in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy2(root / file, folder)
    return folder


@pytest.mark.parametrize("name", ["Jörg's", "two  words, (1)", "a;b&c", "#1 $HOME `x`", '"'])
def test_any_folder_will_do(root, make, tmp_path, name):
    folder = copied(root, tmp_path / name)
    made = make(folder, "setup")
    assert made.returncode == 0, made.stderr
    assert (folder / ".venv" / "set-up-done").read_text(encoding="utf-8").startswith(f"{folder}, ")
    assert is_up_to_date(make, folder)


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="this Python reads UTF-8 in every locale")
def test_a_folder_that_the_locale_cannot_spell_is_refused_before_anything_is_made(root, tmp_path):
    folder = copied(root, tmp_path / "Jörg")
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "LC_ALL")}
    environment = plain | {"LC_ALL": "C", "PYTHON": sys.executable}
    ran = subprocess.run(["make", "setup"], cwd=folder, env=environment, capture_output=True)
    assert ran.returncode == 2
    said = ran.stderr.decode().splitlines()[0]
    assert said.startswith("This locale cannot spell") and "LC_ALL=C.UTF-8 make" in said
    assert not (folder / ".venv").exists()


def test_set_up_once_and_a_changed_lock_keeps_the_environment(make, checkout):
    assert is_up_to_date(make, checkout)
    later = (checkout / ".venv" / "set-up-done").stat().st_mtime + 10
    os.utime(checkout / "requirements.lock", (later, later))
    assert not is_up_to_date(make, checkout)
    assert make(checkout, "setup").returncode == 0
    assert (checkout / ".venv" / "mine").exists()


@pytest.mark.parametrize("change", ["moved", "copied", "another interpreter", "replaced", "removed", "cleaned"])
def test_elsewhere_or_with_another_interpreter_it_is_made_anew(make, checkout, tmp_path, change):
    python, arguments = checkout / ".venv" / "bin" / "python", ()
    if change in ("moved", "copied"):
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
    assert not (checkout / ".venv" / "mine").exists()
    assert is_up_to_date(make, checkout, *arguments)
    assert is_up_to_date(make, checkout), "without PYTHON= the one it was made with is right"
