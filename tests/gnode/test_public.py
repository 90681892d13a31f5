"""What is public: scikit-learn's own checks, the examples and descriptions, the link to the reference, the versions."""

import doctest
import inspect
from email.message import Message
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from layers import ESTIMATORS
from sklearn.utils.estimator_checks import parametrize_with_checks

import gnode
from gnode import DeepClassifier, OwnRowsPCA, kernels, reference, schedule

CLASSES = [of for name in gnode.__all__ if hasattr(of := getattr(gnode, name), "fit")]
FUNCTIONS = [getattr(reference, name) for name in reference.__all__] + [schedule.starting_weights]
METHODS = ("fit", "transform", "inverse_transform", "fit_decoder", "predict", "predict_proba", "to_mlp")
DESCRIBED = [*CLASSES, gnode.Reading, *(getattr(of, name) for of in CLASSES for name in METHODS if hasattr(of, name))]
MODULES = [import_module(f"gnode.{path.stem}") for path in sorted(Path(gnode.__file__).parent.glob("[a-z]*.py"))]
EXAMPLES = {
    test.name: test for module in (gnode, *MODULES) for test in doctest.DocTestFinder().find(module) if test.examples
}
CHECKED = [
    *(estimator() for estimator in ESTIMATORS.values()),
    OwnRowsPCA(n_components=2),
    OwnRowsPCA(n_components=2, partition="class"),
    DeepClassifier((5, 4), pretraining="gcn", finetune_learning_rate=0.05, finetune_epochs=100),
    DeepClassifier((5, 4), pretraining="gcn", preset="fast", max_epochs=20),
]


@pytest.mark.filterwarnings("default")  # some checks have rows about 100, which saturate tanh
@parametrize_with_checks(CHECKED)
def test_scikit_learn_checks(estimator, check, monkeypatch):
    monkeypatch.setattr("gnode.fast.TRIAL_EPOCHS", 3)
    if check.func.__name__ != "check_classifiers_train":  # the others do not ask how well it learns
        monkeypatch.setattr("gnode.fast.EPOCHS", 6)
    check(estimator)


def test_what_is_public_has_an_example():
    public = [getattr(gnode, name) for name in gnode.__all__ if not name.endswith(("Error", "Warning"))]
    named = {f"{of.__module__}.{of.__qualname__}" for of in public}
    assert EXAMPLES.keys() >= {*named, "gnode.reference.train_layer"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_give_what_they_show(name, capsys):
    if "set_callbacks" in EXAMPLES[name].docstring and not hasattr(DeepClassifier, "set_callbacks"):
        pytest.skip("scikit-learn before 1.9 has no callbacks")
    failed, _ = doctest.DocTestRunner().run(EXAMPLES[name])
    assert not failed, capsys.readouterr().out


@pytest.mark.parametrize("of", [*DESCRIBED, *FUNCTIONS], ids=lambda of: of.__qualname__)
def test_every_parameter_is_described(of):
    """And help() sends nobody elsewhere for it."""
    doc = pytest.importorskip("numpydoc.docscrape").NumpyDocString(inspect.getdoc(of))
    said = [name for item in doc["Parameters"] for name in item.name.split(", ")]
    assert said == [name for name in inspect.signature(of).parameters if name != "self"]
    assert all(item.type and (item.desc or inspect.isroutine(of)) for item in doc["Parameters"])
    assert "As for" not in inspect.getdoc(of)


@pytest.mark.parametrize("kind", CLASSES)
def test_the_display_leads_to_the_reference_where_the_site_is_known(kind, monkeypatch, root):
    class Own(kind):
        """A user's own class, which the reference does not have."""

    about = Message()
    about["Project-URL"] = "Paper, https://arxiv.org/abs/1602.06183"
    monkeypatch.setattr("gnode.layer.metadata", {"gnode": about}.get)
    assert 'href="http' not in kind()._repr_html_()
    about["Project-URL"] = "Documentation, https://someone.github.io/gnode"
    assert f'href="https://someone.github.io/gnode/book/api.html#gnode.{kind.__name__}"' in kind()._repr_html_()
    assert f"autoclass:: {kind.__name__}\n" in (root / "book" / "api.md").read_text(encoding="utf-8")
    assert Own()._get_doc_link() == ""


def test_versions_and_the_places_of_loops_are_shown(capsys):
    gnode.show_versions()
    shown = capsys.readouterr().out
    for name in ("numpy", "scipy", "scikit-learn", "numba", "llvmlite", "joblib"):
        assert f"{name}: {version(name)}\n" in shown
    assert f"gnode: {gnode.__version__}\n" in shown and kernels.SOURCE_HASH[:16] in shown and "threads: " in shown
    assert all(f"    {folder}: " in shown for folder in kernels._folders())
