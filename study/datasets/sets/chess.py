"""King and rook against king, black to move: every position and its depth, computed from the rules.

Squares are numbered 0..63 (file + 8 rank). Arrays over positions have the axes white king, white rook, black king.
"""

from __future__ import annotations

import functools

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import rows_of_text, to_codes
from ..record import (
    CC_BY,
    RANDOM_30,
    STANDARDISE_WHY,
    File,
    Form,
    Holds,
    InPaper,
    Record,
    Split,
    Table,
    uci_archive,
    uci_page,
)

DEPTHS = (
    "draw",
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)

_FILE, _RANK = np.arange(64) % 8, np.arange(64) // 8
_SQUARE = np.arange(64)


def _king_steps():
    """Return whether a king steps from a square to another (bool, 64 x 64)."""
    distance = np.maximum(abs(_FILE[:, None] - _FILE), abs(_RANK[:, None] - _RANK))
    return distance == 1


def _between():
    """Return whether the third square lies between two squares of a line (bool, 64 x 64 x 64)."""
    f, r = _FILE, _RANK
    same_file = (f[:, None, None] == f[:, None]) & (f[:, None, None] == f)
    same_rank = (r[:, None, None] == r[:, None]) & (r[:, None, None] == r)
    up = (np.minimum(r[:, None, None], r[:, None]) < r) & (r < np.maximum(r[:, None, None], r[:, None]))
    across = (np.minimum(f[:, None, None], f[:, None]) < f) & (f < np.maximum(f[:, None, None], f[:, None]))
    return (same_file & up) | (same_rank & across)


@functools.cache
def depths():
    """Compute the depth of win of every position with black to move, by retrograde analysis.

    Starting from the checkmates, in turn: the positions with white to move from which white reaches a position already
    known as lost for black; then the positions with black to move in which every legal move leads to one of these.

    Returns
    -------
    ndarray of shape (64, 64, 64), int8
        White's moves to mate under best play of both sides; -1 for a draw, -2 for an illegal position. Read-only.
    """
    step, between = _king_steps(), _between()
    line = ((_FILE[:, None] == _FILE) | (_RANK[:, None] == _RANK)) & (_SQUARE[:, None] != _SQUARE)
    apart = ~step & (_SQUARE[:, None] != _SQUARE)  # two kings may stand so
    distinct = (_SQUARE[:, None, None] != _SQUARE[:, None]) & (_SQUARE[:, None] != _SQUARE)
    legal = distinct & apart[:, None, :]
    # The rook attacks a square through everything but the white king.
    attacks = line & ~between.transpose(2, 0, 1) & (_SQUARE[:, None, None] != _SQUARE)
    # A square where the black king may stand after its move, the rook still on the board.
    safe = legal & ~attacks
    captures = np.einsum("br,wr->wrb", step, apart).astype(bool)  # black takes an unprotected rook
    moves = _reach(safe, step) | captures
    depth = np.where(legal, np.int8(-1), np.int8(-2))
    lost = legal & attacks & ~moves
    depth[lost] = 0
    won = np.zeros_like(legal)
    for n in range(1, len(DEPTHS)):
        won |= safe & (_king_moves_to(lost, step) | _rook_moves_to(lost, line, between))
        new = (depth == -1) & moves & ~captures & ~_reach(safe & ~won, step)
        depth[new] = n
        lost |= new
    depth.setflags(write=False)
    return depth


def _reach(targets, step):
    """Tell from which positions the black king steps into one of the targets."""
    return (targets.astype(np.float32) @ step.astype(np.float32)) > 0


def _king_moves_to(targets, step):
    """Tell from which positions the white king steps into one of the targets."""
    flat = targets.reshape(64, -1).astype(np.float32)
    return (step.astype(np.float32) @ flat > 0).reshape(targets.shape)


def _rook_moves_to(targets, line, between):
    """Tell from which positions the rook moves into one of the targets; neither king may stand in its way."""
    reached = np.empty_like(targets)
    for king in range(64):
        free = line & ~between[:, :, king]
        free[:, king] = False
        # Axes: black king, rook before, rook after.
        paths = free & ~between.transpose(2, 0, 1)
        goals = targets[king].T[:, :, None].astype(np.float32)
        reached[king] = (paths.astype(np.float32) @ goals > 0)[:, :, 0].T
    return reached


def compute_table():
    """Compute the rows of the UCI set: one position of each symmetry class, with its depth.

    The white king stands in the triangle a1, d1, d4; if it stands on the diagonal a1-d4, the positions that the
    mirror at this diagonal makes equal count once.

    Returns
    -------
    Table
        X of shape (28056, 6): file and rank (1..8) of white king, white rook, black king; y codes of `DEPTHS`.
        Rows in the order of their features.
    """
    depth = depths()
    king, rook, black = np.nonzero(depth > -2)
    squares = np.column_stack([king, rook, black])
    side = np.sign(_FILE - _RANK)[squares]  # 1 below the diagonal, -1 above it
    first_off = np.where(side[:, 2] != 0, side[:, 2], side[:, 1])
    in_triangle = (_FILE[king] < 4) & (side[:, 0] >= 0)
    keep = in_triangle & ((side[:, 0] > 0) | (first_off >= 0))
    squares = squares[keep]
    X = np.stack([_FILE[squares], _RANK[squares]], axis=2).reshape(-1, 6) + 1.0
    y = depth[tuple(squares.T)].astype(np.int64) + 1
    order = np.lexsort(X.T[::-1])
    return Table(X[order], y[order])


def parse_chess(content):
    """Read krkopt.data: file and rank of white king, white rook and black king, then the depth."""
    rows = rows_of_text(content, "krkopt.data", n_columns=7)
    if not rows:
        raise DatasetCorrupt("krkopt.data is empty.")
    columns = list(zip(*rows))
    files = [to_codes(columns[i], list("abcdefgh"), "krkopt.data") + 1 for i in (0, 2, 4)]
    ranks = [to_codes(columns[i], list("12345678"), "krkopt.data") + 1 for i in (1, 3, 5)]
    X = np.column_stack([files[0], ranks[0], files[1], ranks[1], files[2], ranks[2]]).astype(np.float64)
    return Table(X, to_codes(columns[6], DEPTHS, "krkopt.data"))


_COUNTS = (
    *(2796, 27, 78, 246, 81, 198, 471, 592, 683),
    *(1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390),
)
_HOLDS = Holds(
    n_features=6,
    class_counts=_COUNTS,
    low=1,
    high=8,
    rows_sha256="d145c6ab00a677b399930ba4f431f2d39eb1b3f5620c6ee1ff328c3a0315630c",
)

RECORD = Record(
    name="chess",
    place=12,
    title="CHESS (king and rook against king, four depths)",
    summary="Positions with black to move, file and rank of three pieces; the class is the depth of white's win.",
    home=uci_page(23, "chess+king+rook+vs+king"),
    doi="10.24432/C57W2S",
    license=CC_BY,
    citation="M. Bain, A. van Hoff (1994), Chess (King-Rook vs. King), UCI Machine Learning Repository.",
    classes=DEPTHS,
    study_classes=("draw", "eight", "eleven", "fifteen"),
    feature_names=tuple(
        f"{piece}_{what}" for piece in ("white_king", "white_rook", "black_king") for what in ("file", "rank")
    ),
    forms=(
        Form(
            name="uci",
            read=parse_chess,
            files=(
                File(
                    "krkopt.data",
                    "497b61d20d3d9e2ce310f9f4d2ca92dbdb0691d9e449d983ec6f7baf387dc7a9",
                    (uci_archive(23, "chess+king+rook+vs+king"),),
                    size=531_806,
                ),
            ),
            holds=_HOLDS,
        ),
        Form(name="computed", read=compute_table, source="computed", holds=_HOLDS),
    ),
    split=Split(
        test_size=0.3,
        why=RANDOM_30 + " The order of the file is by class, so rows are sorted first: file and "
        "computation then give the same split.",
        shuffle=True,
    ),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(9149, 6, "0.01", 0.4, (60, 40, 40)),
    differences="The four classes hold 2796 + 1433 + 2854 + 2166 = 9249 rows, 100 more than the paper's 9149: most "
    "likely a slip of one digit.",
)
