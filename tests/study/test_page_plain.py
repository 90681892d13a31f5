"""What stands in stored files is shown as it stands: it never becomes markup of a page."""

import json
import shutil

import jupytext
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gnode.study import page, store
from gnode.study.experiments import plan, table
from gnode.study.store.record import SetAside

HOSTILE = (
    "<img src=x onerror=alert(1)> `code` [a](javascript:alert(1)) ![b](http://c.d/e.png) {ref}`f` $g$ | **h** &lt;"
)


def html_of(text):
    """Render Markdown as a page does, with raw HTML as far as the text has any."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text)


def is_harmless(text):
    html = html_of(text)
    return not any(sign in html for sign in ("<img", "<script", "<a ", "<strong>h", "onerror=alert(1)>"))


def string_fields(value, path=()):
    """List the places of all strings in a record, names included."""
    for name, within in value.items():
        if isinstance(within, dict):
            yield from string_fields(within, (*path, name))
        elif isinstance(within, str) or within is None:
            yield (*path, name)


@pytest.fixture(scope="module")
def run():
    return next(run for run in plan("table1") if run.method == "gn")


@pytest.fixture
def results(tmp_path, monkeypatch, root, run):
    """A results folder with one run of table 1, the timings, and the times of the notebooks."""
    folder = tmp_path / "results"
    for source in (store.path_of(run, root / "results"), *(root / "results").glob("*.json")):
        target = folder / source.relative_to(root / "results")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    monkeypatch.setenv("GNODE_RESULTS", str(folder))
    return folder


@pytest.fixture
def glued(monkeypatch):
    """What a notebook keeps for its text, by name."""
    kept = {}
    monkeypatch.setattr("myst_nb.glue", lambda name, value, display: kept.update({name: getattr(value, "data", value)}))
    return kept


def run_notebook(path):
    """Run the cells of a notebook here."""
    names = {}
    for cell in jupytext.read(path).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, path, "exec"), names)


def with_hostile(path, field):
    """Put the hostile text into one field of a JSON file."""
    content = json.loads(path.read_text())
    within = content
    for name in field[:-1]:
        within = within[name]
    within[field[-1]] = HOSTILE
    content.pop("sha256", None)
    path.write_text(json.dumps(content))


@pytest.mark.filterwarnings(f"ignore::{SetAside.__module__}.SetAside")
def test_no_field_of_a_record_becomes_markup(results, run, glued, root):
    path = store.path_of(run, results)
    whole = path.read_text()
    shown = 0
    for field in string_fields(json.loads(whole)):
        path.write_text(whole)
        with_hostile(path, field)
        record = store.find(run, results)
        if record is None:  # set aside: nothing of it is shown
            continue
        glued.clear()
        run_notebook(root / "notebooks" / "14_making.md")
        page.keep_source("table1", "paper")
        page.keep_verdicts("A1")
        for name in ("table1", "timing"):
            page.keep_table(name, table(name))
        texts = [text for name, text in glued.items() if not name.startswith("making_") or "|" in str(text)]
        assert all(is_harmless(text) for text in texts if isinstance(text, str)), field
        shown += any("onerror" in str(text) for text in texts)
    assert shown  # such as the name of the processor


def test_no_field_of_the_times_of_the_notebooks_becomes_markup(results, glued, root):
    path = results / "notebooks.json"
    content = json.loads(path.read_text())
    content["stored"]["seconds"][HOSTILE] = 1.0
    content["stored"]["machine"]["cpu"] = HOSTILE
    path.write_text(json.dumps(content))
    run_notebook(root / "notebooks" / "14_making.md")
    assert "onerror" in glued["making_notebooks"]
    assert is_harmless(glued["making_notebooks"])
    path.write_text("{")
    with pytest.raises(store.DamagedResult, match=r"notebooks\.json is damaged"):
        run_notebook(root / "notebooks" / "14_making.md")


@given(st.text())
def test_plain_text_is_shown_as_it_stands(text):
    shown = " ".join(text.split())
    (inline,) = MarkdownIt("commonmark", {"html": True}).parseInline(page.plain(f"x {shown} x"))
    assert all(part.type in ("text", "text_special") for part in inline.children)
    written = "".join(part.content for part in inline.children)
    assert written == "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(f"x {shown} x".split()))


def test_the_machines_names_stay_as_they_are():
    for name in ("AMD EPYC", "Intel(R) Xeon(R) CPU", "Linux x86_64", "2 cores", "3.11.7"):
        assert page.plain(name) == name
