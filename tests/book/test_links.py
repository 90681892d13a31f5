"""Every link of the site that leads into it: the file is there, and in it the place."""

import re
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urldefrag, urlsplit

import pytest
from built_site import PAGES

# Sphinx-proof gives the parts of every theorem the same names; nothing leads to them.
NAMELESS = {"proof", "proof-content"}


class Reader(HTMLParser):
    """What a page refers to, and the places in it."""

    def __init__(self, path):
        super().__init__()
        self.references, self.places, self.doubles = [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if place := attributes.get("id"):
            if place in self.places:
                self.doubles.append(place)
            self.places.add(place)
        if tag == "a" and "name" in attributes:
            self.places.add(attributes["name"])
        self.references += [attributes[key] for key in ("href", "src", "data-src") if attributes.get(key)]


@pytest.fixture(scope="module")
def read(site):
    """Every page of the site, read."""
    return {page: Reader(site / page) for page in PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_into_the_site_leads_somewhere(site, read, page):
    broken = []
    for reference in read[page].references:
        target, place = urldefrag(reference)
        if urlsplit(target).scheme or target.startswith("//"):
            assert reference.startswith(("https://", "http://", "mailto:", "data:")), reference
            continue
        file = (site / page).parent / unquote(urlsplit(target).path) if urlsplit(target).path else site / page
        if file.is_dir():
            file = file / "index.html"
        name = file.resolve().relative_to(site).as_posix() if file.exists() else None
        settings = parse_qs(place).keys()
        if settings and settings <= {"algorithm", "amnesia", "epochs", "rate"} and name == "notebooks/play.html":
            continue  # settings of the layer there
        if name is None or (place and name in read and unquote(place) not in read[name].places):
            broken.append(reference)
    assert broken == [] and [place for place in read[page].doubles if place not in NAMELESS] == []
    # Sphinx writes a reference that it cannot resolve as text of this class.
    assert re.findall(r'<span class="xref [^>]*>.*?</span>', (site / page).read_text(encoding="utf-8")) == []


def test_what_stylesheets_load_is_there(site):
    missing = [
        f"{sheet.relative_to(site)}: {target}"
        for sheet in site.rglob("*.css")
        for target in re.findall(r"url\(['\"]?([^'\")]+)", sheet.read_text(encoding="utf-8"))
        if not target.startswith(("data:", "#")) and not (sheet.parent / target.split("?")[0].split("#")[0]).exists()
    ]
    assert missing == []
