"""Sphinx extension: links and captions of plain Markdown; quotes and names in docstrings; what screen readers need."""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python import PyXRefRole
from sphinx.transforms import SphinxTransform
from sphinx.writers.html5 import HTML5Translator

ANCHOR = re.compile(r'<a id="([\w-]+)">(?:</a>)?$')
FOLDED = re.compile(r'<details\b[^>]*\sid="([\w-]+)"')
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


class StraightQuotes(SphinxTransform):
    """Leave the quotes of docstrings alone: in them stand values to be typed, such as "original"."""

    default_priority = 740  # before SphinxSmartQuotes

    def apply(self, **kwargs):
        for content in self.document.findall(addnodes.desc_content):
            content["support_smartquotes"] = False


class Name(PyXRefRole):
    """What stands in single backticks: the name of something that is documented, or of a parameter, which is not."""

    def process_link(self, env, refnode, has_explicit_title, title, target):
        refnode["reftype"] = "obj"
        refnode["only_name"] = True
        return super().process_link(env, refnode, has_explicit_title, title, target)


def leave_name(app, env, node, contnode):
    """Show the name of what is documented nowhere as code."""
    return nodes.literal("", contnode.astext()) if node.get("only_name") else None


# Paper is white: a page that is shown dark prints in the light colours.
PRINT_LIGHT = """
addEventListener("beforeprint", () => {
  const root = document.documentElement;
  root.dataset.shown = root.dataset.theme;
  root.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = document.documentElement.dataset.shown;
});
"""


def visit_citation(translator, node):
    """Write an entry of the bibliography as an item of its list; docutils' own role for it is deprecated."""
    began = len(translator.body)
    HTML5Translator.visit_citation(translator, node)
    translator.body[began:] = [
        written.replace('role="doc-biblioentry"', 'role="listitem"') for written in translator.body[began:]
    ]


EMPTY = re.compile(r"<th\b[^>]*>(?:<p></p>)?</th>")
TOGGLE = '<summary><span class="toctree-toggle" role="presentation">'


def empty_no_headers(app, pagename, templatename, context, doctree):
    """Make an empty corner of a table a plain cell: a header without a text is none."""
    if "body" in context:
        context["body"] = EMPTY.sub("<td></td>", context["body"])


def name_toggles(app, exception):
    """Name what unfolds the appendix in the sidebar; the theme shows an arrow alone."""
    if exception is None and app.builder.name == "html":
        for page in Path(app.outdir).rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            named = text.replace(TOGGLE, TOGGLE.replace("<summary>", '<summary aria-label="Pages of the appendix">'))
            if named != text:
                page.write_text(named, encoding="utf-8")


def setup(app):
    """Register with Sphinx; `default_role` in _config.yml names the role."""
    app.connect("doctree-read", anchors)
    app.connect("doctree-read", links_of_outputs)
    app.add_transform(StraightQuotes)
    app.add_role_to_domain("py", "name", Name())
    app.connect("missing-reference", leave_name)
    app.connect("html-page-context", empty_no_headers)
    app.connect("build-finished", name_toggles)
    app.add_node(nodes.citation, override=True, html=(visit_citation, HTML5Translator.depart_citation))
    app.add_js_file(None, body=PRINT_LIGHT)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
