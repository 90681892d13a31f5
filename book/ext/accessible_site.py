"""Sphinx extension: what screen readers and paper need and the theme does not give."""

import re
from pathlib import Path

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
    """Register with Sphinx."""
    app.connect("html-page-context", empty_no_headers)
    app.connect("build-finished", name_toggles)
    app.add_node(nodes.citation, override=True, html=(visit_citation, HTML5Translator.depart_citation))
    app.add_js_file(None, body=PRINT_LIGHT)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
