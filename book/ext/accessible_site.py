"""Sphinx extension: what screen readers and paper need and the theme does not give."""

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

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


def empty_no_headers(app, pagename, templatename, context, doctree):
    """Make the empty corner of a pandas table a plain cell: a header without a text is none."""
    if "body" in context:
        context["body"] = context["body"].replace("<th></th>", "<td></td>")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", empty_no_headers)
    app.add_node(nodes.citation, override=True, html=(visit_citation, HTML5Translator.depart_citation))
    app.add_js_file(None, body=PRINT_LIGHT)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
