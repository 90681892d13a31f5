"""Steps that several layouts share. What a damaged file makes them raise, `study.datasets.load` says in its terms."""

import csv
import io

import numpy as np


def parse_numbers(content, delimiter=None, columns=None, n_header_lines=0):
    """Read a table of plain numbers, between blanks or a delimiter: (n_lines, n_columns) float64."""
    return np.loadtxt(
        io.BytesIO(content),
        delimiter=delimiter,
        comments=None,
        skiprows=n_header_lines,
        usecols=columns,
        ndmin=2,
        encoding="ascii",
    )


def rows_of_text(content, delimiter=","):
    """Read a table of words, as the csv module does: a list of lists."""
    return list(csv.reader(io.StringIO(content.decode("ascii"), newline=""), delimiter=delimiter, strict=True))


def to_codes(labels, values):
    """Turn labels into their places among the values: (n_samples,) int64."""
    codes = {value: code for code, value in enumerate(values)}
    unknown = set(labels) - set(codes)
    if unknown:
        raise ValueError(f"the unknown label {min(unknown)!r}; known are {list(codes)}")
    return np.array([codes[label] for label in labels], dtype=np.int64)


def class_first(values, labels):
    """Part the class, in the first column, from the features."""
    return np.ascontiguousarray(values[:, 1:]), to_codes(values[:, 0].tolist(), labels)


def class_last(values, labels):
    """Part the class, in the last column, from the features."""
    return np.ascontiguousarray(values[:, :-1]), to_codes(values[:, -1].tolist(), labels)
