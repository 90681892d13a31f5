"""Other ways to the same end: PyTorch's auto-encoder, scikit-learn's network, and linear codes."""

import warnings
from functools import partial

import pytest
import torch
from measuring import LAYERS, SETTINGS, Stopwatch, pretrain, stamp
from sklearn.base import clone
from sklearn.decomposition import PCA, MiniBatchDictionaryLearning
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from gnode import DeepClassifier
from study.speed import MLP_SETTINGS

N_SEEDS = {"DeepClassifier": 5, "MLPClassifier": 20}  # the study's networks have 20
N_TIMED = 5
ROUNDS = 3


@pytest.fixture(scope="module", autouse=True)
def one_torch_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def torch_autoencoders(X, batch_size, epochs):
    """Pre-train the layers as PyTorch's users do: autograd, SGD and mini-batches in the order of the rows."""
    torch.manual_seed(0)
    H = torch.from_numpy(X)
    for size in LAYERS:
        encoder = torch.nn.Sequential(torch.nn.Linear(H.shape[1], size), torch.nn.Tanh())
        decoder = torch.nn.Linear(size, H.shape[1])
        weights = [*encoder.parameters(), *decoder.parameters()]
        optimizer = torch.optim.SGD(weights, lr=SETTINGS["learning_rate"], fused=True)
        batches = H.split(batch_size)
        for _ in range(epochs):
            for x in batches:
                optimizer.zero_grad()
                loss = (decoder(encoder(x)) - x).square().sum() / (2 * len(x))
                loss.backward()
                optimizer.step()
        with torch.no_grad():
            H = encoder(H)


@pytest.mark.parametrize(("batch_size", "epochs"), [(1, 1), (32, 100), (128, 100)])
def test_torch_autoencoder(timed, rows, batch_size, epochs):
    timed(
        f"torch {batch_size}",
        lambda: torch_autoencoders(rows.X, batch_size, epochs),
        rounds=ROUNDS,
        beside={"GCN": lambda: pretrain("GCN", rows.X, rows.y)},
        warm_up=lambda: torch_autoencoders(rows.X[:1000], batch_size, 1),
        measured_epochs=epochs,
    )


@pytest.mark.parametrize(
    "code", [PCA(LAYERS[0]), MiniBatchDictionaryLearning(LAYERS[0], random_state=0)], ids=["PCA", "dictionary"]
)
def test_linear_code(timed, rows, code, request):
    timed(
        request.node.callspec.id,
        lambda: code.fit(rows.X),
        rounds=ROUNDS,
        beside={"GCN": lambda: pretrain("GCN", rows.X, rows.y, LAYERS[:1])},
        warm_up=lambda: clone(code).fit(rows.X[:500]),
    )


def test_classifier_end_to_end(benchmark, rows, results):
    """Both from the rows to a trained classifier, the first seeds timed in turn; the scores are on the test rows."""
    started = stamp()
    contenders = {
        "DeepClassifier": lambda seed: DeepClassifier(LAYERS, pretraining="gcn", preset="fast", random_state=seed),
        "MLPClassifier": lambda seed: MLPClassifier(LAYERS, **MLP_SETTINGS, random_state=seed),
    }
    found = {name: {"cpu_seconds": [], "wall_seconds": [], "test_accuracy": []} for name in contenders}

    def fit(name, seed):
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):  # the epochs are what was asked for
            return contenders[name](seed).fit(rows.X, rows.y)

    for name in contenders:
        fit(name, 0)

    def all_seeds():
        for seed in range(max(N_SEEDS.values())):
            for name, of in found.items():
                if seed < N_SEEDS[name]:
                    watch = Stopwatch(partial(fit, name, seed))
                    of["test_accuracy"].append(float(watch().score(rows.X_test, rows.y_test)))
                    for clock, seconds in watch.record().items() if seed < N_TIMED else ():
                        of[clock] += seconds

    benchmark.pedantic(all_seeds)
    results.store("end to end", started, found)
