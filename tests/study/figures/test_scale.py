"""One scale for all features: what is drawn where, from numbers made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.scale import WORDS, on_one_scale

PLACES = {"usv": 0.0, "gn": 0.4, "sv": 2.0, "gcn": 0.9}


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_a_mark_a_method_on_each_measure_between_noise_and_sums():
    rows = [
        {"method": method, "measure": measure, "seed": seed, "scaled": place + 0.1 * line + 0.2 * (seed - 0.5)}
        for method, place in PLACES.items()
        for line, measure in enumerate(WORDS)
        for seed in (0, 1)
    ]
    (ax,) = on_one_scale(pd.DataFrame(rows), "Title").axes
    assert [text.get_text() for text in ax.texts] == ["noise", "sums, untrained"]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(WORDS.values())
    for (method, place), marks in zip(PLACES.items(), ax.containers, strict=True):
        line = marks.lines[0]
        assert marks.get_label() == method.upper()
        np.testing.assert_allclose(line.get_xdata().astype(float), [place + 0.1 * k for k in range(len(WORDS))])
        assert np.rint(line.get_ydata().astype(float)).tolist() == list(range(len(WORDS)))
