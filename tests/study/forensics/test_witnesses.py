"""Test scores alone, and training scores as a second witness with a shift that all rows share."""

import json
from functools import partial

import numpy as np
import pytest

from study.forensics import witnesses as w
from study.forensics.draws import Habits, draw_tables
from study.forensics.recovery import known_truth, scattered_world
from study.forensics.tables import Printed, log_likelihood


@pytest.fixture(scope="module")
def drawn():
    """Cells of three readings, and tables that one of them prints."""
    world = scattered_world(3, np.random.default_rng(0))
    cells = world.cells(8, range(3))
    return cells, draw_tables(partial(world.right, 1), Habits(), np.random.default_rng(1), slip=0.0)


def with_training(printed, train):
    """Give every row the same training score (Printed)."""
    parts = ({name: (train, test) for name, (_, test) in rows.items()} for rows in (printed.table_1, printed.table_2))
    return Printed(*parts)


def test_test_scores_alone_hear_no_training_score(drawn):
    cells, printed = drawn
    one, other = (w.WITNESSES["test scores"](cells, with_training(printed, train)) for train in (1.0, 0.4))
    np.testing.assert_array_equal(one, other)
    as_printed = w.WITNESSES["training scores, as printed"]
    assert not np.array_equal(*(as_printed(cells, with_training(printed, train)) for train in (1.0, 0.4)))
    np.testing.assert_array_equal(as_printed(cells, printed), log_likelihood(cells, printed))


@pytest.mark.parametrize("witness", w.WITNESSES)
def test_known_truths_are_found_by_every_witness(witness):
    found = known_truth(10, np.random.default_rng(0), 4, 20, 0.3, witness=witness)
    assert found["right"] >= 0.7


@pytest.fixture(scope="module")
def stored(root):
    return {
        name: json.loads((root / "results" / name).read_text("utf-8")) for name in (w.READINGS_FILE, w.SUSPECTS_FILE)
    }


def leaves(of, path=()):
    """List what a structure of JSON holds, each with its path."""
    if not isinstance(of, dict | list):
        return [(path, of)]
    parts = of.items() if isinstance(of, dict) else enumerate(of)
    return [leaf for name, part in parts for leaf in leaves(part, (*path, name))]


@pytest.mark.weekly
def test_what_is_stored_is_what_the_stored_runs_say(root, stored):
    """Bit for bit where it was made; elsewhere linear algebra may round otherwise."""
    found = {name: json.loads(content) for name, content in w.written(root / "results").items()}
    for (path, one), (path_kept, kept) in zip(leaves(found), leaves(stored), strict=True):
        assert path == path_kept
        if isinstance(kept, float):
            kept = pytest.approx(kept, rel=1e-6, abs=2e-5 if path[-1] in ("mean", "sd") else 1e-12)
        assert one == kept, path
    assert list(stored[w.READINGS_FILE]["witnesses"]) == list(w.WITNESSES)
    assert len(stored[w.SUSPECTS_FILE]["versions"]) == 50
