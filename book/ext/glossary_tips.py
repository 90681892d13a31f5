"""Sphinx extension: a word of the glossary is a link the first time that a page uses it, and shows its definition.

The definition comes up under the mouse and with the keyboard's focus (`_static/tips.js`); screen readers read it as the
description of the link. Without scripts the link leads to the glossary.
"""

import html
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

GLOSSARY = "book/glossary"
# Words that are also said in their everyday sense: of these only `{term}` makes a link.
EVERYDAY = {
    "by default",
    "collapse",
    "control",
    "epoch",
    "feature",
    "mixes",
    "reading",
    "run",
    "stage",
    "update",
    "verdict",
}
# Where a link would be in the way.
NO_PLACE = (nodes.reference, addnodes.pending_xref, nodes.literal, nodes.math, nodes.table, nodes.title, nodes.caption)
LINK = re.compile(
    r'<a class="reference internal" href="([^"#]*#(term-[^"]+))"(?: title="[^"]*")?><span class="xref std std-term">'
)


def words_of(source):
    """List the words that a glossary defines (list of str), without those of everyday sense."""
    (glossary,) = re.findall(r"^```\{glossary\}\n(.*?)^```", source, flags=re.DOTALL | re.MULTILINE)
    words = [line.strip() for line in glossary.splitlines() if line.strip() and not line.startswith((" ", ":"))]
    return [word for word in words if word.lower() not in EVERYDAY]


def pattern_of(words):
    """Make the pattern that finds the words in a text: an abbreviation as it is written, any other in any case."""
    longest_first = sorted(words, key=len, reverse=True)
    any_case = "|".join(re.escape(word) for word in longest_first if not word.isupper())
    as_written = "|".join(re.escape(word) for word in longest_first if word.isupper())
    return re.compile(rf"(?<![\w-])(?:((?i:{any_case}))|({as_written}))(?![\w-])")


class FirstUse(SphinxTransform):
    """Make a link of the first use of each word of the glossary."""

    default_priority = 300

    def apply(self, **kwargs):
        if self.env.docname == GLOSSARY or not self.app.glossary_pattern:
            return
        seen = set()
        for paragraph in list(self.document.findall(nodes.paragraph)):
            if any(isinstance(above, NO_PLACE) for above in _ancestors(paragraph)):
                continue
            for text in list(paragraph.findall(nodes.Text)):
                if not any(isinstance(above, NO_PLACE) for above in _ancestors(text)):
                    self._link(text, seen)

    def _link(self, text, seen):
        pieces, end = [], 0
        for found in self.app.glossary_pattern.finditer(text):
            word = found[0]
            if word.lower() in seen:
                continue
            seen.add(word.lower())
            pieces += [nodes.Text(text[end : found.start()]), _reference(word, self.env.docname)]
            end = found.end()
        if pieces:
            text.parent.replace(text, [*pieces, nodes.Text(text[end:])])


def _ancestors(node):
    while (node := node.parent) is not None:
        yield node


def _reference(word, docname):
    shown = nodes.inline("", word, classes=["xref", "std", "std-term"])
    return addnodes.pending_xref(
        "", shown, refdomain="std", reftype="term", reftarget=word, refdoc=docname, refexplicit=True, refwarn=True
    )


def read_words(app):
    """Read the words before any page is read."""
    path = app.srcdir / f"{GLOSSARY}.md"
    app.glossary_definitions = None
    app.glossary_pattern = pattern_of(words_of(path.read_text(encoding="utf-8"))) if path.exists() else None


def definitions(app):
    """Return what the glossary says of each word, by the id of the word (dict of str to str)."""
    if GLOSSARY not in app.env.found_docs:
        return {}
    # Glued numbers and the titles of pages stand in the text only once its references are resolved.
    resolved = app.env.get_and_resolve_doctree(GLOSSARY, app.builder, app.env.get_doctree(GLOSSARY))
    return {
        term_id: " ".join(item[-1].astext().split())
        for item in resolved.findall(nodes.definition_list_item)
        for term in item.findall(nodes.term)
        for term_id in term["ids"]
    }


def add_definitions(app, pagename, templatename, context, doctree):
    """Give each link to a word of the glossary its definition, which stands once at the end of the page."""
    if app.builder.name != "html" or pagename == GLOSSARY or "body" not in context:
        return
    if app.glossary_definitions is None:
        app.glossary_definitions = definitions(app)
    told, used = app.glossary_definitions, {}

    def described(link):
        used[link[2]] = told[link[2]]
        return f'<a class="reference internal defined" href="{link[1]}" aria-describedby="of-{link[2]}"><span>'

    body = LINK.sub(lambda link: described(link) if link[2] in told else link[0], context["body"])
    if used:
        spans = "".join(f'<span id="of-{word}">{html.escape(text)}</span>' for word, text in used.items())
        context["body"] = f"{body}<div hidden>{spans}</div>"


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", read_words)
    app.add_transform(FirstUse)
    app.connect("html-page-context", add_definitions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
