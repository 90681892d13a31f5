"""The command `gnode data`."""

import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from study import datasets
from study.cli import main

needs_data = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")


def gnode(*arguments):
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("arguments", [["data"], ["data", "list"]])
def test_list_without_files(arguments, no_data):
    result = gnode(*arguments)
    assert result.exit_code == 0
    states = {line.split("  ")[0]: re.split(r"\s{2,}", line)[1] for line in result.output.splitlines()[1:]}
    assert states == {
        **dict.fromkeys(("digits", "cancer"), "built in"),
        **dict.fromkeys(("usps", "musk", "isolet", "cnae9", "cancer_original", "bank", "news"), "to download"),
        **dict.fromkeys(("madelon", "poker"), "simulated"),
        **dict.fromkeys(("chess", "mixture"), "computed"),
        "mnist16": "here",
    }


@needs_data
def test_commands_with_files(monkeypatch, tmp_path):
    lines = {line.split()[0]: line for line in gnode("data", "list").output.splitlines()}
    assert list(lines) == ["set", *datasets.names()]
    assert re.split(r"\s{2,}", lines["usps"]) == ["usps", "here", "7291", "2007", "256", "10", "original"]
    assert re.split(r"\s{2,}", lines["cnae9"]) == ["cnae9", "here", "1080", "(216)", "856", "9", "uci"]
    assert "part: 9633 of 78211 rows" in lines["poker"] and "part: 9874 of 39644 rows" in lines["news"]
    result = gnode("data", "fetch", "bank", "cnae9")
    assert result.exit_code == 0 and result.output == "bank: here\ncnae9: here\n"
    assert gnode("data", "verify", "bank", "chess").output.count("right, rows") == 3
    (tmp_path / "bank.csv").write_bytes(b"age;job\n")
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    result = gnode("data", "verify", "bank")
    assert result.exit_code == 1
    assert "bank (uci): WRONG" in result.output and str(tmp_path / "bank.csv") in result.output


def test_neither_the_package_nor_its_help_imports_the_data_sets():
    code = "import atexit, sys, study.cli as c\natexit.register(lambda: print(sorted(sys.modules)))\nc.main(['--help'])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "data" in result.stdout and "'study.cli'" in result.stdout and "'study.datasets'" not in result.stdout
