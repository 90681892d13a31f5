"""Chess, computed from its rules."""

import numpy as np
import pytest

from study.datasets.sets import RECORDS, chess


def test_chess_has_the_published_classes():
    """That each row is right, the checksum of the file's rows says; it holds for those computed as well."""
    table = chess.compute_table()
    assert table.X.shape == (28056, 6) and len(np.unique(table.X, axis=0)) == 28056
    assert np.bincount(table.y).tolist() == list(RECORDS["chess"].forms[0].holds.class_counts)
    forms = {form.name: form.holds.rows_sha256 for form in RECORDS["chess"].forms}
    assert forms["uci"] == forms["computed"] is not None


@pytest.mark.parametrize(
    ("pieces", "depth"),
    [
        *[("b3 h1 a1", 0), ("a3 h1 a1", 0), ("c2 a8 a1", 0), ("c2 b8 a1", 1)],  # mate and mate in one
        *[("c3 b2 a1", -1), ("d4 b2 a1", -1), ("c2 b2 b2", -2), ("b2 h8 a1", -2)],  # draws and illegal positions
    ],
)
def test_chess_positions_that_one_can_check_by_hand(pieces, depth):
    squares = tuple("abcdefgh".index(file) + 8 * (int(rank) - 1) for file, rank in pieces.split())
    assert chess.depths()[squares] == depth
