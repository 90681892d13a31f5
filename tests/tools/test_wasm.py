"""The kernels that the page trains with are those of the library as it is now."""

import subprocess
import sys

import pytest
from wasm import WASM, hash_of_source, hash_within, with_hash


def test_the_kernels_of_the_page_are_those_of_the_library():
    content = WASM.read_bytes()
    assert content[:4] == b"\0asm" and len(content) < 70_000
    assert hash_within(content) == hash_of_source(), "gnode/kernels.py changed: run `make wasm` and commit"
    assert hash_within(content[:-100]) is None and hash_within(with_hash(content[:-80], "0" * 64)) == "0" * 64


def test_the_committed_file_is_what_the_tool_makes(tmp_path):
    pytest.importorskip("ziglang", reason="the linker is not installed: run `make wasm`")
    made = tmp_path / "kernels.wasm"
    subprocess.run([sys.executable, WASM.parents[2] / "tools" / "wasm.py", made], check=True)
    assert made.read_bytes()[:4] == b"\0asm" and hash_within(made.read_bytes()) == hash_of_source()
