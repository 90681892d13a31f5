"""The warning of nodes that hardly vary or are saturated: where it comes, where it does not, and what it says."""

import warnings

import numpy as np
import pytest
from layers import ESTIMATORS
from scipy.sparse import csr_array
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode, Reading, SaturationWarning
from study.datasets import DatasetNotAvailable, load

SETS = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("name", ["wine", "breast cancer", "digits"])
def test_raw_rows_saturate_and_the_message_says_so(algorithm, name):
    X, y = SETS[name](return_X_y=True)
    with pytest.warns(SaturationWarning) as caught:
        ESTIMATORS[algorithm](10, random_state=0).fit(X, y)
    message = str(caught[0].message)
    assert message.startswith(type(ESTIMATORS[algorithm]()).__name__)
    for part in ("% of the outputs are saturated", "inputs go from", "StandardScaler", "learning_rate"):
        assert part in message
    assert "next to nothing" not in message  # a logistic regression on such outputs can do well
    assert len(caught) == 1
    assert caught[0].filename == __file__  # who called `fit`


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler((-1, 1))], ids=["standard", "min-max"])
@pytest.mark.parametrize("name", SETS)
def test_no_false_alarm_on_scaled_rows(algorithm, scaler, name):
    X, y = SETS[name](return_X_y=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ESTIMATORS[algorithm](10, random_state=0).fit(scaler.fit_transform(X), y)


@pytest.mark.parametrize(("algorithm", "amnesia"), [("GN", 0.0), ("GN", 0.4), ("GN", 1.0), ("GCN", 0.4), ("GCN", 1.0)])
def test_no_false_alarm_on_usps(algorithm, amnesia):
    try:
        data = load("usps")
    except DatasetNotAvailable:
        pytest.skip("needs USPS")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ESTIMATORS[algorithm](10, amnesia=amnesia, random_state=0).fit(data.X_train.astype(np.float32), data.y_train)


def test_a_huge_rate_that_succeeds_is_named():
    """Scaled rows need no scaling; what is left is to lower the rate."""
    X, y = load_digits(return_X_y=True)
    with pytest.warns(SaturationWarning, match=r"go from -1 to 1\. Lower learning_rate \(now 1e\+30\)\.$"):
        ESTIMATORS["SV"](10, learning_rate=1e30, max_epochs=5, random_state=0).fit(X / 8 - 1, y)


def test_a_constant_node():
    """A start so far out that the node gives 1 for every row, and no gradient."""
    X, _ = load_digits(return_X_y=True)
    init = np.zeros((2, 64)), np.array([50.0, 0.1]), np.full((2, 64), 0.1)
    with pytest.warns(SaturationWarning, match="1 of 2 nodes hardly vary"):
        GreedyByNode(2, init=init, max_epochs=1).fit(X / 8 - 1)


def test_equal_rows_are_not_the_nodes_fault():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GreedyByNode(2, max_epochs=1, random_state=0).fit(np.full((20, 3), 0.5))


def test_sparse_rows_saturate_too():
    X, y = load_wine(return_X_y=True)
    with pytest.warns(SaturationWarning, match="inputs go from"):
        ESTIMATORS["GCN"](6, random_state=0).fit(csr_array(X), y)


@pytest.mark.parametrize("pretraining", ["gn", "random", "none"])
def test_a_network_warns_once(pretraining):
    X, y = load_wine(return_X_y=True)
    model = DeepClassifier((8, 6), pretraining=pretraining, max_epochs=20, output_epochs=2, random_state=0)
    with pytest.warns(SaturationWarning, match=r"^DeepClassifier: hidden layers? 0\b.*StandardScaler") as caught:
        model.fit(X, y)
    assert len(caught) == 1 and caught[0].filename == __file__


def digits(n_rows=1797, shuffled=None):
    X, y = load_digits(return_X_y=True)
    rows = np.arange(len(X)) if shuffled is None else np.random.RandomState(shuffled).permutation(len(X))
    return X[rows[:n_rows]] / 8 - 1, y[rows[:n_rows]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("estimator", [GreedyByNode, GreedyByClassByNode])
@pytest.mark.parametrize("n_components", [10, 50])
def test_no_false_alarm_on_healthy_layers_of_digits(estimator, n_components, seed):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        estimator(n_components, random_state=seed).fit(*digits(shuffled=seed))
        flat = Reading(memory="flat")
        DeepClassifier((50, 30), reading=flat, output_epochs=2, random_state=seed).fit(*digits(shuffled=seed))


def test_digits_in_file_order_end_in_a_dead_second_layer_and_it_is_said():
    """Each node of GCN has six rows; two layers of the default sizes."""
    X, y = digits(1300)
    options = dict(pretraining="gcn", output_epochs=2, finetune_epochs=1, random_state=0)
    with pytest.warns(SaturationWarning) as caught:
        model = DeepClassifier(**options).fit(X, y)
    assert np.median(model.transform(X).std(axis=0)) < 0.01
    (message,) = (str(warning.message) for warning in caught)
    assert message.startswith("DeepClassifier: hidden layers 0 and 1. Layer 0: on 260 rows ")
    assert "of 200 nodes hardly vary (standard deviation below 0.01)" in message
    assert 'Take reading=Reading(memory="flat"), and if that is not enough learning_rate="auto".' in message
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the advice can be followed
        DeepClassifier(reading=Reading(memory="flat"), **options).fit(X, y)


def test_layers_of_a_deep_collapse_are_named_together():
    X, y = digits(300)
    options = dict(output_epochs=2, finetune_epochs=1, random_state=0)
    with pytest.warns(SaturationWarning, match=r"hidden layers \d to 7\. Layer \d: on 300 rows") as caught:
        DeepClassifier((20,) * 8, **options).fit(X, y)
    assert len(caught) == 1 and "StandardScaler" not in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        flat = Reading(memory="flat")
        DeepClassifier((20,) * 8, reading=flat, learning_rate="auto", **options).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "advice"),
    [
        ({}, r'Take reading=Reading\(memory="flat"\), and if that is not enough learning_rate="auto"\.$'),
        ({"reading": Reading(memory="flat")}, r'Take learning_rate="auto"\.$'),
        ({"amnesia": 0.0}, r'Take learning_rate="auto"\.$'),
        ({"output": "sigmoid"}, r"Raise learning_rate \(now 0\.001\)\.$"),
    ],
)
def test_the_advice_fits_the_parameters(parameters, advice):
    """Wine scaled to [0, 1] leaves so little to see for nodes of GCN that a classifier learns nothing from them."""
    X, y = load_wine(return_X_y=True)
    X = MinMaxScaler().fit_transform(X)
    with pytest.warns(SaturationWarning, match=advice):
        layer = GreedyByClassByNode(10, random_state=0, **parameters).fit(X, y)
    assert cross_val_score(LogisticRegression(), layer.transform(X), y).mean() < 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layer = GreedyByClassByNode(10, random_state=0, learning_rate="auto").fit(X, y)
    assert cross_val_score(LogisticRegression(), layer.transform(X), y).mean() > 0.9


def test_nodes_that_have_hardly_moved_are_told_apart():
    init = np.full((2, 64), 1e-4), np.zeros(2), np.full((2, 64), 1e-4), np.zeros(64)
    with pytest.warns(SaturationWarning, match=r"Raise learning_rate \(now 1e-06\) or max_epochs \(now 1\)\.$"):
        ESTIMATORS["USV"](2, learning_rate=1e-6, max_epochs=1, init=init).fit(*digits(100))


def test_what_raw_rows_are_told_is_true():
    """Saturated outputs of GN can still serve: the message describes them, and does not say that they are useless."""
    X, y = load_breast_cancer(return_X_y=True)
    with pytest.warns(SaturationWarning, match=r" rows 100% of the outputs are saturated \(-1 or 1 to six digits\)"):
        layer = GreedyByNode(10, random_state=0).fit(X, y)
    assert cross_val_score(LogisticRegression(max_iter=1000), layer.transform(X), y).mean() > 0.85


def test_fine_tuning_is_blamed_for_what_it_did():
    X, y = digits(300, shuffled=0)
    model = DeepClassifier((10,), pretraining="random", output_epochs=2, finetune_learning_rate=50.0, random_state=0)
    with pytest.warns(SaturationWarning, match=r"Lower finetune_learning_rate \(now 50\)\.$"):
        model.fit(X, y)


def test_only_some_rows_are_looked_at(monkeypatch):
    """The cost does not grow with the rows."""
    import gnode.saturation

    seen = []
    layer_outputs = gnode.saturation.layer_outputs

    def spied(X, W, b):
        seen.append(len(X))
        return layer_outputs(X, W, b)

    monkeypatch.setattr(gnode.saturation, "layer_outputs", spied)
    X = np.random.RandomState(0).uniform(-1, 1, (20_000, 3))
    GreedyByNode(4, max_epochs=1, random_state=0).fit(X)
    assert len(seen) == 1 and seen[0] < 600


def test_a_layer_of_a_network_warns_again_when_it_is_fitted_alone():
    X, y = digits(100)
    network = DeepClassifier((10,), max_epochs=2, output_epochs=1, finetune_epochs=1, random_state=0).fit(X, y)
    (layer,) = network.encoders_
    assert "_warns" not in vars(layer)
    with pytest.warns(SaturationWarning, match="GreedyByNode"):
        layer.fit(1000 * X)
