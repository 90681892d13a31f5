"""The moving picture of chapter 1: what is committed is what the command draws, and it plays for a minute at most."""

import animation
import numpy as np
import pytest
from PIL import Image, ImageSequence


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("animation")
    animation.write(folder)
    return folder


def shades(picture):
    return np.asarray(picture.convert("RGB"), dtype=float) / 255


def test_the_committed_pictures_are_what_the_command_draws(drawn):
    for committed in (animation.MOVING, animation.STILL):
        with Image.open(drawn / committed.name) as new, Image.open(committed) as old:
            assert new.size == old.size
            frames = zip(ImageSequence.Iterator(new), ImageSequence.Iterator(old), strict=True)
            # Fonts may differ a little between versions of matplotlib.
            assert max(np.mean(np.abs(shades(one) - shades(other))) for one, other in frames) < 0.01


def test_the_picture_is_small_and_stops_within_a_minute():
    assert animation.MOVING.stat().st_size + animation.STILL.stat().st_size < 400_000
    with Image.open(animation.MOVING) as moving:
        assert moving.n_frames == animation.NODES + 1
        assert moving.info["loop"] == animation.TIMES
    assert animation.TIMES * (animation.NODES * animation.STEP + animation.LAST) <= 60_000


def test_the_still_picture_is_the_end(drawn):
    with Image.open(animation.MOVING) as moving, Image.open(animation.STILL) as still:
        moving.seek(moving.n_frames - 1)
        assert np.mean(np.abs(shades(moving) - shades(still))) < 0.01
