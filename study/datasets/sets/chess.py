"""King and rook against king, black to move: every position and its depth, computed from the rules.

Squares are numbered 0..63 (file + 8 rank). Arrays over positions have the axes white king, white rook, black king.
"""

import functools

import numpy as np

from ..parse import rows_of_text, to_codes
from ..record import RANDOM_30, File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip

DEPTHS = (
    "draw",
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)

_FILE, _RANK = np.arange(64) % 8, np.arange(64) // 8


def _between(same, along):
    """Return whether the third square lies between two squares with the same file or rank (bool, 64 x 64 x 64)."""
    on_line = (same[:, None, None] == same[:, None]) & (same[:, None] == same)
    low, high = (end(along[:, None, None], along[:, None]) for end in (np.minimum, np.maximum))
    return on_line & (low < along) & (along < high)


@functools.cache
def depths():
    """Compute white's moves to mate, black to move (64, 64, 64); -1 for a draw, -2 for an illegal position."""
    # By retrograde analysis, from the checkmates on: the positions from which white reaches one that is lost for black;
    # then those in which every legal move of black leads to one of these.
    between = _between(_FILE, _RANK) | _between(_RANK, _FILE)
    distance = np.maximum(abs(_FILE[:, None] - _FILE), abs(_RANK[:, None] - _RANK))  # in steps of a king
    differ, apart = distance > 0, distance > 1  # two kings stand apart
    step = (distance == 1).astype(np.float32)  # float32: products of matrices that are fast
    line = ((_FILE[:, None] == _FILE) | (_RANK[:, None] == _RANK)) & differ
    legal = differ[:, :, None] & differ & apart[:, None]
    # The rook attacks a square through everything but the white king.
    attacks = line & ~between.transpose(2, 0, 1) & differ[:, None]
    # A square where the black king may stand after its move, the rook still on the board.
    safe = legal & ~attacks
    captures = apart[:, :, None] & (distance == 1)  # black takes an unprotected rook
    moves = (safe @ step > 0) | captures
    depth = np.where(legal, np.int8(-1), np.int8(-2))
    lost = legal & attacks & ~moves
    depth[lost] = 0
    won = np.zeros_like(legal)
    for n in range(1, len(DEPTHS)):
        won |= safe & ((np.tensordot(step, lost, 1) > 0) | _rook_moves_to(lost, line, between))
        new = (depth == -1) & moves & ~captures & ~((safe & ~won) @ step > 0)
        depth[new] = n
        lost |= new
    depth.setflags(write=False)
    return depth


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
    """Compute the rows of the UCI set: one position of each symmetry class, with its depth."""
    # The white king stands in the triangle a1, d1, d4; on its diagonal, positions that a mirror makes equal count once.
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
    *columns, depth = zip(*rows_of_text(content), strict=True)
    places = [
        to_codes(column, values) + 1.0 for column, values in zip(columns, ("abcdefgh", "12345678") * 3, strict=True)
    ]
    return Table(np.column_stack(places), to_codes(depth, DEPTHS))


FILE_SHA256 = "497b61d20d3d9e2ce310f9f4d2ca92dbdb0691d9e449d983ec6f7baf387dc7a9"
HOLDS = Holds(
    n_features=6,
    class_counts=(*(2796, 27, 78, 246, 81, 198, 471, 592, 683), *(1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)),
    rows_sha256="d145c6ab00a677b399930ba4f431f2d39eb1b3f5620c6ee1ff328c3a0315630c",
)

RECORD = Record(
    name="chess",
    place=12,
    title="CHESS (king and rook against king, four depths)",
    summary="Positions with black to move, file and rank of three pieces; the class is the depth of white's win.",
    home=uci_page(23, "chess+king+rook+vs+king"),
    doi="10.24432/C57W2S",
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
            files=(File("krkopt.data", FILE_SHA256, uci_zip(23, "chess+king+rook+vs+king")),),
            holds=HOLDS,
        ),
        Form(name="computed", read=compute_table, source="computed", holds=HOLDS),
    ),
    split=Split(
        test_size=0.3,
        why=RANDOM_30 + " The order of the file is by class, so rows are sorted first: file and "
        "computation then give the same split.",
        shuffle=True,
    ),
    in_paper=InPaper(9149, 6, "0.01", 0.4, (60, 40, 40)),
    differences="The four classes hold 2796 + 1433 + 2854 + 2166 = 9249 rows, 100 more than the paper's 9149: most "
    "likely a slip of one digit.",
)
