"""Pictures of features: what is shown where, with which range, chosen by which rule."""

import matplotlib.pyplot as plt
import numpy as np
import picture
import pytest

from study.figures import square, turned
from study.measures import absolute_cosines, best_match, roughness


def test_square_keeps_rows_of_pixels_as_rows_and_refuses_what_is_no_square():
    np.testing.assert_array_equal(square([1, 2, 3, 4]), [[1, 2], [3, 4]])
    for row in (np.zeros(8), np.zeros((4, 4)), np.zeros((1, 4))):
        with pytest.raises(ValueError, match="square"):
            square(row)


@pytest.mark.parametrize("n_pixels", [9, 16, 26, 256])
def test_turned_features_are_the_same_whatever_their_sign(n_pixels):
    rng = np.random.RandomState(0)
    components = (rng.standard_normal((20, n_pixels)) + 0.2 * rng.standard_normal((20, 1))).astype(np.float32)
    signs = rng.choice([-1, 1], (20, 1)).astype(np.float32)
    np.testing.assert_array_equal(turned(components * signs), turned(components))
    np.testing.assert_array_equal(np.abs(turned(components)), np.abs(components))
    assert turned(components).dtype == np.float32


def test_absolute_cosines_against_the_definition():
    rng = np.random.RandomState(1)
    P, Q = rng.standard_normal((3, 5)), rng.standard_normal((4, 5))
    expected = [[abs(p @ q) / np.sqrt(p @ p * (q @ q)) for q in Q] for p in P]
    np.testing.assert_allclose(absolute_cosines(P, Q), expected, rtol=1e-12)
    np.testing.assert_array_equal(absolute_cosines(np.zeros((1, 5)), Q), np.zeros((1, 4)))


def test_best_match_finds_the_image_it_was_made_of():
    rng = np.random.RandomState(2)
    images = rng.standard_normal((10, 16)) + 5
    mean = images.mean(axis=0)
    np.testing.assert_allclose(best_match([-3 * (images[4] - mean), images[7] - mean], images), 1)
    assert best_match([mean], images)[0] < 0.9  # what all images share matches none of them


def test_roughness_by_hand():
    # 1 2 / 3 5: across 1 and 2, down 2 and 3, weights 11
    np.testing.assert_allclose(roughness([[1, 2, 3, 5], [7, 7, 7, 7], [-1, 1, 1, -1]]), [8 / 11, 0, 8 / 4])


@pytest.mark.parametrize(
    ("draw", "path"),
    [(picture.draw_picture, picture.PICTURE), (picture.draw_home, picture.HOME)],
    ids=["features", "home"],
)
def test_the_committed_picture_is_what_the_command_draws(tmp_path, draw, path):
    draw(tmp_path / "new.png")
    new, committed = plt.imread(tmp_path / "new.png"), plt.imread(path)
    assert new.shape == committed.shape
    assert np.mean(np.abs(new - committed)) < 0.01  # fonts may differ a little between versions of matplotlib
