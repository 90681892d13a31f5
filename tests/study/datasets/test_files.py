"""Files on this machine that are damaged, cut short, foreign or of other line ends: refused or read right."""

import dataclasses
import gzip
import hashlib
import os
import random
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from dataset_samples import LAYOUTS, chess_text, isolet_text, musk_text

from study import datasets
from study.datasets import cache, checks, loading
from study.datasets.files import find
from study.datasets.forms import is_at_hand, read_form
from study.datasets.record import File
from study.datasets.sets import RECORDS, chess

DATA = os.environ.get("GNODE_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="GNODE_DATA does not name the data folder")

FORMS_WITH_FILES = [
    *[("usps", "original"), ("musk", "pmlb"), ("isolet", "mat"), ("cnae9", "uci"), ("madelon", "uci")],
    *[("cancer_original", "uci"), ("bank", "uci"), ("news", "rows"), ("news", "columns")],
    *[("poker", "first99999"), ("chess", "uci")],
]
FILES = [
    pytest.param(name, form.name, file, id=f"{name}-{file.name}")
    for name, form_name in FORMS_WITH_FILES
    for form in RECORDS[name].forms
    if form.name == form_name
    for file in form.files
]


def get_form(name, form_name):
    return next(form for form in RECORDS[name].forms if form.name == form_name)


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A data folder of the test's own; `folder(name, form)` fills it with links to the real files."""
    own = tmp_path / "data"
    own.mkdir()

    def fill(name, form_name):
        for file in get_form(name, form_name).files:
            path, _ = find(RECORDS[name].folder, file)
            (own / path.name).symlink_to(path)
        monkeypatch.setenv("GNODE_DATA", str(own))
        return own

    return fill


def replace_file(path, content):
    path.unlink()
    path.write_bytes(content)


def rewritten(path, change):
    """Replace a file by a changed one, packed as it was."""
    content = path.read_bytes()
    packed = path.suffix == ".gz"
    changed = change(gzip.decompress(content) if packed else content)
    replace_file(path, gzip.compress(changed, 1) if packed else changed)


@needs_data
@pytest.mark.parametrize(("name", "form_name", "file"), FILES)
def test_damaged_files_are_refused(name, form_name, file, folder):
    own = folder(name, form_name)
    path = own / find(name, file)[0].name
    whole = path.read_bytes()
    generator = random.Random(file.name)

    def flip(content):
        place = generator.randrange(len(content))
        return content[:place] + bytes([content[place] ^ (1 << generator.randrange(8))]) + content[place + 1 :]

    for damaged in (
        *(flip(whole) for _ in range(3)),
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:10],
        b"",
    ):
        replace_file(path, damaged)
        try:
            _, _, checksum = read_form(RECORDS[name], get_form(name, form_name))
        except datasets.DatasetCorrupt as error:
            assert str(path) in str(error)  # the message names the file
        else:  # the flip hit what unpacking does not look at, such as a packed file's time stamp
            assert path.suffix == ".gz" and len(damaged) == len(whole)
            assert gzip.decompress(damaged) == gzip.decompress(whole)
            assert checksum == get_form(name, form_name).holds.rows_sha256


@needs_data
@pytest.mark.parametrize(("name", "form_name", "file"), FILES)
def test_one_changed_byte_of_the_content_is_refused(name, form_name, file, folder):
    path = folder(name, form_name) / find(name, file)[0].name
    rewritten(path, lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:])
    with pytest.raises(datasets.DatasetCorrupt, match="delete it and get it again"):
        read_form(RECORDS[name], get_form(name, form_name))


@needs_data
@pytest.mark.parametrize(("name", "form_name", "file"), FILES)
def test_files_of_another_set_are_refused(name, form_name, file, folder):
    own = folder(name, form_name)
    path = own / find(name, file)[0].name
    for other in ("bank/bank.csv", "chess/krkopt.data", "usps/zip.test.gz", "isolet/isolet5.mat"):
        if Path(other).name != path.name:
            replace_file(path, (Path(DATA) / other).read_bytes())
            with pytest.raises(datasets.DatasetCorrupt):
                read_form(RECORDS[name], get_form(name, form_name))


@needs_data
@pytest.mark.parametrize(("name", "form_name"), FORMS_WITH_FILES)
def test_other_line_ends_are_read_right(name, form_name, folder):
    own = folder(name, form_name)
    for path in own.iterdir():
        if path.suffix != ".mat":
            rewritten(path, _other_line_ends)
    _, _, checksum = read_form(RECORDS[name], get_form(name, form_name))
    assert checksum == get_form(name, form_name).holds.rows_sha256


def _other_line_ends(content):
    unix = content.replace(b"\r\n", b"\n")
    return unix if unix != content else unix.replace(b"\n", b"\r\n")


@needs_data
@pytest.mark.parametrize(("name", "form_name"), FORMS_WITH_FILES)
def test_archives_and_packed_copies_are_read(name, form_name, folder):
    """The archive of the home as it is, where there is one; else a copy packed otherwise."""
    own = folder(name, form_name)
    paths = {file: own / find(name, file)[0].name for file in get_form(name, form_name).files}
    for file, path in paths.items():
        content = path.read_bytes()
        content = gzip.decompress(content) if path.suffix == ".gz" else content
        path.unlink()
        if file.archives:
            with zipfile.ZipFile(own / file.archives[0], "a", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(f"folder/{file.name}", content)
        elif path.suffix == ".gz":
            (own / file.name.removesuffix(".gz")).write_bytes(content)
        else:
            (own / (file.name + ".gz")).write_bytes(gzip.compress(content, 1))
    _, _, checksum = read_form(RECORDS[name], get_form(name, form_name))
    assert checksum == get_form(name, form_name).holds.rows_sha256


def _with_commas(content):
    """Return rows parsed from the PMLB file in the layout of the UCI archive's file."""
    from study.datasets.sets.musk import parse_musk_pmlb

    table = parse_musk_pmlb(content)
    return musk_text(table.X, table.y)


@needs_data
def test_musk_in_both_forms_is_the_same(folder, tmp_path):
    own = folder("musk", "pmlb")
    tsv = own / "clean2.tsv.gz"
    content = _with_commas(gzip.decompress(tsv.read_bytes()))
    first = datasets.load("musk")
    (own / "clean2.data").write_bytes(content)
    second = datasets.load("musk")
    assert (first.form, second.form) == ("pmlb", "uci")
    assert first.checksum == second.checksum
    np.testing.assert_array_equal(first.X_train, second.X_train)
    (own / "clean2.data").write_bytes(content.replace(b"\n", b"\r\n"))
    assert datasets.load("musk").checksum == first.checksum
    # No checksum of this file is known: its rows tell.
    for damaged in (content.replace(b",49,", b",48,", 1), content[:-1000], content[:100_000], _bank()):
        (own / "clean2.data").write_bytes(damaged)
        with pytest.raises(datasets.DatasetCorrupt):
            datasets.load("musk")


def _bank():
    return (Path(DATA) / "bank" / "bank.csv").read_bytes()


@needs_data
def test_isolet_in_both_forms_is_the_same(folder):
    own = folder("isolet", "mat")
    first = datasets.load("isolet", random_state=4)
    form = get_form("isolet", "mat")
    table = form.read(*((own / file.name).read_bytes() for file in form.files))
    order = np.random.default_rng(0).permutation(len(table.y))  # not the order of the .mat files
    (own / "isolet1+2+3+4.data").write_bytes(isolet_text(table.X[order], table.y[order] + 1))
    (own / "isolet5.data").write_bytes(isolet_text(table.X_test, table.y_test + 1))
    second = datasets.load("isolet", random_state=4)
    assert (first.form, second.form) == ("mat", "uci")
    assert first.checksum == second.checksum
    np.testing.assert_array_equal(first.X_train, second.X_train)
    np.testing.assert_array_equal(first.y_train, second.y_train)


@needs_data
def test_chess_file_and_computation_are_the_same_rows():
    form = get_form("chess", "uci")
    file, _ = find("chess", form.files[0])
    table, computed = form.read(file.read_bytes()), chess.compute_table()
    assert len(table.y) == len(computed.y) == 28056
    assert checks.rows_checksum(table) == checks.rows_checksum(computed)
    first, second = (datasets.load("chess", form=form) for form in ("uci", "computed"))
    np.testing.assert_array_equal(first.X_test, second.X_test)


def test_no_data_but_a_damaged_file_of_chess_is_refused(monkeypatch, tmp_path):
    """Rows computed here, in another order than the file's: the right rows, but not the file."""
    computed = chess.compute_table()
    (tmp_path / "krkopt.data").write_bytes(chess_text(computed.X, computed.y))
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    with pytest.raises(datasets.DatasetCorrupt, match=r"krkopt\.data.*sha256"):
        datasets.load("chess")
    assert datasets.load("chess", form="computed").source == "computed"


def test_a_whole_poker_file_is_preferred_to_the_part_and_checked(monkeypatch, tmp_path):
    """A file of the right layout with other hands is not the repository's."""
    (tmp_path / "poker-hand-training-true.data").write_bytes(LAYOUTS["poker"][1][0])
    (tmp_path / "poker-hand-testing.data").write_bytes(LAYOUTS["poker"][1][1])
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    assert datasets.state("poker") == ("here", get_form("poker", "uci"))
    with pytest.raises(datasets.DatasetCorrupt, match=r"poker-hand-training-true\.data"):
        datasets.load("poker")


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """Make a set of 60 rows in the user's folder, described by a record of its own."""
    content = LAYOUTS["bank"][1][0]
    header, rows = content.split(b"\n", 1)
    content = header + b"\n" + rows * 5
    record = RECORDS["bank"]
    file = File("toy.csv", hashlib.sha256(content).hexdigest(), ("http://127.0.0.1:9/toy.csv",), size=len(content))
    holds = dataclasses.replace(record.forms[0].holds, class_counts=(30, 30), low=0, high=11, rows_sha256=None)
    form = dataclasses.replace(record.forms[0], files=(file,), holds=holds)

    def put(**changes):
        own = dataclasses.replace(form, holds=dataclasses.replace(holds, **changes))
        monkeypatch.setitem(loading.RECORDS, "toy", dataclasses.replace(record, name="toy", forms=(own,)))
        return content

    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    return put


@pytest.fixture
def large_toy(toy, monkeypatch, tmp_path):
    """The same set, with the checksum of its rows, and small sets worth keeping."""
    content = toy()
    checksum = checks.rows_checksum(loading.RECORDS["toy"].forms[0].read(content))
    toy(rows_sha256=checksum)
    (tmp_path / "toy.csv").write_bytes(content)
    monkeypatch.setattr(cache, "WORTH_BYTES", 1000)
    return checksum


def stop_parsing(monkeypatch):
    """From now on every parser fails."""
    record = loading.RECORDS["toy"]
    form = dataclasses.replace(record.forms[0], read=lambda content: pytest.fail("parsed again"))
    monkeypatch.setitem(loading.RECORDS, "toy", dataclasses.replace(record, forms=(form,)))


def test_large_sets_are_parsed_once(large_toy, monkeypatch, tmp_path):
    first = datasets.load("toy")
    stop_parsing(monkeypatch)
    second = datasets.load("toy")
    np.testing.assert_array_equal(first.X_train, second.X_train)
    assert second.checksum == large_toy and second.source == "GNODE_DATA"
    with pytest.raises(pytest.fail.Exception, match="parsed again"):
        read_form(loading.RECORDS["toy"], loading.RECORDS["toy"].forms[0], afresh=True)
    (tmp_path / "toy.csv").write_bytes(b"age\n")  # the file itself is verified all the same
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")


def test_damaged_kept_rows_are_parsed_anew(large_toy, own_cache):
    first = datasets.load("toy")
    (kept,) = own_cache.rglob("*.npz")
    whole = kept.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for damaged in (whole[:-9], whole[:100], b"", b"no array", flipped):
        kept.write_bytes(damaged)
        np.testing.assert_array_equal(datasets.load("toy").X_train, first.X_train)
        assert len(kept.read_bytes()) == len(whole)


def test_a_cache_that_cannot_be_written_does_not_stop_a_load(large_toy, own_cache):
    own_cache.parent.mkdir()
    own_cache.write_text("a file where the folder should be")
    assert datasets.load("toy").checksum == large_toy


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"n_features": 17}, "shape"),
        ({"class_counts": (29, 30)}, "shape"),
        ({"class_counts": (29, 31)}, "rows per class"),
        ({"high": 10}, "values from 0 to 11, expected 0 to 10"),
        ({"low": 1}, "expected 1 to 11"),
        ({"n_missing": 1}, "0 missing values, expected 1"),
        ({"test_class_counts": (1, 1)}, "test rows"),
        ({"rows_sha256": "0" * 64}, "their checksum"),
    ],
)
def test_what_a_set_must_hold_is_checked_on_every_load(changes, words, toy, tmp_path):
    (tmp_path / "toy.csv").write_bytes(toy())
    assert datasets.load("toy").X_train.shape == (42, 16)
    toy(**changes)
    with pytest.raises(datasets.DatasetCorrupt, match=words):
        datasets.load("toy")


def test_values_that_must_be_integers(toy):
    table = RECORDS["bank"].forms[0].read(toy())
    table.X[3, 3] = 0.5
    with pytest.raises(datasets.DatasetCorrupt, match="not integers"):
        checks.check_table(table, loading.RECORDS["toy"].forms[0].holds, "toy")


def test_a_copy_with_other_line_ends_is_read_right_whatever_the_original_has(toy, tmp_path):
    content = toy()
    (tmp_path / "toy.csv").write_bytes(content)
    expected = datasets.load("toy").checksum
    (tmp_path / "toy.csv").write_bytes(content.replace(b"\n", b"\r\n"))
    assert datasets.load("toy").checksum == expected
    (tmp_path / "toy.csv").write_bytes(content.replace(b"\n", b"\r\n", 3))  # mixed
    assert datasets.load("toy").checksum == expected
    (tmp_path / "toy.csv").write_bytes(content.replace(b"\n", b"\n\n"))
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")


@pytest.mark.skipif(not shutil.which("compress"), reason="needs the Unix command compress")
def test_a_copy_packed_by_compress_is_read(toy, tmp_path):
    import subprocess

    packed = subprocess.run(["compress", "-cf"], input=toy(), capture_output=True, check=True).stdout
    (tmp_path / "toy.csv.Z").write_bytes(packed)
    assert datasets.load("toy").source == "GNODE_DATA"
    (tmp_path / "toy.csv.Z").write_bytes(packed[:-20])
    with pytest.raises(datasets.DatasetCorrupt):
        datasets.load("toy")


def test_rows_checksum_knows_rows_but_not_their_order(toy):
    table = RECORDS["bank"].forms[0].read(toy())
    expected = checks.rows_checksum(table)
    order = np.random.default_rng(0).permutation(len(table.y))
    shuffled = dataclasses.replace(table, X=table.X[order], y=table.y[order])
    assert checks.rows_checksum(shuffled) == expected
    wrong = table.y.copy()
    wrong[[0, 1]] = wrong[[1, 0]]
    assert checks.rows_checksum(dataclasses.replace(table, y=wrong)) != expected
    negative_zero = np.where(table.X == 0, -0.0, table.X)
    assert checks.rows_checksum(dataclasses.replace(table, X=negative_zero)) == expected
    as_test_rows = dataclasses.replace(table, X=table.X[:-1], y=table.y[:-1], X_test=table.X[-1:], y_test=table.y[-1:])
    assert checks.rows_checksum(as_test_rows) != expected


def test_at_hand_means_all_files_of_a_form(monkeypatch, tmp_path):
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    (tmp_path / "zip.train.gz").touch()
    form = RECORDS["usps"].forms[0]
    assert not is_at_hand(RECORDS["usps"], form)
    (tmp_path / "zip.test.gz").touch()
    assert is_at_hand(RECORDS["usps"], form)
