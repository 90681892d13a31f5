"""Downloads from a real HTTP server on this machine: afterwards the cache holds whole right files or none."""

import contextlib
import dataclasses
import gzip
import hashlib
import io
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from dataset_samples import LAYOUTS, lines

from study import datasets
from study.datasets import downloads, loading
from study.datasets.record import File, Holds
from study.datasets.sets import RECORDS

pytestmark = pytest.mark.usefixtures("no_data")

CONTENT = LAYOUTS["cnae9"][1][0] * 20  # 180 rows, 300 kB
PACKED = gzip.compress(CONTENT)
SHA256 = hashlib.sha256(CONTENT).hexdigest()
HOLDS = Holds(n_features=856, class_counts=(20,) * 9, low=0, high=4)


class Server(ThreadingHTTPServer):
    """Answers each path with the functions given for it, one a request, the last one for all further requests."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.requests = {}, []

    def home(self, path, *answers):
        self.answers[path] = list(answers)
        return f"http://127.0.0.1:{self.server_port}{path}"

    def handle_error(self, request, client_address):
        """A client that went away is part of the tests."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append(self.path)
        answers = self.server.answers[self.path]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        answer(self)

    def log_message(self, *args):
        pass


def send(content, *, length=None, status=200, headers=(), stop_after=None, pause=0, pieces=1):
    """Make an answer that sends content, perhaps in slow pieces, perhaps cut off, perhaps with a wrong length."""

    def answer(handler):
        handler.send_response(status)
        if length != "none":
            handler.send_header("Content-Length", str(len(content) if length is None else length))
        for header in headers:
            handler.send_header(*header)
        handler.end_headers()
        sent = content[:stop_after]
        size = -(-len(sent) // pieces) or 1
        for start in range(0, len(sent), size):
            handler.wfile.write(sent[start : start + size])
            handler.wfile.flush()
            time.sleep(pause)
        handler.close_connection = True

    return answer


def hang_up(handler):
    """Close the connection without a word."""
    handler.connection.close()


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(downloads, "PAUSE", 0.01)
    monkeypatch.setattr(downloads, "TIMEOUT", 0.5)
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def put(monkeypatch):
    """Put a set `toy` beside the others: rows like those of CNAE-9 from the homes given."""

    def put(*homes, sha256=SHA256, name="toy.data", forms=None):
        record = RECORDS["cnae9"]
        form = dataclasses.replace(record.forms[0], files=(File(name, sha256, homes, size=len(CONTENT)),), holds=HOLDS)
        split = dataclasses.replace(record.split, test_size=60)
        toy = dataclasses.replace(record, name="toy", split=split, forms=forms or (form,))
        monkeypatch.setitem(loading.RECORDS, "toy", toy)
        return toy

    return put


def in_cache(own_cache):
    return {path.name: path.read_bytes() for path in (own_cache / "toy").rglob("*") if path.is_file()}


WHOLE = {"toy.data": CONTENT}


@pytest.mark.parametrize(
    "answers",
    {
        "plain": [send(CONTENT)],
        "gz": [send(PACKED)],
        "no length": [send(CONTENT, length="none")],
        "cut off, then whole": [send(CONTENT, stop_after=70_000), send(CONTENT)],
        "cut off twice, then whole": [send(CONTENT, stop_after=1), send(CONTENT, stop_after=290_000), send(CONTENT)],
        "cut off without a length, then whole": [send(CONTENT, length="none", stop_after=70_000), send(CONTENT)],
        "hung up, then whole": [hang_up, send(CONTENT)],
        "error 500, then whole": [send(b"sorry", status=500), send(CONTENT)],
        "error 503, then whole": [send(b"later", status=503), send(CONTENT)],
        "wrong bytes, then right": [send(CONTENT[:-2] + b"9\n"), send(CONTENT)],
        "slow": [send(CONTENT, pieces=12, pause=0.05)],
        "stalled, then whole": [send(CONTENT, pieces=2, pause=1.5), send(CONTENT)],
        "unpacked on the way": [send(PACKED, headers=[("Content-Encoding", "gzip")])],
        "other line ends": [send(CONTENT.replace(b"\n", b"\r\n"))],
        "length that is no number, then whole": [send(CONTENT, length="many"), send(CONTENT)],
    }.items(),
    ids=lambda item: item[0],
)
def test_whole_right_file_arrives(answers, server, put, own_cache):
    put(server.home("/toy.data", *answers[1]))
    assert datasets.load("toy").source == "cache"
    assert in_cache(own_cache) == WHOLE
    n_requests = len(server.requests)
    assert datasets.load("toy").source == "cache"  # a second time: from the cache
    assert len(server.requests) == n_requests


@pytest.mark.parametrize(
    ("answer", "words"),
    {
        "cut off": (send(CONTENT, stop_after=100_000), "transfer failed"),
        "cut off without a length": (send(CONTENT, length="none", stop_after=100_000), "sha256"),
        "cut off archive": (send(PACKED, length="none", stop_after=len(PACKED) // 2), "cannot be unpacked"),
        "wrong bytes": (send(CONTENT[:-2] + b"9\n"), "sha256"),
        "error page": (send(b"<html>moved</html>"), "sha256"),
        "empty": (send(b""), "sha256"),
        "error 404": (send(b"no", status=404), "404"),
        "error 500": (send(b"no", status=500), "500"),
        "hung up": (hang_up, "transfer failed"),
        "stalled": (send(CONTENT, pieces=2, pause=1.5), "transfer failed"),
    }.values(),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_arrives(answer, words, server, put, own_cache):
    put(server.home("/toy.data", answer))
    with pytest.raises(datasets.DatasetNotAvailable) as caught:
        datasets.load("toy")
    message = str(caught.value)
    assert words in message
    assert "toy.data" in message and "127.0.0.1" in message and str(own_cache / "toy") in message
    assert in_cache(own_cache) == {}
    assert len(server.requests) == (1 if "404" in words else downloads.ATTEMPTS)


def test_homes_are_tried_in_order(server, put, own_cache):
    put(
        server.home("/gone", send(b"no", status=404)),
        server.home("/wrong", send(CONTENT[:-2] + b"9\n")),
        server.home("/right", send(PACKED)),
        server.home("/never", send(b"")),
    )
    datasets.load("toy")
    assert list(dict.fromkeys(server.requests)) == ["/gone", "/wrong", "/right"]
    assert in_cache(own_cache) == WHOLE


def test_redirects_are_followed(server, put, own_cache):
    target = server.home("/target", send(CONTENT))
    second = server.home("/second", send(b"", status=301, headers=[("Location", target)]))
    put(server.home("/first", send(b"", status=302, headers=[("Location", second)])))
    datasets.load("toy")
    assert in_cache(own_cache) == WHOLE


def test_a_loop_of_redirects_ends(server, put, own_cache):
    put(server.home("/loop", send(b"", status=302, headers=[("Location", "/loop")])))
    with pytest.raises(datasets.DatasetNotAvailable, match="redirects"):
        datasets.load("toy")
    assert in_cache(own_cache) == {}


def test_no_server_at_all(put, own_cache):
    put("http://127.0.0.1:9/toy.data")
    start = time.monotonic()
    with pytest.raises(datasets.DatasetNotAvailable, match="no connection"):
        datasets.load("toy")
    assert time.monotonic() - start < downloads.PAUSE  # a machine without a network does not wait
    assert in_cache(own_cache) == {}


def archive(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return file.getvalue()


@pytest.mark.parametrize(
    "packed",
    [
        archive(toy_dot_data=CONTENT),
        archive(folder__toy_dot_data=CONTENT, readme=b"hello"),
        archive(toy_dot_data_dot_gz=PACKED),
        archive(other_dot_zip=archive(a=b"b"), inner_dot_zip=archive(folder__toy_dot_data=CONTENT)),
    ],
    ids=["flat", "in a folder", "gz inside", "archive inside"],
)
def test_archives_are_unpacked(packed, server, put, own_cache):
    put(server.home("/toy+set.zip", send(packed)))
    datasets.load("toy")
    assert in_cache(own_cache) == WHOLE


@pytest.mark.parametrize("packed", [archive(other=CONTENT), archive(toy_dot_data=CONTENT)[:-30], b"PK\x03\x04 nothing"])
def test_archives_that_do_not_hold_the_file(packed, server, put, own_cache):
    put(server.home("/toy.zip", send(packed)))
    with pytest.raises(datasets.DatasetNotAvailable, match=r"does not hold toy\.data|cannot be unpacked"):
        datasets.load("toy")
    assert in_cache(own_cache) == {}


def test_an_archive_of_several_files_is_downloaded_once(server, put, own_cache):
    files = dict(zip(("train.data", "train.labels", "valid.data", "valid.labels"), LAYOUTS["madelon"][1]))
    home = server.home("/two.zip", send(archive(**{name.replace(".", "_dot_"): files[name] for name in files})))
    form = dataclasses.replace(
        RECORDS["madelon"].forms[0],
        files=tuple(File(name, None, (home,), size=len(files[name])) for name in files),
        holds=Holds(n_features=500, class_counts=(2, 2), test_class_counts=(1, 1)),
    )
    record = dataclasses.replace(RECORDS["madelon"], name="toy", forms=(form,))
    downloads.fetch_form(record, form)
    assert server.requests == ["/two.zip"]
    assert in_cache(own_cache) == files


def test_rows_are_checked_where_no_checksum_is_known(server, put, own_cache):
    put(server.home("/toy.data", send(CONTENT.split(b"\n", 1)[1])), sha256=None)
    with pytest.raises(datasets.DatasetNotAvailable, match="is not the set"):
        datasets.load("toy")
    assert in_cache(own_cache) == {}


def test_a_mirror_in_another_form_is_tried_when_the_first_form_cannot_be_had(server, put, own_cache):
    counts = [line.split(b",") for line in CONTENT.split()]
    arff = b"@DATA\n" + lines([[cell.decode() for cell in row[1:] + row[:1]] for row in counts])
    first, second = RECORDS["cnae9"].forms
    toy = put(
        forms=(
            dataclasses.replace(
                first, files=(File("a", None, (server.home("/a", send(b"", status=404)),), size=1),), holds=HOLDS
            ),
            dataclasses.replace(
                second, files=(File("b", None, (server.home("/b", send(arff)),), size=len(arff)),), holds=HOLDS
            ),
        )
    )
    assert datasets.load("toy").form == "openml"
    assert datasets.state("toy") == ("cached", toy.forms[1])


def test_fetch_replaces_a_bad_file_in_the_cache(server, put, own_cache):
    put(server.home("/toy.data", send(CONTENT)))
    assert datasets.fetch("toy") == "downloaded"
    (own_cache / "toy" / "toy.data").write_bytes(CONTENT[:-2])
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")
    assert datasets.fetch("toy") == "downloaded"
    assert datasets.fetch("toy") == "cached"
    assert in_cache(own_cache) == WHOLE


def test_fetch_is_not_hindered_by_a_bad_packed_file_in_the_cache(server, put, own_cache):
    put(server.home("/toy.data", send(CONTENT)), name="toy.data.gz")
    (own_cache / "toy").mkdir(parents=True)
    (own_cache / "toy" / "toy.data.gz").write_bytes(PACKED[:-9])
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")
    assert datasets.fetch("toy") == "downloaded"
    assert datasets.load("toy").source == "cache"


def test_fetch_leaves_the_users_own_folder_alone(server, put, own_cache, monkeypatch, tmp_path):
    put(server.home("/toy.data", send(CONTENT)))
    (tmp_path / "toy.data").write_bytes(CONTENT[:-2])
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    with pytest.raises(datasets.DatasetCorrupt, match=str(tmp_path)):
        datasets.fetch("toy")
    assert not server.requests


def test_two_at_once(server, put, own_cache):
    put(server.home("/toy.data", send(CONTENT, pieces=10, pause=0.02)))
    threads = [threading.Thread(target=datasets.load, args=("toy",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert in_cache(own_cache) == WHOLE


def test_a_cache_that_cannot_be_written(put, own_cache):
    put("http://127.0.0.1:9/toy.data")
    own_cache.parent.mkdir()
    own_cache.write_text("a file where the folder should be")
    with pytest.raises(datasets.DatasetNotAvailable, match="cannot be written"):
        datasets.load("toy")


def test_what_a_killed_download_left_is_removed_a_day_later(server, put, own_cache):
    put(server.home("/toy.data", send(CONTENT)))
    old, young = own_cache / "toy" / ".fetch-old", own_cache / "toy" / ".fetch-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    datasets.load("toy")
    assert young.exists() and not old.exists()


# For each line that it is given it forks a process that downloads (imports take longer than the download).
DOWNLOADER = """
import dataclasses, os, sys
from study.datasets import downloads
from study.datasets.sets import RECORDS
from study.datasets.record import File, Holds
import pooch, requests

home, sha256 = sys.argv[1:]
record = RECORDS["cnae9"]
holds = Holds(n_features=856, class_counts=(20,) * 9)
form = dataclasses.replace(record.forms[0], files=(File("toy.data", sha256, (home,), size=1_000_000),), holds=holds)
for line in sys.stdin:
    process = os.fork()
    if process == 0:
        downloads.fetch_form(dataclasses.replace(record, name="toy", forms=(form,)), form)
        os._exit(0)
    print(process, flush=True)
    print(os.waitpid(process, 0)[1], flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_kill_in_the_middle_of_a_download(server, put, own_cache):
    """Killed at twelve moments from its start to after its end, then taken up again."""
    home = server.home("/toy.data", send(CONTENT, pieces=30, pause=0.01))
    found = own_cache / "toy" / "toy.data"
    command = [sys.executable, "-c", DOWNLOADER, home, SHA256]
    arrived = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as downloader:
        for moment in range(12):
            server.requests.clear()
            downloader.stdin.write("go\n")
            process = int(downloader.stdout.readline())
            while moment and not server.requests:
                time.sleep(0.001)
            time.sleep(0.05 * moment)
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            downloader.stdout.readline()
            arrived.append(found.exists())
            assert not found.exists() or found.read_bytes() == CONTENT
            found.unlink(missing_ok=True)
        downloader.stdin.close()
    assert not arrived[0] and not arrived[1]
    put(home)
    datasets.load("toy")
    assert found.read_bytes() == CONTENT
