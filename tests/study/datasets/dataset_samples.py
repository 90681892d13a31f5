"""Small files of every layout, made here: a few valid rows each, for tests that need no real data."""

import io

import numpy as np
from scipy.io import savemat

from study.datasets.sets import bank, cancer_original, chess, cnae9, isolet, madelon, musk, news, poker, usps

GENERATOR = np.random.default_rng(0)


def lines(rows, delimiter=","):
    """Join cells to the bytes of a text file."""
    return "".join(delimiter.join(map(str, row)) + "\n" for row in rows).encode()


def _usps(n_rows):
    values = GENERATOR.integers(-1000, 1001, (n_rows, 256)) / 1000
    return lines([[f"{k % 10}.0000", *(f"{value:.4f}" for value in row)] for k, row in enumerate(values)], " ")


def _isolet_rows(n_rows):
    return GENERATOR.integers(-10000, 10001, (n_rows, 617)) / 10000, np.arange(n_rows) % 26 + 1


def isolet_text(X, letters):
    """Write rows as the UCI archive's files hold them: `-0.4394, -0.0930, ..., 1.`"""
    words = [f"{tens / 10000:.4f}" for tens in range(-10000, 10001)]
    tens = np.rint(X * 10000).astype(int) + 10000
    return lines([[*map(words.__getitem__, row), f"{letter}."] for row, letter in zip(tens.tolist(), letters)], ", ")


def isolet_mat(X, letters):
    """Write rows as a MATLAB file."""
    file = io.BytesIO()
    savemat(file, {"fea": X, "gnd": np.asarray(letters, dtype=np.uint8)[:, None]}, do_compression=True)
    return file.getvalue()


def musk_text(X, y):
    """Write rows as the UCI archive's clean2.data holds them."""
    return lines(
        [
            [f"MUSK-{k}", f"{k}_1+{k}", *(f"{value:.0f}" for value in row), f"{label}."]
            for k, (row, label) in enumerate(zip(X, y))
        ]
    )


def _musk_tsv(X, y):
    names = ["molecule_name", "conformation_name", *(f"f{i}" for i in range(1, 167)), "target"]
    return lines([names, *([k, k, *map(float, row), label] for k, (row, label) in enumerate(zip(X, y)))], "\t")


def _bank(n_rows):
    rows = []
    for k in range(n_rows):
        rows.append([k if words is None else f'"{words[k % len(words)]}"' for words in bank.COLUMNS.values()])
    return lines([[f'"{name}"' for name in bank.COLUMNS], *rows], ";")


def _news(n_rows):
    header = ["url", *(f" {name}" for name in ("timedelta", *news.FEATURES, "shares"))]
    rows = [["http://site/x/", 731, *GENERATOR.normal(size=58).round(9), 1400 * (k % 2)] for k in range(n_rows)]
    return lines([header, *rows])


def _news_columns(n_rows):
    header = [*news.COLUMNS_PART[:12], "shares", *news.COLUMNS_PART[12:]]
    return lines([[f" {name}" for name in header], *GENERATOR.integers(0, 3000, (n_rows, 15))])


def _chess(n_rows):
    table = chess.compute_table()
    return chess_text(table.X[:n_rows], table.y[:n_rows])


def chess_text(X, y):
    """Write rows as krkopt.data holds them."""
    rows = []
    for values, code in zip(X.astype(int), y):
        rows.append([chr(96 + value) if i % 2 == 0 else value for i, value in enumerate(values)] + [chess.DEPTHS[code]])
    return lines(rows)


_MUSK = GENERATOR.integers(-471, 626, (6, 166)), [0, 1, 0, 1, 0, 1]
_HANDS = lines(
    [[1, 1, 1, 10, 1, 11, 1, 12, 1, 13, 9], [1, 1, 2, 1, 3, 5, 4, 7, 1, 9, 1], [2, 3, 2, 4, 2, 5, 2, 6, 3, 7, 4]]
)
_COUNTS = [[k % 9 + 1, *GENERATOR.integers(0, 5, 856)] for k in range(9)]

# For each layout: its parser and the contents of its files.
LAYOUTS = {
    "usps": (usps.parse_usps, (_usps(12), _usps(10))),
    "musk": (musk.parse_musk, (musk_text(*_MUSK),)),
    "musk_pmlb": (musk.parse_musk_pmlb, (_musk_tsv(*_MUSK),)),
    "isolet": (isolet.parse_isolet, (isolet_text(*_isolet_rows(6)), isolet_text(*_isolet_rows(4)))),
    "isolet_mat": (isolet.parse_isolet_mat, tuple(isolet_mat(*_isolet_rows(3)) for _ in range(5))),
    "cnae9": (cnae9.parse_cnae9, (lines(_COUNTS),)),
    "cnae9_arff": (
        cnae9.parse_cnae9_arff,
        (b"@RELATION cnae-9\n@ATTRIBUTE V1 NUMERIC\n@DATA\n" + lines([row[1:] + row[:1] for row in _COUNTS]),),
    ),
    "madelon": (
        madelon.parse_madelon,
        (
            lines(GENERATOR.integers(0, 1000, (4, 500)), " "),
            b"-1\n1\n-1\n1\n",
            lines(GENERATOR.integers(0, 1000, (2, 500)), " "),
            b"1\n-1\n",
        ),
    ),
    "cancer_original": (
        cancer_original.parse_cancer_original,
        (b"1000025,5,1,1,1,2,1,3,1,1,2\n1002945,5,4,4,5,7,?,3,2,1,4\n1015425,3,1,1,1,2,2,3,1,1,2\n",),
    ),
    "bank": (bank.parse_bank, (_bank(12),)),
    "news_rows": (news.parse_rows, (_news(5),)),
    "news_columns": (news.parse_columns, (_news_columns(5),)),
    "poker": (poker.parse_poker, (_HANDS, _HANDS)),
    "chess": (chess.parse_chess, (_chess(20),)),
}
