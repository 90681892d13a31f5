"""What features are worth, whoever made them: to a linear probe, for reconstruction, as a start, and at what cost.

Runs of this kind, "peers", are those of many experiments.
"""

import time

import numpy as np
from scipy.linalg import lstsq
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnode import DeepClassifier, DivergenceError
from gnode.layer import TanhLayer
from study.datasets import get_record
from study.datasets.loading import read_form, scale, split_rows

from ..methods import METHODS
from .experiment import Kind
from .networks import DECIMALS, measure_names, measured
from .settings import chosen, make_features

LABELS_A_CLASS = (10, 50)
PROBES = ("probe_all", *(f"probe_{n}" for n in LABELS_A_CLASS))
DEAD, SATURATED = 1e-3, 0.99
"""A node is dead if its output has no larger standard deviation, an output saturated if it is larger."""
_FINETUNED = ("finetuned", "finetuned_before")


class Given(BaseEstimator):
    """A layer that is there already, as `gnode.DeepClassifier` takes it: `layer` gives the next weights and biases."""

    def __init__(self, layer=None, n_components=1):
        self.layer = layer
        self.n_components = n_components

    def fit(self, X, y=None):
        """Take the layer."""
        self.components_, self.intercept_ = self.layer()
        return self


def network_of(layers, reading, seed):
    """Make the network of layers that are trained, each weights and biases; its later stages are the paper's."""
    left = iter(layers)
    given = Given(lambda: next(left))  # a clone of an estimator keeps a function as it is, not an iterator
    sizes = tuple(len(weights) for weights, _ in layers)
    names = ("output_learning_rate", "output_epochs", "finetune_learning_rate", "finetune_epochs", "batch_size")
    later = chosen("paper", *names)  # the library's defaults are for users
    return DeepClassifier(sizes, pretraining=given, reading=reading, random_state=seed, **later)


def _peers(run, data):
    """Make features and score them; the clock of this process alone counts, and kernels are compiled before."""
    scaled = run.settings.get("scaled", True)
    if not scaled:
        data.X_train, data.X_test = raw_rows(run, data)
    X, y = data.X_train, data.y_train
    try:
        _compile(run, X, y)
        clock = time.process_time()
        model = make_features(run).fit(X, y)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    fitted = time.process_time()
    H, H_test = model.transform(X), model.transform(data.X_test)
    transformed = time.process_time()
    scores = _probed(H, H_test, data, run.seed) | {"r2": _reconstructed(H, H_test, data)}
    if isinstance(model, TanhLayer):
        scores |= {"dead": np.mean(H.std(axis=0) < DEAD), "saturated": np.mean(np.abs(H) > SATURATED)}
        scores |= _finetuned(model, data, run.seed) if scaled else {}
    components = np.asarray(model.components_)
    used = np.abs(components).sum(axis=1) > 0
    measures = scores | {"n_used": used.sum()} | measured(components[used], H[:, used], data)
    return {
        "diverged": None,
        "measures": {name: round(float(value), DECIMALS) for name, value in measures.items()},
        "cpu_seconds": float(fitted - clock),
        "transform_cpu_seconds": float(transformed - fitted),
    }, None


def _gives(record):
    measures = [*measure_names(record["dataset"]), *PROBES, "n_used", "r2"]
    for names in (_FINETUNED, ("dead", "saturated")):  # of tanh layers
        measures += names if names[0] in record.get("measures", {}) else ()
    return {"measures": tuple(measures), "cpu_seconds": (), "transform_cpu_seconds": ()}


WORTH = Kind("peers", _peers, _gives, if_diverged={}, not_ours=(*PROBES, "r2"))


def raw_rows(run, data):
    """Read the training and test rows of a run before they are scaled; missing values are filled all the same."""
    record = get_record(run.dataset)
    table, _, _ = read_form(record, next(form for form in record.forms if form.name == data.form))
    X_train, _, X_test, _ = split_rows(table, record.split, run.seed)
    filled = scale(X_train, X_test, "none")
    return tuple(np.ascontiguousarray(X, dtype=data.X_train.dtype) for X in filled)


def _compile(run, X, y):
    """Train a few nodes shortly, so that no compiler is timed."""
    if METHODS[run.method].layer is not None:
        _, few = np.unique(y, return_index=True)
        rows = np.sort(np.r_[few, np.setdiff1d(np.arange(min(60, len(X))), few)])
        make_features(run, n_components=len(few), max_epochs=1).fit(X[rows], y[rows])


def _probed(H, H_test, data, seed):
    """Score logistic regression on standardised features, with all labels and with a few of each class."""
    y = data.y_train
    rng = np.random.RandomState(seed)
    drawn = [rng.permutation(np.flatnonzero(y == label)) for label in np.unique(y)]
    chosen = [np.arange(len(y)), *(np.concatenate([rows[:n] for rows in drawn]) for n in LABELS_A_CLASS)]
    scores = {}
    for name, rows in zip(PROBES, chosen, strict=True):
        probe = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(H[rows], y[rows])
        scores[name] = probe.score(H_test, data.y_test)
    return scores


def _reconstructed(H, H_test, data):
    """Compute which share of the test rows' variance about the training mean a least-squares decoder gives back."""
    H, H_test = (np.column_stack([of, np.ones(len(of))]).astype(np.float64) for of in (H, H_test))
    mean = data.X_train.mean(axis=0, dtype=np.float64)
    rows, test = data.X_train - mean, data.X_test - mean
    left = test - H_test @ lstsq(H, rows)[0]
    return 1 - np.sum(left**2) / np.sum(test**2)


def _finetuned(model, data, seed):
    """Score the network of this one layer, before and after fine-tuning; the later stages are those of "mended"."""
    network = network_of([(model.components_, model.intercept_)], "mended", seed)
    try:
        network.fit(data.X_train, data.y_train)
    except DivergenceError:
        return {}
    before = network.before_finetuning()
    return dict(zip(_FINETUNED, (of.score(data.X_test, data.y_test) for of in (network, before)), strict=True))
