"""Stored runs that the page computes again: equal to the bit, and a damaged value is named."""

import json
import random

import pytest
from built_site import assert_axe_finds_nothing, wait_until
from play_site import can_compute

from study.datasets import DatasetNotAvailable
from study.datasets.files import find
from study.datasets.sets.usps import RECORD

RUN = """async ([dataset, drawn, path, value]) => {
  const runs = (await gnodeAgain.stored(dataset)).runs;
  const run = structuredClone(runs[Math.floor(drawn * runs.length)]);
  if (path) path.slice(0, -1).reduce((of, name) => of[name], run)[path.at(-1)] = value;
  const { equal, fields } = await gnodeAgain.run(run);
  const differ = fields.filter((of) => !of.equal).map((of) => [of.field, of.stored]);
  return { key: run.key, equal, n: fields.length, differ };
}"""


@pytest.fixture
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/audit.html")
        wait_until(tab.page, "window.gnodeAgain && !!document.querySelectorAll('#gnode-again [name=run] option')[5]")
        yield tab.page
        assert [problem for problem in tab.problems if problem.startswith(("console", "exception", "outside"))] == []


def test_runs_on_the_digits_are_equal_to_the_bit(page):
    for drawn in [random.random() for _ in range(20)]:
        found = page.evaluate(RUN, ["digits", drawn, None, None])
        assert found["equal"] and found["n"] == 166, found


@pytest.mark.parametrize(
    "path, value, field",
    [
        (["stored", "nodes", "selectivity", 7], 0.1234, "nodes.selectivity, node 7"),
        (["stored", "measures", "roughness_median"], 9.0, "measures.roughness_median"),
        (["checksum"], "0" * 64, "checksum"),
    ],
)
def test_a_damaged_value_is_named(page, path, value, field):
    assert page.evaluate(RUN, ["digits", random.random(), path, value])["differ"] == [[field, value]]


@pytest.mark.weekly
def test_runs_on_usps_are_equal_to_the_bit(page):
    try:
        paths = [find(RECORD.folder, file)[0] for file in RECORD.forms[0].files]
    except DatasetNotAvailable:
        paths = [None]
    if None in paths:
        pytest.skip("the files of USPS are not on this machine")
    page.select_option("#gnode-again [name=data]", "usps")
    page.click("#gnode-again button")
    wait_until(page, "document.querySelector('#gnode-again .status').textContent.startsWith('Open the two files')")
    page.set_input_files("#gnode-again [name=files]", paths)
    for drawn in [random.random() for _ in range(3)]:
        found = page.evaluate(RUN, ["usps", drawn, None, None])
        assert found["equal"] and found["n"] >= 13, found


@pytest.mark.weekly
def test_the_form_shows_every_value_beside_its_own(page, root):
    page.locator("#gnode-again button").focus()
    page.keyboard.press("Enter")
    wait_until(page, "!document.querySelector('#gnode-again [role=region]').hidden")
    assert page.inner_text("#gnode-again .status").startswith("Equal to the bit: all 166 values of run ")
    key = page.evaluate("document.querySelector('#gnode-again [name=run]').selectedOptions[0].text").split()[-1]
    lines = (root / "results" / "runs" / "judged" / "digits.jsonl").read_text().splitlines()
    (record,) = (record for record in map(json.loads, lines) if record["key"] == key)
    cells = page.locator("#gnode-again tbody tr").filter(has_text="nodes.roughness, node 3").first.locator("td")
    assert float(cells.nth(1).inner_text()) == float(cells.nth(2).inner_text()) == record["nodes"]["roughness"][3]
    assert_axe_finds_nothing(page, "#gnode-again")


def test_what_the_page_cannot_compute_it_does_not_have():
    run = {"dataset": "usps", "kind": "network", "method": "gn", "settings": {"dtype": "float32", "reading": {}}}
    others = {"method": "sv"}, {"settings": {"preset": "fast"}}, {"settings": {"reading": {"initialisation": "glorot"}}}
    assert can_compute(run) and not any(can_compute(run | other) for other in others)


@pytest.mark.weekly
def test_on_a_phone(on_phone):
    with on_phone("notebooks/audit.html") as page:
        wait_until(page, "document.querySelectorAll('#gnode-again [name=run] option').length > 5")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator("#gnode-again button").bounding_box()["height"] >= 44
