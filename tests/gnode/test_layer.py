"""The one warning and the one error of training: when they come, what they say, and of whom."""

import linecache
import re
import warnings
from inspect import signature

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine, make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from gnode import DeepClassifier, DivergenceError, SaturationWarning
from gnode.layer import N_LOOKED_AT, dead_layer

LOADERS = {"wine": load_wine, "iris": load_iris, "cancer": load_breast_cancer, "digits": load_digits}
SETS = {name: load(return_X_y=True) for name, load in LOADERS.items()}
SCALE = r"scale X first, for example with StandardScaler or MinMaxScaler\(\(-1, 1\)\)"
SENTENCE = re.compile(
    r"(?P<name>\w+)(, hidden layer (?P<layer>\d+))?: on (?P<rows>\d+) rows (?P<still>\d+) of (?P<nodes>\d+) nodes "
    r"hardly vary and (?P<share>\d+)% of the outputs are saturated; (?P<remedy>[^;]+)\."
)
LATER = {"output_epochs": 2, "finetune_epochs": 1, "random_state": 0}


def said_by(work):
    """What the one warning says, which points at the line of this file that ends with `# here`; None without one."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        work()
    if not caught:
        return None
    (warning,) = caught
    assert warning.category is SaturationWarning
    assert warning.filename == __file__
    assert linecache.getline(__file__, warning.lineno).rstrip().endswith("# here")
    return SENTENCE.fullmatch(str(warning.message)).groupdict()


def digits(n_rows=1797, shuffled=None):
    X, y = small_digits(1797)
    rows = np.arange(len(X)) if shuffled is None else np.random.RandomState(shuffled).permutation(len(X))
    return X[rows[:n_rows]], y[rows[:n_rows]]


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [*((name, algorithm) for name in ("wine", "cancer") for algorithm in ESTIMATORS), ("digits", "GCN")],
)
def test_raw_rows_saturate_and_it_is_said(name, algorithm):
    X, y = SETS[name]
    layer = ESTIMATORS[algorithm](10, random_state=0)
    said = said_by(lambda: layer.fit(X, y))  # here
    assert (said["name"], said["nodes"], said["layer"]) == (type(layer).__name__, "10", None)
    assert re.fullmatch(SCALE, said["remedy"])
    assert int(said["rows"]) == min(len(X), N_LOOKED_AT)
    saturated = np.mean(np.abs(layer.transform(X)) > 1 - 1e-6)
    assert int(said["share"]) == pytest.approx(100 * saturated, abs=1 if len(X) <= N_LOOKED_AT else 6)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler((-1, 1))], ids=["standard", "min-max"])
@pytest.mark.parametrize("name", SETS)
def test_no_false_alarm_on_scaled_rows(algorithm, scaler, name):
    X, y = SETS[name]
    assert said_by(lambda: ESTIMATORS[algorithm](10, random_state=0).fit(scaler.fit_transform(X), y)) is None


def test_a_network_that_learns_its_scaled_rows_is_not_warned_of():
    """Words that are there or not: most nodes of the first layer are still, and the rows are learned all the same."""
    rng = np.random.RandomState(0)
    X = 2.0 * (rng.random_sample((400, 300)) < 0.05) - 1
    y = (X[:, :20].sum(axis=1) > X[:, 20:40].sum(axis=1)).astype(int)
    network = DeepClassifier(random_state=0)
    assert said_by(lambda: network.fit(X, y)) is None
    assert network.score(X, y) > 0.95


@pytest.mark.parametrize(("n_still", "n_saturated", "dead"), [(1, 0, 0), (2, 0, 1), (4, 0, 1), (0, 2, 0), (0, 3, 1)])
def test_half_of_the_nodes_have_to_hardly_vary_or_most_outputs_to_be_saturated(n_still, n_saturated, dead):
    X = np.resize([[1.0], [-1.0]], (200, 1))
    W = np.full((4, 1), 0.011)
    W[:n_still], W[4 - n_saturated :] = 0.009, 100
    assert (dead_layer(X, [(W, np.zeros(4))]) is not None) == dead


@pytest.mark.parametrize("preset", [LATER, {"preset": "fast", "random_state": 0}], ids=["paper", "fast"])
@pytest.mark.parametrize("pretraining", ["gn", "supervised", "random", "none"])
def test_a_network_warns_once(pretraining, preset, monkeypatch):
    monkeypatch.setattr("gnode.fast.EPOCHS", 3)  # the first layer saturates before
    monkeypatch.setattr("gnode.fast.TRIAL_EPOCHS", 3)
    X, y = SETS["wine"]
    network = DeepClassifier((8, 6), pretraining=pretraining, max_epochs=20, **preset)
    said = said_by(lambda: network.fit(X, y))  # here
    assert (said["name"], said["layer"]) == ("DeepClassifier", "0")
    for layer in network.encoders_[:1]:  # it is heard again when it is fitted alone
        assert said_by(lambda layer=layer: layer.fit(X, y))["name"] == type(layer).__name__  # here


def turned(X, y, factor=1.0, offset=0):
    """Rows to train on and to test on, in other units."""
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0, stratify=y)
    return factor * X_train + offset, factor * X_test + offset, y_train, y_test


INFORMATIVE = make_classification(600, 10, n_informative=8, n_redundant=0, n_classes=3, random_state=0)
FEW_DIGITS = turned(*digits(400, shuffled=0))
BAD_STARTS = {
    "raw wine": (turned(*SETS["wine"]), DeepClassifier()),
    "raw cancer, GCN": (turned(*SETS["cancer"]), DeepClassifier(pretraining="gcn")),
    "one column of larger units": (turned(*INFORMATIVE, [100] + [1] * 9), DeepClassifier()),
    "minute": (turned(*SETS["wine"], 1e-6), DeepClassifier()),
    "far from zero": (turned(*digits(400, shuffled=0), offset=300), DeepClassifier()),
    "the paper's reading, deep": (FEW_DIGITS, DeepClassifier((20,) * 8, pretraining="gcn", reading="paper")),
    "the program's reading, deep": (FEW_DIGITS, DeepClassifier((20,) * 8, reading="mended")),
    "a large rate of pre-training": (FEW_DIGITS, DeepClassifier((50,), learning_rate=1.0, finetune_epochs=2)),
    "a rate at which USV diverges": (FEW_DIGITS, DeepClassifier((50,), pretraining="autoencoder", learning_rate=0.5)),
    "a large rate of fine-tuning": (FEW_DIGITS, DeepClassifier(finetune_learning_rate=50.0)),
    "a large rate of the output layer": (FEW_DIGITS, DeepClassifier(output_learning_rate=1e200)),
    "too few epochs": (FEW_DIGITS, DeepClassifier(output_epochs=1, finetune_epochs=1)),
    "too low a rate": (FEW_DIGITS, DeepClassifier(output_epochs=1, finetune_learning_rate=1e-5)),
    "batches of all rows": (FEW_DIGITS, DeepClassifier(output_epochs=1, batch_size=300)),
}
LEAVE_OUT = re.compile(r"leave out (\w+)(?:=\S+?)?(?: and (\w+))?(?:,.*)?\.$")
EACH_TIME = "raw wine", "too few epochs"


@pytest.mark.parametrize(
    "start", [of if of in EACH_TIME else pytest.param(of, marks=pytest.mark.weekly) for of in BAD_STARTS]
)
def test_the_advice_leads_to_a_good_model_in_two_steps(start):
    """What a message says is done, word for word; it never asks for what is set already."""
    (X, X_test, y, y_test), network = BAD_STARTS[start]
    network = clone(network).set_params(random_state=0)
    followed = []
    for _ in range(3):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                network.fit(X, y)
            except DivergenceError as error:
                message = str(error)
            else:
                message = str(caught[0].message) if caught else ""
        assert len(caught) <= 1 and message not in followed
        if not message:
            break
        followed.append(message)
        if re.search(rf"; {SCALE}\.$", message):
            scaler = StandardScaler().fit(X)
            assert not np.allclose(scaler.scale_, 1)
            X, X_test = scaler.transform(X), scaler.transform(X_test)
        elif names := LEAVE_OUT.search(message):
            for name in filter(None, names.groups()):
                default = signature(DeepClassifier).parameters[name].default
                assert getattr(network, name) != default
                network.set_params(**{name: default})
        else:
            name, value = re.search(r"give a lower (\w+), such as (\S+)\.$", message).groups()
            assert float(value) < getattr(network, name)
            network.set_params(**{name: float(value)})
    assert 1 <= len(followed) <= 2
    assert network.score(X_test, y_test) > 0.8


@pytest.mark.filterwarnings("ignore:n_components=. nodes, but 10 classes")
@pytest.mark.parametrize("algorithm", ["GN", "GCN", "USV"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_divergence_says_where_and_what_to_do(algorithm, dtype):
    X, y = small_digits(100)
    with pytest.raises(DivergenceError) as caught:
        ESTIMATORS[algorithm](5, learning_rate=30.0, max_epochs=100, random_state=0).fit((10 * X).astype(dtype), y)
    where = rf"{algorithm}: (node 0|the layer) diverged in epoch \d+ at learning rate 30"
    assert re.fullmatch(rf"{where}: its weights are no longer finite; {SCALE}\.", str(caught.value))
