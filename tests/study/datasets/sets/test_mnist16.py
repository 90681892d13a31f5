"""The digits that come with the study are MNIST's, reduced as their module says."""

import os
from pathlib import Path

import numpy as np
import pytest

from study.datasets.sets.mnist16 import FILE, N_SAMPLES, reduced

SOURCE = Path(os.environ.get("GNODE_DATA", ""), "mnist", "mnist10k.npz")


def test_areas_are_averaged():
    images = np.full((2, 28, 28), 255)
    images[1, 14:] = 0
    greys = reduced(images)
    assert (greys[0] == 15).all() and (greys[1, :8] == 15).all() and (greys[1, 8:] == 0).all()


@pytest.mark.skipif(not SOURCE.exists(), reason="the 28 x 28 images are not here")
@pytest.mark.weekly
def test_the_file_is_made_of_the_first_images():
    with np.load(SOURCE) as source, np.load(FILE) as made:
        np.testing.assert_array_equal(made["X"], reduced(source["X"][:N_SAMPLES].reshape(-1, 28, 28)))
        np.testing.assert_array_equal(made["y"], source["y"][:N_SAMPLES])
    assert FILE.stat().st_size < 500_000
