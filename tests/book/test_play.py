"""The figure to play with: what it trains and says is the library's, and its link keeps it."""

import re

import numpy as np
import pytest
from built_site import REST, wait_until
from figure_page import PAGE, READY, SET, change, components, in_python, rows, status

from gnode import DivergenceError, GreedyByClassByNode, GreedyByNode
from study.figures import turned
from study.figures.home import untrained

END = r"(With any number of nodes|With all 12 nodes|From \d+ nodes on), your digit is read as an? \d\."
# Small layers have fewer nodes than classes, or saturated ones.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture
def page(open_figure):
    return open_figure("nodes=12&epochs=20")


def like_the_page(digits, A=0.4):
    """The layer of `page`, trained by the library."""
    return GreedyByClassByNode(12, amnesia=A, max_epochs=20, reading="mended", random_state=0).fit(*digits[:2])


@pytest.mark.parametrize(
    "settings",
    ["algorithm=GCN&nodes=7&epochs=9", "algorithm=GN&amnesia=0.33&rule=flat&nodes=9&rate=0.02&epochs=40&seed=7"],
)
def test_the_lines_of_python_train_the_same_layer_to_the_bit(open_figure, settings):
    names = in_python(page := open_figure(settings))
    np.testing.assert_array_equal(components(page), names["layer"].components_.ravel())
    X, y = rows(page)
    np.testing.assert_array_equal(X, names["X"])
    assert X.shape == (5000, 256) and y == names["y"].tolist()


def test_a_slider_trains_new_layers(page, digits):
    page.focus("[name=amnesia]")
    page.keyboard.press("ArrowRight")
    wait_until(page, READY)
    assert page.inner_text("#gnode-play output") == "0.45"
    np.testing.assert_array_equal(components(page), like_the_page(digits, 0.45).components_.ravel())
    for A in (0, 0.2, 0.9, 0.4):  # faster than it trains
        page.evaluate(SET, ["amnesia", str(A)])
    wait_until(page, READY)
    np.testing.assert_array_equal(components(page), like_the_page(digits).components_.ravel())
    assert "A = 0.4 (fading)," in page.inner_text("#gnode-play .run")


def test_what_it_says_of_the_layer_of_a_node_and_of_a_row(page, digits):
    X, y, X_unseen, y_unseen = digits
    layer = like_the_page(digits)
    H = layer.transform(X)
    of_nodes, of_unseen = (np.column_stack([np.ones(len(H)), H]) for H in (H, layer.transform(X_unseen)))
    read_out = np.linalg.lstsq(of_nodes, np.column_stack([X, np.eye(10)[y]]))[0]
    best, unseen = of_nodes @ read_out, (of_unseen @ read_out)[:, 256:].argmax(axis=1)
    facts = page.inner_text("#gnode-play .facts")
    error = float(re.search(r"squared error of (\S+) per pixel", facts)[1])
    assert abs(error - np.mean((best[:, :256] - X) ** 2)) < 0.0006
    right = 100 * np.mean(unseen == y_unseen)
    assert abs(int(re.search(r"gets (\d+)% of 1,000 unseen digits", facts)[1]) - right) < 0.6
    assert re.match(r"GCN trained 12 nodes on 5,000 examples of 256 numbers in \S+ s: [\d,]+ updates\.", status(page))

    h = np.sign(turned(layer.components_)[11] @ layer.components_[11]) * H[:, 11]  # its picture is turned so, too
    assert page.inner_text("#gnode-play .features button >> nth=11").strip() == "12: 1"  # counted from 1; its class
    page.locator("#gnode-play .features [tabindex='0']").focus()  # of all features, one is reached by Tab
    for key in ("End", "Home", "ArrowRight", "ArrowLeft", "End", "ArrowUp", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "play-node"
    pictures = page.locator(":is(#gnode-play, #gnode-draw) canvas:not([aria-hidden])")
    labels = pictures.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(labels) > 20 and all(labels)
    said = page.inner_text("#gnode-play .features + .node")
    assert said.startswith("Node 12 of GCN") and f"It trained on {len(layer.subsets_[11])} examples of class 1" in said
    assert f"mean {h.mean():.2f} and the standard deviation {h.std():.2f}" in said.replace("−", "-")
    highest = page.locator("#gnode-play .node [aria-label='Examples with the highest output'] canvas").first
    assert highest.get_attribute("aria-label") == f"example {h.argmax()}, class {y[h.argmax()]}"

    page.click(".another")
    page.evaluate(REST, 500)
    told = page.inner_text(".told")
    assert f"Example 45, an {y_unseen[45]}" in told and f"read as a {unseen[45]}" in told
    assert page.locator("#gnode-draw .strip li").count() == 4  # after 1, 5, 10 and all 12


def test_random_weights_in_place_of_the_trained_ones_are_those_of_python(page, digits):
    facts, change = page.inner_text("#gnode-play .facts"), "#gnode-play .replaced select"
    for kind in ("sums", "noise"):
        W, b = untrained(like_the_page(digits).subsets_, kind)
        H, unseen = (np.column_stack([np.ones(len(of)), np.tanh(of @ W.T + b)]) for of in digits[::2])
        named = (unseen @ np.linalg.lstsq(H, np.eye(10)[digits[1]])[0]).argmax(axis=1)
        page.evaluate("window.before = gnodePlay.run.readout"), page.select_option(change, kind)
        wait_until(page, "gnodePlay.run.readout !== before")
        right = re.search(r"gets (\d+)% of 1,000 unseen digits", page.inner_text("#gnode-play .facts"))[1]
        assert int(right) == pytest.approx(100 * np.mean(named == digits[3]), abs=0.6)
        assert status(page) == "These weights were drawn, not trained." and page.is_hidden(".of-trained >> nth=0")
        assert re.search(
            rf"nodes on, it is read as an? {named[44]}.* trained nodes on, it is", page.inner_text(".told")
        )
    page.select_option(change, "trained")
    wait_until(page, f"document.querySelector('#gnode-play .facts').innerText === {facts!r}")


def test_a_digit_drawn_becomes_a_row(page):
    """By mouse, and then by keys."""
    box = page.locator(".sketch").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 20, steps=8)
    page.mouse.up()
    page.evaluate(REST, 600)
    assert re.fullmatch(END, page.inner_text(".told"))
    page.click(".another")
    wait_until(page, "document.querySelector('.told').innerText.startsWith('Example 45, an 8')")
    page.click(".clear")
    page.focus(".sketch")
    page.keyboard.press("Space")
    wait_until(page, "document.querySelector('.told').innerText.startsWith('Draw a digit')")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Space"):
        page.keyboard.press(key)
    page.evaluate(REST, 600)
    assert re.fullmatch(END, page.inner_text(".told"))


SAID = """(named) => {
  const { run } = gnodePlay, { d1 } = run.rows;
  const of = (name) => Float64Array.from({ length: d1 + 10 }, (_, i) => i - d1 == name);
  gnodeNetwork.best = () => [...named].map(of);
  return gnodeStrip.show(document.querySelector("#gnode-draw .strip"), run, new Float32Array(d1));
}"""


def test_it_says_how_many_nodes_it_takes_to_read_a_row_as_in_the_end(page):
    for begin, said in {"333": "With any number of nodes", "883": "From 3 nodes on", "383": "From 3 nodes on"}.items():
        assert page.evaluate(SAID, begin + 9 * "3") == f"{said}, your digit is read as a 3."
    assert page.evaluate(SAID, 10 * "3" + "83") == "With all 12 nodes, your digit is read as a 3."


def test_a_setting_that_is_not_allowed_trains_nothing(page):
    page.click("#gnode-play .more summary")
    trained = components(page)
    for name, bad, good in (("nodes", "0", "12"), ("nodes", "2.5", "12"), ("rate", "0", "0.001"), ("seed", "-1", "0")):
        page.fill(f"[name={name}]", bad)
        assert page.get_attribute(f"[name={name}]", "aria-invalid") == "true", name
        assert "is needed" in page.inner_text("#gnode-play .status")
        np.testing.assert_array_equal(components(page), trained)
        page.fill(f"[name={name}]", good)
        wait_until(page, READY)
        assert page.get_attribute(f"[name={name}]", "aria-invalid") is None


def test_divergence_is_told(open_figure, digits):
    page = open_figure("algorithm=GN&nodes=5&rate=4&epochs=30")
    with pytest.raises(DivergenceError) as raised:
        GreedyByNode(5, learning_rate=4, max_epochs=30, reading="mended", random_state=0).fit(digits[0])
    i = int(re.match(r"GN: node (\d+)", str(raised.value))[1])  # the library counts from 0, the figure from 1
    what, _, _ = str(raised.value).replace(f"node {i}", f"node {i + 1}", 1).partition(";")
    assert status(page) == f"{what}; give a lower learning_rate, or scale X first."


def test_the_link_holds_the_settings(page, open_figure):
    for name, value in (("amnesia", 0.25), ("rule", "flat"), ("seed", 5), ("rate", 0.003)):
        change(page, name, value)
    page.eval_on_selector("#gnode-play .link", "(one) => one.click()")
    link = page.evaluate("navigator.clipboard.readText()")
    assert page.text_content("#gnode-play .kept") == "Link copied."
    again = open_figure(link.split("#")[1])
    assert again.evaluate("gnodePlay.settings()") == page.evaluate("gnodePlay.settings()")
    np.testing.assert_array_equal(components(again), components(page))
    wait_until(page, f"location.href === '{link}'")  # it is in the address, too
    for place, amnesia in (("#amnesia=1", 1), ("#what-to-try", 1), ("#amnesia=0", 0)):  # other places set nothing
        page.evaluate(f"location.hash = '{place}'")
        page.evaluate(REST, 300)
        wait_until(page, f"gnodePlay.settings().amnesia === {amnesia}")
    nonsense = open_figure("nodes=4&epochs=3&amnesia=7&algorithm=SV&seed=x&data=own&other=value&evil=<img>")
    settings = nonsense.evaluate("gnodePlay.settings()")  # as at first
    assert [settings[name] for name in ("amnesia", "algorithm", "seed")] == [0.4, "GCN", 0]
    assert not {"data", "other"} & {*settings}  # links once named smaller digits, or a second layer


NODES = "gnodePlay.run.nodes.length"
SHOWN = "gnodePlay.run.shown"


def rests_at(page, n):
    """Tell whether n nodes are trained and shown, and stay it (bool)."""
    wait_until(page, f"{SHOWN} === {n}")
    page.evaluate(REST, 300)
    return page.evaluate(f"[{NODES}, {SHOWN}]") == [n, n]


@pytest.mark.weekly
def test_an_interrupted_layer_is_pythons_to_the_bit(tabs, address, digits):
    with tabs.tab() as tab:
        page = tab.page
        page.goto(f"{address}/{PAGE}#rule=fading&nodes=80&epochs=30")
        wait_until(page, f"window.gnodePlay && {NODES} > 2")
        page.click(".more summary")
        page.click(".pause")
        assert page.inner_text(".pause") == "Go on" and page.inner_text(".train") == "Stop"
        page.evaluate(REST, 1000)
        n = page.evaluate(NODES)
        assert rests_at(page, n) and 2 < n < 70
        assert status(page) == f"Paused. {n} nodes of 80 shown."
        assert re.search(r"After (1 node|\d+ nodes) it is read as an? \d\.$", page.inner_text(".told"))
        for i in (1, 2, 3):
            page.click(".step")
            assert rests_at(page, n + i)
        page.click(".pause")
        assert page.inner_text(".pause") == "Pause"
        wait_until(page, f"{SHOWN} > {n + 4}")  # by itself
        page.click(".step")  # waits again
        page.evaluate(REST, 300)
        assert page.evaluate("gnodePlay.busy()") and rests_at(page, page.evaluate(NODES))
        page.click(".pause")
        wait_until(page, READY)
        assert page.locator(".pause").is_disabled()
        layer = GreedyByClassByNode(80, max_epochs=30, reading="mended", random_state=0).fit(*digits[:2])
        np.testing.assert_array_equal(components(page), layer.components_.ravel())


@pytest.mark.parametrize(("algorithm", "estimator"), [("GN", GreedyByNode), ("GCN", GreedyByClassByNode)])
def test_the_curve_is_the_librarys_to_the_bit(open_figure, digits, algorithm, estimator):
    page = open_figure(f"algorithm={algorithm}&nodes=20&epochs=40")  # some by their weights, some by inner products
    losses = page.evaluate("gnodePlay.run.nodes.map(({losses}) => Array.from(losses))")
    layer = estimator(20, max_epochs=40, reading="mended", random_state=0).fit(*digits[:2])
    for given, expected in zip(losses, layer.loss_curve_, strict=True):
        np.testing.assert_array_equal(given, expected)
    said = "Node {} as it trained: squared error per pixel {:.3f} in epoch 1, {:.3f} in epoch {}."
    for i in (19, 2):  # the last one, and one that is pressed
        expected = said.format(i + 1, *2 * layer.loss_curve_[i][[0, -1]] / 256, len(losses[i]))
        assert page.text_content("#gnode-play .loss p") == expected
        page.click("#gnode-play .features button >> nth=2")
    points = page.get_attribute("#gnode-play .loss polyline", "points")
    assert len(re.findall(r"[\d.]+,[\d.]+", points)) == min(200, len(losses[2]))
