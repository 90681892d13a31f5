"""The link to the reference in scikit-learn's HTML display of an estimator."""

import re
from email.message import Message

import pytest

import gnode

CLASSES = [of for name in gnode.__all__ if hasattr(of := getattr(gnode, name), "fit")]
SITE = "https://someone.github.io/gnode"


class Own(gnode.GreedyByNode):
    """A user's own class, which the reference does not have."""


def installed(monkeypatch, *urls):
    """Let the package be installed with these addresses."""
    about = Message()
    for url in urls:
        about["Project-URL"] = url
    monkeypatch.setattr("gnode.layer.metadata", lambda name: {"gnode": about}[name])


@pytest.mark.parametrize("kind", CLASSES)
def test_with_an_address_it_leads_to_the_class(kind, monkeypatch, root):
    installed(monkeypatch, "Paper, https://arxiv.org/abs/1602.06183", f"Documentation, {SITE}")
    link = f"{SITE}/book/api.html#gnode.{kind.__name__}"
    assert f'href="{link}"' in kind()._repr_html_()
    page = (root / "book" / "api.md").read_text(encoding="utf-8")
    assert re.search(rf"currentmodule:: gnode\n.*autoclass:: {kind.__name__}\n", page, flags=re.DOTALL)
    assert Own()._get_doc_link() == ""


@pytest.mark.parametrize("kind", CLASSES)
def test_without_an_address_there_is_none(kind, monkeypatch):
    for urls in ([], ["Paper, https://arxiv.org/abs/1602.06183"]):
        installed(monkeypatch, *urls)
        shown = kind()._repr_html_()
        assert kind.__name__ in shown and 'href="http' not in shown
