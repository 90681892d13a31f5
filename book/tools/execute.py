"""Run the book's notebooks, or hold them as committed to what the book asks of them.

The text of a notebook (.md) is its source. The book's own run puts the outputs into the .ipynb beside the text. A run
with other parameters, or on the results that GNODE_RESULTS names, leaves that alone and puts its notebook into
_build/runs.
"""

import ast
import base64
import difflib
import hashlib
import io
import os
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import click
import in_text
import jupytext
import kernels
import nbformat
import numpy as np
import papermill
from jupyter_client.provisioning import local_provisioner
from jupytext.config import load_jupytext_config
from papermill.exceptions import PapermillExecutionError
from PIL import Image
from tqdm import tqdm

from study import write_whole

RUNS = Path("_build/runs")
FOLDED = {"remove-input", "hide-input", "hide-cell"}
IMAGES = {"image/png", "image/svg+xml", "image/jpeg"}

# Where a chapter draws what another library's linear algebra gave, the last bits are the processor's, and a few pixels
# turn out another shade. A picture no further than this (levels of 255) from the one that is there does not replace it.
LARGEST_SHADE, MEAN_SHADE = 16, 0.05
ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")

# What a kernel gets: the environment's own kernel and settings, never the user's, and one thread for linear algebra.
KERNEL_ENVIRONMENT = {
    "IPYTHONDIR": os.path.join(sys.prefix, "ipython"),
    "JUPYTER_PATH": os.path.join(sys.prefix, "share", "jupyter"),
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
} | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

# It is saved at its end, however that comes.
QUIETLY = {"progress_bar": False, "request_save_on_cell_execute": False, "coalesce_streams": True}


@click.command()
@click.argument("notebooks", nargs=-1, type=click.Path(path_type=Path))
@click.option("-p", "--parameter", "given", type=(str, int), multiple=True, help="Set a parameter: name and value.")
@click.option("--check", is_flag=True, help="Run nothing: check the notebooks as they are.")
def main(notebooks, given, check):
    """Run NOTEBOOKS and refuse if one fails; by default all in notebooks/, with -p those that have such parameters."""
    paths = notebooks or [path for path in Path("notebooks").glob("*") if path.suffix in {".md", ".ipynb"}]
    texts = sorted({path.with_suffix(".md") for path in paths})
    if not texts:
        raise click.ClickException("no notebook: there is no notebooks/*.md here")
    if check:
        problems = [problem for text in texts for problem in problems_of(text)]
        problems += problems_of_words(texts, not notebooks)
    else:
        parameters = dict(given)
        if parameters and not notebooks:
            texts = [text for text in texts if not unknown_parameters(text, parameters)]
            if not texts:
                raise click.ClickException(f"no notebook has the parameters {', '.join(parameters)}")
        os.environ.pop("GNODE_DATA", None)  # the book looks the same with and without the data sets
        problems = run_all(texts, parameters)
        if not problems and not elsewhere(parameters):
            problems = keep_true(texts)
    if problems:
        raise click.ClickException("\n  ".join(["in the notebooks", *problems]))
    click.echo(f"{len(texts)} notebooks {'are as they should be' if check else 'ran'}")


def elsewhere(parameters):
    """Tell whether a run is not the book's own: it has parameters (dict), or results of the user's (bool)."""
    results = Path(os.environ.get("GNODE_RESULTS") or "results")
    return bool(parameters) or results.expanduser().resolve() != Path("results").resolve()


def run_all(texts, parameters):
    """Run the notebooks side by side; return what went wrong (list of str)."""
    os.environ.update(KERNEL_ENVIRONMENT)
    if problems := [problem for text in texts for problem in unknown_parameters(text, parameters)]:
        return problems
    if sys.platform == "linux":
        local_provisioner.launch_kernel = kernels.launcher()
    with (
        ThreadPoolExecutor(2 * os.cpu_count()) as pool,  # one that starts waits, and the last seldom runs alone
        tqdm(total=len(texts), unit="notebook", desc="notebooks", disable=None) as progress,
    ):
        longest_first = sorted(texts, key=lambda text: -text.stat().st_size)  # by text, which is mostly by time as well
        runs = {pool.submit(run_one, text, parameters): text for text in longest_first}
        try:
            for run in as_completed(runs):
                seconds, where, problem = run.result()
                progress.write(f"  {runs[run]}  {seconds:.1f} s  -> {'FAILED' if problem else where}")
                progress.update()
                problems += [problem] if problem else []
        except KeyboardInterrupt:  # the kernels have it too; start no more of them
            pool.shutdown(cancel_futures=True)
            raise
    return sorted(problems)


def keep_true(texts):
    """Put today's numbers into the texts, of notebooks that ran and of Home; return what is wrong with their words."""
    numbers, _ = in_text.given_by_all("notebooks")
    for text in with_prose(texts):
        now, changed, _ = in_text.kept_true(text.read_text(encoding="utf-8"), text.stem, numbers)
        for name, before, after in changed:
            click.echo(f"  {text}: {name} was {before} and is {after}")
        if changed:
            put(text, now)
            if text.parent.name == "notebooks":
                pair = text.with_suffix(".ipynb")
                ran = nbformat.read(pair, as_version=4)
                put(pair, nbformat.writes(with_outputs(from_text(text), ran, ran)) + "\n")
    return problems_of_words(texts, whole=False)


def with_prose(texts):
    """List the texts with numbers: some notebooks, Home, pages without code that are not frozen, and the article."""
    prose = [Path("index.md"), *sorted(Path("book").glob("*.md")), Path("article/article.typ")]
    return [*texts, *(page for page in prose if page.exists() and not page.with_suffix(".sha256").exists())]


def problems_of_words(texts, whole):
    """Say which numbers are stale, which sentences do not hold and, of a whole book, which names no text uses."""
    numbers, holds = in_text.given_by_all("notebooks")
    written = {text: text.read_text(encoding="utf-8") for text in with_prose(texts) if text.exists()}
    problems = [
        f"{text}: {problem}"
        for text, words in written.items()
        for problem in in_text.problems_of_text(words, text.stem, numbers, holds, named=text.parent.name != "book")
    ]
    if whole:
        by_page = {text.stem: words for text, words in written.items()}
        problems += [f"{name}: given by a cell, used by no text" for name in in_text.unused(by_page, numbers, holds)]
    return problems


def run_one(text, parameters, again=False):
    """Run one notebook through papermill. Return the seconds taken, where the outputs are and what went wrong."""
    began, problem = time.perf_counter(), None
    written, source = text.read_bytes(), from_text(text)
    with tempfile.TemporaryDirectory() as folder:
        given, ran = Path(folder, "given.ipynb"), Path(folder, "ran.ipynb")
        nbformat.write(source, given)
        try:
            resources = {"metadata": {"path": str(text.parent.resolve())}}
            papermill.execute_notebook(given, ran, parameters, resources=resources, **QUIETLY)
        except PapermillExecutionError as error:
            number = next((n for n, cell in enumerate(source.cells, start=1) if cell.source == error.source), "?")
            cell = f"cell {number}, In [{error.exec_count}] ({first_line(error.source)})"
            problem = f"{text}: {cell}: {error.ename}: {error.evalue}"
        except Exception as error:  # the kernel died or did not start: one message, and the other notebooks go on
            if "before replying to kernel_info" in str(error) and not again:  # two that start at once may get one port
                return run_one(text, parameters, again=True)
            problem = f"{text}: {type(error).__name__}: {error}"
        result = nbformat.read(ran, as_version=4) if ran.exists() else None
    if problem or elsewhere(parameters):
        where = RUNS / f"{text.stem}.ipynb"
        if result is not None:
            put(where, nbformat.writes(result) + "\n")
            problem = problem and f"{problem}\n    (as far as it ran: {where})"
    else:
        where = text.with_suffix(".ipynb")
        before = nbformat.read(where, as_version=4) if where.exists() else nbformat.v4.new_notebook()
        put(where, nbformat.writes(with_outputs(source, result, before)) + "\n")
        if text.read_bytes() == written:  # not edited meanwhile
            put(text, to_text(where))  # the same text as jupytext spells it
    return time.perf_counter() - began, where, problem


def with_outputs(source, ran, before):
    """Give the source notebook the outputs and counts of the run; a picture that looks as it did `before` stays."""
    pictures = {(cell.id, i): png for cell in before.cells for i, png in pictures_of(cell)}
    for cell, after in zip(source.cells, ran.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = after.outputs, after.execution_count
            for i, png in pictures_of(cell):
                drawn, was = with_palette(png), pictures.get((cell.id, i))
                alike = was and look_alike(as_picture(was), drawn.convert("RGB"))
                cell.outputs[i].data["image/png"] = was if alike else packed(drawn)
    return source


def pictures_of(cell):
    """List the pictures that a cell shows: number of the output, picture in base64."""
    shown = ((i, output.get("data", {})) for i, output in enumerate(cell.get("outputs", [])))
    return [(i, data["image/png"]) for i, data in shown if "image/png" in data]


def look_alike(one, other):
    """Tell whether two pictures differ by faint shades at most (bool)."""
    one, other = (np.asarray(of, dtype=np.int16) for of in (one, other))
    shades = np.abs(one - other) if one.shape == other.shape else np.array([256])
    return shades.max() <= LARGEST_SHADE and shades.mean() <= MEAN_SHADE


def as_picture(png):
    return Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")


def with_palette(png):
    """Return a picture with 256 colours, chosen for it: a third of the size, and the same to the eye."""
    return as_picture(png).quantize(256, dither=Image.Dither.NONE)


def packed(picture):
    smaller = io.BytesIO()
    picture.save(smaller, "png", optimize=True)
    return base64.b64encode(smaller.getvalue()).decode()


def from_text(text):
    """Read a notebook from its text, without outputs; a cell's id depends on its content alone.

    JupyterLab folds what the site hides or folds.
    """
    notebook = jupytext.read(text, config=load_jupytext_config(str(text.resolve())))
    notebook.metadata.get("jupytext", {}).pop("text_representation", None)
    seen = Counter()
    for cell in notebook.cells:
        name = hashlib.sha256(cell.source.encode()).hexdigest()[:8]
        cell.id = f"{name}-{seen[name]}" if seen[name] else name
        seen[name] += 1
        if folded := FOLDED & set(cell.metadata.get("tags", ())):
            outputs = {"outputs_hidden": True} if "hide-cell" in folded else {}
            cell.metadata["jupyter"] = {"source_hidden": True} | outputs
    return notebook


def to_text(pair):
    """Return the text that a notebook's .ipynb would have."""
    return jupytext.writes(jupytext.read(pair), "md:myst", config=load_jupytext_config(str(pair.resolve())))


def parameters_of(notebook):
    """Return the defaults of a notebook's parameters, as they are written, by name; none without such a cell."""
    cells = (cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    assigned = (node for cell in cells for node in ast.parse(cell.source).body if isinstance(node, ast.Assign))
    return {node.targets[0].id: ast.unparse(node.value) for node in assigned}


def unknown_parameters(text, given):
    """Papermill only logs a name that the notebook does not have; here it is refused before anything runs."""
    if not text.exists():
        return [f"{text}: no such notebook"]
    known = parameters_of(from_text(text))
    allowed = ", ".join(known) or "none"
    return [f"{text}: has no parameter {name!r}; allowed: {allowed}" for name in given if name not in known]


def problems_of(text):
    """Return what is wrong with a notebook as it stands on disk, one message each."""
    pair = text.with_suffix(".ipynb")
    for path in (text, pair):
        if not path.exists():
            return [f"{path}: missing (the text is the source; `make book` makes the .ipynb)"]
    notebook = nbformat.read(pair, as_version=4)
    problems = list(pair_problems(text, pair, notebook))
    counted = 0
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "code":
            counted += bool(cell.source.strip())
            told = f"cell {number} ({first_line(cell.source)})"
            problems += [f"{told}: {problem}" for problem in cell_problems(cell, counted)]
    return [f"{pair}: {problem}" for problem in problems]


def pair_problems(text, pair, notebook):
    """Text and .ipynb must be the same notebook, whatever version of jupytext wrote them."""
    was, now = (
        [line for line in content.splitlines() if not line.strip().startswith("jupytext_version:")]
        for content in (text.read_text(encoding="utf-8"), to_text(pair))
    )
    if difference := list(difflib.unified_diff(was, now, text.name, pair.name, lineterm="", n=0)):
        shown = "\n      ".join(difference[:12])
        yield f"differs from {text.name}, which is the source; `make book` brings them together:\n      {shown}"
    # It names the environment's kernel, has parameters that the book knows, and no trace of papermill.
    if (kernel := notebook.metadata.get("kernelspec", {}).get("name")) != "python3":
        yield f"kernel {kernel!r}, not 'python3'"
    parameters = parameters_of(notebook)
    if parameters and set(parameters) != {"nodes", "epochs"}:
        yield f"its parameters must be nodes and epochs, not {', '.join(parameters)}"
    if "papermill" in notebook.metadata or any("papermill" in cell.metadata for cell in notebook.cells):
        yield "papermill's metadata is left in it"


def cell_problems(cell, counted):
    """Yield what is wrong with one cell that should be the `counted`-th to run."""
    if cell.source.strip() and cell.execution_count != counted:
        yield f"execution count is {cell.execution_count}, should be {counted}; run `make book`"
    for output in cell.outputs:
        if output.output_type == "error":
            yield f"has an error output: {output.ename}: {output.evalue}"
        elif output.output_type == "stream" and output.name == "stderr":
            yield f"has output on stderr: {first_line(output.text)}"
        data = output.get("data", {})
        if IMAGES & set(data) and not cell.metadata.get("mystnb", {}).get("image", {}).get("alt"):
            yield "has a figure without alt text (cell metadata mystnb: image: alt:)"
        if address := ADDRESS.search(str(output.get("text", "")) + str(data.get("text/plain", ""))):
            yield f"shows a memory address ({address[0]}), which changes with every run; end the cell with plt.show()"


def first_line(source):
    """Return the first line that says something, cut to a readable length."""
    line = next((line.strip() for line in source.splitlines() if line.strip()), "empty")
    return line if len(line) <= 60 else line[:57] + "..."


def put(path, content):
    """Write a text whole or not at all, and leave the file alone if it says the same already."""
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        write_whole(path, content.encode())


if __name__ == "__main__":
    main()
