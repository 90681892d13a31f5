"""What the files of the house promise each other."""

import re

import click
import pytest

import gnode.reference
import study.datasets
from study.cli import main


@pytest.mark.parametrize("page", ["README.md", "book/run.md"])
def test_examples_of_the_library_run(root, page):
    blocks = re.findall(r"```python\n(.*?)```", (root / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    examples = [block for block in blocks if "usps" not in block]  # the real data are not everywhere
    assert examples
    for example in examples:
        names = {}
        exec(example, names)
        assert names["layer"].components_.shape == (20, 64)


@pytest.mark.parametrize("module", [gnode, study.datasets, gnode.reference], ids=lambda module: module.__name__)
def test_the_reference_has_every_public_name(root, module):
    page = (root / "book" / "api.md").read_text(encoding="utf-8")
    assert not [name for name in module.__all__ if not re.search(rf"\b{name}\b", page)]


def test_every_change_and_every_week_have_their_stages_and_each_test_is_run_by_one_of_them(root):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    needed = dict(re.findall(r"^(test|weekly): (.*) ##", makefile, flags=re.MULTILINE))
    assert needed == {"test": "checks unit outputs-and-site browser", "weekly": "smoke-and-pages heavy wheel"}
    assert "\t$(call at-once,lint types pairs)\n" in makefile and "\t$(call at-once,smoke pages)\n" in makefile
    recipe = r"^(\w+): .*\n\t\$\(call stage,[^,]*,\$\(PY\) -m pytest -q (.*)\)$"
    runs, how = dict(re.findall(recipe, makefile, flags=re.MULTILINE)), "-n auto --dist worksteal"
    assert runs["unit"] == f"{how} --ignore tests/book -m 'not weekly'"
    assert runs["browser"] == f"{how} tests/book -m 'not weekly'" and runs["heavy"] == f"{how} -m weekly"
    ci = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in ci if line.startswith("make ")] == ["make setup", "make test"]
    assert all(f"make {of}" in (root / "README.md").read_text(encoding="utf-8") for of in ("book", "test", "weekly"))


def test_the_reference_lists_every_command_and_option(root):
    page = (root / "book" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. describe:: gnode (.*)$", page, flags=re.MULTILINE)
    data = main.commands["data"].commands
    commands = {name: of for name, of in main.commands.items() if name != "data"}
    commands |= {"data [list]" if name == "list" else f"data {name}": of for name, of in data.items()}
    assert len(listed) == len(commands)
    for name, command in commands.items():
        (line,) = [line for line in listed if line.startswith(name)]
        options = {of.opts[0] for of in command.params if isinstance(of, click.Option)}
        assert options == set(re.findall(r"--[a-z]+", line)), name
