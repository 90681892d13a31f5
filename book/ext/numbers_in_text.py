"""Sphinx extension: numbers of the text know their names; links lead to figures, anchors and cards, from outputs too.

``0.852<!--name:.3f-->`` becomes an element with ``data-number="PAGE/name"``; ``<!--holds: name-->`` leaves nothing.
"""

import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

COMMENT = re.compile(r"<!--(?:holds:[^>]*|(?:(?P<page>[a-z][\w-]*)/)?(?P<name>[a-z]\w*):[^>]*)-->")
LAST = re.compile(r"(?P<before>.*?)(?P<number>[-−+]?\d[\d,]*(?:\.\d+)?%?)", re.DOTALL)
ANCHOR = re.compile(r'<a id="([\w-]+)">(?:</a>)?$')
FOLDED = re.compile(r'<details\b[^>]*\sid="([\w-]+)"')
IN_BLACK = re.compile(r"\b(black|white|dark)\b", re.IGNORECASE)
PAGE = re.compile(r"(?P<page>[\w./-]+\.(?:ipynb|md))(?:#(?P<place>[\w-]+))?")


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


def move_caption(paragraph):
    """Make the caption of a figure of the small print that follows its cell: ``<small>...</small>``."""
    words = paragraph.children
    if len(words) < 3 or not all(isinstance(end, nodes.raw) for end in (words[0], words[-1])):
        return
    if (words[0].astext(), words[-1].astext()) != ("<small>", "</small>"):
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
        link.parent.replace(
            link,
            addnodes.pending_xref(
                "",
                words,
                refdomain="doc",
                reftype="myst",
                reftarget=to,
                reftargetid=found["place"],
                refdoc=here,
                refexplicit=True,
            ),
        )


def setup(app):
    """Register with Sphinx."""
    app.add_post_transform(NumbersInText)
    app.connect("doctree-read", anchors)
    app.connect("doctree-read", links_of_outputs)
    app.add_node(nodes.inline, override=True, html=(visit_inline, depart_inline))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
