"""The warning that nodes say nothing: where it comes, where it does not, and what it says."""

import warnings

import numpy as np
import pytest
from layers import ESTIMATORS
from scipy.sparse import csr_array
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from gnode import DeepClassifier, GreedyByNode, SaturationWarning
from gnode.datasets import DatasetNotAvailable, load

SETS = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("name", ["wine", "breast cancer", "digits"])
def test_raw_rows_saturate_and_the_message_says_so(algorithm, name):
    X, y = SETS[name](return_X_y=True)
    with pytest.warns(SaturationWarning) as caught:
        ESTIMATORS[algorithm](10, random_state=0).fit(X, y)
    message = str(caught[0].message)
    assert message.startswith(type(ESTIMATORS[algorithm]()).__name__)
    for part in ("% of the outputs are saturated", "X goes from", "StandardScaler", "lower learning_rate=0.001"):
        assert part in message
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


@pytest.mark.parametrize("amnesia", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
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
    with pytest.warns(SaturationWarning, match=r"used learning_rate=1e\+30: lower learning_rate=1e\+30\.$"):
        ESTIMATORS["SV"](10, learning_rate=1e30, max_epochs=5, random_state=0).fit(X / 8 - 1, y)


def test_a_constant_node():
    """A start so far out that the node gives 1 for every row, and no gradient."""
    X, _ = load_digits(return_X_y=True)
    init = np.zeros((2, 64)), np.array([50.0, 0.1]), np.full((2, 64), 0.1)
    with pytest.warns(SaturationWarning, match="1 of 2 nodes are constant"):
        GreedyByNode(2, init=init, max_epochs=1).fit(X / 8 - 1)


def test_equal_rows_are_not_the_nodes_fault():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GreedyByNode(2, max_epochs=1, random_state=0).fit(np.full((20, 3), 0.5))


def test_sparse_rows_saturate_too():
    X, y = load_wine(return_X_y=True)
    with pytest.warns(SaturationWarning, match="X goes from"):
        ESTIMATORS["GCN"](6, random_state=0).fit(csr_array(X), y)


@pytest.mark.parametrize("pretraining", ["gn", "random", "none"])
def test_of_a_network_each_layer_is_named_once(pretraining):
    X, y = load_wine(return_X_y=True)
    model = DeepClassifier((8, 6), pretraining=pretraining, max_epochs=20, output_epochs=2, random_state=0)
    with pytest.warns(SaturationWarning) as caught:
        model.fit(X, y)
    first = [str(warning.message) for warning in caught if "StandardScaler" in str(warning.message)]
    assert len(first) == 1
    if pretraining != "gn":
        assert first[0].startswith("DeepClassifier: hidden layer 0: ")
        assert "finetune_learning_rate=0.001" in first[0]
        assert caught[0].filename == __file__


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
