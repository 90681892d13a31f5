"""The book as one PDF: its single-page build, printed by the system's Chromium with bookmarks and page numbers."""

import re
from pathlib import Path

import click
from chromium import find_chromium, launched, served

SINGLE = Path("_build", "singlehtml")
PDF = Path("_build", "pdf", "gnode.pdf")
NUMBER = '<div style="width: 100%; text-align: center; font: 8pt sans-serif"><span class="pageNumber"></span></div>'
# In the single page the entries of the bibliography share names with other places; a file beside it is not in the PDF.
MEND_LINKS = """() => {
  document.querySelectorAll("div.citation").forEach((entry) => { entry.id = `entry-${entry.id}`; });
  document.querySelectorAll(".bibtex-citation a").forEach((link) => { link.hash = link.hash.replace("#", "#entry-"); });
  document.querySelectorAll("a[href]").forEach((link) => {
    if (link.host === location.host && link.pathname !== location.pathname) link.removeAttribute("href");
  });
}"""
# What is mended in the file keeps its length, as the file gives its parts by their places. So that the same book gives
# the same file, the time of printing is blanked out, and the names of the document's parts, which depend on how long
# scripts took, are counted from zero. And of the bookmarks that Chromium writes twice over the second half goes.
TIMES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)")
PARTS = re.compile(rb"\(node\d{8}\)")
TWICE = re.compile(rb"(/Title (?:\(|<FEFF))((?:\\.|[^)>\\])+)\2([)>])")


@click.command()
def main():
    """Print _build/singlehtml/index.html to _build/pdf/gnode.pdf."""
    if find_chromium() is None:
        raise click.ClickException("no Chromium or Chrome on this machine (on Debian and Ubuntu: apt install chromium)")
    with served(SINGLE) as address, launched() as browser:
        page = browser.new_page(color_scheme="light")
        page.goto(f"{address}/index.html", wait_until="load", timeout=0)
        page.evaluate("MathJax.startup.promise")
        page.evaluate("document.fonts.ready")
        page.evaluate(MEND_LINKS)
        printed = page.pdf(
            format="A4",
            margin={"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"},
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=NUMBER,
            outline=True,
            tagged=True,
        )
    printed = TIMES.sub(lambda found: b" " * len(found[0]), printed)
    names = {name: b"(node%08d)" % number for number, name in enumerate(sorted(set(PARTS.findall(printed))))}
    printed = PARTS.sub(lambda found: names[found[0]], printed)
    printed = TWICE.sub(lambda found: found[1] + found[2] + found[3] + b" " * len(found[2]), printed)
    PDF.parent.mkdir(parents=True, exist_ok=True)
    PDF.write_bytes(printed)
    click.echo(f"{PDF}: {len(printed) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
