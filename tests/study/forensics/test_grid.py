"""The grid and the protocol that was fixed before its runs, the screening design, and what is planned from them."""

import hashlib
from itertools import combinations

import numpy as np
import pytest

from study.forensics import grid
from study.forensics.grid import FACTORS, points, screening
from study.forensics.plan import LATER, OF_ONE_SET, PRETRAINING

HABITS = {
    "Whose runs Table 2 shows": grid.METHOD_OF_TABLE_2,
    "A of a run of Table 1": grid.AMNESIA_OF_TABLE_1,
    "Best of how many runs": grid.REPEATS,
    "Extra scatter, in standard deviations between seeds": grid.OFFSETS,
    "Rows in a batch of the pre-training of SV and of USV": grid.BASELINE_BATCHES,
}
FORMS = {"later stages": LATER, "pre-training of SV and USV": PRETRAINING}
FORMS |= {f"on {name} alone": of for name, of in OF_ONE_SET.items()}


TABLES = {
    "setting | value | prior | screened | source": [
        (factor.name, of.name, f"{of.prior:g}", "yes" if of.screened else "beside", of.source)
        for factor in FACTORS
        for of in factor.levels
    ],
    "question | value | prior": [
        (question, str(value), f"{p:g}") for question, of in HABITS.items() for value, p in of.items()
    ],
    "question | value | prior | source": [
        (question, of.name, f"{of.prior:g}", of.source) for question, forms in FORMS.items() for of in forms
    ],
}


@pytest.mark.parametrize("page", ["claims", "protocol_readings"])
def test_what_was_fixed_beforehand_is_as_it_was_committed(root, page):
    """A change after that is an entry in book/deviations.md, not another text here."""
    kept, name = (root / f"book/{page}.sha256").read_text().split()
    assert name == f"{page}.md"
    assert hashlib.sha256((root / "book" / name).read_bytes()).hexdigest() == kept


def test_the_page_of_deviations_has_the_hash_of_the_criteria(root):
    kept, _ = (root / "book/claims.sha256").read_text().split()
    assert kept in (root / "book/deviations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("head", TABLES)
def test_the_protocol_shows_the_data_behind_the_runs(root, head):
    lines = [head, " | ".join(["---"] * len(head.split(" | "))), *map(" | ".join, TABLES[head])]
    table = "\n".join(f"| {line} |" for line in lines) + "\n\n"
    assert table in (root / "book/protocol_readings.md").read_text(encoding="utf-8")


def test_probabilities_are_probabilities():
    for of in HABITS.values():
        assert sum(of.values()) == pytest.approx(1)
    for levels in [*(factor.levels for factor in FACTORS), *FORMS.values()]:
        assert sum(level.prior for level in levels) == pytest.approx(1)
        assert all(level.source for level in levels)
    assert sum(map(grid.prior, points())) == pytest.approx(1)


def contrasts(factor, design):
    """Columns of a factor: its levels' indicators less their means."""
    columns = np.array([[point[factor] == level.name for level in FACTORS[factor].levels] for point in design], float)
    columns = columns[:, columns.any(axis=0)]
    return (columns - columns.mean(axis=0))[:, 1:]


def test_the_fraction_is_balanced_and_its_resolution_is_four():
    """No main effect is aliased with another, nor with an interaction of two factors."""
    design = screening()
    assert len(design) == len(set(design)) == 64 and set(design) <= set(points(screened=True))
    for i, factor in enumerate(FACTORS):
        counts = [sum(point[i] == level.name for point in design) for level in factor.levels if level.screened]
        assert sorted(counts) in ([32, 32], [16, 16, 32])
    main = [contrasts(i, design) for i in range(len(FACTORS))]
    for i, j in combinations(range(len(FACTORS)), 2):
        assert np.abs(main[i].T @ main[j]).max() < 1e-9
        pairs = np.einsum("na,nb->nab", main[i], main[j]).reshape(len(design), -1)
        for k in set(range(len(FACTORS))) - {i, j}:
            assert np.abs(main[k].T @ pairs).max() < 1e-9
