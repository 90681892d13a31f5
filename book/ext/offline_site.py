"""Sphinx extension: the site needs no other host, no page runs a script twice, and what is large is there for a use."""

import gc
import importlib.util
import re
import shutil
from pathlib import Path

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

# What is shown, or run, as it stands; and space at the ends of lines, which is not shown elsewhere.
AS_IT_STANDS = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
SPACE = re.compile(r"\s*\n\s*")

# Of the theme: maps for debugging, fonts of old browsers and of brands, translations. The first says where it was made.
NEVER_LOADED = (".buildinfo", "**/*.map", "**/*.ttf", "**/fa-brands-*", "_static/locales/**/*.*")
LOADED_BY = re.compile(r",\s*url\([^)]*\.ttf\) format\([^)]*\)|@font-face\{[^}]*fa-brands-[^}]*\}")


def use_local_mathjax(app, config):
    """Load MathJax from the site itself."""
    config.mathjax_path = "mathjax/tex-chtml.js"
    config.mathjax3_config = {
        "options": {"enableMenu": False},  # a formula is no stop of the keyboard
        "chtml": {"matchFontHeight": False, "scale": 1.08},  # it would be measured before the page's letters have come
    }


def drop_scripts(app, pagename, templatename, context, doctree):
    """Drop thebe, which comes from another host, what a page has twice, and MathJax where there is no formula."""
    has_formula = 'class="math' in context.get("body", "")
    kept = {}
    for script in context.get("script_files", []):
        key = getattr(script, "filename", None) or str(script), getattr(script, "attributes", {}).get("body")
        told = f"{key[0]} {key[1]}"
        if "thebe" not in told.lower() and (has_formula or not re.search(r"mathjax/|window\.MathJax", told)):
            kept.setdefault(key, script)
    context["script_files"] = list(kept.values())
    if "body" in context:
        context["body"] = PLAIN_TOKEN.sub(r"\1\2", THEBE.sub("", context["body"]))


def copy_mathjax(app):
    """Copy what the pages load of MathJax into the site."""
    # The package's name has hyphens, so it is found by its place and not imported.
    package = Path(importlib.util.find_spec("sphinx-mathjax-offline").submodule_search_locations[0])
    source, target = package / "static" / "mathjax", Path(app.outdir, "_static", "mathjax")
    for file in (file for pattern in MATHJAX for file in source.glob(pattern)):
        if not file.name.startswith(UNUSED):
            place = target / file.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)


def drop_signs(site, script):
    """Keep of the theme's signs, 1.5 MB that each page loads, those that a page or another script names."""
    files = [file for kind in ("html", "js") for file in site.rglob(f"*.{kind}") if file != script]
    shown = {name for file in files for name in re.findall(r"\bfa-([a-z0-9-]+)", file.read_text(encoding="utf-8"))}

    def kept(sign):
        names = {sign[1] or sign[2], *re.findall(r'"([a-z0-9-]+)"', sign[3])}
        return sign[0] if names & shown else ""

    script.write_text(SIGN.sub(kept, script.read_text(encoding="utf-8")), encoding="utf-8")


def finish(app, exception):
    """Add what the pages load, and drop what they never do: files, and space in the pages themselves."""
    if exception is None and app.builder.format == "html":
        copy_mathjax(app)
        site = Path(app.outdir)
        for file in {file for pattern in NEVER_LOADED for file in site.glob(pattern)}:
            file.unlink()
        for sheet in site.rglob("*.css"):
            sheet.write_text(LOADED_BY.sub("", sheet.read_text(encoding="utf-8")), encoding="utf-8")
        for file in site.rglob("*.html"):
            parts = AS_IT_STANDS.split(file.read_text(encoding="utf-8"))
            # Of three parts the second stands as it is; the third is its tag's name.
            lines = (SPACE.sub("\n", part) if i % 3 == 0 else part for i, part in enumerate(parts) if i % 3 < 2)
            file.write_text("".join(lines), encoding="utf-8")
        if app.builder.name == "html":
            drop_signs(site, site / "_static" / "scripts" / "fontawesome.js")


def setup(app):
    """Register with Sphinx; pages are changed after every other extension has had its say."""
    gc.disable()  # a book is one large tree to the end; going through it for garbage took a third
    app.connect("config-inited", use_local_mathjax, priority=900)
    app.connect("html-page-context", drop_scripts, priority=900)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
