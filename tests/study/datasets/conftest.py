"""No test of the data sets leaves this machine or touches the user's cache."""

import socket
from types import SimpleNamespace

import pytest

from study.datasets import loading


@pytest.fixture(autouse=True)
def no_outside_host(monkeypatch):
    """Names of other hosts do not resolve, as on a machine without a network; nobody waits before asking again."""
    resolve = socket.getaddrinfo

    def only_loopback(host, *args, **kwargs):
        if host != "127.0.0.1":
            raise socket.gaierror(socket.EAI_NONAME, f"test: {host} is not this machine")
        return resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", only_loopback)
    monkeypatch.setattr("pooch.core.time", SimpleNamespace(sleep=lambda seconds: None))


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    """An empty cache folder for each test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gnode"


@pytest.fixture
def no_data(monkeypatch):
    """A machine where nobody has put data."""
    monkeypatch.delenv("GNODE_DATA", raising=False)


@pytest.fixture
def put(monkeypatch):
    """Put a record beside the others."""
    return lambda record: monkeypatch.setitem(loading.RECORDS, record.name, record) or record
