"""A moving picture on a page: whole, with a text instead, and still for readers who ask for that."""

import base64
import re

import pytest

from study.page import moving_picture

pytest.importorskip("IPython")


def test_the_still_picture_stands_in_where_motion_is_reduced_and_on_paper(tmp_path):
    (tmp_path / "a.webp").write_bytes(b"moving")
    (tmp_path / "a.png").write_bytes(b"still")
    written = moving_picture(tmp_path / "a.webp", still=tmp_path / "a.png", alt='a "layer"').data
    media, kind, still = re.search('<source media="(.*?)" srcset="data:(.*?);base64,(.*?)"', written).groups()
    assert media == "(prefers-reduced-motion: reduce), print"
    assert (kind, base64.b64decode(still)) == ("image/png", b"still")
    kind, moving, alt = re.search('<img src="data:(.*?);base64,(.*?)" alt="(.*?)">', written).groups()
    assert (kind, base64.b64decode(moving), alt) == ("image/webp", b"moving", "a &quot;layer&quot;")
