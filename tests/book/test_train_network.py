"""gnode.trainNetwork in a real browser: networks never seen, each with every bit of Python's."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from figure_page import PAGE

from gnode import DeepClassifier, DivergenceError
from gnode.reading import READINGS
from study.datasets import load

TRAIN = """async ({X, X_test, ...given}) => {
  const stages = [];
  const network = await gnode.trainNetwork({...given, X: Float32Array.from(X),
    X_test: X_test && Float32Array.from(X_test), onStage: ({stage}) => stages.at(-1) === stage || stages.push(stage)});
  const {coefs, intercepts, predictions, classes} = network;
  const lists = (arrays) => arrays.map((of) => [...of]);
  return {coefs: lists(coefs), intercepts: lists(intercepts), predictions: [...predictions], classes, stages};
}"""
STAGES = ["pre-training", "output layer", "fine-tuning"]


@pytest.fixture(scope="module")
def page(visit):
    with visit(PAGE) as opened:
        yield opened.page
        assert opened.problems == []


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


def assert_same_bits(trained, model, X_test):
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
    trained = page.evaluate(TRAIN, given(X[:n], y, X[n:], **settings))
    assert_same_bits(trained, in_python(X[:n], y, **settings), X[n:])
    before = STAGES[2:] if pretraining == "none" else STAGES
    assert trained["stages"] == (before if settings["finetune_epochs"] else before[:-1] if len(before) > 1 else [])


@pytest.mark.weekly
@pytest.mark.parametrize("pretraining", ["gn", "gcn", "none"])
def test_the_small_digits(page, pretraining):
    digits = load("digits")
    X, X_test = digits.X_train.astype(np.float32), digits.X_test.astype(np.float32)
    trained = page.evaluate(TRAIN, given(X, digits.y_train, X_test, pretraining=pretraining))
    assert_same_bits(trained, in_python(X, digits.y_train, pretraining=pretraining), X_test)


FAILING = """async (given) => {
  try {
    await gnode.trainNetwork({X: new Float32Array(40), y: Array.from({length: 10}, (_, k) => k % 2),
      n_samples: 10, n_features: 4, hidden_layer_sizes: [3, 2], max_epochs: 3, ...given});
  } catch ({name, message}) { return `${name}: ${message}`; }
}"""


WRONG = [
    ({"pretraining": "toString"}, 'give "gn", "gcn" or "none"'),
    ({"hidden_layer_sizes": []}, "must name one layer or more"),
    ({"hidden_layer_sizes": 5}, "hidden_layer_sizes=5: it must name"),
    ({"hidden_layer_sizes": [3, 0]}, "an integer of 1 or more"),
    ({"hidden_layer_sizes": [3, 11]}, "hidden_layer_sizes=[3,11]: X has only 10 rows"),
    ({"reading": "paper"}, "reading is no setting"),
    ({"learning_rate": "auto"}, "learning_rate=auto: give a number above 0"),
    ({"output_learning_rate": 0}, "output_learning_rate=0: give a number above 0"),
    ({"finetune_learning_rate": -1}, "finetune_learning_rate=-1"),
    ({"output_epochs": 0}, "output_epochs=0: a whole number from 1 on"),
    ({"finetune_epochs": 1.5}, "finetune_epochs=1.5: a whole number from 0 on"),
    ({"X_test": [1.0], "n_test": 1}, "X_test must be a Float32Array"),
]


def test_what_is_not_allowed_is_said(page):
    for wrong, why in WRONG:
        assert why in page.evaluate(FAILING, wrong)
    short = "{X_test: new Float32Array(7), n_test: 2}"
    assert "X_test has 7 numbers, but n_test * n_features is 8" in page.evaluate(f"() => ({FAILING})({short})")
    holed = "{X_test: Float32Array.of(1, 2, NaN, 4), n_test: 1}"
    assert "X_test contains NaN or infinity" in page.evaluate(f"() => ({FAILING})({holed})")


@pytest.mark.parametrize(
    "settings",
    [
        dict(pretraining="gcn", learning_rate=5),
        dict(pretraining="gn", output_learning_rate=1e38),
        dict(pretraining="none", finetune_learning_rate=1e38),
    ],
)
def test_divergence_has_the_librarys_words(page, settings):
    rng = np.random.default_rng(1)
    X, y = (30 * rng.standard_normal((60, 10))).astype(np.float32), rng.integers(0, 3, 60)
    settings |= dict(hidden_layer_sizes=[5, 4], max_epochs=20, output_epochs=20, random_state=5)
    with pytest.raises(DivergenceError) as raised:
        in_python(X, y, **settings)
    call = f"(given) => ({TRAIN})(given).catch(({{name, message}}) => `${{name}}: ${{message}}`)"
    assert page.evaluate(call, given(X, y, **settings)) == f"DivergenceError: {raised.value}"


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
