"""What Home shows, without a browser: sums of digits, and the auto-encoders that are stored."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from study import store
from study.figures import home, ladder


def test_the_stored_autoencoders_are_what_trains_to_the_bit():
    stored = home.load_autoencoders()
    for name, layer in stored.items():
        assert home.rounded(layer)[0].shape == (200, 256) and len(layer["losses"]) == home.EPOCHS[name]
    np.testing.assert_array_equal(home.autoencoder(max_epochs=3).loss_curve_, stored["AE"]["losses"][:3])
    first, (components, intercept) = home.autoencoder(max_epochs=1), home.rounded(stored["AE1"])
    np.testing.assert_array_equal(first.intercept_, intercept)
    np.testing.assert_allclose(first.components_, components, atol=max(stored["AE1"]["scales"]) / 2 + 1e-9)


@pytest.mark.parametrize("damage", ["missing", "cut"])
def test_a_missing_or_damaged_autoencoder_is_said(results, damage):
    if damage == "cut":
        store.write_whole(results / home.AUTOENCODER, b"{")
    with pytest.raises(store.NoResult, match=r"python -m study\.figures\.home"):
        home.load_autoencoders()


def test_the_pictures_of_the_table_are_what_its_command_writes():
    for name, strip in ladder.strips().items():
        assert (
            np.abs(np.rint(255 * plt.imread(ladder.IMAGES / f"{name}.png")[..., :3]) - strip).max() <= 2
        )  # BLAS may differ
