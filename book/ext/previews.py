"""Sphinx extension: what a link leads to is shown at the link: words of the glossary, works cited, figures.

A word of the glossary becomes a link the first time that a page uses it. What a link leads to comes up under the mouse,
with the keyboard's focus and at a finger's first tap (`_static/previews.js`); screen readers read it as the description
of the link. Without scripts a link leads where it leads.
"""

import html
import re
from pathlib import Path

from docutils import nodes
from pybtex.database import parse_file
from pybtex.richtext import Text
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

GLOSSARY, WORKS = "book/glossary", "book/references.bib"
# Words that are also said in their everyday sense.
EVERYDAY = {"collapse", "control", "epoch", "feature", "on weights", "run", "stage", "update", "verdict", "version"}
# Where a link would be in the way.
NO_PLACE = (nodes.reference, addnodes.pending_xref, nodes.literal, nodes.math, nodes.table, nodes.title, nodes.caption)
# What shows a preview: a word of the glossary, a figure, a work cited.
LINK = re.compile(
    r'<a class="reference (?P<kind>internal|external)" href="(?P<to>(?:[^"#]*#(?P<id>(?:term|fig)-[^"]+)|[^"]+))"'
    r'(?: title="[^"]*")?>(?P<term><span class="xref std std-term">)?'
)
PICTURE = re.compile(r'(<figure\b[^>]*>\s*)(<img\b[^>]*\bsrc="([^"]*_images/[^"]*)"[^>]*>)')


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
        if self.env.docname == GLOSSARY:
            return
        seen, pattern = set(), self.app.glossary_pattern
        for paragraph in list(self.document.findall(nodes.paragraph)):
            for text in list(paragraph.findall(nodes.Text)):
                if _is_inside(text, NO_PLACE):
                    continue
                pieces, end = [], 0
                for found in pattern.finditer(text):
                    if found[0].lower() not in seen:
                        seen.add(found[0].lower())
                        pieces += [nodes.Text(text[end : found.start()]), _reference(found[0], self.env.docname)]
                        end = found.end()
                if pieces:
                    text.parent.replace(text, [*pieces, nodes.Text(text[end:])])


def _is_inside(node, kinds):
    return node is not None and (isinstance(node, kinds) or _is_inside(node.parent, kinds))


def _reference(word, docname):
    shown = nodes.inline("", word, classes=["xref", "std", "std-term"])
    return addnodes.pending_xref(
        "", shown, refdomain="std", reftype="term", reftarget=word, refdoc=docname, refexplicit=True, refwarn=True
    )


def read_words(app):
    """Read the words before any page is read."""
    app.glossary_pattern = pattern_of(words_of(Path(app.srcdir, f"{GLOSSARY}.md").read_text(encoding="utf-8")))
    app.told_of = None


def works(path):
    """Tell each work of the bibliography by the address that a link to it has (dict of str to str)."""
    told = {}
    for entry in parse_file(path).entries.values():
        fields = {name: str(Text.from_latex(value)) for name, value in entry.fields.items()}
        doi, arxiv = fields.get("doi"), fields.get("eprint")
        address = f"https://doi.org/{doi}" if doi else f"https://arxiv.org/abs/{arxiv}" if arxiv else fields.get("url")
        if address:
            names = [str(Text.from_latex(" ".join(of.last_names))) for of in entry.persons.get("author", ())]
            where = fields.get("journal") or fields.get("booktitle") or fields.get("publisher")
            where = where or (f"arXiv {arxiv}" if arxiv else "")
            authors = ", ".join(names[:3]) + (" et al." if len(names) > 3 else "")
            told[address] = f"{authors} ({fields['year']}). {fields['title']}. {where}".rstrip(". ") + "."
    return told


def definitions(app):
    """Return what the glossary says of each word, by the id of the word (dict of str to str)."""
    if GLOSSARY not in app.env.found_docs:
        return {}
    resolved = app.env.get_and_resolve_doctree(GLOSSARY, app.builder, app.env.get_doctree(GLOSSARY))
    return {
        term_id: " ".join(item[-1].astext().split())
        for item in resolved.findall(nodes.definition_list_item)
        for term in item.findall(nodes.term)
        for term_id in term["ids"]
    }


def figures(app):
    """Return file and alternative text of each figure of the site, by its id (dict of str to tuple)."""
    found = {}
    for page in app.env.found_docs:
        for figure in app.env.get_doctree(page).findall(nodes.figure):
            for image in figure.findall(nodes.image):
                uri = next(iter(image.get("candidates", {}).values()), image["uri"])
                if uri in app.env.images:
                    found |= {name: (app.env.images[uri][1], image.get("alt", "")) for name in figure["ids"]}
    return found


def add_previews(app, pagename, templatename, context, doctree):
    """Give each such link what it leads to; that stands once at the end of the page."""
    if app.builder.name != "html" or pagename == GLOSSARY or "body" not in context:
        return
    zoom = r'\1<a class="zoom" href="\3" aria-label="Enlarge the figure">\2</a>'
    if app.told_of is None:
        app.told_of = definitions(app) | works(Path(app.srcdir, WORKS)) | figures(app)
    used = {}

    def shown(link):
        key = link["id"] or html.unescape(link["to"])
        told = app.told_of.get(key)
        if told is None or (key.startswith("term-") and not link["term"]):
            return link[0]
        name = "of-" + (link["id"] or "work-" + re.sub(r"\W+", "-", link["to"].partition("//")[2]))
        if isinstance(told, tuple):
            place = context["pathto"](f"_images/{told[0]}", 1)
            used[name] = f'<img data-src="{place}" alt="{html.escape(told[1])}">'
        else:
            used[name] = html.escape(told)
        look, inner = ("defined", "<span>") if link["term"] else ("previewed", "")
        return f'<a class="reference {link["kind"]} {look}" href="{link["to"]}" aria-describedby="{name}">{inner}'

    context["body"] = LINK.sub(shown, PICTURE.sub(zoom, context["body"]))
    if used:
        told = "".join(f'<div id="{name}">{text}</div>' for name, text in used.items())
        context["body"] += f"<div hidden>{told}</div>"


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", read_words)
    app.add_transform(FirstUse)
    app.connect("html-page-context", add_previews)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
