"""The system's Chromium, and the built pages on a local server: for the tests of the site and for the PDF."""

import os
import shutil
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
QUIET += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]  # no host but this one
QUIET += ["--disable-gpu"]  # which would be played by the processor


def find_chromium():
    """Return where the system has its Chromium or Chrome, or None."""
    return next((place for name in NAMES if (place := shutil.which(name))), None)


@contextmanager
def launched():
    """Yield a running browser; it is closed afterwards."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        options = {"executable_path": find_chromium(), "args": QUIET, "chromium_sandbox": False if as_root else None}
        with playwright.chromium.launch(**options) as browser:
            yield browser


class _Silent(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_): ...


@contextmanager
def served(folder):
    """Yield the address (no slash at its end) of a server on a free port of this machine that has a folder's files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=folder)) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
