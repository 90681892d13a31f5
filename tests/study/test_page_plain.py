"""What stands in stored files is shown as it stands: it never becomes markup of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from study import page


@pytest.fixture
def shown(monkeypatch):
    """The texts that a page shows."""
    texts = []
    monkeypatch.setattr("IPython.display.display", lambda text, **_: texts.append(getattr(text, "data", "")))
    return texts


@given(st.text())
def test_plain_text_is_shown_as_it_stands(text):
    shown = " ".join(text.split())
    (inline,) = MarkdownIt("commonmark", {"html": True}).parseInline(page.plain(f"x {shown} x"))
    assert all(part.type in ("text", "text_special") for part in inline.children)
    written = "".join(part.content for part in inline.children)
    assert written == "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(f"x {shown} x".split()))
