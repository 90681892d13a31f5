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
    (tmp_path / "steps").mkdir()
    animation.write(tmp_path, tmp_path / "steps")
    names = {MOVING: MOVING.name, STILL: STILL.name, animation.STEPS / MOVING.name: f"steps/{MOVING.name}"}
    for committed, name in names.items():
        with Image.open(tmp_path / name) as new, Image.open(committed) as old:
            frames = zip(ImageSequence.Iterator(new), ImageSequence.Iterator(old), strict=True)
            # Fonts may differ a little between versions of matplotlib.
            assert max(np.mean(np.abs(shades(one) - shades(other))) for one, other in frames) < 0.01


def test_it_is_small_plays_once_and_ends_as_its_steps_do_with_the_still_picture(n=9):
    assert MOVING.stat().st_size + STILL.stat().st_size < 250_000
    with Image.open(MOVING) as picture, Image.open(STILL) as end, Image.open(animation.STEPS / MOVING.name) as strip:
        assert picture.info["loop"] == 1
        seconds = 0.0
        for frame in ImageSequence.Iterator(picture):
            frame.load()  # which reads how long it is shown
            seconds += frame.info["duration"] / 1000
        assert 5 < seconds <= animation.LONGEST
        width, height = end.size
        assert strip.size == (width, n * height)
        last = strip.crop((0, (n - 1) * height, width, n * height))
        assert max(np.mean(np.abs(shades(of) - shades(end))) for of in (picture, last)) < 0.01
