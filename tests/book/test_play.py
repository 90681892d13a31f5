"""The figure to play with, trained by its own form in a real browser."""

import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import wait_until

from gnode import DivergenceError, GreedyByNode
from gnode.datasets import load
from gnode.reading import READINGS
from gnode.reference import train_layer
from gnode.start import starting_weights

PAGE = "notebooks/13_play.html"
MINUTES = 120_000  # milliseconds; a busy machine takes its time
DONE = "(({node, d2, failure}) => node === d2 || failure)(gnodePlay.layer())"
DIVERGING = dict(algorithm="GN", amnesia=0.4, nodes=5, rate=4, epochs=30, seed=0)

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
    wait_until(page, DONE)


def status(page):
    return page.inner_text("#gnode-play .status")


def focused(page):
    return page.evaluate("document.activeElement.className")


def plane_nodes(page):
    return page.input_value(".across"), page.input_value(".up")


def train_one(page, key=None):
    """Train one node by a click, or by a key where the focus is."""
    n_trained = page.evaluate("gnodePlay.layer().node")
    page.keyboard.press(key) if key else page.click(".one")
    wait_until(page, f"gnodePlay.layer().node > {n_trained}")
    wait_until(page, "document.querySelector('.train').innerText !== 'Pause'")


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
        train_one(page)
        assert page.evaluate("gnodePlay.layer().node") == n_trained
        assert page.locator("#gnode-play .features .done").count() == n_trained
    assert page.inner_text(".train") == "Go on"
    page.click(".train")
    wait_until(page, DONE)
    trained = reference(digits, arrays(page, "gnodePlay.start()", settings["nodes"]), **settings)
    for given, expected in zip(arrays(page, "gnodePlay.layer()", settings["nodes"]), trained):
        np.testing.assert_allclose(given, expected, rtol=0, atol=1e-6)


def test_errors_that_it_shows(page, digits):
    train(page, **SETTINGS["GN"])
    layer = GreedyByNode(12, amnesia=0.4, learning_rate=0.002, max_epochs=10, random_state=0).fit(digits.X_train)
    X, H = digits.X_train, layer.transform(digits.X_train)
    columns = np.column_stack([np.ones(len(H)), H])
    best = columns @ np.linalg.lstsq(columns, X)[0]
    shown = re.search(r"running output (\S+), best read-out (\S+)\.$", status(page)).groups()
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
    near = page.inner_text(".near")
    assert abs(int(re.match(r"For (\d+) % of the digits", near)[1]) - 100 * share) < 0.6
    spreads = [float(number) for number in re.search(r"outputs: (\S+) across, (\S+) up", near).groups()]
    np.testing.assert_allclose(spreads, plane.std(axis=0), atol=0.006)


def test_it_tells_nothing_of_neighbours_before_both_nodes_are_trained(page):
    page.select_option(".across", "0")
    page.select_option(".up", "1")
    fill(page, algorithm="GN", amnesia=0.4, nodes=4, rate=0.01, epochs=1, seed=0)
    for n_trained in range(3):
        assert (n_trained == 2) == ("%" in page.inner_text(".near"))
        train_one(page)


def test_divergence_is_told_as_the_library_tells_it(page, digits):
    train(page, **DIVERGING)
    with pytest.raises(DivergenceError) as raised:
        GreedyByNode(5, amnesia=0.4, learning_rate=4.0, max_epochs=30, random_state=0).fit(digits.X_train)
    node, rate, holds = re.search(r"node (\d+) .* rate (\S+): .*about (\S+) holds", str(raised.value)).groups()
    said = status(page)
    assert f"Node {node} diverged" in said and f"learning rate {rate}:" in said and f"about {holds} holds" in said
    page.fill("[name=rate]", "0.001")
    assert "Nothing is trained yet" in status(page)


def test_divergence_is_shown(page):
    page.select_option(".across", "0")
    train(page, **DIVERGING)
    assert page.inner_text(".features li:first-child").split() == ["0", "diverged"]
    assert page.get_attribute(".features canvas", "aria-label") == "Feature of node 0: diverged"
    assert page.inner_text(".running + figcaption") == "Running output: error –"
    assert "diverged" in page.inner_text(".near")
    assert "NaN" not in page.inner_text("#gnode-play") + page.inner_html("#gnode-play")
    lightest = "Math.max(...one.getContext('2d').getImageData(0, 0, 8, 8).data.filter((_, i) => i % 4 === 0))"
    for canvas in (".features canvas", ".running"):
        assert page.eval_on_selector(f"#gnode-play {canvas}", f"(one) => {lightest}") == 255  # a cross on paper


@pytest.mark.parametrize(
    ("name", "bad"),
    [("amnesia", "1.5"), ("nodes", "0"), ("nodes", "61"), ("rate", "0"), ("epochs", ""), ("seed", "-1")],
)
def test_a_setting_that_is_not_allowed_trains_nothing(page, name, bad):
    field = page.locator(f"[name={name}]")
    field.fill(bad)
    for button in (".train", ".one"):
        assert page.get_attribute(button, "aria-disabled") == "true"
    why = field.evaluate("(field) => field.validationMessage")
    assert why and status(page).startswith("A setting is not allowed. ") and status(page).endswith(why)
    for button in (".train", ".one", ".again"):
        page.locator(button).dispatch_event("click")
        assert field.evaluate("(field) => field === document.activeElement")  # where the browser says why, too
    page.keyboard.press("Enter")
    assert page.evaluate("gnodePlay.layer().node + gnodePlay.layer().epoch") == 0


def test_a_bad_setting_stops_the_training(page):
    page.click(".train")
    page.fill("[name=nodes]", "61")
    assert page.inner_text(".train") == "Train"
    page.fill("[name=nodes]", "6")
    assert "6 nodes" in status(page) and page.get_attribute(".train", "aria-disabled") == "false"


def test_numbers_between_the_steps_are_allowed(page):
    page.fill("[name=amnesia]", "0.33")
    assert "Nothing is trained yet" in status(page) and "amnesia=0.33" in page.inner_text(".python")
    page.focus("[name=amnesia]")
    for key, value in (("ArrowUp", "0.4"), ("ArrowDown", "0.35"), *([("ArrowDown", None)] * 7), ("ArrowDown", "0")):
        page.keyboard.press(key)
        assert value in (None, page.input_value("[name=amnesia]"))
    assert "amnesia=0," in page.inner_text(".python")


def test_the_plane_keeps_its_nodes_while_a_number_is_typed(page):
    page.select_option(".across", "5")
    page.select_option(".up", "7")
    page.focus("[name=nodes]")
    page.keyboard.press("Control+A")
    page.keyboard.press("1")
    assert plane_nodes(page) == ("0", "0") and "1 node." in status(page)
    page.keyboard.press("0")
    assert plane_nodes(page) == ("5", "7") and "10 nodes." in status(page)
    page.fill("[name=nodes]", "4")
    assert plane_nodes(page) == ("2", "3")  # two different ones still


def test_a_row_that_is_not_there_is_not_shown(page):
    page.fill(".which", "5000")
    assert page.input_value(".which") == "1256"
    page.fill(".which", "")
    page.press(".which", "Tab")
    assert page.input_value(".which") == "1256"
    page.click(".next")
    assert page.input_value(".which") == "0"


def test_a_button_keeps_the_focus(page):
    fill(page, algorithm="GN", amnesia=0.4, nodes=2, rate=0.01, epochs=1, seed=0)
    page.focus(".one")
    for said in ("1 of 2 nodes trained.", "Done: 2 of 2 nodes trained."):
        train_one(page, "Space")
        assert status(page).startswith(said) and focused(page) == "one"
    assert page.get_attribute(".one", "aria-disabled") == "true"
    page.keyboard.press("Space")
    assert page.evaluate("gnodePlay.layer().node") == 2 and focused(page) == "one"
    page.focus(".train")
    page.keyboard.press("Space")
    wait_until(page, DONE)
    assert focused(page) == "train"


def test_by_keyboard_alone(page):
    page.emulate_media(reduced_motion="no-preference")
    page.focus("[name=algorithm]")
    page.keyboard.press("ArrowDown")  # GCN
    for _ in range(6):
        page.keyboard.press("Tab")
    assert focused(page) == "train"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Space")
    wait_until(page, "gnodePlay.layer().epoch > 0 || gnodePlay.layer().node > 0")
    assert page.inner_text(".train") == "Pause"
    page.keyboard.press("Space")
    assert page.inner_text(".train") == "Go on"
    assert "Paused" in status(page)
    assert page.evaluate("gnodePlay.layer().algorithm") == "GCN"
    stopped = "[gnodePlay.layer().node, gnodePlay.layer().epoch].join()"
    before = page.evaluate(stopped)
    page.wait_for_timeout(100)
    assert page.evaluate(stopped) == before


def test_everyone_is_told_what_the_pictures_show(page):
    train(page, algorithm="GCN", amnesia=0.4, nodes=10, rate=0.005, epochs=1, seed=0)
    labels = page.eval_on_selector_all("#gnode-play canvas", "all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(labels) == 10 + 3 + 2 and all(labels)
    assert re.match(r"Feature of node 3: trained on \d+ rows of class 3$", labels[3])
    assert page.inner_text(".features li:last-child").split() == ["9", "(class", "9)"]
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
