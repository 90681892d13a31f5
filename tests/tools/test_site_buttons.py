"""The book offers the article where it has been made, and is built without it too."""

from types import SimpleNamespace

import pytest
import site_buttons

NAME = site_buttons.NAMED.format(site_buttons.ARTICLE.name)
TEXT = f"The study is also a paper: {NAME}, which <code>make article</code> makes."


def page(root, name="book/cite", builder="html"):
    app = SimpleNamespace(srcdir=root, builder=SimpleNamespace(name=builder))
    context = {"body": TEXT, "pathto": lambda to, resource: "../" * name.count("/") + to}
    site_buttons.link_documents(app, name, "page.html", context, None)
    return context["body"]


@pytest.fixture
def made(tmp_path):
    (tmp_path / site_buttons.ARTICLE).parent.mkdir(parents=True)
    (tmp_path / site_buttons.ARTICLE).write_text("a stand-in")
    return tmp_path


def test_its_name_is_a_link_where_it_has_been_made(made):
    assert '<a class="reference external" href="../article.pdf">article.pdf</a>' in page(made)
    assert '<a class="reference external" href="article.pdf">article.pdf</a>' in page(made, "index")


def test_without_it_there_is_no_link(tmp_path):
    assert page(tmp_path) == TEXT


@pytest.mark.parametrize("other", [{"name": "book/run"}, {"builder": "singlehtml"}])
def test_other_pages_and_the_pdf_of_the_book_have_no_link(made, other):
    assert page(made, **other) == TEXT


def test_the_pages_have_the_words_that_become_links(root):
    for page in site_buttons.OFFERED:
        assert f"`{site_buttons.ARTICLE.name}`" in (root / f"{page}.md").read_text(encoding="utf-8")


def test_it_is_copied_beside_the_pages(made, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    app = SimpleNamespace(
        srcdir=made, outdir=out, builder=SimpleNamespace(name="html"), env=SimpleNamespace(found_docs=[])
    )
    site_buttons.copy_downloads(app, None)
    assert [path.name for path in out.iterdir()] == ["article.pdf"]
