"""Poker, dealt from a deck."""

import itertools

import numpy as np
import pytest

from study.datasets.sets import poker


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("1 1 1 10 1 11 1 12 1 13", "royal flush"),
        ("2 9 2 10 2 11 2 12 2 13", "straight flush"),
        ("3 1 3 2 3 3 3 4 3 5", "straight flush"),
        ("1 1 2 10 1 11 1 12 1 13", "straight"),
        ("1 1 2 2 1 3 1 4 1 5", "straight"),
        ("1 1 2 2 1 3 1 4 1 13", "nothing"),
        ("1 1 1 2 1 3 1 4 1 13", "flush"),
        ("1 7 2 7 3 7 4 7 1 13", "four of a kind"),
        ("1 7 2 7 3 7 4 8 1 8", "full house"),
        ("1 7 2 7 3 7 4 8 1 9", "three of a kind"),
        ("1 7 2 7 3 8 4 8 1 9", "two pairs"),
        ("1 7 2 7 3 8 4 1 1 9", "one pair"),
        ("1 7 2 6 3 8 4 1 1 9", "nothing"),
    ],
)
def test_poker_classes(cards, name):
    values = np.array([int(cell) for cell in cards.split()])
    for order in itertools.islice(itertools.permutations(range(5)), 0, 120, 17):
        hand = values.reshape(5, 2)[list(order)]
        assert poker.CLASSES[poker.hand_class(hand[None, :, 0], hand[None, :, 1])[0]] == name


def test_poker_is_dealt_with_the_published_counts():
    table = poker.deal()
    assert np.bincount(table.y).tolist() == list(poker.TRAINING_COUNTS)
    assert np.bincount(table.y_test).tolist() == list(poker.TESTING_COUNTS)
    for X, y in ((table.X, table.y), (table.X_test, table.y_test)):
        suits, ranks = X[:, ::2], X[:, 1::2]
        np.testing.assert_array_equal(poker.hand_class(suits, ranks), y)
        cards = np.sort(suits * 100 + ranks, axis=1)
        assert (np.diff(cards, axis=1) > 0).all()  # no card twice
        assert suits.min() == 1 and suits.max() == 4 and ranks.min() == 1 and ranks.max() == 13
    first_cards = np.bincount(((table.X_test[:, 0] - 1) * 13 + table.X_test[:, 1] - 1).astype(int), minlength=52)
    assert first_cards.min() > 0.95 * 1e6 / 52 and first_cards.max() < 1.05 * 1e6 / 52
