"""Figures of the page on use: every classifier has its name, every way its line of features."""

import matplotlib.pyplot as plt

from study.figures import use


def test_every_classifier_has_a_name_and_every_way_its_line_of_features():
    use.answer()
    assert {text.get_text() for text in plt.gca().texts} == {use.NAMES.get(of, of) for of in use.PLACES}
    assert list(use.classifiers()["seconds"]) == sorted(use.classifiers()["seconds"])
    use.features()
    assert len(plt.gcf().axes) == 6 * len(use.learned())
    assert set(use.matches()) == set(use.learned())
