"""King and rook against king, black to move: every position and its depth, computed from the rules.

Squares are numbered 0..63 (file + 8 rank). Arrays over positions have the axes white king, white rook, black king.
"""

from __future__ import annotations

import functools

import numpy as np

from ..record import Table

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
