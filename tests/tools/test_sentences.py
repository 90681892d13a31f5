"""No sentence of the book outlives its result: with other results it is false, and the build stops and names it."""

import json
import shutil
import subprocess
import sys

import chapter
import pytest
import sentences
from filelock import FileLock

from study import store
from study.experiments import plan
from study.page import FalseSentence, says

# The chapters that show stored runs; those on files and machines, and the appendix, say next to nothing of scores.
STUDY = [
    path
    for path in chapter.notebooks()
    if any("parameters" in cell.tags and "results" in cell.source for cell in chapter.read(path).cells)
    and path.stem not in ("data", "making", "appendix")
]
TRAINING = [
    path
    for path in chapter.notebooks()
    if any("parameters" in cell.tags and "nodes" in cell.source for cell in chapter.read(path).cells)
]
EACH = 2  # sentences of each chapter that are shown to fall

TOY = """\
---
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# Toy

:::{admonition} Which is better?
:class: answer

GN beats GCN. All scores lie below {glue:text}`toy_bound`.
:::

```{code-cell} ipython3
:tags: [parameters]

results = "../results"
```

```{code-cell} ipython3
import json
from pathlib import Path

from study.page import keep, says, use_results

use_results(results)
scores = json.loads(Path(results, "scores.json").read_text())
keep(toy_bound=1)
says("GN beats GCN", scores["gn"] > scores["gcn"])
says("All scores lie below …", max(scores.values()) < 1)
```
"""


@pytest.fixture
def toy(root, tmp_path):
    """A chapter with results of its own; returns the text and a function that writes results."""
    for folder in ("notebooks", "results"):
        (tmp_path / folder).mkdir()
    shutil.copy(root / "notebooks" / "jupytext.toml", tmp_path / "notebooks")
    text = tmp_path / "notebooks" / "toy.md"
    text.write_text(TOY, encoding="utf-8")

    def write(**scores):
        (tmp_path / "results" / "scores.json").write_text(json.dumps(scores))
        return tmp_path / "results"

    return text, write


@pytest.fixture(scope="session")
def fallen(mirror):
    """Return a function that lists the sentences of a chapter that mirrored results make false."""

    def fallen(text):
        told = mirror.with_name(f"{text.stem}.json")
        with FileLock(f"{told}.lock"):
            if not told.exists():
                told.write_text(json.dumps(sentences.said_with(text, results=str(mirror))), encoding="utf-8")
        return [of["sentence"] for of in json.loads(told.read_text("utf-8")) if not of.get("holds", True)]

    return fallen


def test_a_false_sentence_is_told_with_its_words():
    with pytest.raises(FalseSentence, match="the chapter says “GN beats GCN”, and by these results that is not so"):
        says("GN beats GCN", False)


def test_other_results_make_other_sentences_false(toy):
    text, write = toy
    for scores, holds in (({"gn": 0.9, "gcn": 0.8}, [True, True]), ({"gn": 0.9, "gcn": 1.1}, [False, False])):
        told = sentences.said_with(text, results=str(write(**scores)))
        assert [of["sentence"] for of in told] == ["GN beats GCN", "All scores lie below …"]
        assert [of["holds"] for of in told] == holds
        assert TOY.splitlines()[told[0]["line"] - 1] == "import json"


def test_a_cell_that_fails_is_told_and_the_next_one_runs(toy):
    text, write = toy
    text.write_text(TOY.replace("import json\n", "1 / 0\n```\n\n```{code-cell} ipython3\nimport json\n"))
    first, *others = sentences.said_with(text, results=str(write(gn=0.9, gcn=0.8)))
    assert first["error"] == "ZeroDivisionError: division by zero" and len(others) == 2


def test_mirrored_results_are_sound_and_others(root, mirror):
    runs = plan("table1")
    before, after = (store.find_all(runs, folder) for folder in (root / "results", mirror))
    assert len(before) == len(after) > 50
    assert [record["key"] for record in before] == [record["key"] for record in after]
    assert sum(one["scores"] != other["scores"] for one, other in zip(before, after)) > 0.9 * len(before)
    for run in plan("features"):
        assert store.read_arrays(run, mirror) is not None
    assert (root / "results" / "speed.json").read_bytes() != (mirror / "speed.json").read_bytes()


def test_there_are_chapters_to_try():
    assert len(STUDY) * EACH >= 10


@pytest.mark.parametrize("text", STUDY, ids=lambda path: path.stem)
def test_sentences_that_other_results_make_false_stop_the_build(text, fallen):
    page = chapter.read(text)
    own = [sentence for sentence in fallen(text) if chapter.stands_in(sentence, page)]  # not of another page
    assert len(own) >= EACH, f"{text.name} says too little that mirrored results make false"
    for sentence in own:
        with pytest.raises(FalseSentence) as raised:
            says(sentence, False)
        assert sentence in str(raised.value)


@pytest.mark.parametrize("text", TRAINING, ids=lambda path: path.stem)
def test_a_chapter_that_trains_runs_small(text):
    """With few nodes and epochs no cell fails; what the sentences say holds for those that are written there alone."""
    told = sentences.said_with(text, nodes=9, epochs=10)
    assert told and [of["error"] for of in told if "error" in of] == []


def test_the_build_of_a_real_chapter_stops_and_names_it(root, mirror, fallen):
    text = STUDY[0]
    command = [sys.executable, "book/tools/execute.py", f"notebooks/{text.name}", "-p", "results", str(mirror)]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"notebooks/{text.name}: cell" in ran.stderr and "FalseSentence: the chapter says “" in ran.stderr
    assert any(f"“{sentence}”" in ran.stderr for sentence in fallen(text))
