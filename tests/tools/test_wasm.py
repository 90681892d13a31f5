"""The kernels that the page trains with are those of the library as it is now."""

import subprocess
import sys

import pytest
from wasm import KERNELS, WASM, hash_of_sources, hash_within, sources, with_hash

NOT_THERE = "the linker is not installed: run `make wasm`"


def test_the_kernels_of_the_page_are_those_of_the_library():
    assert hash_within(WASM.read_bytes()) == hash_of_sources(), "gnode/kernels changed: run `make wasm` and commit"


def test_a_change_in_any_source_is_seen(tmp_path):
    copies = []
    for file in sources():
        copies.append(tmp_path / file.name)
        copies[-1].write_bytes(file.read_bytes())
    assert hash_of_sources(copies) == hash_of_sources()
    names = {file.stem for file in copies}
    assert names >= {*KERNELS.values(), "compiled", "elementary", "lanes"} and "backprop" not in names
    for copy in copies:
        before = copy.read_bytes()
        copy.write_bytes(before + b"#\n")
        assert hash_of_sources(copies) != hash_of_sources(), copy.name
        copy.write_bytes(before.replace(b"\n", b"\r\n"))  # as Git writes it on Windows
        assert hash_of_sources(copies) == hash_of_sources()


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
