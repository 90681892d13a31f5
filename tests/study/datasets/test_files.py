"""Files on this machine: found packed or not, with any line ends; damaged, cut short and foreign ones are refused."""

import gzip
import io
import zipfile

import pytest
from dataset_samples import LAYOUTS, small

from study import datasets
from study.datasets import files
from study.datasets.loading import is_at_hand
from study.datasets.sets import RECORDS

(CONTENT,) = LAYOUTS["bank", "uci"]


def zipped(**members):
    """An archive; in the names `__` stands for a slash and `_` for a dot."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return buffer.getvalue()


def compressed(content):
    """Pack up to 255 bytes as the Unix command `compress` may: each is a code of nine bits."""
    bits = sum(code << 9 * place for place, code in enumerate(content))
    return b"\x1f\x9d\x90" + bits.to_bytes(-(-9 * len(content) // 8), "little")


HELD = {
    "plain": ("toy.data", CONTENT),
    "gz": ("toy.data.gz", gzip.compress(CONTENT)),
    "unpacked on the way": ("toy.data.gz", CONTENT),
    "archive of the home": ("toy+set.zip", zipped(folder__toy_data=CONTENT, readme=b"hello")),
    "gz in an archive": ("toy+set.zip", zipped(toy_data_gz=gzip.compress(CONTENT))),
    "archive in an archive": ("toy+set.zip", zipped(other_zip=zipped(a=b"b"), i_zip=zipped(toy_data=CONTENT))),
    "other line ends": ("toy.data", CONTENT.replace(b"\n", b"\r\n")),
    "mixed line ends": ("toy.data", CONTENT.replace(b"\n", b"\r\n", 3)),
}
REFUSED = {
    "cut short": ("toy.data", CONTENT[:-1], "sha256"),
    "one byte changed": ("toy.data", CONTENT[:99] + b"?" + CONTENT[100:], "sha256"),
    "of another set": ("toy.data", LAYOUTS["musk", "uci"][0], "sha256"),
    "gz cut short": ("toy.data.gz", gzip.compress(CONTENT)[:-9], "cannot be unpacked"),
    "Z damaged": ("toy.data.Z", b"\x1f\x9d\x90" + b"\xff" * 9, "cannot be unpacked"),
    "archive cut short": ("toy+set.zip", zipped(toy_data=CONTENT)[:-30], "cannot be unpacked"),
    "archive of something else": ("toy+set.zip", zipped(other=CONTENT), r"does not hold toy\.data"),
}


@pytest.fixture
def own(put, monkeypatch, tmp_path):
    """The user's folder; a set "toy" of small rows has its file there."""
    put(small("bank", "uci", "http://127.0.0.1:9/toy+set.zip")[0])
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("how", HELD)
def test_a_file_is_read_however_it_is_held(how, own):
    name, content = HELD[how]
    (own / "toy").mkdir()
    for folder in (own, own / "toy"):
        (folder / name).write_bytes(content)
        data = datasets.load("toy")
        assert data.source == "GNODE_DATA" and data.X_train.shape == (8, 16)
        (folder / name).unlink()


def test_a_file_of_the_command_compress_is_read():
    assert files._unpacked(compressed(b"1,2;3\n"), "toy.data") == b"1,2;3\n"


@pytest.mark.parametrize("how", REFUSED)
def test_another_file_is_refused(how, own):
    name, content, words = REFUSED[how]
    (own / name).write_bytes(content)
    for command in (datasets.load, datasets.fetch):  # nobody's own file is replaced
        with pytest.raises(datasets.DatasetCorrupt, match=words) as caught:
            command("toy")
        assert str(own / name) in str(caught.value) and "delete it and get it again" in str(caught.value)


def test_a_whole_file_is_preferred_to_the_part_and_a_bad_one_is_not_passed_over(monkeypatch, tmp_path):
    monkeypatch.setenv("GNODE_DATA", str(tmp_path))
    for name in ("training-true", "testing"):
        assert not is_at_hand(RECORDS["poker"], RECORDS["poker"].forms[0])  # which all its files must be
        (tmp_path / f"poker-hand-{name}.data").write_bytes(b"1,1,1,10,1,11,1,12,1,13,9\n")
    assert datasets.state("poker") == ("here", RECORDS["poker"].forms[0])
    with pytest.raises(datasets.DatasetCorrupt, match=r"poker-hand-training-true\.data"):
        datasets.load("poker")
