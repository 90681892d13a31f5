"""Hidden layers from any estimator that has weights, and from any way to deal out the rows."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.utils import check_random_state

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode

QUICK = dict(output_epochs=5, finetune_epochs=2, random_state=0)
PRESETS = {"paper": QUICK, "fast": dict(preset="fast", random_state=0)}


def rows(dtype=np.float64):
    digits = load_digits()
    return (digits.data[:300] / 8 - 1).astype(dtype), digits.target[:300]


class RandomRows(BaseEstimator):
    """Each node answers to one training row, drawn by chance."""

    def __init__(self, n_components=2, random_state=None, scale=0.1):
        self.n_components = n_components
        self.random_state = random_state
        self.scale = scale

    def fit(self, X, y=None):
        chosen = check_random_state(self.random_state).permutation(len(X))[: self.n_components]
        self.components_ = self.scale * np.asarray(X[chosen], dtype=np.float64)
        self.intercept_ = -self.components_ @ X.mean(axis=0)
        return self


@pytest.mark.parametrize("preset", PRESETS)
def test_an_estimator_makes_the_layers(preset):
    X, y = rows(np.float32)
    given = RandomRows(scale=0.05)
    model = DeepClassifier((12, 10), pretraining=given, **PRESETS[preset]).fit(X, y)
    assert [encoder.n_components for encoder in model.encoders_] == [12, 10]
    assert {encoder.scale for encoder in model.encoders_} == {0.05}
    assert not hasattr(given, "components_") and given.n_components == 2  # it is cloned
    seeds = [encoder.random_state for encoder in model.encoders_]
    assert len(set(seeds)) == 2
    H = X
    for encoder, W, b in zip(model.encoders_, *model.before_finetuning()._before_finetuning):
        np.testing.assert_array_equal(W, encoder.components_.T.astype(np.float32))
        np.testing.assert_array_equal(b, encoder.intercept_.astype(np.float32))
        np.testing.assert_allclose(encoder.fit(H, y).components_.T, W, rtol=1e-3, atol=1e-5)
        H = np.tanh(H @ W + b)
    again = DeepClassifier((12, 10), pretraining=given, **PRESETS[preset]).fit(X, y)
    np.testing.assert_array_equal(again.coefs_[0], model.coefs_[0])
    assert model.n_updates_["pretraining"] == 0
    model.to_mlp().predict(X)


@pytest.mark.parametrize("name, estimator", [("gn", GreedyByNode), ("gcn", GreedyByClassByNode)])
def test_an_algorithm_by_name_or_as_estimator_is_the_same(name, estimator):
    X, y = rows()
    by_name = DeepClassifier((12, 10), pretraining=name, amnesia=0.7, max_epochs=5, **QUICK).fit(X, y)
    given = DeepClassifier((12, 10), pretraining=estimator(amnesia=0.7, max_epochs=5), **QUICK).fit(X, y)
    for one, other in zip(by_name.coefs_, given.coefs_, strict=True):
        np.testing.assert_array_equal(one, other)
    assert by_name.n_updates_ == given.n_updates_


@pytest.mark.parametrize("partition", ["random", "clusters", lambda X, errors, n: np.array_split(np.arange(len(X)), n)])
def test_the_partition_reaches_the_nodes(partition):
    X, y = rows()
    model = DeepClassifier((12, 10), partition=partition, max_epochs=3, **QUICK).fit(X, y)
    first = model.encoders_[0]
    expected = GreedyByNode(12, partition=partition, max_epochs=3, random_state=first.random_state).fit(X)
    for one, other in zip(first.subsets_, expected.subsets_, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(first.components_, expected.components_)


def test_estimators_that_cannot_make_a_layer():
    X, y = rows()

    class Fixed(RandomRows):
        def fit(self, X, y=None):
            super().fit(X)
            self.components_ = np.full_like(self.components_, np.nan)
            return self

    class NoSize(BaseEstimator):
        def fit(self, X, y=None):
            return self

    with pytest.raises(ValueError, match=r"PCA.*intercept_ has to be an array of shape \(12,\).*missing"):
        DeepClassifier((12,), pretraining=PCA(), **QUICK).fit(X, y)
    with pytest.raises(ValueError, match=r"components_ has to be .* not finite"):
        DeepClassifier((12,), pretraining=Fixed(), **QUICK).fit(X, y)
    with pytest.raises(ValueError, match=r"NoSize\(\) has no parameter n_components"):
        DeepClassifier((12,), pretraining=NoSize(), **QUICK).fit(X, y)
    with pytest.raises(ValueError, match="'pretraining' parameter"):
        DeepClassifier((12,), pretraining=7, **QUICK).fit(X, y)
    with pytest.raises(ValueError, match="every node needs a row of its own"):
        DeepClassifier((400,), pretraining=GreedyByNode(), **QUICK).fit(X, y)
