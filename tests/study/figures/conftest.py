"""What all tests of figures share: nothing is shown, and every figure is closed."""

import matplotlib.pyplot as plt
import pytest


@pytest.fixture(autouse=True)
def unseen(monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: None)
    yield
    plt.close("all")
