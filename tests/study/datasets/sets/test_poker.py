"""Poker, dealt from a deck."""

import os

import numpy as np
import pytest

from study.datasets.loading import read_form
from study.datasets.sets import RECORDS, poker


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("1 1 1 10 1 11 1 12 1 13", "royal flush"),
        ("3 1 3 2 3 3 3 4 3 5", "straight flush"),
        ("1 1 2 10 1 11 1 12 1 13", "straight"),
        ("1 1 2 2 1 3 1 4 1 13", "nothing"),
        ("1 7 2 7 3 8 4 1 1 9", "one pair"),
    ],
)
def test_classes_of_hands(cards, name):
    hand = np.array(cards.split(), dtype=int).reshape(5, 2)
    for order in (slice(None), [3, 1, 4, 0, 2]):
        assert poker.CLASSES[poker.hand_class(hand[None, order, 0], hand[None, order, 1])[0]] == name


@pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")
def test_classes_of_the_files():
    study, _, _ = read_form(RECORDS["poker"], RECORDS["poker"].forms[1])
    for X, y in study.blocks:
        np.testing.assert_array_equal(poker.hand_class(X[:, ::2], X[:, 1::2]), y + 2)


def test_poker_is_dealt_with_the_published_counts():
    table = poker.deal()
    for (X, y), counts in zip(table.blocks, (poker.TRAINING_COUNTS, poker.TESTING_COUNTS)):
        suits, ranks = X[:, ::2], X[:, 1::2]
        assert np.bincount(poker.hand_class(suits, ranks)).tolist() == np.bincount(y).tolist() == list(counts)
        assert (np.diff(np.sort(suits * 100 + ranks, axis=1), axis=1) > 0).all()  # no card twice
        assert suits.min() == 1 and suits.max() == 4 and ranks.min() == 1 and ranks.max() == 13
