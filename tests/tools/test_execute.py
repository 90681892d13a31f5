"""The tool that runs the notebooks: what fails, fails with a message that says what and where."""

import base64
import importlib.util
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

SOUND = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
    format_version: 0.13
    jupytext_version: 1.19.6
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# A sound notebook

```{code-cell} ipython3
:tags: [parameters]

nodes = 20  # how many
epochs = 60
```

```{code-cell} ipython3
print(nodes, epochs)
```
"""

FIGURE = """
```{code-cell} ipython3
from IPython.display import SVG

SVG("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
```
"""


@pytest.fixture(scope="session")
def tool(root):
    spec = importlib.util.spec_from_file_location("execute", root / "book" / "tools" / "execute.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def execute(tool, monkeypatch):
    """Return a function that calls the tool and gives its exit code and what it said."""
    monkeypatch.delenv("GNODE_DATA", raising=False)  # the tool drops it

    def call(*arguments):
        result = CliRunner().invoke(tool.main, list(arguments))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.output

    return call


@pytest.fixture
def run(root):
    """Return a function like `execute`, in a process of its own, for what starts kernels."""

    def call(*arguments):
        command = [sys.executable, str(root / "book" / "tools" / "execute.py"), *arguments]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        return result.returncode, result.stdout + result.stderr

    return call


@pytest.fixture
def book(root, tmp_path, monkeypatch):
    """An empty book to put notebooks into; the tests run in it."""
    monkeypatch.chdir(tmp_path)
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    shutil.copy(root / "notebooks" / "jupytext.toml", notebooks)
    return notebooks


@pytest.fixture
def committed(book, tool):
    """A sound notebook as it would be committed, made without a kernel; returns a function that changes its .ipynb."""
    text, pair = book / "one.md", book / "one.ipynb"
    text.write_text(SOUND + FIGURE)
    notebook = tool.from_text(text)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, start=1):
        cell.execution_count = count
    code[1].outputs = [nbformat.v4.new_output("stream", name="stdout", text="stored 20\n")]
    code[2].metadata["mystnb"] = {"image": {"alt": "One dot."}}
    code[2].outputs = [nbformat.v4.new_output("display_data", {"image/svg+xml": "<svg/>"})]
    nbformat.write(notebook, pair)
    text.write_text(tool.to_text(pair))

    def change(edit):
        edit(notebook)
        nbformat.write(notebook, pair)

    return change


def test_a_run_puts_in_the_outputs_and_a_second_run_changes_nothing(book, run, execute):
    (book / "one.md").write_text(SOUND)
    code, said = run()
    assert code == 0, said
    first = {path.name: path.read_bytes() for path in book.iterdir()}
    notebook = nbformat.read(book / "one.ipynb", as_version=4)
    assert [cell.get("execution_count") for cell in notebook.cells] == [None, 1, 2]
    assert notebook.cells[2].outputs[0].text == "20 60\n"
    assert execute("--check")[0] == 0
    assert run()[0] == 0
    assert {path.name: path.read_bytes() for path in book.iterdir()} == first


@pytest.mark.parametrize(
    "arguments, results, printed", [(("-p", "nodes", "3", "-p", "epochs", "1"), "", "3 1\n"), ((), "mine", "20 60\n")]
)
def test_a_run_that_is_not_the_books_leaves_the_book_alone(book, run, monkeypatch, arguments, results, printed):
    monkeypatch.setenv("GNODE_RESULTS", results)
    text = SOUND + "All 7<!--n_nodes:d--> nodes.\n"
    (book / "one.md").write_text(text)
    code, said = run(*arguments)
    assert code == 0, said
    assert [path.name for path in book.glob("one.*")] == ["one.md"] and (book / "one.md").read_text() == text
    notebook = nbformat.read("_build/runs/one.ipynb", as_version=4)
    assert [cell for cell in notebook.cells if cell.cell_type == "code"][-1].outputs[0].text == printed


WORDS = """
All 7<!--n_nodes:d--> nodes learn.<!--holds: all_learn--> The other page says 0.2<!--one/share:.1f-->.

```{code-cell} ipython3
from study.page import check, numbers

numbers(n_nodes=nodes, share=nodes / 40)
check(all_learn=nodes > 10)
```
"""


def test_a_run_writes_todays_numbers_into_all_texts(book, run, execute):
    (book / "one.md").write_text(SOUND + WORDS)
    home = book.parent / "index.md"
    home.write_text("There are 9<!--one/n_nodes:d-->, and all learn.<!--holds: one/all_learn-->\n")
    code, said = execute("--check")
    assert code == 1 and "missing" in said
    code, said = run()
    assert code == 0, said
    assert "notebooks/one.md: one/n_nodes was 7 and is 20" in said and "index.md: one/n_nodes was 9 and is 20" in said
    text = (book / "one.md").read_text()
    assert "All 20<!--n_nodes:d--> nodes" in text and "says 0.5<!--one/share:.1f-->" in text
    assert "20<!--one/n_nodes:d-->" in home.read_text()
    assert "All 20<!--" in nbformat.read(book / "one.ipynb", as_version=4).cells[3].source
    assert execute("--check") == (0, "1 notebooks are as they should be\n")
    home.write_text("There are 21<!--one/n_nodes:d-->.\n")
    code, said = execute("--check")
    assert code == 1 and "index.md: line 1: 21 is 20 now (one/n_nodes); `make book` writes it" in said


def test_a_sentence_that_does_not_hold_stops_the_build_and_is_named(book, run):
    (book / "one.md").write_text((SOUND + WORDS).replace("nodes > 10", "nodes > 100"))
    code, said = run()
    assert code == 1
    assert "notebooks/one.md: line 27: by these results it is not so (all_learn): “All 20 nodes learn.”" in said


def test_a_name_that_no_text_uses_is_told(book, run, execute):
    (book / "one.md").write_text((SOUND + WORDS).replace("numbers(", "numbers(more=1, "))
    assert run()[0] == 0
    assert "one/more: given by a cell, used by no text" in execute("--check")[1]


def test_parameters_are_for_the_notebooks_that_have_them(book, run):
    (book / "one.md").write_text(SOUND)
    of_results = SOUND.replace("nodes = 20  # how many\nepochs = 60", 'results = "../results"')
    (book / "two.md").write_text(of_results.replace("print(nodes, epochs)", "print(results)"))
    code, said = run("-p", "nodes", "3")
    assert code == 0 and "1 notebooks ran" in said
    assert not Path("_build/runs/two.ipynb").exists()
    assert run()[0] == 0


def test_the_times_of_a_run_are_kept(book, run, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(book.parent / "results"))
    path = book.parent / "results" / "notebooks.json"
    path.parent.mkdir()
    path.write_text('{"seconds": {"all": 2}}')
    (book / "one.md").write_text(SOUND)
    code, said = run("--record")
    assert code == 0, said
    kept = json.loads(path.read_text())
    seconds = kept["seconds"]
    assert set(seconds) == {"one", "all"} and 0 < seconds["one"] <= seconds["all"]
    assert kept["machine"]["cores"] > 0


def test_the_slowest_notebook_begins_first(book, tool):
    texts = [Path("a.md"), Path("b.md"), Path("new.md")]
    assert tool.slowest_first(texts) == texts
    Path("results").mkdir()
    Path("results/notebooks.json").write_text(json.dumps({"seconds": {"a": 1.0, "b": 2.0, "all": 3.0}}))
    assert tool.slowest_first(texts) == [texts[2], texts[1], texts[0]]


@pytest.mark.parametrize("more", [("-p", "nodes", "3"), ("notebooks/one.md",), ("--check",)])
def test_only_a_run_of_all_notebooks_is_timed(book, execute, more):
    code, said = execute("--record", *more)
    assert code == 2 and "--record times a run of all notebooks" in said


def test_a_wrong_parameter_name_is_refused_before_anything_runs(book, execute):
    (book / "one.md").write_text(SOUND)
    code, said = execute("-p", "node", "3")
    assert code == 1 and "no notebook has the parameters node" in said
    code, said = execute("-p", "node", "3", "notebooks/one.md")
    assert code == 1
    assert "notebooks/one.md: has no parameter 'node'; allowed: nodes, epochs" in said
    assert not (book.parent / "_build").exists()


def test_a_notebook_that_fails_is_named_with_its_cell_and_the_others_stay_whole(book, run, monkeypatch):
    """Nor does its kernel's death end the run; and no time is kept of a run that failed."""
    monkeypatch.setenv("GNODE_RESULTS", str(book.parent / "results"))
    (book / "dead.md").write_text(SOUND + "\n```{code-cell} ipython3\nimport os\n\nos._exit(1)\n```\n")
    (book / "one.md").write_text(SOUND)
    (book / "two.md").write_text(SOUND + "\n```{code-cell} ipython3\nnodes / (nodes - 20)\n```\n")
    (book / "two.ipynb").write_text("as it was")
    code, said = run("--record")
    assert code == 1
    assert "notebooks/dead.md: DeadKernelError" in said
    assert "notebooks/two.md: cell 4, In [3] (nodes / (nodes - 20)): ZeroDivisionError: division by zero" in said
    assert (book / "two.ipynb").read_text() == "as it was"
    assert len(nbformat.read(book / "one.ipynb", as_version=4).cells[2].outputs) == 1
    assert not (book.parent / "results").exists()


def test_a_folder_without_notebooks_is_an_error(book, execute):
    assert execute() == (1, "Error: no notebook: there is no notebooks/*.md here\n")


def test_a_notebook_that_does_not_exist_is_named(book, execute):
    code, said = execute("notebooks/none.md")
    assert code == 1 and "notebooks/none.md: no such notebook" in said


def test_a_sound_notebook_passes_the_check(committed, execute):
    code, said = execute("--check")
    assert code == 0, said


def set_error(notebook):
    error = {"ename": "ValueError", "evalue": "no such set", "traceback": []}
    notebook.cells[2].outputs = [nbformat.v4.new_output("error", **error)]


def set_stderr(notebook):
    notebook.cells[2].outputs = [nbformat.v4.new_output("stream", name="stderr", text="\nslow\n")]


def set_address(notebook):
    shown = {"text/plain": "<Line2D at 0x7f00aa00bb00>"}
    notebook.cells[2].outputs = [nbformat.v4.new_output("display_data", shown)]


def drop_alt(notebook):
    del notebook.cells[3].metadata["mystnb"]


def skip_count(notebook):
    notebook.cells[2].execution_count = 7


def leave_papermill(notebook):
    notebook.cells[2].metadata["papermill"] = {"duration": 1}


def change_code(notebook):
    notebook.cells[2].source = "print(nodes)"


def change_default(notebook):
    notebook.cells[1].source = notebook.cells[1].source.replace("nodes", "n_nodes")


def other_kernel(notebook):
    notebook.metadata.kernelspec.name = "my-env"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (set_error, "cell 3 (print(nodes, epochs)): has an error output: ValueError: no such set"),
        (set_stderr, "cell 3 (print(nodes, epochs)): has output on stderr: slow"),
        (set_address, "cell 3 (print(nodes, epochs)): shows a memory address (at 0x7f00aa00bb00)"),
        (drop_alt, "cell 4 (from IPython.display import SVG): has a figure without alt text"),
        (skip_count, "cell 3 (print(nodes, epochs)): execution count is 7, should be 2"),
        (leave_papermill, "cell 3 (print(nodes, epochs)): papermill's metadata is left in it"),
        (change_code, "differs from one.md, which is the source"),
        (
            change_default,
            "its parameters must be nodes and epochs, not n_nodes = 20, epochs = 60",
        ),
        (other_kernel, "kernel 'my-env', not 'python3'"),
    ],
)
def test_the_check_says_what_and_where(committed, execute, edit, message):
    committed(edit)
    code, said = execute("--check")
    assert code == 1
    assert f"notebooks/one.ipynb: {message}" in said


def test_a_change_in_the_text_alone_is_found(committed, book, execute):
    text = book / "one.md"
    text.write_text(text.read_text().replace("# A sound notebook", "# Another title"))
    code, said = execute("--check")
    assert code == 1
    assert "notebooks/one.ipynb: differs from one.md" in said and "Another title" in said


@pytest.mark.parametrize("lost", ["one.md", "one.ipynb"])
def test_half_a_pair_is_found(committed, book, execute, lost):
    (book / lost).unlink()
    code, said = execute("--check")
    assert code == 1 and f"notebooks/{lost}: missing" in said


def test_a_picture_keeps_its_colours_with_a_palette(tool):
    shades = np.linspace(0, 255, 200).astype(np.uint8)
    drawn = np.stack(
        [np.tile(shades, (50, 1)), np.full((50, 200), 90, np.uint8), np.tile(shades[::-1], (50, 1))], axis=2
    )
    png = io.BytesIO()
    Image.fromarray(drawn).save(png, "png")
    kept = Image.open(io.BytesIO(base64.b64decode(tool.with_palette(base64.b64encode(png.getvalue()).decode()))))
    assert kept.mode == "P"
    np.testing.assert_allclose(np.array(kept.convert("RGB")), drawn, atol=4)


def picture(pixels):
    png = io.BytesIO()
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(png, "png")
    return base64.b64encode(png.getvalue()).decode()


def test_a_picture_stays_where_only_faint_shades_have_changed(tool):
    grey = np.full((40, 50, 3), 128)
    faint, moved, tinted = grey.copy(), grey.copy(), grey + 1
    faint[3, 4] += 10
    moved[3, 4] += 20
    assert tool.look_alike(picture(grey), picture(faint))
    assert not tool.look_alike(picture(grey), picture(moved))
    assert not tool.look_alike(picture(grey), picture(tinted))
    assert not tool.look_alike(picture(grey), picture(grey[:39]))

    def notebook(png):
        output = nbformat.v4.new_output("display_data", data={"image/png": png})
        cell = nbformat.v4.new_code_cell("draw()", id="draw", execution_count=1, outputs=[output])
        return nbformat.v4.new_notebook(cells=[cell])

    def drawn(png, before):
        return tool.with_outputs(notebook(""), notebook(png), before).cells[0].outputs[0].data["image/png"]

    assert drawn(picture(faint), notebook(picture(grey))) == picture(grey)
    assert drawn(picture(moved), notebook(picture(grey))) == tool.with_palette(picture(moved))
    assert drawn(picture(grey), nbformat.v4.new_notebook()) == tool.with_palette(picture(grey))
