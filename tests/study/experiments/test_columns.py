"""The two columns: their protocol as it was committed, their runs, and that no run of one is taken for the other's."""

import hashlib
from pathlib import Path

import pytest

from study.experiments import plan
from study.run import name_of_reading

ROOT = Path(__file__).resolve().parents[3]


def test_protocol_is_the_one_that_was_committed():
    content = (ROOT / "book/protocol_columns.md").read_bytes()
    kept, name = (ROOT / "book/protocol_columns.sha256").read_text().split()
    assert name == "protocol_columns.md"
    assert hashlib.sha256(content).hexdigest() == kept, "what runs were committed to has changed: say it in deviations"


@pytest.mark.parametrize("experiment", ["table1", "table2", "low_factors", "table3", "sensitivity", "controls"])
def test_columns_differ_in_the_reading_alone(experiment):
    """Seed by seed, but for what no reading touches."""
    of = {column: plan(experiment, n_seeds=2, column=column) for column in ("paper", "program")}
    assert len(of["paper"]) == len(of["program"])
    n_differ = 0
    for paper, program in zip(of["paper"], of["program"]):
        if paper != program:
            n_differ += 1
            assert name_of_reading(paper.settings["reading"]) == "paper"
            assert name_of_reading(program.settings["reading"]) == "mended"
            assert paper.settings | {"reading": None} == program.settings | {"reading": None}
            assert paper.key != program.key
    assert n_differ
