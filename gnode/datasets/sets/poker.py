"""Poker hands: the class of a hand from its five cards, and hands dealt with given class counts."""

from __future__ import annotations

import itertools

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import parse_numbers, to_codes
from ..record import Table

CLASSES = (
    "nothing",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
TRAINING_COUNTS = (12493, 10599, 1206, 513, 93, 54, 36, 6, 5, 5)
TESTING_COUNTS = (501209, 422498, 47622, 21121, 3885, 1996, 1424, 230, 12, 3)
DEAL_SEED = 158  # the number of the set in the UCI archive


def hand_class(suits, ranks):
    """Find the class of poker hands.

    Parameters
    ----------
    suits, ranks : ndarray of int, shape (n_hands, 5)
        Suits 1..4, ranks 1 (ace)..13 (king).

    Returns
    -------
    ndarray of shape (n_hands,), int64
        Index into `CLASSES`.
    """
    ranks = np.sort(ranks, axis=1)
    equal = np.zeros(len(ranks), dtype=np.int64)  # pairs of equal cards: 0, 1, 2, 3, 4 or 6
    for i, j in itertools.combinations(range(5), 2):
        equal += ranks[:, i] == ranks[:, j]
    # 2 equal pairs: two pairs; 3: three of a kind; 4: full house; 6: four of a kind.
    by_pairs = np.array([0, 1, 2, 3, 6, 0, 7])[equal]
    flush = (suits == suits[:, :1]).all(axis=1)
    royal = (ranks == [1, 10, 11, 12, 13]).all(axis=1)
    straight = royal | ((equal == 0) & (ranks[:, 4] - ranks[:, 0] == 4))
    alone = np.select([flush & royal, flush & straight, flush, straight], [9, 8, 5, 4], default=0)
    return np.where(alone > 0, alone, by_pairs)


def parse_poker(training, testing):
    """Read the training and the testing file: five times suit and rank, then the class."""
    (X, y), (X_test, y_test) = (
        _parse_hands(content, part) for content, part in ((training, "training"), (testing, "testing"))
    )
    return Table(X, y, X_test, y_test)


def _parse_hands(content, part):
    """Read one file, and hold every class against the cards."""
    what = f"the poker {part} file"
    values = parse_numbers(content, what, n_columns=11, delimiter=",")
    hands, y = values[:, :10], to_codes(values[:, 10], np.arange(10.0), what)
    wrong = hand_class(hands[:, ::2], hands[:, 1::2]) != y
    if wrong.any():
        raise DatasetCorrupt(f"{what}, line {np.flatnonzero(wrong)[0] + 1}: the class is not that of the five cards.")
    return np.ascontiguousarray(hands), y


def deal():
    """Deal hands from full decks until the published class counts are there.

    All 2,598,960 hands are sorted by class; from each class as many are drawn as the published files hold, each in a
    random order of its cards: what dealing gives, given the class.

    Returns
    -------
    Table
        With the shapes and the class counts of the published training and testing files.
    """
    generator = np.random.default_rng(DEAL_SEED)
    cards = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(cards, dtype=np.uint8, count=5 * 2598960).reshape(-1, 5)
    classes = hand_class(hands // 13 + 1, hands % 13 + 1)
    of_class = [np.flatnonzero(classes == code) for code in range(10)]
    X, y = _draw(hands, of_class, TRAINING_COUNTS, generator)
    X_test, y_test = _draw(hands, of_class, TESTING_COUNTS, generator)
    return Table(X, y, X_test, y_test)


def _draw(hands, of_class, counts, generator):
    """Draw hands with given class counts, in a random order of rows and of cards."""
    rows = np.concatenate([generator.choice(members, count) for members, count in zip(of_class, counts)])
    y = np.repeat(np.arange(10), counts)
    order = generator.permutation(len(y))
    cards = generator.permuted(hands[rows[order]], axis=1)
    X = np.stack([cards // 13 + 1, cards % 13 + 1], axis=2).reshape(-1, 10).astype(np.float64)
    return X, y[order]
