"""What stands in stored files is shown as it stands: it never becomes markup of a page."""

import json
import shutil

import jupytext
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from study import page, store
from study.experiments import plan, table
from study.record import check_record

HOSTILE = (
    "<img src=x onerror=alert(1)> `code` [a](javascript:alert(1)) ![b](http://c.d/e.png) {ref}`f` $g$ | **h** &lt;"
)


def html_of(text):
    """Render Markdown as a page does, with raw HTML as far as the text has any."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(text)


def is_harmless(text):
    html = html_of(text)
    return not any(sign in html for sign in ("<img", "<script", 'href="javascript', "<strong>h", "onerror=alert(1)>"))


@pytest.fixture
def results(tmp_path, monkeypatch, root):
    """A copy of the results folder."""
    folder = tmp_path / "results"
    shutil.copytree(root / "results", folder, ignore=shutil.ignore_patterns("smoke"))
    monkeypatch.setenv("GNODE_RESULTS", str(folder))
    return folder


@pytest.fixture
def shown(monkeypatch):
    """The texts that a page shows."""
    texts = []
    monkeypatch.setattr("IPython.display.display", lambda text, **_: texts.append(getattr(text, "data", "")))
    return texts


def run_notebook(path):
    """Run the cells of a notebook here, on the results that are set."""
    names = {}
    for cell in jupytext.read(path).cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, path, "exec"), names)


@pytest.mark.weekly
def test_no_field_of_a_record_becomes_markup(results, shown, root):
    run, hostile = next(run for run in plan("table1") if run.method == "gn"), []
    record = {"kernels": "0" * 16} | store.find(run, results)
    for within in (record, *(part for part in record.values() if isinstance(part, dict))):
        for name, was in within.items():
            if not isinstance(was, str | None):
                continue
            within[name] = HOSTILE
            try:
                check_record(record)
                hostile.append(name)
            except ValueError:  # such a record is never stored
                within[name] = was
    assert "cpu" in hostile
    store.save(run, record, None, results)
    page.sources("table1", column="program")
    page.table(table("table1"))
    run_notebook(root / "notebooks" / "audit.md")
    assert [text for text in shown if isinstance(text, str) and not is_harmless(text)] == []
    assert any("onerror" in text for text in shown if isinstance(text, str))


def test_no_field_of_the_times_of_the_notebooks_becomes_markup(results, shown, root):
    path = results / "notebooks.json"
    content = json.loads(path.read_text())
    content["seconds"][HOSTILE] = 1.0
    content["machine"]["cpu"] = HOSTILE
    path.write_text(json.dumps(content))
    run_notebook(root / "notebooks" / "audit.md")
    assert not any("onerror" in text and "<img" in html_of(text) for text in shown if isinstance(text, str))
    path.write_text("{")
    with pytest.raises(store.DamagedResult, match=r"notebooks\.json is damaged"):
        run_notebook(root / "notebooks" / "audit.md")


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
