"""What the tests of the tools share."""

import os

import pytest
from filelock import FileLock
from mirror import mirrored


@pytest.fixture(scope="session")
def mirror(root, tmp_path_factory):
    """Mirrored results, made once for all the processes that test."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with FileLock(folder / "mirrored.lock"):
        if not (folder / "mirrored").exists():
            mirrored(root / "results", folder / "making")
            (folder / "making").rename(folder / "mirrored")
    return folder / "mirrored"
