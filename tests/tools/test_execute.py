"""The tool that runs the notebooks: what fails, fails with a message that says what and where."""

import shutil
import subprocess
import sys
from pathlib import Path

import execute
import nbformat
import pytest
from click.testing import CliRunner

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


@pytest.fixture
def call(monkeypatch):
    """Return a function that calls the tool and gives its exit code and what it said."""
    monkeypatch.delenv("GNODE_DATA", raising=False)  # the tool drops it

    def call(*arguments):
        result = CliRunner().invoke(execute.main, list(arguments))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.output

    return call


@pytest.fixture
def run(root):
    """Return a function like `call`, in a process of its own, for what starts kernels."""

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
def committed(book):
    """A sound notebook as it would be committed, made without a kernel; returns a function that changes its .ipynb."""
    text, pair = book / "one.md", book / "one.ipynb"
    text.write_text(SOUND)
    notebook = execute.from_text(text)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, start=1):
        cell.execution_count = count
    nbformat.write(notebook, pair)
    text.write_text(execute.to_text(pair))

    def change(edit):
        edit(notebook)
        nbformat.write(notebook, pair)

    return change


WORDS = """
All 7<!--n_nodes:d--> nodes learn.<!--holds: all_learn--> The other page says 0.2<!--one/share:.1f-->.

```{code-cell} ipython3
from study.page import check, numbers

numbers(n_nodes=nodes, share=nodes / 40)
check(all_learn=nodes > 10)
```
"""


def test_a_run_writes_outputs_and_todays_numbers_and_a_second_changes_nothing(book, run, call):
    (book / "one.md").write_text(SOUND + WORDS)
    home = book.parent / "index.md"
    home.write_text("There are 9<!--one/n_nodes:d-->, and all learn.<!--holds: one/all_learn-->\n")
    code, said = run()
    assert code == 0, said
    assert "notebooks/one.md: one/n_nodes was 7 and is 20" in said and "index.md: one/n_nodes was 9 and is 20" in said
    text = (book / "one.md").read_text()
    assert "All 20<!--n_nodes:d--> nodes" in text and "says 0.5<!--one/share:.1f-->" in text
    assert "20<!--one/n_nodes:d-->" in home.read_text()
    notebook = nbformat.read(book / "one.ipynb", as_version=4)
    assert [cell.get("execution_count") for cell in notebook.cells] == [None, 1, 2, None, 3]
    assert notebook.cells[2].outputs[0].text == "20 60\n" and "All 20<!--" in notebook.cells[3].source
    assert call("--check") == (0, "1 notebooks are as they should be\n")
    first = {path.name: path.read_bytes() for path in book.iterdir()}
    assert run()[0] == 0
    assert {path.name: path.read_bytes() for path in book.iterdir()} == first
    home.write_text("There are 21<!--one/n_nodes:d-->.\n")
    code, said = call("--check")
    assert code == 1 and "index.md: line 1: 21 is 20 now (one/n_nodes); `make book` writes it" in said


@pytest.mark.parametrize(
    "arguments, results, printed",
    [
        (("-p", "nodes", "3", "-p", "epochs", "1"), "", "3 1\n"),
        pytest.param((), "mine", "20 60\n", marks=pytest.mark.weekly),
    ],
)
def test_a_run_that_is_not_the_books_leaves_the_book_alone(book, run, monkeypatch, arguments, results, printed):
    monkeypatch.setenv("GNODE_RESULTS", results)
    text = SOUND + "All 7<!--n_nodes:d--> nodes.\n"
    (book / "one.md").write_text(text)
    if arguments:  # is for the notebooks that have such parameters
        (book / "two.md").write_text(
            SOUND.replace("nodes = 20  # how many\nepochs = 60", "a = 1").replace("nodes, e", "a)#")
        )
    code, said = run(*arguments)
    assert code == 0 and "1 notebooks ran" in said, said
    assert [path.name for path in book.glob("one.*")] == ["one.md"] and (book / "one.md").read_text() == text
    notebook = nbformat.read("_build/runs/one.ipynb", as_version=4)
    assert [cell for cell in notebook.cells if cell.cell_type == "code"][-1].outputs[0].text == printed
    assert not Path("_build/runs/two.ipynb").exists()


def test_a_sentence_that_does_not_hold_and_a_name_that_no_text_uses_stop_the_build(book, run, call):
    words = WORDS.replace("nodes > 10", "nodes > 100").replace("numbers(", "numbers(more=1, ")
    (book / "one.md").write_text(SOUND + words)
    code, said = run()
    assert code == 1
    assert "notebooks/one.md: line 27: by these results it is not so (all_learn): “All 20 nodes learn.”" in said
    assert "one/more: given by a cell, used by no text" in call("--check")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-p", "node", "3"), "no notebook has the parameters node"),
        (("-p", "node", "3", "notebooks/one.md"), "one.md: has no parameter 'node'; allowed: nodes, epochs"),
        (("notebooks/none.md",), "notebooks/none.md: no such notebook"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_runs(book, call, arguments, message):
    assert call() == (1, "Error: no notebook: there is no notebooks/*.md here\n")
    (book / "one.md").write_text(SOUND)
    code, said = call(*arguments)
    assert code and message in said
    assert not (book.parent / "_build").exists()


def test_a_notebook_that_fails_is_named_with_its_cell_and_the_others_stay_whole(book, run):
    """Nor does its kernel's death end the run."""
    (book / "dead.md").write_text(SOUND + "\n```{code-cell} ipython3\nimport os\n\nos._exit(1)\n```\n")
    (book / "one.md").write_text(SOUND)
    (book / "two.md").write_text(SOUND + "\n```{code-cell} ipython3\nnodes / (nodes - 20)\n```\n")
    (book / "two.ipynb").write_text("as it was")
    code, said = run()
    assert code == 1
    assert "notebooks/dead.md: DeadKernelError" in said
    assert "notebooks/two.md: cell 4, In [3] (nodes / (nodes - 20)): ZeroDivisionError: division by zero" in said
    assert (book / "two.ipynb").read_text() == "as it was"


CELL = "cell 3 (print(nodes, epochs)): "
OUTPUTS = [
    ("error", {"ename": "ValueError", "evalue": "no such set"}, "has an error output: ValueError: no such set"),
    ("stream", {"name": "stderr", "text": "\nslow\n"}, "has output on stderr: slow"),
    ("display_data", {"data": {"text/plain": "<A at 0x7f00aa00bb00>"}}, "shows a memory address (at 0x7f00aa00bb00)"),
    ("display_data", {"data": {"image/png": ""}}, "has a figure without alt text"),
]


@pytest.mark.parametrize(("kind", "content", "message"), OUTPUTS)
def test_the_check_names_an_output_and_its_cell(committed, call, kind, content, message):
    assert call("--check")[0] == 0
    committed(lambda notebook: notebook.cells[2].update(outputs=[nbformat.v4.new_output(kind, **content)]))
    code, said = call("--check")
    assert code == 1 and f"notebooks/one.ipynb: {CELL}{message}" in said


def test_the_check_names_all_that_is_wrong_with_a_pair(committed, book, call):
    def edit(notebook):
        notebook.cells[1].source = notebook.cells[1].source.replace("nodes", "n_nodes")
        notebook.cells[2].execution_count = 7
        notebook.metadata["papermill"] = {}
        notebook.metadata.kernelspec.name = "my-env"

    committed(edit)
    code, said = call("--check")
    wrong = [f"{CELL}execution count is 7, should be 2", "papermill's metadata is left in it"]
    wrong += [
        "differs from one.md, which is the source",
        "its parameters must be nodes and epochs, not n_nodes, epochs",
    ]
    assert code == 1 and all(f"notebooks/one.ipynb: {of}" in said for of in [*wrong, "kernel 'my-env', not 'python3'"])
    (book / "one.ipynb").unlink()
    assert "notebooks/one.ipynb: missing" in call("--check")[1]
