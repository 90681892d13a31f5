"""Nothing is downloaded, read or unpacked beyond the size that a file of a set can have."""

import dataclasses
import gzip
import io
import os
import threading
import tracemalloc
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from study import datasets
from study.datasets import downloads, files
from study.datasets.record import File
from study.datasets.sets import RECORDS

SIZE = 10_000
TOY = File("toy.data", None, size=SIZE)
FILES = {
    file: record for record in RECORDS.values() for form in record.forms for file in form.files
}  # also the same file of several forms
needs_data = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return buffer.getvalue()


def compressed(n_codes):
    """Pack as `compress` does, with codes each of which stands for one byte more than the one before."""
    codes, width, table, bits, n_bits = [97, *range(257, 257 + n_codes)], 9, 257, 0, 24
    packed = int.from_bytes(b"\x1f\x9d\x90", "little")
    group = n_bits
    for number, code in enumerate(codes):
        bits = code
        packed |= bits << n_bits
        n_bits += width
        table += number > 0
        if table == 1 << width and width < 16:
            n_bits = group - (group - n_bits) // (8 * width) * (8 * width)
            group, width = n_bits, width + 1
    return packed.to_bytes(n_bits // 8 + 1, "little")


ZEROS = bytes(200_000_000)
BOMBS = {
    "gzip": lambda: gzip.compress(ZEROS, 9),
    "gzip of several members": lambda: gzip.compress(bytes(3 * SIZE)) * 1000,
    "zip": lambda: zipped(toy_data=ZEROS),
    "gzip in zip": lambda: zipped(toy_data_gz=gzip.compress(ZEROS, 9)),
    "zip in zip": lambda: zipped(inner_zip=zipped(toy_data=ZEROS)),
    "a zip that is too large": lambda: zipped(inner_zip=ZEROS),
    "zips in one another": lambda: zipped(a_zip=zipped(b_zip=zipped(c_zip=zipped(toy_data=b"1")))),
    "compress": lambda: compressed(20_000),
    "plain": lambda: bytes(3 * SIZE),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_what_unpacks_to_too_much_is_refused_before_it_fills_the_memory(bomb):
    packed = BOMBS[bomb]()
    tracemalloc.start()
    try:
        with pytest.raises(datasets.DatasetCorrupt, match=r"somewhere cannot be unpacked \("):
            files.unpack(TOY, packed, "somewhere")
        most = 2.5 * files.LARGEST_ARCHIVE if bomb == "a zip that is too large" else 5e6
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def test_a_file_of_the_size_it_should_have_is_unpacked_however_it_is_packed():
    content = b"1\n" * (SIZE // 2)
    for packed in (content, gzip.compress(content), zipped(toy_data=content), zipped(i_zip=zipped(toy_data=content))):
        assert files.unpack(TOY, packed, "somewhere") == content
    assert files.unpack(TOY, content.replace(b"\n", b"\r\n"), "somewhere").count(b"\r") == SIZE // 2


def test_a_huge_file_of_the_user_is_not_read(monkeypatch, tmp_path):
    path = tmp_path / "krkopt.data"
    path.write_bytes(b"")
    os.truncate(path, 50_000_000_000)  # of zeros that lie on no disk
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    with pytest.raises(datasets.DatasetCorrupt, match=r"krkopt\.data has more than [\d,]+ bytes, which krkopt\.data"):
        datasets.load("chess", form="uci")


class Endless(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(3000):
                self.wfile.write(bytes(1 << 16))
                self.server.sent += 1 << 16
        except OSError:  # hung up
            pass

    def log_message(self, *_):
        pass


def test_a_download_stops_when_it_is_too_large(monkeypatch, own_cache):
    with ThreadingHTTPServer(("127.0.0.1", 0), Endless) as server:
        server.daemon_threads = True
        server.sent = 0
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        file = File("toy.data", None, (f"http://127.0.0.1:{server.server_port}/toy.data",), size=SIZE)
        record = RECORDS["cnae9"]
        form = dataclasses.replace(record.forms[0], files=(file,))
        toy = dataclasses.replace(record, name="toy", forms=(form,))
        with pytest.raises(datasets.DatasetNotAvailable, match=r"it sends more than [\d,]+ bytes"):
            downloads.fetch_form(toy, form)
        server.shutdown()
    assert server.sent < 100_000_000
    assert [path for path in own_cache.rglob("*") if path.is_file()] == []


@needs_data
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_sizes_are_those_of_the_files(file):
    path, _ = files.find(FILES[file].folder, file)
    if path is None:
        pytest.skip(f"{file.name} is not here")
    assert len(files.read(file, path)) == file.size
