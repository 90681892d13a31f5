"""What notebooks show beside their text: tables, set as in print. (Numbers: tests/tools/test_in_text.py.)"""

import base64
import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from PIL import Image

from study.page import moving_picture, plain, table


@pytest.fixture
def shown(monkeypatch):
    texts = []
    monkeypatch.setattr("IPython.display.display", lambda text: texts.append(text.data))
    return texts


def test_a_column_of_numbers_stands_to_the_right(shown):
    rows = {"whole": [1, 20], "written": ["1,000", "-0.5"], "mixed": ["1.5", "not run"], "spread": ["1 ± 2", "3 ± 4"]}
    table(pd.DataFrame(rows))
    heads, sides, *lines = shown[0].splitlines()
    right = [side.endswith(":") for side in sides.strip("|").split("|")]
    assert dict(zip(rows, right, strict=True)) == {"whole": True, "written": True, "mixed": False, "spread": False}
    assert [head.strip() for head in heads.strip("|").split("|")] == list(rows)
    assert len(lines) == 2
    assert "1\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}2" in lines[0]


def test_the_still_picture_stands_where_one_can_be_played(tmp_path):
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "green")]
    frames[0].save(tmp_path / "a.webp", save_all=True, append_images=frames[1:], duration=[100, 200, 400], loop=2)
    (tmp_path / "a.png").write_bytes(b"still")
    written = moving_picture(tmp_path / "a.webp", still=tmp_path / "a.png", alt='a "layer"').data
    data = "data:image/{};base64,(.*?)".format
    shown = f'<img src="{data("png")}" alt="(.*?)" data-moving="{data("webp")}" data-seconds="(.*?)">'
    still, alt, moving, seconds = re.search(shown, written).groups()
    assert [base64.b64decode(of) for of in (still, moving)] == [b"still", (tmp_path / "a.webp").read_bytes()]
    assert (alt, seconds) == ("a &quot;layer&quot;", "1.4")  # two times 0.7 seconds


@given(st.text())
def test_plain_text_is_shown_as_it_stands(text):
    shown = " ".join(text.split())
    (inline,) = MarkdownIt("commonmark", {"html": True}).parseInline(plain(f"x {shown} x"))
    assert all(part.type in ("text", "text_special") for part in inline.children)
    written = "".join(part.content for part in inline.children)
    assert written == "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(f"x {shown} x".split()))
