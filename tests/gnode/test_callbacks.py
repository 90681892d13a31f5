"""scikit-learn's callbacks on the network: what they see, how they end a stage early, what they leave behind."""

import pickle

import numpy as np
import pandas as pd
import pytest
from layers import assert_same_bits, small_digits
from sklearn.base import clone

from gnode import DeepClassifier

QUICK = dict(max_epochs=3, output_epochs=4, finetune_epochs=3, random_state=0)
ROWS = small_digits(120)
PRESETS = {"paper": QUICK, "fast": dict(preset="fast", max_epochs=3, random_state=0)}

callback = pytest.importorskip("sklearn.callback", reason="scikit-learn before 1.9")


def path(context):
    """Names and numbers of a task and those that it is part of, such as "fit/output/epoch 3"."""
    above = "" if context.parent is None else path(context.parent) + "/"
    return above + context.task_name + (f" {context.task_id}" if context.max_subtasks == 0 else "")


class Recorder:
    """Keeps all that it is told; stops, raises or interrupts at the end of a task."""

    def __init__(self, stop=None, error=None):
        self.stop, self.error = stop, error
        self.told, self.kept = [], {}

    def setup(self, estimator, context):
        self.told.append("setup")

    def on_fit_task_begin(self, estimator, context, *, X, y):
        self.told.append(f"begin {path(context)}")
        self.given = X, y

    def on_fit_task_end(self, estimator, context, *, X, y, fitted_estimator):
        self.told.append(f"end {path(context)}")
        if fitted_estimator is not None:
            self.kept[path(context)] = fitted_estimator
        if self.error and path(context) == self.stop:
            raise self.error
        return path(context) == self.stop

    def teardown(self, estimator, context):
        self.told.append("teardown")


def network(**settings):
    return DeepClassifier((6, 5), **(QUICK | settings))


def state(model):
    """All that an estimator holds, its callbacks apart."""
    return pickle.dumps({name: value for name, value in vars(model).items() if name != "_skl_callbacks"})


@pytest.mark.parametrize("preset", PRESETS)
def test_they_see_stages_layers_and_epochs(preset):
    X, y = ROWS
    recorder = Recorder()
    model = DeepClassifier((6, 5), **PRESETS[preset]).set_callbacks(recorder).fit(X, y)
    stages = {"pretraining": ("layer", 2), "output": ("epoch", 4), "finetuning": ("epoch", 3)}
    if preset == "fast":
        stages = {"pretraining": ("layer", 2), "finetuning": ("epoch", 30)}
    told = ["setup", "begin fit"]
    for stage, (unit, n_tasks) in stages.items():
        told.append(f"begin fit/{stage}")
        told += [f"{when} fit/{stage}/{unit} {i}" for i in range(n_tasks) for when in ("begin", "end")]
        told.append(f"end fit/{stage}")
    assert recorder.told == [*told, "end fit", "teardown"]
    assert recorder.given[0] is X and recorder.given[1] is y
    assert [name for name in recorder.kept if "layer" in name] == []  # there is no network yet
    assert_same_bits(recorder.kept["fit"], model)


@pytest.mark.parametrize(("sizes", "n_features"), [((6, 5), 64), ((1,), 64), ((5, 1), 1)])
def test_a_network_that_is_kept_stays_as_it_was(sizes, n_features):
    """Its arrays are its own, where a layer has one node or one input too."""
    X, y = ROWS
    X = X[:, 20 : 20 + n_features]
    recorder = Recorder()
    DeepClassifier(sizes, **QUICK).set_callbacks(recorder).fit(X, y)
    fewer = {f"finetuning/epoch {i}": {"finetune_epochs": i + 1} for i in range(3)}
    fewer |= {f"output/epoch {i}": {"output_epochs": i + 1, "finetune_epochs": 0} for i in range(4)}
    for name, options in fewer.items():
        kept, short = recorder.kept[f"fit/{name}"], DeepClassifier(sizes, **(QUICK | options)).fit(X, y)
        assert_same_bits(kept, short)
        assert_same_bits(kept.before_finetuning(), short.before_finetuning())
        assert kept.n_updates_ == short.n_updates_
        np.testing.assert_array_equal(kept.predict_proba(X), short.predict_proba(X))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_monitor_scores_every_epoch_and_changes_no_bit(preset, monkeypatch):
    """On the rows and classes as they were given: a frame with names, and words."""
    X, y = ROWS
    X, y = pd.DataFrame(X, columns=[f"pixel{j}" for j in range(64)]), np.array(list("jabcdefghi"))[y]
    monitor = callback.ScoringMonitor(scoring=["accuracy", "neg_log_loss"])
    model = DeepClassifier((6, 5), **PRESETS[preset]).set_callbacks(monitor).fit(X, y)
    scores = monitor.get_logs().data_as_pandas.groupby("parent_task_id_path")["accuracy"].count()
    assert list(scores) == ([1, 30] if preset == "fast" else [1, 4, 3])  # the fit as a whole, and its stages
    whole = monitor.get_logs().data[0]
    assert whole["task_name"] == "fit" and whole["accuracy"] == model.score(X, y)
    assert {name for name in vars(model) if name.startswith("_")} == {"_before_finetuning", "_skl_callbacks"}
    assert clone(model)._skl_callbacks == [monitor]
    assert_same_bits(model, pickle.loads(pickle.dumps(model)))
    monkeypatch.setattr(DeepClassifier, "_init_callback_context", None)  # a fit without callbacks never asks for it
    plain = DeepClassifier((6, 5), **PRESETS[preset]).fit(X, y)
    assert_same_bits(model, plain)
    assert model.n_updates_ == plain.n_updates_


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
@pytest.mark.parametrize("at", ["fit/pretraining/layer 0", "fit/output/epoch 2", "fit/finetuning", "fit"])
def test_a_failure_leaves_the_estimator_as_it_was(error, at):
    X, y = ROWS
    for model in (network(), network(finetune_epochs=1).fit(X, y)):
        before, recorder = state(model), Recorder(at, error)
        with pytest.raises(type(error)):
            model.set_callbacks(recorder).fit(X, y)
        assert state(model) == before
        assert recorder.told[-1] == "teardown" and recorder.told.count("teardown") == 1
