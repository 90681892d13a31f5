"""Parsers, and the check of what they give: the same rows, or `DatasetCorrupt`."""

import dataclasses
import os

import numpy as np
import pytest
from dataset_samples import LAYOUTS, small
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from study.datasets import DatasetCorrupt
from study.datasets.loading import read_contents, rows_checksum, split_rows
from study.datasets.record import Split, Table

# GNODE_FUZZ=10000 makes the long run.
FUZZ = settings(
    max_examples=int(os.environ.get("GNODE_FUZZ", "20")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PIECES = [b"", b"\n", b"\r\n", b",", b" ", b'"', b"nan", b"inf", b"1e999", b"?", b"\0", b"-", b"0x1"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_valid_files_are_read_whatever_their_line_ends(layout):
    record, contents = small(*layout)
    table, checksum = read_contents(record, record.forms[0], [text.replace(b"\n", b"\r\n") for text in contents])
    assert checksum == record.forms[0].holds.rows_sha256
    for X, y in table.blocks:
        assert X.dtype == np.float64 and X.flags.c_contiguous and y.dtype == np.int64 and len(y) == len(X) > 0


@pytest.mark.filterwarnings("ignore:.*input contained no data")
@pytest.mark.parametrize("layout", LAYOUTS)
@FUZZ
@given(data=st.data())
def test_damaged_files_give_the_same_rows_or_the_documented_error(layout, data):
    """A valid file with bytes changed, inserted, left out, doubled or cut off, or another one."""
    record, (content, *others) = small(*layout)
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.sampled_from([0, start, start + 1, start + 30, len(content)]))
    piece = data.draw(st.one_of(st.binary(max_size=200), st.sampled_from(PIECES)))
    try:
        _, checksum = read_contents(record, record.forms[0], [content[:start] + piece + content[end:], *others])
    except DatasetCorrupt:
        return
    assert checksum == record.forms[0].holds.rows_sha256


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"n_features": 17}, r"\[\(16, 6, 6\)\], expected \[\(17, 6, 6\)\]"),
        ({"class_counts": (7, 5)}, r"expected \[\(16, 7, 5\)\]"),
        ({"n_missing": 1}, "0 values are no numbers, expected 1"),
        ({"test_class_counts": (1, 1)}, "expected"),
        ({"rows_sha256": "0" * 64}, "checksum of the rows.*toy.data is damaged.*delete it and get it again"),
    ],
)
def test_what_a_set_must_hold(changes, words):
    record, contents = small("bank", "uci")
    holds = dataclasses.replace(record.forms[0].holds, **changes)
    with pytest.raises(DatasetCorrupt, match=words):
        read_contents(record, dataclasses.replace(record.forms[0], holds=holds), contents)


def test_rows_checksum_knows_rows_but_not_their_order():
    table = Table(np.arange(12.0).reshape(6, 2), np.array([0, 1, 2, 0, 1, 2]))
    expected = rows_checksum(table)
    assert rows_checksum(Table(table.X[::-1], table.y[::-1])) == expected
    assert rows_checksum(Table(np.where(table.X == 0, -0.0, table.X), table.y)) == expected
    assert rows_checksum(Table(table.X, table.y[::-1])) != expected
    assert rows_checksum(Table(table.X[:-1], table.y[:-1], table.X[-1:], table.y[-1:])) != expected


@pytest.mark.parametrize("test_size", [0.3, None])
def test_a_shuffled_split_does_not_depend_on_the_given_order(test_size):
    generator = np.random.default_rng(0)
    X, y = generator.integers(0, 3, (50, 3)).astype(float), generator.integers(0, 2, 50)
    order = generator.permutation(50)
    split = Split(test_size, "", shuffle=True)
    first, second = (split_rows(Table(X[rows], y[rows], X, y), split, 0) for rows in (slice(None), order))
    for ours, other in zip(first, second):
        np.testing.assert_array_equal(ours, other)
    assert not np.array_equal(first[0], split_rows(Table(X, y, X, y), split, 1)[0])
