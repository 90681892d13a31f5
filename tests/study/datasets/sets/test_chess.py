"""Chess, computed from its rules."""

import itertools

import numpy as np
import pytest

from study.datasets.sets import RECORDS, chess


def square(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def test_chess_has_the_published_classes():
    table = chess.compute_table()
    assert table.X.shape == (28056, 6)
    assert np.bincount(table.y).tolist() == list(RECORDS["chess"].forms[0].holds.class_counts)
    assert len(np.unique(table.X, axis=0)) == 28056


@pytest.mark.parametrize(
    ("king", "rook", "black", "depth"),
    [
        ("b3", "h1", "a1", 0),
        ("a3", "h1", "a1", 0),
        ("c2", "a8", "a1", 0),
        ("c2", "b8", "a1", 1),
        ("c3", "b2", "a1", -1),
        ("d4", "b2", "a1", -1),
        ("c2", "b2", "b2", -2),
        ("b2", "h8", "a1", -2),
    ],
)
def test_chess_positions_that_one_can_check_by_hand(king, rook, black, depth):
    assert chess.depths()[square(king), square(rook), square(black)] == depth


def brute_force_moves(king, rook, black, white_to_move):
    """List the positions after every legal move, piece by piece; None for the capture of the rook."""

    def neighbours(place):
        f, r = place % 8, place // 8
        for df, dr in itertools.product((-1, 0, 1), repeat=2):
            if (df, dr) != (0, 0) and 0 <= f + df < 8 and 0 <= r + dr < 8:
                yield f + df + 8 * (r + dr)

    def rook_sees(rook, blockers):
        seen = []
        for df, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            f, r = rook % 8 + df, rook // 8 + dr
            while 0 <= f < 8 and 0 <= r < 8:
                seen.append(f + 8 * r)
                if f + 8 * r in blockers:
                    break
                f, r = f + df, r + dr
        return seen

    after = []
    if white_to_move:
        for to in neighbours(king):
            if to != rook and to not in neighbours(black) and to != black:
                after.append((to, rook, black))
        after += [(king, to, black) for to in rook_sees(rook, {king, black}) if to not in (king, black)]
        return after
    for to in neighbours(black):
        if to in neighbours(king) or to == king:
            continue
        if to == rook:
            after.append(None)
        elif to not in rook_sees(rook, {king}):
            after.append((king, rook, to))
    return after


def test_chess_depths_follow_from_each_other_by_moves_generated_one_by_one():
    """In random positions: the depth is the largest, over black's moves, of 1 + the least over white's."""
    depths = chess.depths()
    generator = np.random.default_rng(0)
    positions = np.argwhere(depths > -2)
    for king, rook, black in generator.permutation(positions)[:400].tolist():
        replies = brute_force_moves(king, rook, black, white_to_move=False)
        values = []
        for reply in replies:
            if reply is None:
                values.append(-1)
                continue
            found = [depths[after] for after in brute_force_moves(*reply, white_to_move=True)]
            won = [value for value in found if value >= 0]
            values.append(1 + min(won) if won else -1)
        if not replies:
            in_check = rook // 8 == black // 8 or rook % 8 == black % 8
            assert depths[king, rook, black] == (0 if in_check else -1)
        else:
            assert depths[king, rook, black] == (-1 if -1 in values else max(values))


def test_chess_depths_are_symmetric():
    depths = chess.depths()
    files, ranks = np.arange(64) % 8, np.arange(64) // 8
    for mirror in ((7 - files) + 8 * ranks, ranks + 8 * files, files + 8 * (7 - ranks)):
        np.testing.assert_array_equal(depths[np.ix_(mirror, mirror, mirror)], depths)
