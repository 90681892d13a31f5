"""Hold a run that was computed again against what is stored of it."""

from __future__ import annotations

import numpy as np

from . import store

__all__ = ["CHANGE_TOLERANCE", "QUANTILE_TOLERANCE", "SCORE_TOLERANCE", "compare"]

# Another machine or another version of a package rounds differently. At the paper's high rates that is enough to end in
# another network of the same kind, whose accuracy differs as another seed's does.
SCORE_TOLERANCE = 0.03
# Single nodes of GN follow from the last bits of node 0, which ranks the rows: what must agree of a layer is how its
# nodes' measures are distributed (their quantiles).
QUANTILES = (0.1, 0.5, 0.9)
QUANTILE_TOLERANCE = 0.05
# How far a perturbation grows: within two orders of magnitude.
CHANGE_TOLERANCE = 100


def compare(run, record, arrays, folder):
    """Compare a run that was computed again with what is stored of it.

    Parameters
    ----------
    run : Run
        The run, which must be stored.
    record : dict
        What it gave now, as `gnode.study.store.find` reads it.
    arrays : dict of str to ndarray, or None
        The weights and measures that it gave now, if it is of the kind "features".
    folder : pathlib.Path
        Of the stored results.

    Returns
    -------
    differences : list of str
        What lies outside the tolerances.
    identical : bool
        Whether every number is the same to the last bit.
    """
    stored = store.find(run, folder)
    old_arrays = {} if arrays is None else store.read_arrays(run, folder)
    if stored is None or old_arrays is None:
        return ["what is stored is damaged"], False
    differences = []
    identical = True

    def check(what, old, new, agree):
        nonlocal identical
        identical &= bool(old == new)
        if old != new and not agree(old, new):
            differences.append(f"{what}: stored {old}, now {new}")

    check("data checksum", stored["data"]["checksum"], record["data"]["checksum"], lambda old, new: False)
    check("diverged", bool(stored["diverged"]), bool(record["diverged"]), lambda old, new: False)
    check("n_updates", stored.get("n_updates"), record.get("n_updates"), lambda old, new: False)
    measures_agree = _changes_agree if run.kind == "sensitivity" else _measures_agree
    for kind, agree in (("scores", _scores_agree), ("measures", measures_agree)):
        old, new = stored.get(kind, {}), record.get(kind, {})
        for name in old.keys() | new.keys():
            check(name, old.get(name, np.nan), new.get(name, np.nan), agree)
    if arrays is not None:
        for name, array in arrays.items():
            identical &= np.array_equal(array, old_arrays[name])
            if name in store.MEASURES:
                old, new = (np.quantile(of_nodes, QUANTILES) for of_nodes in (old_arrays[name], array))
                if not np.allclose(old, new, rtol=0, atol=QUANTILE_TOLERANCE):
                    differences.append(f"{name}: quantiles {QUANTILES} stored {old.round(3)}, now {new.round(3)}")
    return differences, identical


def _scores_agree(old, new):
    return abs(old - new) <= SCORE_TOLERANCE


def _measures_agree(old, new):
    return abs(old - new) <= QUANTILE_TOLERANCE


def _changes_agree(old, new):
    return old > 0 and new > 0 and 1 / CHANGE_TOLERANCE <= old / new <= CHANGE_TOLERANCE
