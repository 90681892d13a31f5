"""gnode.train in a real browser: layers known and never seen, each with every bit of Python's."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from gnode import DivergenceError, GreedyByClassByNode, GreedyByNode
from gnode.reading import READINGS
from study.datasets import load

PAGE = "notebooks/play.html"
TRAIN = """async ({X, y, init, ...given}) => {
  const start = init && Object.fromEntries(Object.entries(init).map(([name, of]) => [name, Float32Array.from(of)]));
  const heard = [];
  const layer = await gnode.train(
    {...given, X: Float32Array.from(X), y, init: start, onNode: (node) => heard.push(node)});
  return {
    ...Object.fromEntries(["components", "intercept", "decoder", "n_updates"].map((name) => [name, [...layer[name]]])),
    subsets: layer.subsets.map((rows) => [...rows]), heard: heard.map(({node, rows}) => [node, rows.length]),
    losses: heard.map(({losses}) => [...losses]),
    same: heard.every((node) => node.intercept === layer.intercept[node.node]),
  };
}"""
ESTIMATORS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}
PARTS = ("components", "intercept", "decoder")


@pytest.fixture(scope="module")
def page(visit):
    with visit(PAGE) as opened:
        yield opened.page
        assert opened.problems == []


def both(page, X, y, init=None, **settings):
    """Train in the page and in Python (what the page gives, the estimator)."""
    X = np.ascontiguousarray(X, np.float32)
    given = dict(settings, X=X.ravel().tolist(), y=y.tolist(), n_samples=len(X), n_features=X.shape[1])
    given["init"] = init and {name: of.ravel().tolist() for name, of in zip(PARTS, init)}
    trained = page.evaluate(TRAIN, given)
    arguments = {name: value for name, value in settings.items() if name not in ("algorithm", "reading", "memory")}
    reading = READINGS[settings["reading"]]
    reading = replace(reading, memory=settings.get("memory", reading.memory))
    layer = ESTIMATORS[settings["algorithm"]](**arguments, init=init, reading=reading)
    with warnings.catch_warnings(action="ignore"):  # of nodes that are too few or saturated
        return trained, layer.fit(X, y)


def assert_same_bits(trained, layer):
    for name in PARTS:
        given, expected = np.float32(trained[name]), getattr(layer, f"{name}_").ravel()
        np.testing.assert_array_equal(given.view(np.uint32), expected.view(np.uint32), err_msg=name)
    for given, expected in zip(trained["losses"], layer.loss_curve_, strict=True):
        np.testing.assert_array_equal(given, expected)
    assert trained["n_updates"] == layer.n_updates_.tolist()
    assert trained["subsets"] == [rows.tolist() for rows in layer.subsets_]
    assert trained["heard"] == [[i, len(rows)] for i, rows in enumerate(layer.subsets_)] and trained["same"]


@pytest.mark.parametrize("reading", ["mended", "paper", "default"])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.weekly) for seed in range(4, 12))])
def test_layers_never_seen(page, seed, reading):
    """Settings and rows drawn at random: all sizes, both algorithms and rules, rates up to chaotic ones."""
    rng = np.random.default_rng(seed)
    n, d1, d2 = int(rng.integers(40, 400)), int(rng.integers(2, 150)), int(rng.integers(1, 40))
    X = np.tanh(rng.standard_normal((n, d1)) @ rng.standard_normal((d1, d1)) / 4)
    y = np.append(np.arange(4), rng.choice(4, n - 4, p=(0.01, 0.3, 0.3, 0.39)))  # few of one class
    y = np.array(["10", "9", "b", "a"])[y] if seed % 2 else y
    init, memory = None, ({}, {"memory": "fading"}, {"memory": "flat"})[seed % 3]  # a reading brings its own
    if seed % 3 == 0:
        init = tuple((0.02 * rng.standard_normal(shape)).astype(np.float32) for shape in ((d2, d1), d2, (d2, d1)))
    settings = dict(
        algorithm=("GN", "GCN")[seed % 2],
        reading=reading,
        amnesia=float(rng.choice([0, 1, 0.4, rng.random()])),
        n_components=d2,
        learning_rate=float(10 ** rng.uniform(-3.5, -1)),
        max_epochs=int(rng.integers(1, 150)),
        random_state=int(rng.integers(2**32)),
    )
    assert_same_bits(*both(page, X, y, init, **settings | memory))


@pytest.mark.weekly
@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_a_full_size_layer(page, algorithm):
    digits = load("mnist16")
    settings = dict(algorithm=algorithm, reading="paper", n_components=200, max_epochs=300, random_state=0)
    assert_same_bits(*both(page, digits.X_train, digits.y_train, **settings))


FAILING = """async (given) => {
  try {
    await gnode.train({algorithm: "GCN", X: new Float32Array(40), y: Array.from({length: 10}, (_, k) => k % 2),
      n_samples: 10, n_features: 4, n_components: 2, max_epochs: 3, ...given});
  } catch ({name, message}) { return `${name}: ${message}`; }
}"""


WRONG = [
    ({"algorithm": "SV"}, 'give "GN" or "GCN"'),
    ({"amnesia": 1.5}, "from 0 to 1"),
    ({"memory": "other"}, "fading"),
    ({"reading": "toString"}, 'give "mended", "paper" or "default"'),
    ({"amnesia_rule": "flat"}, "it is called memory now"),
    ({"epochs": 3}, "epochs is no setting"),
    ({"n_samples": 11}, "X has 40 numbers, but n_samples * n_features is 44"),
    ({"n_components": 11}, "every node needs a row of its own"),
    ({"n_components": 2.5}, "a whole number"),
    ({"y": ["a"] * 10}, "one class only: a"),
    ({"y": [0, 1]}, "a class for each of the 10 rows"),
    ({"learning_rate": 0}, "a number above 0"),
    ({"learning_rate": 1e-9}, "too small"),
    ({"random_state": -1}, "random_state=-1"),
    ({"init": {"components": [1], "intercept": [0, 0], "decoder": [0] * 8}}, "components must have 8 numbers, got 1"),
]


def test_what_is_not_allowed_is_said(page):
    for given, why in WRONG:
        assert why in page.evaluate(FAILING, given)
    nan = "{X: Float32Array.from({length: 40}, (_, k) => (k === 7 ? NaN : 0))}"
    assert "NaN or infinity" in page.evaluate(f"() => ({FAILING})({nan})")


def test_divergence_has_the_librarys_words(page):
    X = 10 * np.random.default_rng(1).standard_normal((60, 10)).astype(np.float32)
    settings = dict(n_components=5, learning_rate=5, max_epochs=20, random_state=5)
    with pytest.raises(DivergenceError) as raised:
        GreedyByNode(**settings, reading="mended").fit(X)
    call = f"(given) => ({TRAIN})(given).catch(({{name, message}}) => `${{name}}: ${{message}}`)"
    given = dict(settings, algorithm="GN", X=X.ravel().tolist(), n_samples=60, n_features=10)
    assert page.evaluate(call, given) == f"DivergenceError: {raised.value}"


STOPPED = """async () => {
  const stop = new AbortController();
  const n_samples = 7000, n_features = 256, heard = [];
  const X = new Float32Array(n_samples * n_features).map((_, at) => Math.sin(at));
  const given = {algorithm: "GN", X, n_samples, n_features, n_components: 50, max_epochs: 100000,
    signal: stop.signal, onNode: ({node}) => heard.push(node)};
  const ending = gnode.train(given).catch((error) => error.name);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = performance.now();
  stop.abort();
  const name = await ending;
  const soon = performance.now() - before < 2000;
  const small = await gnode.train(
    {algorithm: "GN", X: new Float32Array(40), n_samples: 10, n_features: 4, n_components: 2, max_epochs: 3});
  return [name, soon, small.components.length, heard.length];
}"""


def test_training_can_be_stopped(page):
    assert page.evaluate(STOPPED) == ["AbortError", True, 8, 0]
