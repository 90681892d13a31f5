"""Parsers: right on valid files of every layout, and nothing but `DatasetCorrupt` on anything else."""

import io
import os
import random
import shutil
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest
from dataset_samples import LAYOUTS, lines
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from study.datasets import DatasetCorrupt, lzw
from study.datasets.files import unpack
from study.datasets.parse import parse_numbers, to_codes
from study.datasets.record import File
from study.datasets.sets import bank, news, poker
from study.datasets.splits import in_canonical_order

# GNODE_FUZZ=10000 makes the long run.
FUZZ = settings(
    max_examples=int(os.environ.get("GNODE_FUZZ", "40")),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_valid_files_are_read(layout):
    parse, contents = LAYOUTS[layout]
    table = parse(*contents)
    assert table.X.dtype == np.float64 and table.X.flags.c_contiguous
    assert table.y.dtype == np.int64 and len(table.y) == len(table.X) > 0
    assert table.y.min() >= 0
    assert (table.X_test is None) == (table.y_test is None)


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout != "isolet_mat"])
def test_line_ends_do_not_matter(layout):
    parse, contents = LAYOUTS[layout]
    unix, other = parse(*contents), parse(*(content.replace(b"\n", b"\r\n") for content in contents))
    np.testing.assert_array_equal(unix.X, other.X)
    np.testing.assert_array_equal(unix.y, other.y)


@st.composite
def damaged(draw, content):
    """A valid file with some bytes changed, inserted, left out, doubled or cut off."""
    content = bytearray(content)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(content)))
        length = draw(st.integers(0, 30))
        piece = draw(
            st.one_of(
                st.binary(max_size=8),
                st.sampled_from(
                    [b"", b"\n", b"\r\n", b",", b" ", b'"', b"nan", b"inf", b"1e999", b"?", b"\0", b"-", b"0x1"]
                ),
            )
        )
        what = draw(st.sampled_from(["replace", "cut", "double", "overwrite"]))
        if what == "replace":
            content[start : start + length] = piece
        elif what == "cut":
            del content[start:]
        elif what == "double":
            content[start:start] = content[start : start + length]
        else:
            content[start : start + len(piece)] = piece
    return bytes(content)


@pytest.mark.parametrize("layout", LAYOUTS)
@FUZZ
@given(data=st.data())
def test_damaged_files_raise_only_the_documented_error(layout, data):
    parse, contents = LAYOUTS[layout]
    which = data.draw(st.integers(0, len(contents) - 1))
    changed = data.draw(st.one_of(damaged(contents[which]), st.binary(max_size=200)))
    try:
        table = parse(*contents[:which], changed, *contents[which + 1 :])
    except DatasetCorrupt:
        return
    original = parse(*contents)
    assert table.X.shape[1] == original.X.shape[1]
    assert np.isfinite(table.X).all() or layout == "cancer_original"
    assert table.y.min() >= 0 and len(table.y) == len(table.X) > 0


@FUZZ
@given(data=st.data())
def test_damaged_archives_raise_only_the_documented_error(data):
    content = b"a,b\n1,2\n" * 40
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/a.data", content)
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
    packed = data.draw(st.sampled_from([inner.getvalue(), outer.getvalue(), PACKED]))
    changed = data.draw(damaged(packed))
    try:
        unpack(File("a.data", None, size=1_000_000), changed, "test")
    except DatasetCorrupt:
        return


@FUZZ
@given(st.binary(max_size=300))
@example(b"")
@example(b"\xff")
def test_lzw_raises_only_value_error(content):
    for packed in (content, lzw.MAGIC + content, lzw.MAGIC + b"\x90" + content):
        try:
            lzw.decompress(packed, 10**6)
        except ValueError:
            continue


def compressible(n_bytes):
    """Text that compresses well, then noise that does not: codes of every width and a cleared table."""
    generator = random.Random(0)
    text = b" ".join(str(i * i % 997).encode() for i in range(n_bytes // 3))
    return text[:n_bytes] + generator.randbytes(n_bytes // 2) + text[:n_bytes]


# `compress -b 12` of compressible(8000).
PACKED = (Path(__file__).parent / "compressed.Z").read_bytes()


def test_lzw_unpacks_what_compress_packed():
    assert lzw.decompress(PACKED, 10**6) == compressible(8000)
    assert lzw.MAGIC + b"\x8c" == PACKED[:3]


@pytest.mark.skipif(not shutil.which("compress"), reason="needs the Unix command compress")
@pytest.mark.parametrize("bits", [10, 12, 14, 16])
@pytest.mark.parametrize("content", [b"", b"a", b"ab" * 5000, compressible(400_000)], ids=len)
def test_lzw_undoes_compress(bits, content):
    packed = subprocess.run(
        ["compress", "-cf", "-b", str(bits)], input=content, capture_output=True, check=False
    ).stdout
    assert lzw.decompress(packed, 10**6) == content


def test_lzw_refuses_what_is_cut_or_of_another_kind():
    for packed in (b"", b"\x1f\x8b\x08", PACKED[:2], lzw.MAGIC + b"\x89\x00", lzw.MAGIC + b"\xf0\x00"):
        with pytest.raises(ValueError, match=r"\.Z file"):
            lzw.decompress(packed, 10**6)
    with pytest.raises(ValueError, match="not in the table"):
        lzw.decompress(lzw.MAGIC + b"\x90\xff\xff\xff", 10**6)


def test_numbers_are_exact():
    values = parse_numbers(b"0.1 -0.3333 1e-3\n7 8 9\n", "x", n_columns=3)
    np.testing.assert_array_equal(values, [[0.1, -0.3333, 1e-3], [7, 8, 9]])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no table of numbers"),
        (b"1 2\n3\n", "no table of numbers"),
        (b"1 2 3\n", "3 columns of numbers, expected 2"),
        (b"1 nan\n", "not finite"),
        (b"1 1e400\n", "not finite"),
        (b"1 x\n", "no table of numbers"),
        (b"1 \xff\n", "no table of numbers"),
    ],
)
def test_what_is_no_table_of_numbers(content, words):
    with pytest.raises(DatasetCorrupt, match=words):
        parse_numbers(content, "x", n_columns=2)


def test_unknown_labels_are_named():
    np.testing.assert_array_equal(to_codes(["b", "a", "b"], ["b", "a"], "x"), [0, 1, 0])
    with pytest.raises(DatasetCorrupt, match=r"'c'.*\['b', 'a'\]"):
        to_codes(["b", "c"], ["b", "a"], "x")


def test_bank_words_are_coded_in_their_order():
    parse, (content,) = LAYOUTS["bank"]
    table = parse(content)
    names = list(bank.COLUMNS)
    assert table.X[:, names.index("month")].tolist() == list(range(12))
    assert table.X[:4, names.index("education")].tolist() == [0, 1, 2, 3]
    assert table.X[:, names.index("balance")].tolist() == list(range(12))
    assert table.y.tolist() == [0, 1] * 6


def test_whole_news_file_must_have_the_published_statistics(monkeypatch):
    _, (content,) = LAYOUTS["news_rows"]
    X = news.parse_rows(content).X
    own = [(name, x.min(), x.max(), x.mean(), x.std()) for name, x in zip(news.FEATURES, X.T)]
    monkeypatch.setattr(news, "SUMMARY", own)
    np.testing.assert_array_equal(news.parse_whole(content).X, X)
    own[7] = (own[7][0], *own[7][1:3], own[7][3] + 0.01, own[7][4])
    with pytest.raises(DatasetCorrupt, match=f"column {own[7][0]}"):
        news.parse_whole(content)


def test_poker_class_must_be_that_of_the_cards():
    wrong = lines([[1, 1, 1, 10, 1, 11, 1, 12, 1, 13, 8]])
    with pytest.raises(DatasetCorrupt, match="line 1: the class is not that of the five cards"):
        poker.parse_poker(LAYOUTS["poker"][1][0], wrong)


@pytest.mark.parametrize("cell", [b"", b'"1\n2"', b"1 2", b"x"])
def test_bank_cells_that_are_not_one_number(cell):
    parse, (content,) = LAYOUTS["bank"]
    with pytest.raises(DatasetCorrupt, match=r"bank\.csv, column age,"):
        parse(content.replace(b'\n3;"housemaid"', b"\n" + cell + b';"housemaid"'))


def test_madelon_needs_a_label_for_each_row():
    parse, (train, labels, *valid) = LAYOUTS["madelon"]
    with pytest.raises(DatasetCorrupt, match="madelon_train: 4 rows but 1 labels"):
        parse(train, labels[:3], *valid)


def test_canonical_order_does_not_depend_on_the_given_order():
    generator = np.random.default_rng(0)
    X, y = generator.integers(0, 3, (50, 3)).astype(float), generator.integers(0, 2, 50)
    order = generator.permutation(50)
    for first, second in zip(in_canonical_order(X, y), in_canonical_order(X[order], y[order])):
        np.testing.assert_array_equal(first, second)
