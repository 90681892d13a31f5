"""Sliders for the cost of a layer: the page counts as Python does."""

import random
import re

import pytest

from study.figures import cost

PAGE = "notebooks/cost.html"


@pytest.fixture
def page(visit):
    with visit(PAGE) as opened:
        yield opened.page


def told(page):
    """What the page says of each method: how many times GCN's operations, and how many (dict)."""
    lines = page.locator("#gnode-cost span[class]").all_inner_texts()
    found = (re.fullmatch(r"(\w+) ([\d.]+) × \(([\d,]+)\)", line).groups() for line in lines)
    return {name: (float(times), int(n.replace(",", ""))) for name, times, n in found}


def test_the_page_counts_as_python_does_and_begins_with_the_papers_first_layer(page):
    draw = random.Random(0)
    for _ in range(50):
        sizes = {name: draw.randint(1, most) for name, most in (("d1", 4096), ("d2", 1000), ("E", 3000))}
        of = cost.autoencoder(1, **sizes), cost.gn(1, **sizes), cost.gcn(1, **sizes)
        assert tuple(page.evaluate("(sizes) => Object.values(gnodeCost(sizes))", sizes)) == of
    sizes = {"d1": 256, "d2": 200, "E": 300}
    found, gcn = told(page), cost.gcn(1, **sizes)
    for name, count in {"AE": cost.autoencoder, "GN": cost.gn, "GCN": cost.gcn}.items():
        assert found[name][1] == count(1, **sizes)
        assert found[name][0] == pytest.approx(count(1, **sizes) / gcn, abs=0.5 if name == "AE" else 0.05)


def test_squares_follow_the_sliders(page):
    for name, key, value in (("d2", "End", "1,000"), ("E", "End", "3,000"), ("E", "Home", "1"), ("d2", "Home", "1")):
        slider = page.locator(f"#gnode-cost [name={name}]")
        slider.press(key)
        assert slider.get_attribute("aria-valuetext") == value
        for method, (times, _) in told(page).items():
            drawn = page.locator(f"#gnode-cost path.{method}").get_attribute("d").count("M")
            assert abs(drawn - times) <= 1
    assert told(page)["AE"][0] < 1
