"""The moving pictures of "How it works": what is committed is what the command draws, and each stops in a minute."""

import animation
import numpy as np
import pytest
from PIL import Image, ImageSequence

PICTURES = (animation.EXAMPLES, animation.MEMORY)


def shades(picture):
    return np.asarray(picture.convert("RGB"), dtype=float) / 255


@pytest.mark.weekly
def test_the_committed_pictures_are_what_the_command_draws(tmp_path):
    (tmp_path / "steps").mkdir()
    animation.write(tmp_path, tmp_path / "steps")
    for moving in PICTURES:
        still = moving.with_suffix(".png")
        names = {moving: moving.name, still: still.name, animation.STEPS / moving.name: f"steps/{moving.name}"}
        for committed, name in names.items():
            with Image.open(tmp_path / name) as new, Image.open(committed) as old:
                frames = zip(ImageSequence.Iterator(new), ImageSequence.Iterator(old), strict=True)
                # Fonts may differ a little between versions of matplotlib.
                assert max(np.mean(np.abs(shades(one) - shades(other))) for one, other in frames) < 0.01


@pytest.mark.parametrize(("moving", "n"), [(animation.EXAMPLES, 14), (animation.MEMORY, animation.SHOWN)])
def test_it_is_small_stops_within_a_minute_and_ends_as_its_steps_do_with_the_still_picture(moving, n):
    still = moving.with_suffix(".png")
    assert moving.stat().st_size + still.stat().st_size < 250_000
    with Image.open(moving) as picture, Image.open(still) as end, Image.open(animation.STEPS / moving.name) as strip:
        assert picture.info["loop"] == animation.TIMES
        seconds = 0.0
        for frame in ImageSequence.Iterator(picture):
            frame.load()  # which reads how long it is shown
            seconds += frame.info["duration"] / 1000
        assert 5 < animation.TIMES * seconds <= animation.LONGEST
        width, height = end.size
        assert strip.size == (width, n * height)
        last = strip.crop((0, (n - 1) * height, width, n * height))
        assert max(np.mean(np.abs(shades(of) - shades(end))) for of in (picture, last)) < 0.01
