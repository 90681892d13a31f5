"""Which rows train which node."""

import numpy as np
import pytest
from layers import small_digits, start

import gnode


def test_partitions():
    X, _ = small_digits()
    for partition in ("error", "clusters", "random", lambda X, errors, n: [np.arange(5)] * n):
        layer = gnode.GreedyByNode(6, partition=partition, max_epochs=2, random_state=0).fit(X)
        assert len(layer.subsets_) == 6
        rows = np.concatenate(layer.subsets_[0 if partition == "random" else 1 :])
        if not callable(partition):
            assert sorted(rows) == list(range(300))
        assert len(layer.subsets_[0]) == (50 if partition == "random" else 300)


def test_subsets_of_gn_follow_the_reconstruction_error():
    X, _ = small_digits()
    seen = []

    def keep(X, errors, n_subsets):
        seen.append(errors)
        return np.array_split(np.argsort(errors), n_subsets)

    gnode.GreedyByNode(6, partition=keep, max_epochs=20, random_state=0).fit(X)
    layer = gnode.GreedyByNode(6, max_epochs=20, random_state=0).fit(X)
    first = gnode.GreedyByNode(1, max_epochs=20, random_state=0)
    first.init = tuple(part[:1] for part in start("GN", 6, X, np.zeros(1, int), reading="default"))[:3]
    first.fit(X)
    errors = np.sum((first.inverse_transform(first.transform(X)) - X) ** 2, axis=1)
    np.testing.assert_allclose(seen[0], errors, rtol=1e-9)
    assert max(errors[layer.subsets_[1]]) <= min(errors[layer.subsets_[5]])


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([np.arange(3)], "1 subsets, but 5 nodes"),
        ([np.arange(3)] * 4 + [np.array([], dtype=int)], "subset 4 must be a non-empty"),
        ([np.arange(3)] * 4 + [np.array([0.5])], "subset 4 must be a non-empty"),
        ([np.ones(20, dtype=bool)] * 5, r"array of row indices \(got bool; use np\.flatnonzero\)\."),
        ([np.arange(3)] * 4 + [np.array([300])], r"subset 4 has row indices outside 0 .. 299"),
    ],
)
def test_bad_partitions(returned, message):
    X, _ = small_digits()
    with pytest.raises(ValueError, match=message):
        gnode.GreedyByNode(6, partition=lambda X, errors, n: returned, max_epochs=1).fit(X)


def test_clusters_need_different_errors():
    with pytest.raises(ValueError, match="partition='clusters' needs 5 clusters"):
        gnode.GreedyByNode(6, partition="clusters", max_epochs=1).fit(np.ones((20, 3)))


def test_classes_of_gcn():
    """Node i takes class i mod c and chunk i div c; labels may be anything that sorts."""
    X, y = small_digits()
    names = np.array(list("jabcdefghi"))[y]
    layer = gnode.GreedyByClassByNode(23, max_epochs=1).fit(X, names)
    assert list(layer.classes_) == list("abcdefghij")
    for i, rows in enumerate(layer.subsets_):
        assert set(names[rows]) == {"abcdefghij"[i % 10]}
    sizes = [sum(len(rows) for rows in layer.subsets_[k::10]) for k in range(10)]
    np.testing.assert_array_equal(sizes, np.unique(names, return_counts=True)[1])


def test_fewer_rows_of_a_class_than_nodes():
    X, y = small_digits(40)
    y = (y == 3).astype(int)
    layer = gnode.GreedyByClassByNode(20, max_epochs=1).fit(X, y)
    assert [len(rows) for rows in layer.subsets_[1::2]] == [1] * 10
    assert {int(rows[0]) for rows in layer.subsets_[1::2]} == set(np.flatnonzero(y))
