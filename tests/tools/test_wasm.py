"""The kernels that the page trains with are those of the library as it is now."""

import subprocess
import sys

import pytest
from wasm import SOURCE, WASM, hash_of_source, hash_within, with_hash

NOT_THERE = "the linker is not installed: run `make wasm`"


def test_the_kernels_of_the_page_are_those_of_the_library():
    assert hash_within(WASM.read_bytes()) == hash_of_source(), "gnode/kernels.py changed: run `make wasm` and commit"


def test_a_change_of_the_source_is_seen(tmp_path):
    copy, content = tmp_path / "kernels.py", SOURCE.read_bytes()
    copy.write_bytes(content + b"#\n")
    assert hash_of_source(copy) != hash_of_source()
    copy.write_bytes(content.replace(b"\n", b"\r\n"))  # as Git writes it on Windows
    assert hash_of_source(copy) == hash_of_source()


def test_a_module_without_a_hash_has_none():
    content = WASM.read_bytes()
    assert content[:4] == b"\0asm" and len(content) < 50_000
    assert hash_within(content[:-100]) is None
    assert hash_within(with_hash(content[:-80], "0" * 64)) == "0" * 64


def test_the_committed_file_is_what_the_tool_makes(tmp_path):
    pytest.importorskip("ziglang", reason=NOT_THERE)
    made = tmp_path / "kernels.wasm"
    subprocess.run([sys.executable, WASM.parents[2] / "tools" / "wasm.py", made], check=True)
    made = made.read_bytes()
    assert made[:4] == b"\0asm" and hash_within(made) == hash_within(WASM.read_bytes())
