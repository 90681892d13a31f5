"""The figure to play with: the reader's own files."""

import gzip
import io

import numpy as np
import pytest
from built_site import ICON, REST, wait_until
from figure_page import READY, change, components, in_python, rows, status
from PIL import Image
from sklearn.preprocessing import MinMaxScaler

# Small layers have fewer nodes than classes, or saturated ones.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture
def page(open_figure):
    return open_figure("nodes=12&epochs=20")


def table(X, y, header=True, delimiter=","):
    lines = [delimiter.join([*(f"f{j}" for j in range(X.shape[1])), "class"])] if header else []
    lines += [delimiter.join([*map(repr, row), label]) for row, label in zip(X.tolist(), y)]
    return ("\n".join(lines) + "\n").encode()


def give(page, *files):
    page.evaluate("document.querySelector('#gnode-play .own').open = true")
    page.set_input_files("#gnode-play [type=file]", [{"name": n, "mimeType": m, "buffer": b} for n, m, b in files])
    page.evaluate(REST, 100)
    wait_until(page, "!document.querySelector('#gnode-play .status').innerText.startsWith('Reading')")
    wait_until(page, READY)


@pytest.mark.parametrize(
    ("scaling", "header", "delimiter"), [("none", True, ","), ("range", False, ";"), ("range", True, "\t")]
)
def test_your_own_csv(page, tmp_path, monkeypatch, scaling, header, delimiter):
    rng = np.random.default_rng(4)
    X, y = rng.normal(3, 2, (40, 6)), rng.choice(["blue", "red", "10"], 40)
    content = table(X, y, header, delimiter)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    give(page, ("my rows.csv", "text/csv", content))
    change(page, "scaling", scaling)
    change(page, "nodes", 5)
    read, labels = rows(page)
    expected = MinMaxScaler((-1, 1)).fit_transform(X) if scaling == "range" else X
    np.testing.assert_array_equal(read, expected.astype("float32"))
    assert labels == y.tolist()
    (tmp_path / "my rows.csv").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    np.testing.assert_array_equal(components(page), in_python(page)["layer"].components_.ravel())
    # Nothing leaves the page; where its address changes, Chromium looks for the icon again.
    assert [url for url in requests if not url.startswith("blob:") and not url.endswith(ICON)] == []


def test_large_numbers_are_scaled_and_rows_of_usps_read_as_they_come(page):
    rng = np.random.default_rng(4)
    X = rng.normal(300, 200, (40, 6))
    give(page, ("large.csv", "text/csv", table(X, ["a", "b"] * 20)))
    assert page.evaluate("gnodePlay.settings().scaling") == page.input_value("[name=scaling]") == "range"
    assert "saturate the nodes, so each column is scaled" in page.inner_text("#gnode-play .scaling-note")
    change(page, "scaling", "none")
    np.testing.assert_array_equal(rows(page)[0], X.astype("float32"))
    lines = [" ".join([f"{k % 10}.0000", *(f"{value:.3f}" for value in rng.uniform(-1, 1, 256))]) for k in range(220)]
    give(page, ("zip.train.gz", "application/gzip", gzip.compress("\n".join(lines).encode())))
    assert page.evaluate("(({n, d1, side}) => [n, d1, side])(gnodePlay.rows())") == [220, 256, 16]
    assert page.evaluate("(({column, nodes}) => [column, nodes])(gnodePlay.settings())") == ["first", 200]


def picture(colour):
    content = io.BytesIO()
    Image.fromarray(np.full((20, 20), colour, np.uint8)).save(content, "PNG")
    return content.getvalue()


def test_your_own_images(page, tmp_path, monkeypatch):
    files = [
        (f"{name}_{k}.png", "image/png", picture(colour + k))
        for name, colour in (("dark", 0), ("pale", 200))
        for k in range(6)
    ]
    give(page, *files)
    change(page, "nodes", 4)
    read, labels = rows(page)
    assert labels == ["dark"] * 6 + ["pale"] * 6
    assert np.abs(read[[0, 11], 0] - [1, 1 - 2 * 205 / 255]).max() < 0.01
    with page.expect_download() as download:
        page.click("#gnode-play .rows-csv")
    download.value.save_as(tmp_path / "gnode-rows.csv")
    monkeypatch.chdir(tmp_path)
    np.testing.assert_array_equal(components(page), in_python(page)["layer"].components_.ravel())


GOOD = table(np.random.default_rng(0).standard_normal((20, 3)), ["a", "b"] * 10)
BAD_FILES = [
    (b"", "is empty"),
    (b"\x7fELF\0\0\0\1\2", "is no text"),
    (b"the cat sat\non the mat\nand so on\n", "is no number"),
    (GOOD + b"1,2,a\n", "line 22: 3 columns, but line 1 has 4"),
    (GOOD + b"1,,3,a\n", "line 22, column 2: nothing where a number is needed"),
    (GOOD + b"1,2,1e300,a\n", "line 22: a number is too large"),
    (b"1,2,a\n3,4,a\n5,6,a\n7,8,a\n", "all rows are of one class, “a”"),
    (table(np.eye(30), [f"{k}.5" for k in range(30)]), "30 different values in 30 rows"),
    (b"1,2,a\n", "has 1 row of numbers"),
]


def test_a_bad_file_gets_a_clear_message_and_a_good_one_trains(page):
    for content, why in BAD_FILES:
        give(page, ("rows.csv", "text/csv", content))
        assert why in page.inner_text("#gnode-play .status")
    give(page, ("rows.csv.gz", "text/csv", GOOD))
    assert "cannot be unpacked" in page.inner_text("#gnode-play .status")
    give(page, ("good.csv", "text/csv", GOOD))
    change(page, "nodes", 3)
    assert "GCN trained 3 nodes on 20 examples of 3 numbers" in status(page)
    given = """{name: "x.csv", size: 3e8, type: "text/csv"}], {column: "last", scaling: "none"}"""
    said = page.evaluate(f"gnodeRows.own([{given}).catch((error) => error.message)")
    assert "300 MB" in said  # unread
    page.click("#gnode-play .own .digits")
    wait_until(page, "gnodePlay.rows().n === 5000 && document.activeElement.id === 'gnode-draw'")
