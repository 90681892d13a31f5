"""What every test may use."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # a busy machine makes no test fail
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def root():
    """The folder of the repository."""
    return Path(__file__).parent.parent
