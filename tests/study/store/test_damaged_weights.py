"""Damaged files of weights: named and set aside, never read, and computed anew."""

import io
import warnings
import zipfile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_up import FEATURES, arrays_of, put, read, record_of

from study import store
from study.runner import missing
from study.store.files import checksum_of, packed
from study.store.record import SetAside
from study.verify import compare


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_of_weights_with_flipped_or_lost_bytes_is_right_or_set_aside(place, data):
    record, arrays = record_of(FEATURES), arrays_of(FEATURES)
    store.save(FEATURES, record, arrays, place)
    content = bytearray(store.path_of(FEATURES, place).read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        for _ in range(data.draw(st.integers(1, 3))):
            content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    put(FEATURES, bytes(content), place)
    found, _ = read(FEATURES, place)
    assert found in (None, record)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SetAside)
        read_back = store.read_arrays(FEATURES, place)
    assert read_back is None or all(np.array_equal(read_back[name], arrays[name]) for name in arrays)


def of_weights(**arrays):
    return {name: array for name, array in (arrays_of(FEATURES) | arrays).items() if array is not None}


@pytest.mark.parametrize(
    "content",
    {
        "no array": packed(record_of(FEATURES), {}),
        "one is missing": packed(record_of(FEATURES), of_weights(decoder=None)),
        "one too many": packed(record_of(FEATURES), of_weights(more=np.zeros(5, np.float32))),
        "NaN": packed(record_of(FEATURES), of_weights(intercept=np.full(5, np.nan, np.float32))),
        "infinite": packed(record_of(FEATURES), of_weights(components=np.full((5, 4), np.inf, np.float32))),
        "shape": packed(record_of(FEATURES), of_weights(intercept=np.zeros(6, np.float32))),
        "float64": packed(record_of(FEATURES), of_weights(intercept=np.zeros(5))),
        "objects": packed(record_of(FEATURES), of_weights(intercept=np.array([None] * 5))),
        "a measure below zero": packed(record_of(FEATURES), of_weights(selectivity=np.full(5, -1, np.float32))),
        "a measure above one": packed(record_of(FEATURES), of_weights(best_image=np.full(5, 2, np.float32))),
        "no provenance": b"PK\x05\x06" + bytes(18),
        "not packed": b"\x93NUMPY",
        "empty": b"",
    }.items(),
    ids=lambda item: item[0],
)
def test_damaged_weights_are_named_wherever_they_are_read(results, content):
    path = put(FEATURES, content[1], results)
    with pytest.warns(SetAside, match=r"gn\.npz is damaged and set aside: "):
        assert missing([FEATURES], results) == [FEATURES]
    with pytest.raises(store.DamagedResult, match=r"gn\.npz is damaged: .*`gnode run features` computes it"):
        store.load_features("gn")
    with pytest.warns(SetAside):
        differences, _ = compare(FEATURES, record_of(FEATURES), arrays_of(FEATURES), results, {})
    assert differences == ["what is stored is damaged"]
    store.save(FEATURES, record_of(FEATURES), arrays_of(FEATURES), results)
    assert path.is_file() and missing([FEATURES], results) == []


def repacked(compression, header=None):
    """Pack right weights by a method, a header in place of that of one array."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed(record_of(FEATURES), of_weights()))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    if header is not None:
        members["intercept.npy"] = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = checksum_of(archive)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (repacked(zipfile.ZIP_LZMA), "not packed as NumPy packs arrays"),
        (repacked(zipfile.ZIP_STORED, b"{'descr': '<f4', 'shape': ("), "EOF in multi-line statement"),
    ],
    ids=["another packer", "a header that does not end"],
)
def test_weights_over_which_the_libraries_stumble_are_named(results, content, message):
    put(FEATURES, content, results)
    with pytest.raises(store.DamagedResult, match=rf"gn\.npz is damaged: .*{message}"):
        store.load_features("gn")


def test_weights_that_would_fill_the_memory_are_not_unpacked(results):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("provenance.npy", bytes(300 << 20))
    put(FEATURES, file.getvalue(), results)
    with pytest.warns(SetAside, match="too large when unpacked"):
        assert store.read_arrays(FEATURES, results) is None


def test_weights_under_the_record_of_others_are_set_aside(results):
    """A file that NumPy made anew, with plausible values: without the checksum of what it holds."""
    path = put(FEATURES, packed(record_of(FEATURES), arrays_of(FEATURES)), results)
    with np.load(path) as file:
        arrays = dict(file)
    arrays["intercept"] = arrays["intercept"][::-1].copy()
    np.savez_compressed(path, **arrays)
    with pytest.warns(SetAside, match="its sha256 is missing, or not that of its arrays"):
        assert missing([FEATURES], results) == [FEATURES]
