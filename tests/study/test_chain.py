"""Every number of the path leads to its runs, and these give it back, computed here from the lines of results/."""

import json
import random
import re
import shutil
import statistics
from pathlib import Path

import in_text
import pytest
from click.testing import CliRunner

from study import why
from study.chain import mean
from study.cli import main
from study.experiments import runs_frame

ROOT = Path(__file__).parents[2]
PATH = "how_it_works faster accuracy features memory play which_program verdicts control use".split()
WITHOUT: dict[str, str] = {}
"""Number of the path without a chain -> why it has none."""
OWN = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "number": len,
    "largest": max,
    "standard deviation (n - 1)": statistics.stdev,
}
KNOWN = "|".join(map(re.escape, OWN))
IN_FILE = re.compile(r"\[(results/[\w.]+): ([^\]]+)\]")
EACH = re.compile(rf"the ({KNOWN}) of each of R(\d+) to R(\d+)")
LEAF = re.compile(rf"({KNOWN}) of (R\d+|\[[^\]]*\])")


def names_of_the_path():
    texts = {page: (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8") for page in PATH}
    texts["index"] = (ROOT / "index.md").read_text(encoding="utf-8")
    found = ((page, of) for page, text in texts.items() for of in in_text.NUMBER.finditer(text))
    return sorted({f"{of['page'] or page}/{of['name']}" for page, of in found})


NAMES = names_of_the_path()


@pytest.fixture(scope="module")
def lines():
    """The lines of results/runs by their keys."""
    paths = (ROOT / "results" / "runs").glob("*/*.jsonl")
    return {line["key"]: line for path in paths for line in map(json.loads, path.read_text("utf-8").splitlines())}


def field(line, path):
    """Read a field as a formula names it."""
    if path == "the sum of timings":
        return sum(line["timings"].values())
    *median, place = path.rpartition("the median of ")[1:]
    for step in place.split("."):
        line = line[step]
    return statistics.median(line) if median[0] else line


def value_of(told, lines):
    """Compute what a formula says (float), or None where it is words, after a look at the value of each of its runs."""
    formula, *fields = (told["formula"] or "").split("; ")
    values: dict[str, list[float]] = {}
    for run in told["runs"]:
        values.setdefault(run["of"], []).append(run["value"])
    for names, _, place in (part.partition(": ") for part in fields if re.match(r"R\d", part)):
        first, *last = map(int, re.findall(r"R(\d+)", names))
        groups = {f"R{n}" for n in (range(first, last[0] + 1) if " to " in names else [first, *last])}
        for run in (run for run in told["runs"] if run["of"] in groups):
            line = lines[run["key"]]
            assert line["seed"] == run["seed"]
            assert field(line, place.removesuffix(" of each run")) == run["value"]

    def each(found):
        return ", ".join(f"{found[1]} of R{n}" for n in range(int(found[2]), int(found[3]) + 1))

    def leaf(found):
        return repr(float(OWN[found[1]](values[found[2]] if found[2] in values else in_file(found[2]))))

    formula = IN_FILE.sub(lambda of: repr(in_file(of[0])), LEAF.sub(leaf, EACH.sub(each, formula)))
    formula = re.sub(r"\|(.*?)\|", r"abs(\1)", formula)
    formula = formula.replace("smallest of (", "min(").replace("largest of (", "max(").replace("median of (", "middle(")
    places = re.fullmatch(r"of (.*) the one with the (highest|lowest) of these, in turn: (.*)", formula)
    counted = re.fullmatch(r"how many of these are at most (.*?): (.*)", formula)
    names = {"__builtins__": {}, "abs": abs, "min": min, "max": max, "middle": lambda *of: statistics.median(of)}
    try:
        if places:
            choose = {"highest": max, "lowest": min}[places[2]]
            return choose(zip(eval(places[3], names), eval(f"[{places[1]}]", names), strict=True))[1]
        if counted:
            return sum(of <= float(counted[1]) for of in eval(f"[{counted[2]}]", names))
        return eval(formula, names)
    except SyntaxError:
        return None


def in_file(place):
    """Read what a formula names in a file of results."""
    file, steps = IN_FILE.fullmatch(place).groups()
    found = json.loads((ROOT / file).read_text(encoding="utf-8"))
    for step in steps.split(" / "):
        found = found[int(step) if isinstance(found, list) else step]
    return found


@pytest.fixture(scope="module")
def told():
    return {name: why.chain(*name.split("/")) for name in NAMES}


def test_numbers_of_the_path_have_a_chain(told):
    assert {name for name, of in told.items() if of["formula"] is None} == WITHOUT.keys()
    assert len(WITHOUT) <= 0.05 * len(NAMES)
    for name, of in told.items():
        assert of["printed"] and of["command"] and re.search("[0-9a-f]{40}", of["commit"]) and "stale" not in of, name


def test_formulas_and_runs_give_the_printed_number_back(told, lines):
    computed = {name: value_of(of, lines) for name, of in told.items()}
    assert sum(value is not None for value in computed.values()) > len(NAMES) / 3  # the others in words
    for name, value in computed.items():
        page, _, plain = name.partition("/")
        if value is not None:
            form = next(of["form"] for of in forms(page, plain))
            assert in_text.written(value, form) == told[name]["printed"], (name, value)


def forms(page, name):
    for path in (ROOT / "notebooks" / f"{page}.md", ROOT / "index.md"):
        for of in in_text.NUMBER.finditer(path.read_text(encoding="utf-8")):
            if of["name"] == name and (of["page"] or path.stem) == page:
                yield of


def test_a_changed_run_changes_the_number_and_its_chain(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "results", tmp_path / "results")
    run = random.Random(0).choice(why.chain("use", "gn_test")["runs"])
    path = tmp_path / "results" / "runs" / run["kind"] / f"{run['dataset']}.jsonl"
    changed = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in changed:
        line.update({"scores": line["scores"] | {"test": 0.5}} if line["key"] == run["key"] else {})
    path.write_text("".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8")
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    now = mean(runs_frame("table1", column="paper").query("method == 'gn'"), "test")
    of = json.loads(CliRunner().invoke(main, ["why", "use/gn_test"]).stdout)
    assert [of["value"] for of in of["runs"] if of["key"] == run["key"]] == [0.5]
    assert of["stale"].startswith(f"The text says 93.8%; what is stored now gives {now:.6g}") and now < 0.93


def test_a_name_that_nobody_gives_is_refused_with_those_that_there_are():
    refused = CliRunner().invoke(main, ["why", "memory/no_such"])
    assert refused.exit_code == 1 and "plateau_from" in refused.stderr and "memory" in refused.stderr
