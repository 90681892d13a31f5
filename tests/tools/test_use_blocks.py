"""The code that the chapter on use offers runs block by block, each alone and line by line, as pasted at a prompt."""

import code

import chapter
import matplotlib as mpl
import pytest

from gnode import DeepClassifier

PATH = next(path for path in chapter.notebooks() if path.stem == "use")
BLOCKS = [
    cell
    for cell in chapter.read(PATH).cells
    if not cell.hidden and cell.source.lstrip().startswith(("import", "from")) and "study" not in cell.source
]


class Prompt(code.InteractiveConsole):
    """A prompt at which an error is an error."""

    def showtraceback(self):
        raise

    def showsyntaxerror(self, filename=None, **_):
        raise


def test_there_are_blocks():
    assert len(BLOCKS) == 5


@pytest.fixture
def short(monkeypatch):
    """Networks take few epochs: the chapter itself trains them at length."""
    fit = DeepClassifier.fit
    few = {"max_epochs": 5, "output_epochs": 2, "finetune_epochs": 1}
    monkeypatch.setattr(DeepClassifier, "fit", lambda self, X, y: fit(self.set_params(**few), X, y))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"line {block.line}")
def test_a_block_runs_alone_at_the_prompt(block, short, monkeypatch, capsys):
    monkeypatch.setattr(mpl, "use", mpl.use)
    mpl.use("agg")
    prompt = Prompt(locals={})
    for line in block.source.split("\n"):
        waits = prompt.push(line)
    assert not (waits and prompt.push(""))
