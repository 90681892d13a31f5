"""What the files of the house promise each other."""

import importlib.util
import re
from types import SimpleNamespace

import click
import pytest
from pygments.token import Token

import gnode.reference
import study.datasets
from study.cli import main
from study.store import find_everything


@pytest.fixture(scope="module")
def offline_site(root):
    spec = importlib.util.spec_from_file_location("offline_site", root / "book" / "ext" / "offline_site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_notebook_is_a_chapter(root):
    chapters = set(re.findall(r"file: (\S+)", (root / "_toc.yml").read_text(encoding="utf-8")))
    notebooks = {f"notebooks/{path.stem}.ipynb" for path in (root / "notebooks").glob("*.md")}
    assert notebooks == {file for file in chapters if file.startswith("notebooks/")}


@pytest.mark.parametrize("page", ["README.md", "book/run.md"])
def test_examples_of_the_library_run(root, page):
    blocks = re.findall(r"```python\n(.*?)```", (root / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    examples = [block for block in blocks if "usps" not in block]  # the real data are not everywhere
    assert examples
    for example in examples:
        names = {}
        exec(example, names)
        assert names["layer"].components_.shape == (20, 64)


def test_the_memory_that_the_page_on_running_rounds(root):
    assert "needs more than\nabout 1 GB of memory" in (root / "book" / "run.md").read_text(encoding="utf-8")
    peak = max(record.get("peak_memory_bytes") or 0 for record in find_everything(root / "results"))
    assert 0.95e9 <= peak < 1.1e9


@pytest.mark.parametrize("module", [gnode, study.datasets, gnode.reference], ids=lambda module: module.__name__)
def test_the_reference_has_every_public_name(root, module):
    page = (root / "book" / "api.md").read_text(encoding="utf-8")
    assert not [name for name in module.__all__ if not re.search(rf"\b{name}\b", page)]


def stages(root, target):
    """The stages of one of the Makefile's commands, in order; two that run at once one after the other."""
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    found = []
    for stage in re.search(rf"^{target}: ([^#]*) ##", makefile, flags=re.MULTILINE)[1].split():
        recipe = re.search(rf"^{stage}:.*\n\t(.*)", makefile, flags=re.MULTILINE)
        at_once = re.match(r"\$\(call at-once,(.*)\)", recipe[1] if recipe else "")
        found += at_once[1].split() if at_once else [stage]
    return found


def test_ci_runs_a_command_of_the_readme_that_does_all_of_the_other_once(root):
    """The outputs come from a run of every notebook too, which leaves the notebooks as they are."""
    commands = [line for line in (root / ".ci" / "run").read_text(encoding="utf-8").splitlines() if line[:5] == "make "]
    assert commands == ["make setup", "make test"]
    assert commands[1] in (root / "README.md").read_text(encoding="utf-8")
    tested = stages(root, "test")
    assert len(tested) == len(set(tested))
    assert ["outputs" if stage == "execute" else stage for stage in stages(root, "book")] == [
        stage for stage in tested if stage in ("outputs", "pages")
    ]


def test_a_page_gets_each_script_once_and_none_of_thebe(offline_site):
    def script(filename=None, body=None):
        return SimpleNamespace(filename=filename, attributes={"body": body} if body else {})

    scripts = [
        script("_static/doctools.js"),
        script(body="let a = 1"),
        script("_static/sphinx-thebe.js"),
        script(body='const THEBE_JS_URL = "https://host/thebe.js"'),
        script(body="let a = 1"),
        script(body="let b = 1"),
        "_static/plain.js",
        "_static/plain.js",
    ]
    context = {"script_files": list(scripts)}
    offline_site.drop_scripts(None, "index", "page.html", context, None)
    assert context["script_files"] == [scripts[0], scripts[1], scripts[5], scripts[6]]


def test_marks_in_code_are_dropped_only_where_they_change_nothing(offline_site):
    marked = (("n", "a"), ("o", "+"), ("o", "."), ("w", " "), ("p", "("))
    code = "".join(f'<span class="{kind}">{sign}</span>' for kind, sign in marked)
    context = {"body": code}
    offline_site.drop_plain_marks(None, "index", "page.html", context, None)
    assert context["body"] == 'a<span class="o">+</span>. ('
    context = {"body": f'<details class="admonition hide above-input">{code}</details>{code}'}
    offline_site.drop_plain_marks(None, "index", "page.html", context, None)
    assert context["body"] == '<details class="admonition hide above-input">a+. (</details>a<span class="o">+</span>. ('
    for mode in ("light", "dark"):
        style = pytest.importorskip("pygments.styles").get_style_by_name(f"a11y-high-contrast-{mode}")
        plain = {style.style_for_token(kind)["color"] for kind in (Token.Text, Token.Name, Token.Punctuation)}
        assert len(plain) == 1 and style.style_for_token(Token.Operator)["color"] not in plain


def test_a_site_does_not_say_where_it_was_built(offline_site, tmp_path):
    (tmp_path / "_static").mkdir()
    (tmp_path / ".buildinfo").write_text("config: 1\n")
    (tmp_path / "_static" / "theme.css.map").write_text("{}")
    offline_site.drop_unused(SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(format="html")), None)
    assert [path.name for path in tmp_path.rglob("*")] == ["_static"]


def test_only_signs_that_a_page_shows_are_kept(offline_site, tmp_path):
    moon = '"moon":[384,512,[127769,"night"],"f186","M1 2z"],'
    (tmp_path / "signs.js").write_text(
        "a={" + moon + 'bug:[512,512,[],"f188",["M3z","M4z"]],"cat":[1,1,[],"f6","M5z"]};'
    )
    (tmp_path / "page.html").write_text('<i class="fa-solid fa-night"></i>')
    (tmp_path / "own.js").write_text("said = 'fa-cat'")
    offline_site.drop_signs(tmp_path, tmp_path / "signs.js")
    assert (tmp_path / "signs.js").read_text() == "a={" + moon + '"cat":[1,1,[],"f6","M5z"]};'


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
