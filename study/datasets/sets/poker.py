"""Poker hands: the class of a hand from its five cards, and hands dealt with given class counts."""

import itertools

import numpy as np

from ..parse import class_last, parse_numbers
from ..record import File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip

CLASSES = (
    *("nothing", "one pair", "two pairs", "three of a kind", "straight"),
    *("flush", "full house", "four of a kind", "straight flush", "royal flush"),
)
TRAINING_COUNTS = (12493, 10599, 1206, 513, 93, 54, 36, 6, 5, 5)
TESTING_COUNTS = (501209, 422498, 47622, 21121, 3885, 1996, 1424, 230, 12, 3)
DEAL_SEED = 158  # the number of the set in the UCI archive


def hand_class(suits, ranks):
    """Find the class of hands, an index into `CLASSES`, from suits 1..4 and ranks 1 (ace)..13: both (n_hands, 5)."""
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
    blocks = (class_last(parse_numbers(content, delimiter=","), range(10)) for content in (training, testing))
    return Table(*(array for block in blocks for array in block))


def deal():
    """Draw, from all 2,598,960 hands, as many of each class as the published files hold, cards in a random order."""
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


TRAINING_SHA256 = "37becdf87d5f8cbf2b91d6471e965a25b86cb4a6d878c0f94a4025969fca464f"
TESTING_SHA256 = "3cd75958e19dd321ed5ca3f7f154c0f6aad544aab9f37731ac545b5f66b232c7"
FIRST_SHA256 = "b7b123c7b914fa5951331177810ac507e7494178f0e6288647c02c511432d1a9"
ROWS_SHA256 = "0aee692f2a112ab15f5e9f2e5a4ece7ee102794166f81807525f24ded2acc45d"
TRAINING = File("poker-hand-training-true.data", TRAINING_SHA256, uci_zip(158, "poker+hand"))
HOLDS = Holds(n_features=10, class_counts=TRAINING_COUNTS, test_class_counts=TESTING_COUNTS)

RECORD = Record(
    name="poker",
    place=11,
    title="POKER (poker hands, classes 2 to 9)",
    summary="Five cards, each as suit 1..4 and rank 1..13; the class is the poker hand. Classes 0 and 1 are left out.",
    home=uci_page(158, "poker+hand"),
    doi="10.24432/C5KW38",
    citation="R. Cattral, F. Oppacher (2002), Poker Hand, UCI Machine Learning Repository.",
    classes=CLASSES,
    study_classes=CLASSES[2:],
    feature_names=tuple(f"{what}_{card}" for card in range(1, 6) for what in ("suit", "rank")),
    forms=(
        Form(
            name="uci",
            read=parse_poker,
            files=(TRAINING, File("poker-hand-testing.data", TESTING_SHA256, uci_zip(158, "poker+hand"))),
            holds=HOLDS,
        ),
        Form(
            name="first99999",
            read=parse_poker,
            files=(TRAINING, File("poker-hand-testing.first99999.data.gz", FIRST_SHA256)),
            holds=Holds(
                n_features=10,
                class_counts=TRAINING_COUNTS,
                test_class_counts=(50100, 42184, 4873, 2098, 379, 195, 150, 18, 1, 1),
                rows_sha256=ROWS_SHA256,
            ),
            part="9633 of 78211 rows: of the testing file the first 99999 of 1000000 hands",
        ),
        Form(name="simulated", read=deal, source="simulated", holds=HOLDS),
    ),
    split=Split(
        test_size=None,
        why="The repository's training and testing files (1918 and 76293 rows of classes 2 to 9). The paper's gap "
        "between training and test score (.718 and .579 for SV) also speaks for few training rows.",
    ),
    in_paper=InPaper(78211, 10, "0.01", 0.4, (40, 40)),
    differences="N = 78211 are the rows of classes 2 to 9 of both files. Simulated hands are dealt with the published "
    "class counts.",
)
