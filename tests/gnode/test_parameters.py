"""Parameters that are almost right: refused by name, or taken for what they are."""

from numbers import Integral, Real

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits

from gnode import DeepClassifier, OwnRowsPCA, Reading

EVERY = {**ESTIMATORS, "OwnRowsPCA": OwnRowsPCA, "DeepClassifier": DeepClassifier}
QUICK = {"n_components": 10, "hidden_layer_sizes": (6,), "max_epochs": 2, "output_epochs": 2, "finetune_epochs": 2}
RANGES = {Integral: "an int", Real: "a float"}


AT_MOST_ALL = ("block_size", "batch_size", "n_jobs")  # more than there are is all that there are


def make(name, **options):
    parameters = EVERY[name]().get_params()
    quick = {of: value for of, value in QUICK.items() if of in parameters}
    return EVERY[name](**(quick | {"random_state": 0} | options))


def numbers(of):
    """Names of the parameters of every estimator that are numbers of a kind, with the estimator's."""
    return [
        (name, parameter)
        for name, estimator in EVERY.items()
        for parameter, constraints in estimator._parameter_constraints.items()
        if any(getattr(constraint, "type", None) is of for constraint in constraints)
    ]


def test_every_number_is_tried():
    assert len(numbers(Integral)) == 25 and len(numbers(Real)) == 10


@pytest.mark.parametrize("value", [True, False, np.True_, 2.0, 0.5, np.float64(2), "2", [2], np.array(2)], ids=repr)
@pytest.mark.parametrize(("name", "parameter"), numbers(Integral))
def test_what_is_no_whole_number_is_refused_by_name(name, parameter, value):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=rf"'{parameter}' parameter of \w+ must be .*an int.* Got .* instead"):
        make(name, **{parameter: value}).fit(X, y)


@pytest.mark.parametrize("value", [True, np.True_, "fast", [0.1]], ids=repr)
@pytest.mark.parametrize(("name", "parameter"), numbers(Real))
def test_what_is_no_number_is_refused_by_name(name, parameter, value):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=rf"'{parameter}' parameter of \w+ must be .*a float.* Got .* instead"):
        make(name, **{parameter: value}).fit(X, y)


@pytest.mark.parametrize("value", [10**15, 10**18, 2**64, 10**400], ids=["1e15", "1e18", "2**64", "1e400"])
@pytest.mark.parametrize(("name", "parameter"), [of for of in numbers(Integral) if of[1] not in AT_MOST_ALL])
def test_a_number_that_no_memory_holds_is_refused_by_name(name, parameter, value):
    X, y = small_digits(40)
    with pytest.raises(ValueError, match=rf"'{parameter}' parameter of \w+ must be .*an int in the range"):
        make(name, **{parameter: value}).fit(X, y)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64])
def test_whole_numbers_of_numpy_are_whole_numbers(name, kind):
    """Rows and features are more than the smallest kinds can count."""
    X, y = small_digits(300)
    X = np.tile(X, (1, 5))
    counts = [of for estimator, of in numbers(Integral) if estimator == name and of != "random_state"]
    for reading in ("mended", "textbook") if name != "OwnRowsPCA" else (None,):
        options = {} if reading is None else {"reading": reading}
        given = {of: kind(12 if of == "n_components" else 2) for of in counts} | {"random_state": kind(3)}
        if name == "DeepClassifier":
            given["hidden_layer_sizes"] = np.array([12, 11], dtype=kind)
        plain = {of: value.tolist() for of, value in given.items()}
        ours, same = make(name, **given, **options).fit(X, y), make(name, **plain, **options).fit(X, y)
        np.testing.assert_array_equal(ours.transform(X), same.transform(X))
        assert all(type(ours.get_params()[of]) is type(given[of]) for of in given)  # as they were given


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("USV", {"n_components": 10**13}, r"LayerwiseAutoencoder: Unable to allocate .*n_components=10000000000000"),
        ("SV", {"n_components": 10**13}, r"LayerwiseSupervisedEncoder: Unable .*n_components=10000000000000"),
        ("GN", {"max_epochs": 10**14}, r"GreedyByNode: Unable to allocate .*max_epochs=100000000000000"),
        ("DeepClassifier", {"pretraining": "random", "hidden_layer_sizes": (10**13,)}, r"hidden_layer_sizes=\(1000"),
        ("DeepClassifier", {"output_epochs": 10**14}, r"DeepClassifier: Unable to allocate .*output_epochs=10000"),
    ],
)
def test_what_asks_for_too_much_memory_is_named(name, options, said):
    X, y = small_digits(40)
    with pytest.raises(MemoryError, match=said):
        make(name, **options).fit(X, y)


@pytest.mark.parametrize("scale", [True, 0, -1, np.inf, np.nan, "1"], ids=repr)
def test_a_reading_names_its_scale(scale):
    with pytest.raises(ValueError, match="initialisation_scale"):
        Reading(initialisation_scale=scale)
