"""Figures of the page on use: every classifier has its name, every way its line of features."""

import matplotlib.pyplot as plt
import pytest

from study.figures import use


@pytest.fixture(autouse=True)
def unseen(monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: None)
    yield
    plt.close("all")


def test_every_classifier_has_a_name():
    use.answer()
    assert {text.get_text() for text in plt.gca().texts} == {*use.LABELS.values(), use.MLP}
    assert list(use.classifiers()["seconds"]) == sorted(use.classifiers()["seconds"])


def test_a_line_of_pictures_a_way():
    use.features()
    assert len(plt.gcf().axes) == 6 * len(use.learned())
    assert set(use.matches()) == set(use.learned())
