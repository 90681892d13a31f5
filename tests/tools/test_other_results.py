"""No sentence and no number of a page outlives its result; a page that trains runs with other parameters."""

import json
import os
import re
import subprocess
import sys

import in_text
import pytest

pytestmark = pytest.mark.weekly
PAGES = ("faster", "accuracy", "memory", "verdicts")  # of those that show stored runs
RUN = """
import contextlib, io, json, linecache, sys, warnings
import IPython.display, jupytext, matplotlib
matplotlib.use("agg")
warnings.simplefilter("ignore")
given = {"numbers": {}, "holds": {}, "errors": []}
def display(data, *_, raw=False, **__):
    told = json.loads(next(iter(data.values()))) if raw else {}
    for kind in given.keys() & told.keys():
        given[kind] |= told[kind]
IPython.display.display = display
names = {"display": display}
for place, cell in enumerate(jupytext.read(sys.argv[1]).cells):
    source = cell.source
    if "parameters" in cell.metadata.get("tags", ()):
        source = sys.argv[2]
    if cell.cell_type == "code":
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                name = f"<cell {place}>"
                linecache.cache[name] = len(source), None, source.splitlines(True), name
                exec(compile(source, name, "exec"), names)
            except Exception as error:
                given["errors"].append(f"{type(error).__name__}: {error}")
print(json.dumps(given))
"""


def given_by(path, parameters="", **environment):
    """Run the cells of a page in a process of its own; what they give, and what fails."""
    command = [sys.executable, "-c", RUN, str(path), parameters]
    ran = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


@pytest.mark.parametrize("page", PAGES)
def test_other_results_change_numbers_and_make_sentences_false(root, mirror, page):
    path = root / "notebooks" / f"{page}.md"
    given = given_by(path, GNODE_RESULTS=str(mirror))
    text = path.read_text(encoding="utf-8")
    _, changed, _ = in_text.kept_true(text, page, {page: given["numbers"]})
    problems = in_text.problems_of_text(text, page, {page: given["numbers"]}, {page: given["holds"]})
    false = [problem for problem in problems if "by these results it is not so" in problem]
    assert len(changed) > sum(f"<!--{name}:" in text for name in given["numbers"]) / 4, given["errors"]
    claims = re.findall(r"<!--holds: \w+[,-]", text)  # whose first check is the page's own
    assert len(false) > max(4, len(claims) / 2) and all("“" in problem for problem in false), given["errors"]


def test_a_page_that_trains_runs_small(root):
    given = given_by(root / "notebooks" / "how_it_works.md", "nodes, epochs = 40, 30")
    assert given["errors"] == [] and given["numbers"] and given["holds"]
