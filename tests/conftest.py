"""What every test may use."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root():
    """The folder of the repository."""
    return Path(__file__).parent.parent
