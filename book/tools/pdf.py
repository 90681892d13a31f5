"""The book as one PDF: its single-page build, printed by the system's Chromium with bookmarks and page numbers."""

import io
from pathlib import Path

import click
import numpy as np
import pikepdf
from chromium import find_chromium, launched, served
from PIL import Image

SINGLE = Path("_build", "print", "_build", "singlehtml")
PDF = Path("_build", "pdf", "gnode.pdf")
NUMBER = '<div style="width: 100%; text-align: center; font: 8pt sans-serif"><span class="pageNumber"></span></div>'
MARGIN = {"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"}
SHEETS = {"format": "A4", "margin": MARGIN, "outline": True, "tagged": True}
SHEETS |= {"display_header_footer": True, "header_template": "<span></span>", "footer_template": NUMBER}
# In the single page the entries of the bibliography share names with other places; a file beside it is not in the PDF.
MEND_LINKS = """() => {
  document.querySelectorAll("div.citation").forEach((entry) => { entry.id = `entry-${entry.id}`; });
  document.querySelectorAll(".bibtex-citation a").forEach((link) => { link.hash = link.hash.replace("#", "#entry-"); });
  document.querySelectorAll("a[href]").forEach((link) => {
    if (link.host === location.host && link.pathname !== location.pathname) link.removeAttribute("href");
  });
}"""
# Colours would make each word of the code a part of the document: a fifth of the file, and hard to read aloud.
PLAIN_CODE = """() => {
  document.querySelectorAll("div.highlight pre").forEach((code) => { code.textContent = code.textContent; });
}"""


@click.command()
def main():
    """Print _build/print/_build/singlehtml/index.html to _build/pdf/gnode.pdf."""
    if find_chromium() is None:
        raise click.ClickException("no Chromium or Chrome on this machine (on Debian and Ubuntu: apt install chromium)")
    with served(SINGLE) as address, launched() as browser:
        page = browser.new_page(color_scheme="light")
        page.goto(f"{address}/index.html", wait_until="load", timeout=0)
        for script in ("MathJax.startup.promise", "document.fonts.ready", MEND_LINKS, PLAIN_CODE):
            page.evaluate(script)
        printed = page.pdf(**SHEETS)
    PDF.parent.mkdir(parents=True, exist_ok=True)
    pikepdf.settings.set_flate_compression_level(9)
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        with pdf.open_outline() as outline:
            mend_titles(outline.root)
        for image in pdf.objects:
            if isinstance(image, pikepdf.Stream) and image.get("/Subtype") == "/Image":
                give_palette(image)
        pdf.save(PDF, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    click.echo(f"{PDF}: {PDF.stat().st_size / 1e6:.1f} MB")


def give_palette(image):
    """Keep an image of at most 256 colours with a palette, as the figures are: without loss, in half the space."""
    pixels, size = image.read_bytes(), (int(image.Width), int(image.Height))
    counted = len(pixels) == 3 * size[0] * size[1] and Image.frombytes("RGB", size, pixels).getcolors(256)
    if counted:
        colours = np.array(sorted(colour for _, colour in counted), np.uint8)
        table = pikepdf.String(colours.tobytes())
        image.ColorSpace = pikepdf.Array([pikepdf.Name.Indexed, image.ColorSpace, len(colours) - 1, table])
        whole = np.array([1 << 16, 1 << 8, 1])
        which = np.searchsorted(colours @ whole, np.frombuffer(pixels, np.uint8).reshape(-1, 3) @ whole)
        image.write(which.astype(np.uint8).tobytes())


def mend_titles(items):
    """Halve the bookmarks that Chromium writes twice over."""
    for item in items:
        half = len(item.title) // 2
        if item.title == 2 * item.title[:half]:
            item.title = item.title[:half]
        mend_titles(item.children)


if __name__ == "__main__":
    main()
