"""Records of the sets that come from games."""

from __future__ import annotations

from ..record import File, Form, Holds, InPaper, Record, Split
from ..sets import bank as parsers
from ..sets import chess, poker
from .common import CC_BY, RANDOM_30, STANDARDISE_WHY, uci_archive, uci_page

_POKER_ARCHIVE = uci_archive(158, "poker+hand")
_POKER_TRAINING = File(
    "poker-hand-training-true.data",
    "37becdf87d5f8cbf2b91d6471e965a25b86cb4a6d878c0f94a4025969fca464f",
    (_POKER_ARCHIVE,),
    size=613_694,
)

POKER = Record(
    name="poker",
    title="POKER (poker hands, classes 2 to 9)",
    summary="Five cards, each as suit 1..4 and rank 1..13; the class is the poker hand. Classes 0 and 1 are left out.",
    home=uci_page(158, "poker+hand"),
    doi="10.24432/C5KW38",
    license=CC_BY,
    citation="R. Cattral, F. Oppacher (2002), Poker Hand, UCI Machine Learning Repository.",
    classes=poker.CLASSES,
    study_classes=poker.CLASSES[2:],
    feature_names=tuple(f"{what}_{card}" for card in range(1, 6) for what in ("suit", "rank")),
    forms=(
        Form(
            name="uci",
            read=poker.parse_poker,
            files=(
                _POKER_TRAINING,
                File(
                    "poker-hand-testing.data",
                    "3cd75958e19dd321ed5ca3f7f154c0f6aad544aab9f37731ac545b5f66b232c7",
                    (_POKER_ARCHIVE,),
                    size=28_000_000,  # a million lines of at most 28 bytes
                ),
            ),
            holds=Holds(
                n_features=10,
                class_counts=poker.TRAINING_COUNTS,
                test_class_counts=poker.TESTING_COUNTS,
                low=1,
                high=13,
            ),
        ),
        Form(
            name="first99999",
            read=poker.parse_poker,
            files=(
                _POKER_TRAINING,
                File(
                    "poker-hand-testing.first99999.data.gz",
                    "b7b123c7b914fa5951331177810ac507e7494178f0e6288647c02c511432d1a9",
                    size=2_353_786,
                ),
            ),
            holds=Holds(
                n_features=10,
                class_counts=poker.TRAINING_COUNTS,
                test_class_counts=(50100, 42184, 4873, 2098, 379, 195, 150, 18, 1, 1),
                low=1,
                high=13,
                rows_sha256="0aee692f2a112ab15f5e9f2e5a4ece7ee102794166f81807525f24ded2acc45d",
            ),
            part="9633 of 78211 rows: of the testing file the first 99999 of 1000000 hands",
        ),
        Form(
            name="simulated",
            read=poker.deal,
            source="simulated",
            holds=Holds(
                n_features=10,
                class_counts=poker.TRAINING_COUNTS,
                test_class_counts=poker.TESTING_COUNTS,
                low=1,
                high=13,
            ),
        ),
    ),
    split=Split(
        test_size=None,
        why="The repository's training and testing files (1918 and 76293 rows of classes 2 to 9). The paper's gap "
        "between training and test score (.718 and .579 for SV) also speaks for few training rows.",
    ),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(78211, 10, "0.01", 0.4, (40, 40)),
    differences="N = 78211 are the rows of classes 2 to 9 of both files. Simulated hands are dealt with the published "
    "class counts.",
)

_CHESS_COUNTS = (
    *(2796, 27, 78, 246, 81, 198, 471, 592, 683),
    *(1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390),
)
_CHESS_HOLDS = Holds(
    n_features=6,
    class_counts=_CHESS_COUNTS,
    low=1,
    high=8,
    rows_sha256="d145c6ab00a677b399930ba4f431f2d39eb1b3f5620c6ee1ff328c3a0315630c",
)

CHESS = Record(
    name="chess",
    title="CHESS (king and rook against king, four depths)",
    summary="Positions with black to move, file and rank of three pieces; the class is the depth of white's win.",
    home=uci_page(23, "chess+king+rook+vs+king"),
    doi="10.24432/C57W2S",
    license=CC_BY,
    citation="M. Bain, A. van Hoff (1994), Chess (King-Rook vs. King), UCI Machine Learning Repository.",
    classes=chess.DEPTHS,
    study_classes=("draw", "eight", "eleven", "fifteen"),
    feature_names=tuple(
        f"{piece}_{what}" for piece in ("white_king", "white_rook", "black_king") for what in ("file", "rank")
    ),
    forms=(
        Form(
            name="uci",
            read=parsers.parse_chess,
            files=(
                File(
                    "krkopt.data",
                    "497b61d20d3d9e2ce310f9f4d2ca92dbdb0691d9e449d983ec6f7baf387dc7a9",
                    (uci_archive(23, "chess+king+rook+vs+king"),),
                    size=531_806,
                ),
            ),
            holds=_CHESS_HOLDS,
        ),
        Form(name="computed", read=chess.compute_table, source="computed", holds=_CHESS_HOLDS),
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
