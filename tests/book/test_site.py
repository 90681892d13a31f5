"""The site as a whole: its pages, its size, search, downloads, and buttons that only some builds have."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

import pikepdf
import pytest
import yaml
from built_site import PAGES, wait_until


@pytest.fixture(scope="session")
def chapters(root):
    """The pages of the table of contents, as in the site."""
    files = ["index", *re.findall(r"file: (\S+)", (root / "_toc.yml").read_text(encoding="utf-8"))]
    return [PurePosixPath(file).with_suffix(".html").as_posix() for file in files]


def test_every_chapter_and_no_other_is_a_page_and_the_site_is_small(root, site, chapters):
    assert set(PAGES) - {"genindex.html", "search.html"} == set(chapters)
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < 14e6
    scripts = [site / of.relative_to(root / "book") for of in (root / "book" / "_static").rglob("*.js")]
    assert all(of.read_text("utf-8").startswith('"use strict"') for of in scripts)


def test_the_first_page_loads_little(visit, site):
    """To start MathJax takes 0.1 s at a stretch, in which a page that trains does not answer."""
    for page in ("index.html", "notebooks/play.html"):
        assert not re.search("mathjax/|MathJax", (site / page).read_text(encoding="utf-8"))
    loaded = "performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.decodedBodySize, 0)"
    with visit("index.html") as opened:
        opened.page.wait_for_load_state("networkidle")
        assert 100_000 < opened.page.evaluate(loaded) < 6e6


HITS = "#search-results ul.search > li > a"
SEARCH = """(word) => { document.querySelector("#search-results").replaceChildren(); Search.performSearch(word); }"""
FOUND = (
    """() => /finished|did not match/.test(document.querySelector("#search-results .search-summary")?.textContent)"""
)


def test_search_finds_a_word_of_each_chapter_and_puts_the_path_before_the_appendix(visit, site, chapters):
    words = {}
    for chapter in chapters:
        text = " ".join(re.findall(r"<p>(.*?)</p>", (site / chapter).read_text(encoding="utf-8"), flags=re.DOTALL))
        words[chapter] = set(re.findall(r"\b[a-z]{7,}\b", re.sub(r"<[^>]*>|\\\(.*?\\\)", " ", text)))
    shared = Counter(word for found in words.values() for word in found)
    with visit("search.html?q=amnesia") as opened:
        wait_until(opened.page, FOUND)
        for chapter, found in words.items():
            word = max(found, key=lambda word: (-shared[word], len(word), word))
            opened.page.evaluate(SEARCH, word)
            wait_until(opened.page, FOUND)
            hits = opened.page.locator(HITS).evaluate_all("all => all.map((a) => a.pathname)")
            assert f"/{chapter}" in hits, f"a search for {word!r} finds {hits}"
        path = {f"/{page}" for page in ("index.html", *chapters[1:8])}
        for word in ("remember", "amnesia", "sums"):
            opened.page.evaluate(SEARCH, word)
            wait_until(opened.page, FOUND)
            links = opened.page.locator(HITS)
            on_path = [hit in path for hit in links.evaluate_all("all => all.map((a) => a.pathname)")]
            if word == "remember":
                assert links.first.inner_text() == "How much should a node remember?"  # titles come first
            else:
                assert on_path == sorted(on_path, reverse=True) and 0 < sum(on_path) < len(on_path)
        of_sphinx = "console: Anchored content block not found"  # of a name with a dot in it, as all in the API have
        assert [problem for problem in opened.problems if not problem.startswith(of_sphinx)] == []


@pytest.mark.weekly
def test_with_an_address_notebooks_and_only_they_can_be_launched(root, tmp_path):
    for folder in ("book", "notebooks"):
        shutil.copytree(root / folder, tmp_path / folder)
    (tmp_path / "index.md").write_text("# Prose\n", encoding="utf-8")
    toc = {"format": "jb-book", "root": "index", "chapters": [{"file": "notebooks/faster.ipynb"}]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")
    config = (root / "_config.yml").read_text(encoding="utf-8")
    assert 'url: ""' in config
    (tmp_path / "_config.yml").write_text(config.replace('url: ""', "url: https://github.com/someone/gnode"))
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    subprocess.run([jupyter_book, "build", tmp_path, "-q"], check=True, capture_output=True)
    notebook = (tmp_path / "_build/html/notebooks/faster.html").read_text(encoding="utf-8")
    assert "https://mybinder.org/v2/gh/someone/gnode/main?urlpath=lab/tree/notebooks/faster.ipynb" in notebook
    assert "https://colab.research.google.com/github/someone/gnode/blob/main/notebooks/faster.ipynb" in notebook
    prose = (tmp_path / "_build/html/index.html").read_text(encoding="utf-8")
    assert "mybinder" not in prose and "colab" not in prose and "https://github.com/someone/gnode/issues" in prose


def titles(items):
    """List the titles of bookmarks and of those below them."""
    return [title for item in items for title in (item.title, *titles(item.children))]


@pytest.mark.weekly
def test_it_has_bookmarks_tags_and_formulas_and_the_site_offers_it(root, site):
    file = root / "_build" / "pdf" / "gnode.pdf"
    if not file.exists():
        pytest.skip("there is no PDF: run `make pdf`")
    html = (root / "_build/print/_build/singlehtml/index.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h[1-4]>([A-Za-z0-9 ,.]+)<a class=\"headerlink\"", html[html.index("<article") :])
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) > len(headings) > 20
        with pdf.open_outline() as outline:
            squeezed = {re.sub(r"\s", "", title) for title in titles(outline.root)}
        assert [heading for heading in headings if heading.replace(" ", "") not in squeezed] == []
        assert pdf.Root.MarkInfo.Marked and "/StructTreeRoot" in pdf.Root
        parts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]
        assert any("+MathJax_" in str(item.FontName) for item in parts if "/FontName" in item)
        actions = [item.A for item in parts if item.get("/Subtype") == "/Link" and "/A" in item]
        addresses = [str(action.URI) for action in actions if "/URI" in action]
    assert "https://arxiv.org/abs/1602.06183" in addresses
    assert [address for address in addresses if "127.0.0.1" in address or "localhost" in address] == []
    assert (site / "gnode.pdf").read_bytes() == file.read_bytes() and (site / "article.pdf").is_file()
    assert 'href="gnode.pdf"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="../article.pdf"' in (site / "book" / "cite.html").read_text(encoding="utf-8")
