"""Poker, dealt from a deck."""

import numpy as np
import pytest

from study.datasets.sets import poker


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("1 1 1 10 1 11 1 12 1 13", "royal flush"),
        ("3 1 3 2 3 3 3 4 3 5", "straight flush"),
        ("1 1 2 10 1 11 1 12 1 13", "straight"),
        ("1 1 2 2 1 3 1 4 1 13", "nothing"),
        ("1 1 1 2 1 3 1 4 1 13", "flush"),
        ("1 7 2 7 3 7 4 7 1 13", "four of a kind"),
        ("1 7 2 7 3 7 4 8 1 8", "full house"),
        ("1 7 2 7 3 7 4 8 1 9", "three of a kind"),
        ("1 7 2 7 3 8 4 8 1 9", "two pairs"),
        ("1 7 2 7 3 8 4 1 1 9", "one pair"),
    ],
)
def test_poker_classes(cards, name):
    hand = np.array(cards.split(), dtype=int).reshape(5, 2)
    for order in (slice(None), [3, 1, 4, 0, 2]):
        assert poker.CLASSES[poker.hand_class(hand[None, order, 0], hand[None, order, 1])[0]] == name


def test_poker_is_dealt_with_the_published_counts():
    table = poker.deal()
    for (X, y), counts in zip(table.blocks, (poker.TRAINING_COUNTS, poker.TESTING_COUNTS)):
        suits, ranks = X[:, ::2], X[:, 1::2]
        assert np.bincount(poker.hand_class(suits, ranks)).tolist() == np.bincount(y).tolist() == list(counts)
        assert (np.diff(np.sort(suits * 100 + ranks, axis=1), axis=1) > 0).all()  # no card twice
        assert suits.min() == 1 and suits.max() == 4 and ranks.min() == 1 and ranks.max() == 13
    first_cards = np.unique(table.X_test[:, :2], axis=0, return_counts=True)[1]
    assert len(first_cards) == 52 and (abs(first_cards / (1e6 / 52) - 1) < 0.05).all()
