"""The figure to play with, trained by its own form in a real browser."""

import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from gnode import DivergenceError, GreedyByNode
from gnode.datasets import load
from gnode.reading import READINGS
from gnode.reference import train_layer
from gnode.start import starting_weights

PAGE = "notebooks/13_play.html"
MINUTES = 120_000  # milliseconds; a busy machine takes its time
DONE = "(({node, d2, failure}) => node === d2 || failure)(gnodePlay.layer())"

SETTINGS = {
    "GN": dict(algorithm="GN", amnesia=0.4, nodes=12, rate=0.002, epochs=10, seed=0),
    "GCN, nodes no multiple of classes": dict(algorithm="GCN", amnesia=0.4, nodes=23, rate=0.002, epochs=20, seed=3),
    "GCN, all remembered, rate falls": dict(
        algorithm="GCN", amnesia=1, nodes=50, rate=0.001, epochs=20, seed=4294967295
    ),
    "GN, no memory, one node": dict(algorithm="GN", amnesia=0, nodes=1, rate=0.001, epochs=3, seed=5),
}


@pytest.fixture(scope="module")
def digits():
    return load("digits")


@pytest.fixture(scope="module")
def opened_page(visit):
    """The page, opened once; nothing that happens on it may be a problem."""
    opened = visit(PAGE)
    opened.page.set_default_timeout(MINUTES)
    yield opened
    opened.page.close()


@pytest.fixture
def page(opened_page):
    """The page as it opens: first settings, nothing trained."""
    page = opened_page.page
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(media="screen", reduced_motion="reduce")
    page.evaluate("document.querySelector('#gnode-play form').reset()")
    page.dispatch_event("[name=seed]", "input", {"bubbles": True})
    yield page
    assert opened_page.problems == []


def fill(page, algorithm, **numbers):
    page.select_option("[name=algorithm]", algorithm)
    for name, number in numbers.items():
        page.fill(f"[name={name}]", str(number))


def train(page, **settings):
    fill(page, **settings)
    page.click(".train")
    page.wait_for_function(DONE)


def arrays(page, source, nodes):
    """Read encoder, bias and decoder out of the page."""
    read = page.evaluate(f"(({{W, b, V}}) => [W, b, V].map((part) => Array.from(part)))({source})")
    W, b, V = (np.array(part) for part in read)
    return W.reshape(nodes, -1), b, V.reshape(nodes, -1)


def reference(digits, init, algorithm, amnesia, rate, epochs, **_):
    return train_layer(
        algorithm, digits.X_train, digits.y_train, init=init, learning_rate=rate, max_epochs=epochs, amnesia=amnesia
    )


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_weights_are_those_of_the_reference(page, digits, settings):
    train(page, **settings)
    start = arrays(page, "gnodePlay.start()", settings["nodes"])
    rng = np.random.RandomState(settings["seed"])
    drawn = starting_weights(READINGS["original"], settings["algorithm"], settings["nodes"], 64, 64, rng)
    for given, expected in zip(start, drawn):
        np.testing.assert_array_equal(given, expected)
    trained = reference(digits, start, **settings)
    for given, begun, expected in zip(arrays(page, "gnodePlay.layer()", settings["nodes"]), start, trained):
        np.testing.assert_allclose(given, expected, rtol=0, atol=1e-6)
        assert np.abs(expected - begun).max() > 0.01  # there was something to learn


def test_one_node_at_a_time_gives_the_same_layer(page, digits):
    settings = SETTINGS["GN"]
    fill(page, **settings)
    for n_trained in (1, 2):
        page.click(".one")
        page.wait_for_function("document.querySelector('.one').disabled === false")
        assert page.evaluate("gnodePlay.layer().node") == n_trained
        assert page.locator("#gnode-play .features .done").count() == n_trained
    assert page.inner_text(".train") == "Go on"
    page.click(".train")
    page.wait_for_function(DONE)
    trained = reference(digits, arrays(page, "gnodePlay.start()", settings["nodes"]), **settings)
    for given, expected in zip(arrays(page, "gnodePlay.layer()", settings["nodes"]), trained):
        np.testing.assert_allclose(given, expected, rtol=0, atol=1e-6)


def test_errors_that_it_shows(page, digits):
    train(page, **SETTINGS["GN"])
    layer = GreedyByNode(12, amnesia=0.4, learning_rate=0.002, max_epochs=10, random_state=0).fit(digits.X_train)
    X, H = digits.X_train, layer.transform(digits.X_train)
    columns = np.column_stack([np.ones(len(H)), H])
    best = columns @ np.linalg.lstsq(columns, X)[0]
    shown = re.search(r"running output (\S+), best read-out (\S+)\.$", page.inner_text("#gnode-play .status")).groups()
    expected = [np.mean((output - X) ** 2) for output in (layer.inverse_transform(H), best)]
    np.testing.assert_allclose([float(number) for number in shown], expected, atol=0.0006)


def test_the_nearest_neighbours_that_it_shows(page, digits):
    train(page, **SETTINGS["GN"])
    page.select_option(".across", "4")
    page.select_option(".up", "7")
    layer = GreedyByNode(12, amnesia=0.4, learning_rate=0.002, max_epochs=10, random_state=0).fit(digits.X_train)
    plane = layer.transform(digits.X_train)[:, [4, 7]]
    distances = np.square(plane[:, np.newaxis] - plane).sum(axis=2)
    np.fill_diagonal(distances, np.inf)
    share = np.mean(digits.y_train == digits.y_train[distances.argmin(axis=1)])
    shown = int(re.search(r"(\d+) %", page.inner_text(".near"))[1])
    assert abs(shown - 100 * share) < 0.6


def test_divergence_is_told_as_the_library_tells_it(page, digits):
    train(page, algorithm="GN", amnesia=0.4, nodes=5, rate=4, epochs=30, seed=0)
    with pytest.raises(DivergenceError) as raised:
        GreedyByNode(5, amnesia=0.4, learning_rate=4.0, max_epochs=30, random_state=0).fit(digits.X_train)
    node, rate, holds = re.search(r"node (\d+) .* rate (\S+): .*about (\S+) holds", str(raised.value)).groups()
    said = page.inner_text("#gnode-play .status")
    assert f"Node {node} diverged" in said and f"learning rate {rate}:" in said and f"about {holds} holds" in said
    page.fill("[name=rate]", "0.001")
    assert "Nothing is trained yet" in page.inner_text("#gnode-play .status")


@pytest.mark.parametrize(
    ("name", "bad"),
    [("amnesia", "1.5"), ("nodes", "0"), ("nodes", "61"), ("rate", "0"), ("epochs", ""), ("seed", "-1")],
)
def test_a_setting_that_is_not_allowed_trains_nothing(page, name, bad):
    page.fill(f"[name={name}]", bad)
    assert page.locator(".train").is_disabled() and page.locator(".one").is_disabled()
    assert "not allowed" in page.inner_text("#gnode-play .status")
    page.focus(f"[name={name}]")
    page.keyboard.press("Enter")
    page.click(".again")
    assert page.evaluate("gnodePlay.layer().node + gnodePlay.layer().epoch") == 0


def test_by_keyboard_alone(page):
    page.emulate_media(reduced_motion="no-preference")
    page.focus("[name=algorithm]")
    page.keyboard.press("ArrowDown")  # GCN
    for _ in range(6):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "train"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Space")
    page.wait_for_function("gnodePlay.layer().epoch > 0 || gnodePlay.layer().node > 0")
    assert page.inner_text(".train") == "Pause"
    page.keyboard.press("Space")
    assert page.inner_text(".train") == "Go on"
    assert "Paused" in page.inner_text("#gnode-play .status")
    assert page.evaluate("gnodePlay.layer().algorithm") == "GCN"
    stopped = "[gnodePlay.layer().node, gnodePlay.layer().epoch].join()"
    before = page.evaluate(stopped)
    page.wait_for_timeout(100)
    assert page.evaluate(stopped) == before


def test_everyone_is_told_what_the_pictures_show(page):
    train(page, algorithm="GCN", amnesia=0.4, nodes=10, rate=0.005, epochs=1, seed=0)
    labels = page.eval_on_selector_all("#gnode-play canvas", "all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(labels) == 10 + 3 + 2 and all(labels)
    assert re.match(r"Feature of node 3: trained on a 3, \d+ rows", labels[3])
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = Axe().run(page, context="#gnode-play", options={"preload": False})
        assert found.violations_count == 0, found.generate_report()


def test_a_phone_does_not_scroll_sideways(page):
    page.set_viewport_size({"width": 390, "height": 844})
    train(page, algorithm="GCN", amnesia=0.4, nodes=60, rate=0.005, epochs=1, seed=0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_scripts_and_on_paper_there_is_a_still_picture(browser, address, page):
    assert page.locator(".tag_play-still img").is_hidden()
    page.emulate_media(media="print")
    assert page.locator(".tag_play-still img").is_visible() and page.locator("#gnode-play").is_hidden()
    context = browser.new_context(java_script_enabled=False)
    silent = context.new_page()
    silent.goto(f"{address}/{PAGE}")
    assert silent.locator(".tag_play-still img").is_visible()
    assert silent.locator("#gnode-play").is_hidden()
    assert "scripts are off" in silent.inner_text("article")
    context.close()
