"""What belongs to all of a process stays as it was: NumPy's generator, filters of warnings, how NumPy treats errors."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits

import gnode
from gnode import DeepClassifier, OwnRowsPCA

QUICK = {"max_epochs": 2, "random_state": 0}
USES = {
    **{name: estimator(6, **QUICK) for name, estimator in ESTIMATORS.items()},
    **{f"GN {of}": ESTIMATORS["GN"](6, partition=of, **QUICK) for of in ("clusters", "random")},
    **{f"{name} textbook": of(6, reading="textbook", **QUICK) for name, of in ESTIMATORS.items()},
    "GCN at once": ESTIMATORS["GCN"](10, amnesia=0, n_jobs=2, reading="textbook", **QUICK),
    **{f"OwnRowsPCA {of}": OwnRowsPCA(6, partition=of, random_state=0) for of in ("error", "class", "random")},
    **{
        f"network {name} {preset}": DeepClassifier((6, 5), pretraining=name, preset=preset, **QUICK, **later)
        for preset, later in (("paper", {"output_epochs": 2, "finetune_epochs": 2}), ("fast", {}))
        for name in ("gn", "supervised", "none")
    },
}


def use(estimator):
    X, y = small_digits(80)
    estimator.fit(X, y).transform(X)
    if hasattr(estimator, "fit_decoder"):
        estimator.fit_decoder(X).inverse_transform(estimator.transform(X))
    if hasattr(estimator, "to_mlp"):
        estimator.to_mlp().predict(X)
        estimator.before_finetuning().predict(X)


def state():
    kind, keys, *rest = np.random.get_state()  # noqa: NPY002
    return kind, keys.tolist(), *rest, list(warnings.filters), np.geterr()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", USES)
def test_a_fit_with_a_seed_leaves_it(name):
    np.random.seed(0)  # noqa: NPY002
    with np.errstate(divide="raise", under="ignore"):
        before = state()
        use(USES[name])
        assert state() == before


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n_classes", [2, 10])
def test_to_mlp_leaves_the_generator(n_classes):
    X, y = small_digits(80)
    model = DeepClassifier((6,), pretraining="none", finetune_epochs=0, random_state=0).fit(X, y % n_classes)
    np.random.seed(0)  # noqa: NPY002
    before = state()
    mlp = model.to_mlp()
    assert state() == before
    assert mlp.random_state is None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("scale", [1e160, 1e300, 1e307])
@pytest.mark.parametrize("name", ["GCN", "USV", "SV", "OwnRowsPCA error", "network gn paper"])
def test_too_large_a_value_is_told_by_us_alone(name, scale):
    """Whatever NumPy is told to do: no RuntimeWarning beside our sentence, no FloatingPointError instead of it."""
    uses = USES | {"SV": ESTIMATORS["SV"](6, batch_size=7, **QUICK)}
    X, y = small_digits(80)
    with np.errstate(over="raise", invalid="raise"):
        try:
            uses[name].fit(X * scale, y)
        except (ValueError, gnode.DivergenceError) as error:
            assert "scale X first" in str(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("dtype", "scale"), [(np.float32, 1e-20), (np.float32, 1e-42), (np.float64, 1e-160)])
@pytest.mark.parametrize("name", [name for name in USES if "clusters" not in name])
def test_what_is_too_small_to_count_is_no_error(name, dtype, scale):
    X, y = small_digits(80)
    X = (X * scale).astype(dtype)
    with np.errstate(under="raise"):
        try:
            model = USES[name].fit(X, y)
        except ValueError as error:
            assert "scale X first" in str(error)
            return
        H = model.transform(X)
        if hasattr(model, "fit_decoder"):
            model.fit_decoder(X).inverse_transform(H)


def test_no_module_sets_what_belongs_to_the_process():
    """Filters of warnings are one list for all threads: who sets and resets it in one may leave it changed for all."""
    setters = r"catch_warnings|simplefilter|filterwarnings|np\.seterr|random\.seed|set_config|setlocale|os\.environ\["
    for path in Path(gnode.__file__).parent.glob("*.py"):
        assert not re.search(setters, path.read_text(encoding="utf-8")), path.name
