"""Sphinx extension: the site needs no other host, no page runs a script twice, and no file is there for nothing."""

import importlib.util
import json
import re
import shutil
from pathlib import Path

from sphinx.util.fileutil import copy_asset_file

# The part of MathJax that the pages load: the TeX reader with its HTML output, and the letters of their formulas. A
# page that asks for more (by \boldsymbol or \mathcal) finds no file, and a test says so.
MATHJAX = ("tex-chtml.js", "output/chtml/fonts/woff-v2/*.woff")
UNUSED = ("MathJax_Calligraphic", "MathJax_Fraktur", "MathJax_Main-Italic", "MathJax_Math-BoldItalic")
UNUSED += ("MathJax_SansSerif-Bold", "MathJax_SansSerif-Italic", "MathJax_Script", "MathJax_Typewriter")

# One sign in the theme's script of signs: its name, size, other names, number and outline.
SIGN = re.compile(
    r'(?:"([a-z0-9-]+)"|([a-z0-9]+)):\[\d+,\d+,(\[[^\]]*\]),"[0-9a-f]+",(?:"[^"]*"|\[(?:"[^"]*",?)+\])\],?'
)

# What thebe leaves at the end of each page for its own script.
THEBE = re.compile(
    r"<script type=\"text/x-thebe-config\">.*?</script>\s*<script>kernelName = '\w*'</script>", re.DOTALL
)

# Names, brackets and spaces in code have the colour of the code around them; dots and equals signs may have it.
PLAIN_TOKEN = re.compile(r'<span class="(?:[npw]">([^<]*)|o">([.=]))</span>')
TOKEN = re.compile(r'<span class="[a-z][a-z0-9]?">([^<]*)</span>')
FOLDED = re.compile(r'<details class="admonition hide.*?</details>', re.DOTALL)

# What is shown, or run, as it stands; and space at the ends of lines, which is not shown elsewhere.
AS_IT_STANDS = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
SPACE = re.compile(r"\s*\n\s*")


def use_local_mathjax(app, config):
    """Load MathJax from the site itself."""
    config.mathjax_path = "mathjax/tex-chtml.js"


def drop_scripts(app, pagename, templatename, context, doctree):
    """Drop thebe, which comes from another host, what a page has twice, and MathJax where there is no formula."""
    has_formula = 'class="math' in context.get("body", "")
    seen, kept = set(), []
    for script in context.get("script_files", []):
        attributes = getattr(script, "attributes", {})
        key = (getattr(script, "filename", None) or str(script), attributes.get("body"))
        not_needed = not has_formula and ("mathjax/" in key[0] or "window.MathJax" in (key[1] or ""))
        if key in seen or not_needed or "thebe" in f"{key[0]} {key[1]}".lower():
            continue
        seen.add(key)
        kept.append(script)
    context["script_files"] = kept
    if "body" in context:
        context["body"] = THEBE.sub("", context["body"])


def drop_plain_marks(app, pagename, templatename, context, doctree):
    """Drop the marks in code that change nothing, and all marks in folded code: they were a third of the pages."""
    if "body" in context:
        body = PLAIN_TOKEN.sub(r"\1\2", context["body"])
        context["body"] = FOLDED.sub(lambda code: TOKEN.sub(r"\1", code[0]), body)


def copy_mathjax(app, exception):
    """Copy what the pages load of MathJax into the site."""
    if exception is None and app.builder.format == "html":
        # The package's name has hyphens, so it is found by its place and not imported.
        package = Path(importlib.util.find_spec("sphinx-mathjax-offline").submodule_search_locations[0])
        source, target = package / "static" / "mathjax", Path(app.outdir, "_static", "mathjax")
        for pattern in MATHJAX:
            for file in (file for file in source.glob(pattern) if not file.name.startswith(UNUSED)):
                place = target / file.relative_to(source)
                place.parent.mkdir(parents=True, exist_ok=True)
                copy_asset_file(str(file), str(place))


def drop_unused(app, exception):
    """Leave out what no page loads: maps for debugging the theme, translations, old fonts, signs that no page shows.

    And Sphinx's note on its configuration, which differs from place to place.
    """
    if exception is None and app.builder.format == "html":
        Path(app.outdir, ".buildinfo").unlink(missing_ok=True)
        static = Path(app.outdir, "_static")
        for file in [*static.rglob("*.map"), *static.rglob("*.ttf"), *static.rglob("fa-brands-*.woff2")]:
            file.unlink()
        shutil.rmtree(static / "locales", ignore_errors=True)
        for sheet in static.rglob("*.css"):
            style = sheet.read_text(encoding="utf-8")
            if ".ttf" in style or "fa-brands" in style:
                style = re.sub(r",\s*url\([^)]*\.ttf\) format\([^)]*\)", "", style)
                style = re.sub(r"@font-face\{[^}]*fa-brands-[^}]*\}", "", style)
                sheet.write_text(style, encoding="utf-8")
        drop_signs(Path(app.outdir), static / "scripts" / "fontawesome.js")


def drop_signs(site, script):
    """Keep of the theme's signs those that a page or another script names."""
    files = [file for kind in ("html", "js") for file in site.rglob(f"*.{kind}") if file != script]
    shown = {name for file in files for name in re.findall(r"\bfa-([a-z0-9-]+)", file.read_text(encoding="utf-8"))}

    def kept(sign):
        names = {sign[1] or sign[2], *re.findall(r'"([a-z0-9-]+)"', sign[3])}
        return sign[0] if names & shown else ""

    if script.exists():
        script.write_text(SIGN.sub(kept, script.read_text(encoding="utf-8")), encoding="utf-8")


def drop_indents(app, exception):
    """Write pages without indents and empty lines."""
    if exception is None and app.builder.format == "html":
        for file in Path(app.outdir).rglob("*.html"):
            parts = AS_IT_STANDS.split(file.read_text(encoding="utf-8"))
            # Of three parts the second stands as it is; the third is its tag's name.
            lines = (SPACE.sub("\n", part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2)
            file.write_text("".join(lines), encoding="utf-8")


def compact_notebooks(app, exception):
    """Write the notebooks that the site offers for download without line breaks and indents, which are a twentieth."""
    if exception is None and app.builder.format == "html":
        for file in Path(app.outdir, "_sources").rglob("*.ipynb"):
            notebook = json.loads(file.read_text(encoding="utf-8"))
            file.write_text(json.dumps(notebook, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def setup(app):
    """Register with Sphinx; pages are changed after every other extension has had its say."""
    app.connect("config-inited", use_local_mathjax, priority=900)
    app.connect("html-page-context", drop_scripts, priority=900)
    app.connect("html-page-context", drop_plain_marks, priority=900)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", drop_unused)
    app.connect("build-finished", drop_indents)
    app.connect("build-finished", compact_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
