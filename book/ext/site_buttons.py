"""Sphinx extension: the buttons above a page: downloads, the book as PDF, and places to run a notebook.

The repository's address stands in `_config.yml` alone; until it is set there, nothing leads there or runs from there.
"""

import json
import os
import shutil
from pathlib import Path

PDF = Path("_build", "pdf", "gnode.pdf")  # book/tools/pdf.py makes it
ARTICLE = Path("_build", "article", "article.pdf")  # book/tools/article.py makes it
NAMED = '<code class="docutils literal notranslate"><span class="pre">{}</span></code>'
PRINTED = os.environ.get("GNODE_PRINTS", "").split()  # what `make pages` makes beside the site
OFFERED = ("index", "book/cite")  # the pages that name them


def follow_repository(app, config):
    """Show what needs the repository's address if, and only if, there is one."""
    options = config.html_theme_options
    known = bool(options.get("repository_url"))
    options["use_repository_button"] = options["use_issues_button"] = known
    if not known:
        options.pop("launch_buttons", None)


def add_downloads(app, pagename, templatename, context, doctree):
    """Offer each notebook as text too, and the book as PDF where that has been made."""
    group = next((b for b in context.get("header_buttons", []) if b.get("label") == "download-buttons"), None)
    if group is None:
        return
    source, *others = group["buttons"]
    source["tooltip"] = "Download this page's source"
    others[-1] |= {"text": "Print", "tooltip": "Print this page"}
    added = []
    if context["page_source_suffix"] == ".ipynb":
        source["tooltip"] = "Download this notebook without its outputs, to run in a clone"
        added.append((f"_sources/{pagename}.md", ".md", "Download this notebook as text", "fas fa-file-lines"))
    if PDF.name in PRINTED or Path(app.srcdir, PDF).exists():
        added.append((PDF.name, "Book (PDF)", "Download the whole book", "fas fa-book"))
    group["buttons"][1:1] = [
        {"type": "link", "url": context["pathto"](to, 1), "text": text, "tooltip": tip, "icon": icon}
        for to, text, tip, icon in added
    ]


def link_documents(app, pagename, templatename, context, doctree):
    """Make links of the names of article and book, which may have been made since the page's text was read."""
    if pagename in OFFERED and app.builder.name == "html":
        for pdf in (ARTICLE, PDF):
            if pdf.name in PRINTED or Path(app.srcdir, pdf).exists():
                link = f'<a class="reference external" href="{context["pathto"](pdf.name, 1)}">{pdf.name}</a>'
                context["body"] = context["body"].replace(NAMED.format(pdf.name), link)


def copy_downloads(app, exception):
    """Put the texts of the notebooks, the book and the article where the buttons and links lead."""
    if exception is None and app.builder.name == "html":
        for pagename in app.env.found_docs:
            page = Path(app.env.doc2path(pagename))
            if page.suffix == ".ipynb":
                source = Path(app.outdir, "_sources", f"{pagename}.md")
                shutil.copy(page.with_suffix(".md"), source)
                notebook = json.loads(page.read_text(encoding="utf-8"))
                for cell in notebook["cells"]:  # the page has the outputs
                    if cell["cell_type"] == "code":
                        cell |= {"outputs": [], "execution_count": None}
                source.with_suffix(".ipynb").write_text(
                    json.dumps(notebook, ensure_ascii=False, indent=1), encoding="utf-8"
                )
        for pdf in (PDF, ARTICLE):
            if pdf.name not in PRINTED and Path(app.srcdir, pdf).exists():
                shutil.copy(Path(app.srcdir, pdf), app.outdir)


def setup(app):
    """Register with Sphinx; the buttons come after the theme's own."""
    app.connect("config-inited", follow_repository, priority=100)
    app.connect("html-page-context", link_documents)
    app.connect("html-page-context", add_downloads, priority=900)
    app.connect("build-finished", copy_downloads)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
