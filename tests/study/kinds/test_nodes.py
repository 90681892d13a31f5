"""The kind "nodes": the measures of the kind "features", without its weights."""

import numpy as np
import pytest

from study import store
from study.kinds.counts import DECIMALS
from study.kinds.features import MEASURES
from study.record import check_record
from study.run import Run
from study.runner import compute
from study.verify import compare

SETTINGS = {"n_components": 12, "learning_rate": 0.01, "max_epochs": 3, "amnesia": 0.4, "dtype": "float32"}


@pytest.mark.parametrize("reading", ["mended", {"memory": "flat", "centring": False}])
def test_it_measures_what_features_measures(reading):
    run = Run("nodes", "digits", "gcn", SETTINGS | {"reading": reading}, 3)
    record, arrays = compute(run)
    check_record(record)
    assert arrays is None
    _, of_features = compute(Run("features", "digits", "gcn", run.settings, 3))
    for name in MEASURES:
        np.testing.assert_allclose(record["nodes"][name], of_features[name], rtol=1e-5, atol=10.0**-DECIMALS)


@pytest.mark.parametrize("values", [[0.5] * 11, [2.0] * 12, [None] * 12, "0.5"])
def test_other_measures_are_refused(values):
    record, _ = compute(Run("nodes", "digits", "gcn", SETTINGS | {"reading": "mended"}, 3))
    with pytest.raises(ValueError, match="selectivity"):
        check_record(record | {"nodes": record["nodes"] | {"selectivity": values}})


def test_verify_sees_a_node_that_differs(results):
    run = Run("nodes", "digits", "gcn", SETTINGS | {"reading": "mended"}, 3)
    record, _ = compute(run)
    store.save(run, record, None, results)
    assert compare(run, record, None, results, {}) == ([], True)
    wrong = record["nodes"] | {"selectivity": [*record["nodes"]["selectivity"][:-1], 0.123456]}
    differences, identical = compare(run, record | {"nodes": wrong}, None, results, {})
    assert not identical and len(differences) == 1 and "selectivity, node 11" in differences[0]
