"""Variants of GN and GCN against what became public of them."""

import numpy as np
import pytest

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.node_by_node import AUTO_NORM, AUTO_RATE
from study.datasets import load
from study.methods.variants import VariedGCN, VariedGN, varied

LAYER = {"n_components": 12, "max_epochs": 8}


@pytest.mark.parametrize(("tried", "public"), [(VariedGN, GreedyByNode), (VariedGCN, GreedyByClassByNode)])
def test_learning_rate_auto_is_the_variant_of_the_third_round(tried, public):
    data = load("digits")
    X, y = data.X_train[:300].astype(np.float32), data.y_train[:300]
    rule = {"rate": "scale", "row_norm": AUTO_NORM, "learning_rate": AUTO_RATE}
    one = varied(tried, LAYER | rule, 0).fit(X, y)
    other = public(learning_rate="auto", reading="mended", random_state=0, **LAYER).fit(X, y)
    for name in ("components_", "intercept_", "decoder_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
