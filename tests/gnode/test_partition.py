"""Which rows train which node."""

import numpy as np
import pytest
from layers import small_digits, start

from gnode import GreedyByClassByNode, GreedyByNode

X, y = small_digits()


@pytest.mark.parametrize("partition", ["error", "clusters", "random", lambda X, errors, n: [np.arange(5)] * n])
def test_partitions(partition):
    layer = GreedyByNode(6, partition=partition, max_epochs=2, random_state=0).fit(X)
    rows = np.concatenate(layer.subsets_[0 if partition == "random" else 1 :])
    assert sorted(rows) == (list(range(300)) if isinstance(partition, str) else sorted([*range(5)] * 5))
    assert len(layer.subsets_[0]) == (50 if partition == "random" else 300)


def test_subsets_of_gn_follow_the_reconstruction_error():
    seen = []

    def keep(X, errors, n_subsets):
        seen.append(errors)
        return np.array_split(np.argsort(errors), n_subsets)

    GreedyByNode(6, partition=keep, max_epochs=20, random_state=0).fit(X)
    layer = GreedyByNode(6, max_epochs=20, random_state=0).fit(X)
    init = tuple(part[:1] for part in start("GN", 6, X, y, reading="default")[:3])
    first = GreedyByNode(1, max_epochs=20, init=init).fit(X)
    errors = np.sum((first.inverse_transform(first.transform(X)) - X) ** 2, axis=1)
    np.testing.assert_allclose(seen[0], errors, rtol=1e-9)
    assert [set(rows) for rows in layer.subsets_[1:]] == [set(rows) for rows in np.array_split(np.argsort(errors), 5)]


def test_classes_of_gcn():
    """Node i takes class i mod c and chunk i div c; labels may be anything that sorts."""
    names = np.array(list("jabcdefghi"))[y]
    layer = GreedyByClassByNode(23, max_epochs=1).fit(X, names)
    assert list(layer.classes_) == list("abcdefghij")
    for k, name in enumerate("abcdefghij"):
        chunks = np.array_split(np.flatnonzero(names == name), 3 if k < 3 else 2)
        for rows, chunk in zip(layer.subsets_[k::10], chunks, strict=True):
            np.testing.assert_array_equal(rows, chunk)


def test_fewer_rows_of_a_class_than_nodes():
    threes = (y[:40] == 3).astype(int)
    layer = GreedyByClassByNode(20, max_epochs=1).fit(X[:40], threes)
    assert [len(rows) for rows in layer.subsets_[1::2]] == [1] * 10
    assert {int(rows[0]) for rows in layer.subsets_[1::2]} == set(np.flatnonzero(threes))
