"""Small files of the layouts of which no checksum is known, and two more, and records that fit them."""

import dataclasses
import hashlib

import numpy as np

from study.datasets.loading import read_contents
from study.datasets.record import File, Holds
from study.datasets.sets import RECORDS, bank, news

GENERATOR = np.random.default_rng(0)


def lines(rows, delimiter=","):
    """Join cells to the bytes of a text file."""
    return "".join(delimiter.join(map(str, row)) + "\n" for row in rows).encode()


def integers(*shape, low=0, high=10):
    return GENERATOR.integers(low, high, shape).tolist()


def isolet_text(X, y):
    """Write rows as the UCI archive's files hold them: `-0.4394, -0.0930, ..., 1.`"""
    return lines([[*map("{:.4f}".format, row), f"{code + 1}."] for row, code in zip(X.tolist(), y)], ", ")


def musk_text(X, y):
    """Write rows as the UCI archive's clean2.data holds them."""
    rows = enumerate(zip(X.astype(int).tolist(), y))
    return lines([[f"MUSK-{k}", f"{k}_1+{k}", *row, f"{code}."] for k, (row, code) in rows])


def cnae9_arff(X, y):
    """Write rows as OpenML holds them."""
    rows = [[*row, code + 1] for row, code in zip(X.astype(int).tolist(), y)]
    return b"@RELATION cnae-9\n@ATTRIBUTE V1 NUMERIC\n@DATA\n" + lines(rows)


def sounds(n_rows):
    return np.array(integers(n_rows, 617, low=-10000, high=10001)) / 10000, range(n_rows)


WORDS = [[k if words is None else f'"{words[k % len(words)]}"' for words in bank.COLUMNS.values()] for k in range(12)]
NEWS_HEADER = ["url", *(f" {name}" for name in ("timedelta", *news.FEATURES, "shares"))]
# The contents of the files of a form.
LAYOUTS = {
    ("musk", "uci"): (musk_text(np.array(integers(6, 166)), [0, 1] * 3),),
    ("isolet", "uci"): (isolet_text(*sounds(6)), isolet_text(*sounds(4))),
    ("cnae9", "uci"): (lines([[k % 9 + 1, *row] for k, row in enumerate(integers(180, 856, high=5))]),),
    ("cnae9", "openml"): (cnae9_arff(np.array(integers(9, 856, high=5)), range(9)),),
    ("cancer_original", "uci"): (b"1000025,5,1,1,1,2,1,3,1,1,2\n1002945,5,4,4,5,7,?,3,2,1,4\n",),
    ("bank", "uci"): (lines([[f'"{name}"' for name in bank.COLUMNS], *WORDS], ";"),),
    ("news", "rows"): (lines([NEWS_HEADER, *(["url", 731, *row, 1400 * (row[0] % 2)] for row in integers(9, 58))]),),
}


def small(name, form_name, home=None, file_name="toy.data"):
    """The record of a set "toy": a form of another one that holds the small files, and these files' contents."""
    record, contents = RECORDS[name], LAYOUTS[name, form_name]
    (form,) = [form for form in record.forms if form.name == form_name]
    files = [File(file.name, None) for file in form.files]
    if len(files) == 1:
        files = [File(file_name, hashlib.sha256(contents[0]).hexdigest(), home)]
    table = form.read(*contents)
    counts = [tuple(np.bincount(y, minlength=len(record.classes)).tolist()) for _, y in table.blocks]
    holds = Holds(table.X.shape[1], *counts, n_missing=int(np.isnan(table.X).sum()))
    form = dataclasses.replace(form, files=tuple(files), holds=holds)
    _, checksum = read_contents(record, form, contents)
    form = dataclasses.replace(form, holds=dataclasses.replace(holds, rows_sha256=checksum))
    split = dataclasses.replace(record.split, test_size=record.split.test_size and 0.3)
    return dataclasses.replace(record, name="toy", other_folder=None, split=split, forms=(form,)), contents
