"""The methods that are no layer of the paper, and the variants of GN and GCN."""

import numpy as np
import pytest

from gnode import GreedyByClassByNode, GreedyByNode, OwnRowsPCA
from gnode.node_by_node import AUTO_NORM, AUTO_RATE
from study.datasets import load
from study.experiments.peers import ROWS
from study.experiments.settings import make_features
from study.methods import METHODS
from study.methods.others import RandomMixes
from study.methods.variants import PARTITIONS, VariedGCN, VariedGN, varied
from study.run import Run

SMALL = {"n_components": 10, "dtype": "float32"}
LAYER = {"n_components": 13, "learning_rate": 0.01, "max_epochs": 5, "amnesia": 0.4}


@pytest.fixture(scope="module")
def digits():
    return load("digits", random_state=900)


@pytest.fixture(scope="module")
def rows(digits):
    return digits.X_train[:500].astype("float32"), digits.y_train[:500]


@pytest.mark.parametrize("name", sorted({name for name, _ in ROWS} | {"boltzmann", "noise"}))
def test_every_method_gives_as_many_features_as_asked_for(name, rows):
    settings = (LAYER | SMALL if METHODS[name].layer else SMALL) | {"partition": "error", "reading": "mended"}
    for without in ("partition" if name not in ("own_rows", "mixes") else "", *METHODS[name].inert):
        settings.pop(without, None)
    model = make_features(Run("peers", "digits", name, settings, 900)).fit(*rows)
    H = model.transform(rows[0])
    assert H.shape == (500, 10) and np.isfinite(H).all() and H.std(axis=0).max() > 0
    assert model.components_.shape == (10, 64)


# Sums of own rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("partition", ["error", "class", "random"])
def test_a_mix_lies_in_the_span_of_its_own_centred_rows(digits, partition):
    X, y = digits.X_train[:400], digits.y_train[:400]
    mixes, other = (RandomMixes(60, partition=partition, random_state=seed).fit(X, y) for seed in (0, 1))
    of_pca = OwnRowsPCA(60, partition=partition, random_state=0).fit(X, y)
    for w, own_rows, same in zip(mixes.components_, mixes.subsets_, of_pca.subsets_, strict=True):
        np.testing.assert_array_equal(own_rows, same)
        own = X[own_rows] - X[own_rows].mean(axis=0)
        rest = w - np.linalg.lstsq(own.T, w, rcond=None)[0] @ own
        assert np.linalg.norm(rest) < 1e-8 * np.linalg.norm(w)
    assert np.median(np.abs(np.sum(mixes.components_ * of_pca.components_, axis=1))) < 0.999
    assert not np.allclose(mixes.components_, other.components_)


# Variants -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "papers"), [(VariedGN, GreedyByNode), (VariedGCN, GreedyByClassByNode)])
def test_a_variant_without_variation_is_the_papers_and_that_of_the_third_round_is_learning_rate_auto(rows, own, papers):
    for reading in ("mended", {"memory": "flat"}):
        one = varied(own, LAYER | {"reading": reading}, 3).fit(*rows)
        np.testing.assert_array_equal(one.components_, papers(**one.get_params()).fit(*rows).components_)
    rule = {"rate": "scale", "row_norm": AUTO_NORM, "learning_rate": AUTO_RATE}
    one = varied(own, LAYER | rule, 0).fit(*rows)
    public = papers(**(LAYER | {"learning_rate": "auto"}), reading="mended", random_state=0).fit(*rows)
    for name in ("components_", "intercept_", "decoder_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(public, name))


@pytest.mark.parametrize("name", PARTITIONS)
def test_a_way_to_share_gives_every_node_rows(rows, name):
    X, y = rows
    subsets = PARTITIONS[name](X, y, 12, np.random.RandomState(0))
    assert len(subsets) == 12 and all(len(of) for of in subsets)
    of_all = np.concatenate(subsets)
    if name in ("class", "k-means", "bids"):  # a partition proper
        np.testing.assert_array_equal(np.sort(of_all), np.arange(len(X)))
    else:
        assert len(np.unique(of_all)) < len(of_all)
    assert len(varied(VariedGN, LAYER | {"partition": name}, 0).fit(X, y).subsets_) == 13
