"""gnode.train in a real browser: layers known and never seen, each with every bit of Python's."""

import base64
import warnings
from dataclasses import replace

import numpy as np
import pytest
from layers import small_digits

from gnode import DivergenceError, GreedyByClassByNode, GreedyByNode
from gnode.reading import READINGS
from study.datasets import load

PAGE = "notebooks/play.html"
TRAIN = """async ({X, copies = 1, y, init, ...given}) => {
  const bytes = (text) => {
    const letters = atob(text), found = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) found[i] = letters.charCodeAt(i);
    return found.buffer;
  };
  const numbers = (text) => new Float32Array(bytes(text));
  const start = init && Object.fromEntries(Object.entries(init).map(([name, text]) => [name, numbers(text)]));
  const heard = [], once = numbers(X), all = new Float32Array(copies * once.length);
  for (let i = 0; i < copies; i++) all.set(once, i * once.length);
  const layer = await gnode.train({...given, X: all, y, init: start, onNode: (node) => heard.push(node)});
  const text = (array) => btoa(Array.from(new Uint8Array(array.buffer), (byte) => String.fromCharCode(byte)).join(""));
  const {components, intercept, decoder, n_updates, subsets, seconds} = layer;
  return {
    components: text(components), intercept: text(intercept), decoder: text(decoder), n_updates: [...n_updates],
    subsets: subsets.map((rows) => [...rows]), heard: heard.map(({node, rows}) => [node, rows.length]), seconds,
    losses: heard.map(({losses}) => [...losses]),
    same: heard.every(({node, intercept: b}) => b === intercept[node]),
  };
}"""
ESTIMATORS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}


@pytest.fixture(scope="module")
def page(visit):
    with visit(PAGE) as opened:
        yield opened.page
        assert opened.problems == []


def text(array):
    return base64.b64encode(np.ascontiguousarray(array, np.float32).tobytes()).decode()


def numbers(text):
    return np.frombuffer(base64.b64decode(text), np.float32)


def both(page, X, y, init=None, copies=1, **settings):
    """Train in the page and in Python, on some copies of the rows (what the page gives, the estimator)."""
    X = np.ascontiguousarray(X, np.float32)
    names = ("components", "intercept", "decoder")
    given = dict(settings, X=text(X), y=None if y is None else np.asarray(y).tolist(), copies=copies)
    given |= {
        "n_samples": copies * len(X),
        "n_features": X.shape[1],
        "init": init and dict(zip(names, map(text, init))),
    }
    trained = page.evaluate(TRAIN, given)
    arguments = {name: value for name, value in settings.items() if name not in ("algorithm", "reading", "memory")}
    reading = READINGS[settings.get("reading", "mended")]
    reading = replace(reading, memory=settings.get("memory", reading.memory))
    layer = ESTIMATORS[settings["algorithm"]](**arguments, init=init, reading=reading)
    with warnings.catch_warnings(action="ignore"):  # of nodes that are too few or saturated
        return trained, layer.fit(np.tile(X, (copies, 1)), y)


def assert_same_bits(trained, layer):
    for name in ("components", "intercept", "decoder"):
        expected = getattr(layer, f"{name}_")
        given = numbers(trained[name]).reshape(expected.shape)
        np.testing.assert_array_equal(given.view(np.uint32), expected.view(np.uint32), err_msg=name)
    for given, expected in zip(trained["losses"], layer.loss_curve_, strict=True):
        np.testing.assert_array_equal(given, expected)
    assert trained["n_updates"] == layer.n_updates_.tolist()
    assert trained["subsets"] == [rows.tolist() for rows in layer.subsets_]
    assert trained["heard"] == [[i, len(rows)] for i, rows in enumerate(layer.subsets_)] and trained["same"]


GOLDEN = ["gcn_digits_a0.4_n20_lr0.001_e60", "gcn_digits_a1.0_n20_lr0.001_e60", "gn_digits_a0.4_n12_lr0.001_e150"]


@pytest.mark.parametrize("name", GOLDEN)
def test_layers_of_the_first_authors_program(page, root, name):
    with np.load(root / "tests" / "golden" / f"{name}.npz") as golden:
        kept = dict(golden)
    init = tuple(kept[f"{part}_init"].astype(np.float32) for part in ("encoder", "encoder_bias", "decoder"))
    trained, layer = both(
        page,
        *small_digits(),
        init,
        algorithm=str(kept["algorithm"]),
        amnesia=float(kept["amnesia"]),
        n_components=int(kept["n_nodes"]),
        learning_rate=float(kept["learning_rate"]),
        max_epochs=int(kept["epochs"]),
    )
    assert_same_bits(trained, layer)
    # Later nodes start with another rate there, and GN's with other rows.
    np.testing.assert_allclose(numbers(trained["components"])[:64], kept["encoder"][0], rtol=0, atol=1e-4)


@pytest.mark.parametrize("reading", ["mended", "paper", "default"])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.weekly) for seed in range(4, 12))])
def test_layers_never_seen(page, seed, reading):
    """Settings and rows drawn at random: all sizes, both algorithms and rules, rates up to chaotic ones."""
    rng = np.random.default_rng(seed)
    n, d1, d2 = int(rng.integers(40, 400)), int(rng.integers(2, 150)), int(rng.integers(1, 40))
    X = np.tanh(rng.standard_normal((n, d1)) @ rng.standard_normal((d1, d1)) / 4)
    y = np.append(np.arange(4), rng.integers(0, 4, n - 4))
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


def test_classes_are_sorted_and_few_or_many_rows_taken_as_in_python(page):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 5))
    for names in (["10", "9", "b", "a"], [10, 9, -1]):
        y = np.array(names)[rng.integers(0, len(names), 60)]
        settings = dict(algorithm="GCN", n_components=7, max_epochs=5, random_state=1)
        assert_same_bits(*both(page, X, y, **settings))
    y = np.append(np.zeros(3, int), np.ones(30, int))  # more nodes than rows of a class
    assert_same_bits(*both(page, rng.standard_normal((33, 8)), y, algorithm="GCN", n_components=12, random_state=3))


@pytest.mark.weekly
@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_a_full_size_layer(page, algorithm):
    """The paper's size; and rows in two blocks, as 100 copies are more than 32 MiB."""
    digits = load("digits")
    big = digits.X_train.reshape(-1, 8, 8).repeat(2, 1).repeat(2, 2).reshape(-1, 256)
    X, y = np.resize(big, (7291, 256)).astype(np.float32), np.resize(digits.y_train, 7291)
    X += 0.1 * np.random.default_rng(0).standard_normal(X.shape, dtype=np.float32)
    settings = dict(algorithm=algorithm, random_state=0)
    assert_same_bits(*both(page, X, y, **settings, n_components=200, max_epochs=300))
    if algorithm == "GN":
        assert_same_bits(*both(page, X[:330], None, copies=100, **settings, n_components=2, max_epochs=1))


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
    with pytest.raises(DivergenceError) as raised:
        GreedyByNode(5, learning_rate=5, max_epochs=20, reading="mended", random_state=5).fit(X)
    settings = dict(algorithm="GN", n_components=5, learning_rate=5, max_epochs=20, random_state=5)
    call = f"(given) => ({TRAIN})(given).catch(({{name, message}}) => `${{name}}: ${{message}}`)"
    said = page.evaluate(call, dict(settings, X=text(X), n_samples=60, n_features=10))
    assert said == f"DivergenceError: {raised.value}"


def test_training_can_be_stopped(page):
    said = page.evaluate(
        """async () => {
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
          const soon = performance.now() - before;
          const small = await gnode.train(
            {algorithm: "GN", X: new Float32Array(40), n_samples: 10, n_features: 4, n_components: 2, max_epochs: 3});
          const already = await gnode.train({...given, signal: stop.signal}).catch((error) => error.name);
          return [name, soon < 2000, small.components.length, already, heard.length];
        }"""
    )
    assert said == ["AbortError", True, 8, "AbortError", 0]


def test_as_a_file_it_trains_too(tabs, site):
    X = np.random.default_rng(2).standard_normal((50, 6)).astype(np.float32)
    with tabs.tab() as tab:
        tab.page.goto(f"{site.as_uri()}/{PAGE}")
        assert_same_bits(*both(tab.page, X, None, algorithm="GN", n_components=4, max_epochs=20, random_state=9))
