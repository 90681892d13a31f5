"""Sphinx extension: a number of the text knows its name, and a link may lead to a figure or an anchor of a notebook.

``0.852<!--name:.3f-->`` becomes an element with ``data-number="PAGE/name"``; ``<!--holds: name-->`` leaves nothing.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

COMMENT = re.compile(r"<!--(?:holds:[^>]*|(?:(?P<page>[a-z][\w-]*)/)?(?P<name>[a-z]\w*):[^>]*)-->")
LAST = re.compile(r"(?P<before>.*?)(?P<number>[-−+]?\d[\d,]*(?:\.\d+)?%?)", re.DOTALL)
ANCHOR = re.compile(r'<a id="([\w-]+)">(?:</a>)?$')


class NumbersInText(SphinxPostTransform):
    """Make elements of numbers with a name, and drop the comments."""

    default_priority = 5

    def run(self, **kwargs):
        here = self.env.docname.rsplit("/", 1)[-1]
        for raw in list(self.document.findall(nodes.raw)):
            found = COMMENT.fullmatch(raw.astext().strip())
            if not found:
                continue
            siblings = raw.parent.children
            place = siblings.index(raw)
            before = siblings[place - 1] if place else None
            last = LAST.fullmatch(before.astext()) if found["name"] and isinstance(before, nodes.Text) else None
            raw.parent.remove(raw)
            if last:
                number = nodes.inline("", last["number"], classes=["number"])
                number["data_number"] = f"{found['page'] or here}/{found['name']}"
                before.parent.replace(before, [nodes.Text(last["before"]), number])


def visit_inline(translator, node):
    """Write a number with its name; any other inline text as ever."""
    if "data_number" in node:
        translator.body.append(translator.starttag(node, "span", "", **{"data-number": node["data_number"]}))
    else:
        translator.body.append(translator.starttag(node, "span", ""))


def depart_inline(translator, node):
    """End it."""
    translator.body.append("</span>")


def anchors(app, doctree):
    """Let links of Markdown lead to sections, figures and anchors in HTML, on this page and from others."""
    page, std = app.env.docname, app.env.get_domain("std")
    for raw in list(doctree.findall(nodes.raw)):
        if found := ANCHOR.match(raw.astext().strip()):
            after = raw.next_node(siblings=True, descend=False)
            if isinstance(after, nodes.raw) and after.astext() == "</a>":
                after.parent.remove(after)
            target = nodes.target("", "", ids=[found[1]])
            raw.parent.replace(raw, target)
    slugs = app.env.metadata[page].setdefault("myst_slugs", {})
    for node in doctree.findall(lambda node: isinstance(node, nodes.section | nodes.figure | nodes.target)):
        for name in node["ids"]:
            title = node[0].astext() if isinstance(node, nodes.section) else name
            slugs.setdefault(name, (node.line or 0, name, title))
            std.anonlabels.setdefault(name, (page, name))
            if isinstance(node, nodes.target):
                std.labels.setdefault(name, (page, name, title))


def setup(app):
    """Register with Sphinx."""
    app.add_post_transform(NumbersInText)
    app.connect("doctree-read", anchors)
    app.add_node(nodes.inline, override=True, html=(visit_inline, depart_inline))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
