"""Downloads from a real HTTP server on this machine: afterwards the cache holds whole right files or none."""

import dataclasses
import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from dataset_samples import LAYOUTS, small
from test_files import zipped

from study import datasets
from study.datasets.record import File

pytestmark = [
    pytest.mark.usefixtures("no_data"),
    pytest.mark.filterwarnings("ignore:Exception ignored in. <socket"),  # pooch leaves broken connections lying about
]

(CONTENT,) = LAYOUTS["cnae9", "uci"]
PACKED = gzip.compress(CONTENT)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append(self.path)
        answers = self.server.answers
        (answers.pop(0) if len(answers) > 1 else answers[0])(self)

    def log_message(self, *args):
        pass


@pytest.fixture
def server():
    """What `home` sets to answer: one function a request, the last one for all further requests."""

    def home(path, *answers):
        server.answers = list(answers)
        return f"http://127.0.0.1:{server.server_port}{path}"

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.requests, server.home = [], home
        server.handle_error = lambda *request: None  # a client that went away is part of the tests
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


def send(content, *, length=True, status=200, stop_after=None, meanwhile=lambda: None):
    """Make an answer that sends content, perhaps cut off; after half of it something happens."""

    def answer(handler):
        handler.send_response(status)
        if length:
            handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        sent = content[:stop_after]
        handler.wfile.write(sent[: len(sent) // 2])
        meanwhile()
        handler.wfile.write(sent[len(sent) // 2 :])
        handler.close_connection = True

    return answer


def toy(home, file_name="toy.data"):
    return small("cnae9", "uci", home, file_name)[0]


def in_cache(own_cache):
    return {path.name: path.read_bytes() for path in (own_cache / "toy").rglob("*") if path.is_file()}


ARRIVES = {
    "plain": ("/toy.data", send(CONTENT)),
    "gz": ("/toy.data", send(PACKED)),
    "archive": ("/toy+set.zip", send(zipped(folder__toy_data=CONTENT))),
    "cut off, then whole": ("/toy.data", send(CONTENT, stop_after=70_000), send(CONTENT)),
    "other line ends": ("/toy.data", send(CONTENT.replace(b"\n", b"\r\n"))),
}
DOES_NOT = {
    "cut off": (send(CONTENT, stop_after=100_000), "no connection, or it broke off"),
    "cut off without a length": (send(CONTENT, length=None, stop_after=100_000), "sha256"),
    "cut off archive": (send(PACKED, length=None, stop_after=len(PACKED) // 2), "cannot be unpacked"),
    "wrong bytes": (send(CONTENT[:-2] + b"9\n"), "sha256"),
    "error page": (send(b"<html>moved</html>"), "sha256"),
    "error 404": (send(b"no", status=404), "404"),
}


@pytest.mark.parametrize("how", ARRIVES)
def test_whole_right_file_arrives(how, server, put, own_cache):
    path, *answers = ARRIVES[how]
    put(toy(server.home(path, *answers)))
    assert datasets.fetch("toy") == "downloaded"
    assert in_cache(own_cache) == {"toy.data": CONTENT}
    server.requests.clear()
    assert datasets.load("toy").source == "cache" and datasets.fetch("toy") == "cached" and not server.requests


@pytest.mark.parametrize("how", DOES_NOT)
def test_nothing_arrives(how, server, put, own_cache):
    answer, words = DOES_NOT[how]
    put(toy(server.home("/toy.data", answer)))
    with pytest.raises(datasets.DatasetNotAvailable) as caught:
        datasets.load("toy")
    assert all(said in str(caught.value) for said in (words, "toy.data", "127.0.0.1", str(own_cache / "toy")))
    assert in_cache(own_cache) == {}


def test_rows_are_checked_where_no_checksum_is_known(server, put, own_cache):
    record = toy(None)
    file = File("toy.data", None, server.home("/toy.data", send(CONTENT.split(b"\n", 1)[1])))
    put(dataclasses.replace(record, forms=(dataclasses.replace(record.forms[0], files=(file,)),)))
    with pytest.raises(datasets.DatasetNotAvailable, match="is not the set"):
        datasets.load("toy")
    assert in_cache(own_cache) == {}


def test_a_mirror_in_another_form_is_tried_when_the_first_form_cannot_be_had(server, put, own_cache):
    gone = send(b"no", status=404)
    home = server.home("/toy.data", gone, gone, send(CONTENT))
    first, mirror = toy(home, "first.data"), toy(home)
    put(dataclasses.replace(first, forms=first.forms + mirror.forms))
    assert datasets.fetch("toy") == "downloaded" and datasets.state("toy") == ("cached", mirror.forms[0])


@pytest.mark.parametrize(("name", "bad"), [("toy.data", CONTENT[:-2]), ("toy.data.gz", PACKED[:-9])])
def test_fetch_replaces_a_bad_file_in_the_cache(name, bad, server, put, own_cache):
    put(toy(server.home("/toy.data", send(CONTENT)), file_name=name))
    (own_cache / "toy").mkdir(parents=True)
    (own_cache / "toy" / name).write_bytes(bad)
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")
    assert datasets.fetch("toy") == "downloaded"
    assert datasets.load("toy").source == "cache"
