"""Sphinx extension: links of plain Markdown lead to figures, anchors and cards, from outputs too; captions."""

import re

from docutils import nodes
from sphinx import addnodes

ANCHOR = re.compile(r'<a id="([\w-]+)">(?:</a>)?$')
FOLDED = re.compile(r'<details\b[^>]*\sid="([\w-]+)"')
IN_BLACK = re.compile(r"\b(black|white|dark)\b", re.IGNORECASE)
PAGE = re.compile(r"(?P<page>[\w./-]+\.(?:ipynb|md))(?:#(?P<place>[\w-]+))?")


def move_caption(paragraph):
    """Make the caption of a figure of the small print that follows its cell: ``<small>...</small>``."""
    words = paragraph.children
    if len(words) < 3 or (words[0].astext(), words[-1].astext()) != ("<small>", "</small>"):
        return
    siblings = paragraph.parent.children
    place = siblings.index(paragraph)
    figures = list(siblings[place - 1].findall(nodes.figure)) if place else []
    if figures and not list(figures[-1].findall(nodes.caption)):
        paragraph.parent.remove(paragraph)
        figures[-1] += nodes.caption("", "", *words[1:-1])
        figures[-1]["classes"] += ["on-paper"] if IN_BLACK.search(paragraph.astext()) else []  # in the dark, too
    else:
        paragraph["classes"].append("small-print")
        paragraph.children = words[1:-1]


def anchors(app, doctree):
    """Let links of Markdown lead to sections, figures, anchors and `<details>`, on this page and from others."""
    page, std = app.env.docname, app.env.get_domain("std")
    for raw in list(doctree.findall(nodes.raw)):
        if found := ANCHOR.match(raw.astext().strip()):
            after = raw.next_node(siblings=True, descend=False)
            if isinstance(after, nodes.raw) and after.astext() == "</a>":
                after.parent.remove(after)
            target = nodes.target("", "", ids=[found[1]])
            raw.parent.replace(raw, target)
    for paragraph in list(doctree.findall(nodes.paragraph)):
        move_caption(paragraph)
    slugs = app.env.metadata[page].setdefault("myst_slugs", {})
    places = [
        (node, name, node[0].astext() if isinstance(node, nodes.section) else name)
        for node in doctree.findall(lambda node: isinstance(node, nodes.section | nodes.figure | nodes.target))
        for name in node["ids"]
    ]
    # In the text, and in what a cell shows.
    places += [(raw, name, name) for raw in doctree.findall(nodes.raw) for name in FOLDED.findall(raw.astext())]
    for node, name, title in places:
        slugs.setdefault(name, (node.line or 0, name, title))
        std.anonlabels.setdefault(name.lower(), (page, name))
        if isinstance(node, nodes.target | nodes.raw):
            std.labels.setdefault(name.lower(), (page, name, title))


def links_of_outputs(app, doctree):
    """Let links in what cells show lead to the pages of the site, as those of the text do."""
    here = app.env.docname
    for link in list(doctree.findall(nodes.reference)):
        found = PAGE.fullmatch(link.get("refuri", ""))
        to = found and app.env.path2doc(app.env.relfn2path(found["page"], here)[1])
        if not to:
            continue
        words = nodes.inline("", "", *link.children, classes=["xref", "myst"])
        about = {"refdomain": "doc", "reftype": "myst", "refdoc": here, "refexplicit": True}
        to = addnodes.pending_xref("", words, reftarget=to, reftargetid=found["place"], **about)
        link.parent.replace(link, to)


def setup(app):
    """Register with Sphinx."""
    app.connect("doctree-read", anchors)
    app.connect("doctree-read", links_of_outputs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
