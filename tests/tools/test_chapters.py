"""The form of the chapters, by their text alone: CONTRIBUTING.md says it to people."""

import ast
import re

import chapter
import pytest

TEXTS = chapter.notebooks()
FIRST = re.compile(r"(node_by_node|by_class|features|counting_operations|scatter)\Z")  # the chapters on algorithms
PARAMETERS = ({"results"}, {"nodes", "epochs"})
ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")


@pytest.fixture(scope="module", params=TEXTS, ids=lambda path: path.stem)
def page(request):
    return chapter.read(request.param)


@pytest.fixture(scope="module")
def others():
    return [chapter.read(path) for path in chapter.pages()]


def calls(cell, *names):
    for node in ast.walk(cell.tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", None)) in names:
            yield node


def test_what_a_chapter_asserts_stands_in_it_word_for_word(page):
    for cell in page.cells:
        for line, sentence in chapter.assertions(cell):
            assert sentence is not None, f"{page.path}:{line}: says() takes the sentence as it stands, typed"
            assert chapter.stands_in(sentence, page), f"{page.path}:{line}: not in the text: {sentence}"


def test_what_a_chapter_asserts_of_other_pages_stands_on_one(page, others):
    for cell in page.cells:
        for line, sentence in chapter.assertions(cell, "elsewhere_says"):
            assert sentence is not None, f"{page.path}:{line}: takes the sentence as it stands, typed"
            on = [other for other in others if other.path != page.path and chapter.stands_in(sentence, other)]
            assert on, f"{page.path}:{line}: on no other page: {sentence}"


def test_the_first_page_has_no_code_and_what_it_answers_is_asserted(root):
    page = chapter.read(root / "index.md")
    said = [
        sentence
        for path in TEXTS
        for cell in chapter.read(path).cells
        for _, sentence in chapter.assertions(cell, "elsewhere_says")
    ]
    assert sum(chapter.stands_in(sentence, page) for sentence in said) > 10


def test_a_reader_sees_the_code_that_matters(page):
    visible, total = chapter.lines_of_code(page)
    share = 0.7 if FIRST.match(page.path.stem) else 0.5
    assert visible >= share * total, f"{visible} of {total} lines are shown, less than {share:.0%}"


def test_no_line_of_code_that_a_reader_sees_is_cut_at_the_edge(page):
    for cell in page.cells:
        cut = [] if cell.hidden else [line for line in cell.source.split("\n") if len(line) > 80]
        assert not cut, f"{page.path}:{cell.line}: more than 80 characters do not fit on the page: {cut}"


def test_the_parameters_are_few(page):
    (cell,) = [cell for cell in page.cells if "parameters" in cell.tags]
    given = {node.targets[0].id: ast.literal_eval(node.value) for node in cell.tree.body}
    assert set(given) in PARAMETERS
    if "results" in given:
        assert given["results"] == "../results"
    else:
        assert all(type(value) is int for value in given.values())
    code = "\n".join(cell.source for cell in page.cells)
    assert not re.search(r"\bprofile\b|\bprepare\(", code)


def written(node):
    """List the texts that an expression is made of: not what it asks for by name, not what functions return."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr | ast.Dict):
        parts = node.values
    elif isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    else:
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else []
    return [text for part in parts for text in written(part)]


def test_no_code_writes_english(page):
    """A heuristic: what is kept for the text is a number, a name, or what a function of the library made."""
    for cell in page.cells:
        for call in calls(cell, "keep", "keep_text"):
            given = [*call.args[1:], *(of.value for of in call.keywords)]
            english = [text for value in given for text in written(value) if ENGLISH.search(text)]
            assert not english, f"{page.path}:{cell.line}: write the sentence and assert it: {english}"
            if getattr(call.func, "id", None) == "keep_text":
                assert isinstance(call.args[1], ast.Call), f"{page.path}:{cell.line}: code writes here"


@pytest.mark.parametrize("path", [path for path in TEXTS if "appendix" not in path.stem], ids=lambda path: path.stem)
def test_a_chapter_opens_with_its_answer(path):
    title, answer, *_ = chapter.read(path).opening
    assert title[0] == "heading"
    assert answer[0] == "admonition" and "answer" in str(answer[1].get("class", "")).split()


def test_no_label_is_lost(root):
    """Verdicts, other chapters and links from outside lean on them."""
    sources = [*chapter.pages(root), *(root / "study").rglob("*.py")]
    found = set().union(*(chapter.labels_in(path.read_text(encoding="utf-8")) for path in sources))
    wanted = (root / "tests" / "labels.txt").read_text(encoding="utf-8").split()
    assert len(wanted) > 150
    assert sorted(set(wanted) - found) == []


TOY = """\
# Toy

:::{admonition} Does it work?
:class: answer

**GN** beats {glue:text}`toy_n` controls, by $x^2$ of “accuracy”.
:::

```{code-cell} ipython3
:tags: [hide-input]

says("GN beats … controls, by … of \\"accuracy\\"", True)
says("It is "
     "second", True)
```

## Story

It is
second. {term}`Roughness` [links](there), `code`; {doc}`the others <other>`.

```{code-cell} ipython3
---
mystnb:
  figure:
    caption: A curve
      that rises.
    name: fig-toy
---
says(f"It is {1}", True)
one = 1

two = 2
```

## Exercises

```{code-cell} ipython3
:tags: [hide-cell]

three = 3
```
"""


@pytest.fixture
def toy(tmp_path):
    (tmp_path / "toy.md").write_text(TOY, encoding="utf-8")
    return chapter.read(tmp_path / "toy.md")


def test_a_page_is_read_as_it_is_written(toy):
    texts = {block.text.replace("\n", " "): block for block in toy.blocks}
    lines = TOY.splitlines()
    assert [block.kind for block in toy.blocks[:3]] == ["heading", "heading", "paragraph"]
    assert texts["GN beats X controls, by X of “accuracy”."].line == 6
    assert texts["It is second. Roughness links, X; the others."].line == lines.index("It is") + 1
    assert texts["A curve that rises."].kind == "caption"
    assert toy.opening[:2] == [("heading", {}), ("admonition", {"class": "answer"})]
    assert lines[toy.cells[1].line - 1] == 'says(f"It is {1}", True)'
    assert chapter.lines_of_code(toy) == (3, 6)


def test_what_stands_in_the_text_is_found_and_nothing_else(toy):
    said = [sentence for cell in toy.cells for _, sentence in chapter.assertions(cell)]
    assert said == ['GN beats … controls, by … of "accuracy"', "It is second", None]
    for sentence in (*said[:2], "GN beats … of “accuracy”.", "the others", "A curve that rises"):
        assert (sentence != "the others") == chapter.stands_in(sentence, toy), sentence
    for sentence in ("GN beats two controls", "controls … GN", "Does it work? … GN", "beat … controls"):
        assert not chapter.stands_in(sentence, toy), sentence


def test_labels_of_every_kind_are_found():
    source = "  name: fig-a\n:name: tab-b\n:label: eq-c\n(place-D)=\n\\label{eq-e}\n$$ (eq-f)\nno-label: x\n"
    assert chapter.labels_in(source) == {"fig-a", "tab-b", "eq-c", "place-D", "eq-e", "eq-f"}
