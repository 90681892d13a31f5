"""A moving picture on a page: whole, with a text instead, and still for readers who ask for that."""

import base64
import re

import pytest
from PIL import Image

from study.page import moving_picture

pytest.importorskip("IPython")


def test_the_still_picture_stands_in_where_motion_is_reduced_and_on_paper(tmp_path):
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "green")]
    frames[0].save(tmp_path / "a.webp", save_all=True, append_images=frames[1:], duration=[100, 200, 400], loop=2)
    (tmp_path / "a.png").write_bytes(b"still")
    written = moving_picture(tmp_path / "a.webp", still=tmp_path / "a.png", alt='a "layer"').data
    media, kind, still = re.search('<source media="(.*?)" srcset="data:(.*?);base64,(.*?)"', written).groups()
    assert media == "(prefers-reduced-motion: reduce), print"
    assert (kind, base64.b64decode(still)) == ("image/png", b"still")
    kind, moving, alt, seconds = re.search(
        '<img src="data:(.*?);base64,(.*?)" alt="(.*?)" data-seconds="(.*?)">', written
    ).groups()
    assert (kind, base64.b64decode(moving)) == ("image/webp", (tmp_path / "a.webp").read_bytes())
    assert (alt, seconds) == ("a &quot;layer&quot;", "1.4")  # two times 0.7 seconds
