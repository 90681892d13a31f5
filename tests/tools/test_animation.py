"""The moving picture of "How it works": what is committed is what the command draws, and it plays once."""

import animation
import numpy as np
import pytest
from PIL import Image, ImageSequence

MOVING, STILL = animation.EXAMPLES, animation.EXAMPLES.with_suffix(".png")


def shades(picture):
    return np.asarray(picture.convert("RGB"), dtype=float) / 255


@pytest.mark.weekly
def test_the_committed_pictures_are_what_the_command_draws(tmp_path):
    animation.write(tmp_path)
    for committed in (MOVING, STILL):
        with Image.open(tmp_path / committed.name) as new, Image.open(committed) as old:
            frames = zip(ImageSequence.Iterator(new), ImageSequence.Iterator(old), strict=True)
            # Fonts may differ a little between versions of matplotlib.
            assert max(np.mean(np.abs(shades(one) - shades(other))) for one, other in frames) < 0.01


def test_it_is_small_plays_once_and_ends_with_the_still_picture():
    assert MOVING.stat().st_size + STILL.stat().st_size < 250_000
    with Image.open(MOVING) as picture, Image.open(STILL) as end:
        assert picture.info["loop"] == 1
        seconds = 0.0
        for frame in ImageSequence.Iterator(picture):
            frame.load()  # which reads how long it is shown
            seconds += frame.info["duration"] / 1000
        assert 5 < seconds <= animation.LONGEST
        assert np.mean(np.abs(shades(picture) - shades(end))) < 0.01
