"""`set_output`: data frames, whose columns have the names of what they hold."""

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits

from gnode import DeepClassifier, OwnRowsPCA


def network(sizes, **options):
    X, y = small_digits(60)
    settings = {"max_epochs": 1, "output_epochs": 1, "finetune_epochs": 0, "random_state": 0}
    return DeepClassifier(sizes, **(settings | options)).fit(X, y)


@pytest.mark.parametrize("container", ["pandas", "polars"])
@pytest.mark.parametrize("sizes", [(7, 4), (5, 5), (3, 6, 4), (5,)])
def test_each_layer_of_a_network_has_its_own_names(container, sizes):
    pytest.importorskip(container)
    X, _ = small_digits(60)
    model = network(sizes)
    arrays = [model.transform(X, layer=i) for i in range(len(sizes))]
    frames = [model.set_output(transform=container).transform(X, layer=i) for i in range(len(sizes))]
    for i, (array, frame) in enumerate(zip(arrays, frames, strict=True)):
        np.testing.assert_array_equal(frame.to_numpy(), array)
        assert list(frame.columns) == list(model.get_feature_names_out(layer=i))
        again = model.transform(X, layer=i - len(sizes))
        assert list(again.columns) == list(frame.columns)
    names = [name for frame in frames for name in frame.columns]
    assert len(set(names)) == len(names) == sum(sizes)
    assert list(model.transform(X).columns) == [f"deepclassifier{i}" for i in range(sizes[-1])]
    assert frames[0].columns[0] == ("deepclassifier_layer0_0" if len(sizes) > 1 else "deepclassifier0")


def test_fit_transform_and_copies_have_it_too():
    pytest.importorskip("pandas")
    X, y = small_digits(60)
    model = network((4, 3)).set_output(transform="pandas")
    assert list(model.fit_transform(X, y).columns) == [f"deepclassifier{i}" for i in range(3)]
    assert list(model.before_finetuning().transform(X, layer=0).columns) == [
        f"deepclassifier_layer0_{i}" for i in range(4)
    ]
    model.set_output(transform="default")
    assert isinstance(model.transform(X, layer=0), np.ndarray)


@pytest.mark.parametrize("layer", [0.5, 0.0, True, "0", None, np.float64(0), np.bool_(False), [0]], ids=repr)
def test_a_layer_is_a_whole_number(layer):
    X, _ = small_digits(60)
    model = network((4, 3))
    with pytest.raises(ValueError, match=r"layer=.*: give the number of a hidden layer, a whole number from 0 to 1"):
        model.transform(X, layer=layer)
    with pytest.raises(ValueError, match="layer="):
        model.get_feature_names_out(layer=layer)
    np.testing.assert_array_equal(model.transform(X, layer=np.int8(0)), model.transform(X, layer=0))


@pytest.mark.parametrize("estimator", [*ESTIMATORS.values(), OwnRowsPCA])
def test_names_of_a_layer_alone(estimator):
    pytest.importorskip("pandas")
    X, y = small_digits(60)
    layer = estimator(11, random_state=0).set_output(transform="pandas").fit(X, y)
    assert list(layer.transform(X).columns) == [f"{estimator.__name__.lower()}{i}" for i in range(11)]
