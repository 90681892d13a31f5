"""gnode.train and gnode.trainNetwork in a real browser: what was never seen, each with every bit of Python's."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from figure_page import PAGE

from gnode import (
    DeepClassifier,
    DivergenceError,
    GreedyByClassByNode,
    GreedyByNode,
    LayerwiseAutoencoder,
    LayerwiseSupervisedEncoder,
)
from gnode.reading import READINGS
from study.datasets import load
from study.experiments.networks import PartAutoencoder

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
TRAIN_NETWORK = """async ({X, X_test, ...given}) => {
  const stages = [];
  const network = await gnode.trainNetwork({...given, X: Float32Array.from(X),
    X_test: X_test && Float32Array.from(X_test), onStage: ({stage}) => stages.at(-1) === stage || stages.push(stage)});
  const {coefs, intercepts, predictions, classes} = network;
  const lists = (arrays) => arrays.map((of) => [...of]);
  return {coefs: lists(coefs), intercepts: lists(intercepts), predictions: [...predictions], classes, stages};
}"""
STAGES = ["pre-training", "output layer", "fine-tuning"]
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


@pytest.mark.parametrize("estimator", [LayerwiseAutoencoder, LayerwiseSupervisedEncoder, PartAutoencoder])
def test_the_rivals_of_the_race(page, estimator):
    digits = load("digits")
    X, y = digits.X_train[:300].astype(np.float32), digits.y_train[:300]
    settings = {"n_components": 21, "learning_rate": 0.003, "random_state": 7}
    part = {"algorithm": "SUP" if estimator is LayerwiseSupervisedEncoder else "AE", "max_epochs": 3}
    part |= {"max_epochs": 0.5} if estimator is PartAutoencoder else {}
    names = [*PARTS, "decoder_intercept"]
    read = f"(of) => {names}.map((name) => [...of[name]])"
    script = f"({{X, ...given}}) => gnodeTask('jointly', {{...given, X: Float32Array.from(X)}}).then({read})"
    trained = page.evaluate(script, given(X, y, **settings, **part))
    layer = estimator(**settings, max_epochs=max(1, part["max_epochs"]), reading="paper").fit(X, y)
    for found, name in zip(trained, names):
        np.testing.assert_array_equal(np.float32(found), getattr(layer, f"{name}_").ravel(), err_msg=name)


def given(X, y, X_test=None, **settings):
    """What the page is given."""
    given = dict(settings, X=X.ravel().tolist(), y=y.tolist(), n_samples=len(X), n_features=X.shape[1])
    return given if X_test is None else given | {"X_test": X_test.ravel().tolist(), "n_test": len(X_test)}


def in_python(X, y, **settings):
    """The same network, trained by the library."""
    if "memory" in settings:
        settings["reading"] = replace(READINGS["default"], memory=settings.pop("memory"))
    with warnings.catch_warnings(action="ignore"):  # of nodes that are too few or saturated, or too few updates
        return DeepClassifier(**{"random_state": 0} | settings).fit(np.asarray(X, np.float32), y)


def assert_same_network(trained, model, X_test):
    for name in ("coefs", "intercepts"):
        for found, expected in zip(trained[name], getattr(model, f"{name}_"), strict=True):
            np.testing.assert_array_equal(np.float32(found).view(np.uint32), expected.ravel().view(np.uint32))
    assert trained["classes"] == model.classes_.tolist()
    assert model.classes_[trained["predictions"]].tolist() == model.predict(X_test).tolist()


@pytest.mark.parametrize("pretraining", ["gn", "gcn", "none"])
@pytest.mark.parametrize("n_layers", [1, 2, 3, 4])
def test_networks_never_seen(page, n_layers, pretraining):
    """Settings and rows drawn at random: classes with names and with as many rows, rates up to chaotic ones."""
    rng = np.random.default_rng([n_layers, len(pretraining)])
    n, d1, n_classes = int(rng.integers(30, 200)), int(rng.integers(1, 60)), int(rng.integers(2, 7))
    X = np.tanh(rng.standard_normal((n + 50, d1)) @ rng.standard_normal((d1, d1)) / 3).astype(np.float32)
    names = [["b", "B", "a", "10", "9", "ä", ""], [3, -1, 10, 7, 0, 5, 2]][n_layers % 2]
    y = np.array(names)[rng.permutation(n) % n_classes]
    settings = dict(
        hidden_layer_sizes=[int(size) for size in rng.integers(1, 30, n_layers)],
        pretraining=pretraining,
        memory=("flat", "fading")[int(rng.integers(2))],
        amnesia=float(rng.choice([0, 1, 0.4, rng.random()])),
        learning_rate=float(10 ** rng.uniform(-3.5, -1)),
        max_epochs=int(rng.integers(1, 60)),
        output_learning_rate=float(10 ** rng.uniform(-3, -0.5)),
        output_epochs=int(rng.integers(1, 40)),
        finetune_learning_rate=float(10 ** rng.uniform(-3, -0.5)),
        finetune_epochs=int(rng.choice([0, 1, 30])),
        random_state=int(rng.integers(2**32)),
    )
    trained = page.evaluate(TRAIN_NETWORK, given(X[:n], y, X[n:], **settings))
    assert_same_network(trained, in_python(X[:n], y, **settings), X[n:])
    before = STAGES[2:] if pretraining == "none" else STAGES
    assert trained["stages"] == (before if settings["finetune_epochs"] else before[:-1] if len(before) > 1 else [])


@pytest.mark.weekly
@pytest.mark.parametrize("pretraining", ["gn", "gcn", "none"])
def test_the_small_digits(page, pretraining):
    digits = load("digits")
    X, X_test = digits.X_train.astype(np.float32), digits.X_test.astype(np.float32)
    trained = page.evaluate(TRAIN_NETWORK, given(X, digits.y_train, X_test, pretraining=pretraining))
    assert_same_network(trained, in_python(X, digits.y_train, pretraining=pretraining), X_test)


FAILING = """async ({call, ...given}) => {
  try {
    await gnode[call]({X: new Float32Array(40), y: Array.from({length: 10}, (_, k) => k % 2), n_samples: 10,
      n_features: 4, max_epochs: 3, ...given});
  } catch ({name, message}) { return `${name}: ${message}`; }
}"""
LAYER = {"call": "train", "algorithm": "GCN", "n_components": 2}
NETWORK = {"call": "trainNetwork", "hidden_layer_sizes": [3, 2]}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (LAYER | {"algorithm": "SV"}, 'give "GN" or "GCN"'),
        (LAYER | {"amnesia": 1.5}, "from 0 to 1"),
        (LAYER | {"reading": "toString"}, 'give "mended", "paper" or "default"'),
        (LAYER | {"amnesia_rule": "flat"}, "it is called memory now"),
        (LAYER | {"epochs": 3}, "epochs is no setting"),
        (LAYER | {"n_samples": 11}, "X has 40 numbers, but n_samples * n_features is 44"),
        (LAYER | {"n_components": 11}, "every node needs a row of its own"),
        (LAYER | {"n_components": 2.5}, "a whole number"),
        (LAYER | {"y": ["a"] * 10}, "one class only: a"),
        (LAYER | {"y": [0, 1]}, "a class for each of the 10 rows"),
        (LAYER | {"learning_rate": 0}, "a number above 0"),
        (LAYER | {"init": {"components": [1], "intercept": [0, 0], "decoder": [0] * 8}}, "must have 8 numbers, got 1"),
        (NETWORK | {"hidden_layer_sizes": []}, "must name one layer or more"),
        (NETWORK | {"hidden_layer_sizes": [3, 11]}, "hidden_layer_sizes=[3,11]: X has only 10 rows"),
        (NETWORK | {"finetune_learning_rate": -1}, "finetune_learning_rate=-1"),
        (NETWORK | {"finetune_epochs": 1.5}, "finetune_epochs=1.5: a whole number from 0 on"),
        (NETWORK | {"X_test": [1.0], "n_test": 1}, "X_test must be a Float32Array"),
    ],
)
def test_what_is_not_allowed_is_said(page, given, why):
    assert why in page.evaluate(FAILING, given)


@pytest.mark.parametrize(
    "settings",
    [
        dict(n_components=5, learning_rate=5, max_epochs=20),
        dict(pretraining="gcn", learning_rate=5),
        dict(pretraining="gn", output_learning_rate=1e38),
        dict(pretraining="none", finetune_learning_rate=1e38),
    ],
)
def test_divergence_is_the_librarys(page, settings):
    rng = np.random.default_rng(1)
    X, y = (30 * rng.standard_normal((60, 10))).astype(np.float32), rng.integers(0, 3, 60)
    settings = settings | {"random_state": 5}
    if "n_components" in settings:
        train, of_page = TRAIN, given(X, y, algorithm="GN", reading="mended", **settings)
        model = GreedyByNode(**settings, reading="mended")
    else:
        settings |= dict(hidden_layer_sizes=[5, 4], max_epochs=20, output_epochs=20)
        train, of_page, model = TRAIN_NETWORK, given(X, y, **settings), DeepClassifier(**settings)
    with pytest.raises(DivergenceError) as raised, warnings.catch_warnings(action="ignore"):
        model.fit(X, y)
    call = f"(given) => ({train})(given).catch(({{name, message}}) => `${{name}}: ${{message}}`)"
    said = f"DivergenceError: {raised.value}".partition(";")[0]
    assert page.evaluate(call, of_page).startswith(f"{said}; give a lower ")


STOPPED = """async (wanted) => {
  const stop = new AbortController();
  const n_samples = 2000, n_features = 50;
  const X = new Float32Array(n_samples * n_features).map((_, at) => Math.sin(at * at));
  const given = {X, y: Array.from({length: n_samples}, (_, k) => k % 3), n_samples, n_features,
    hidden_layer_sizes: [20, 20], max_epochs: 20, output_epochs: 50, finetune_epochs: 100000};
  if (wanted === "output layer") given.output_epochs = 100000;
  if (wanted === "pre-training") given.max_epochs = 100000;
  let stopped, late = 0;
  const onStage = ({stage}) => {
    if (stopped) late += 1;
    if (stage === wanted && !stopped) stop.abort(), (stopped = performance.now());
  };
  if (wanted === "pre-training") setTimeout(() => (stop.abort(), (stopped = performance.now())), 300);
  const name = await gnode.trainNetwork({...given, onStage, signal: stop.signal}).catch((error) => error.name);
  const soon = performance.now() - stopped < 2000;
  const already = await gnode.trainNetwork({...given, signal: stop.signal}).catch((error) => error.name);
  return [name, soon, late, already];
}"""


@pytest.mark.parametrize("stage", STAGES)
def test_it_can_be_stopped_in_each_stage(page, stage):
    assert page.evaluate(STOPPED, stage) == ["AbortError", True, 0, "AbortError"]
