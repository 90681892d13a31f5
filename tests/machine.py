"""Train every kind of network and print a hash of all its weights and scores: what `test_machines` runs as machines."""

import hashlib
import json
import sys
from dataclasses import replace

import numpy as np
from sklearn.datasets import load_digits

from gnode import DeepClassifier, GreedyByNode, LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.reading import READINGS
from study.measures import mean_absolute_cosine, of_each_node

PRETRAINING = ("gn", "gcn", "autoencoder", "supervised", "none", "random")
SHORT = {"output_epochs": 3, "finetune_epochs": 2, "finetune_learning_rate": 1e-3, "random_state": 0}


def hashed(*arrays):
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()[:16]


def network(X, y, **settings):
    model = DeepClassifier(**({"reading": "mended"} | SHORT | settings)).fit(X, y)
    encoders = [part for layer in model.encoders_ for part in (layer.components_, layer.intercept_, layer.decoder_)]
    return hashed(*encoders, *model.coefs_, *model.intercepts_, model.predict_proba(X)), float(model.score(X, y))


def usps_sized(dtype):
    """Rows of the size of USPS: smooth images, ten kinds."""
    rng = np.random.RandomState(0)
    y = rng.randint(10, size=7291)
    kinds = np.cumsum(np.cumsum(rng.random_sample((10, 16, 16)) - 0.5, axis=1), axis=2).reshape(10, 256)
    return (np.clip(kinds[y] / 4 + rng.random_sample((7291, 256)) - 0.5, -1, 1)).astype(dtype), y


def small(found):
    digits = load_digits()
    for dtype in ("float32", "float64"):
        X, y = (digits.data / 8 - 1).astype(dtype), digits.target
        settings = {"hidden_layer_sizes": (30, 20), "max_epochs": 20, "learning_rate": 3e-3}
        for kind in PRETRAINING:
            found[f"{dtype} {kind}"] = network(X, y, pretraining=kind, **settings)
        settings = {"hidden_layer_sizes": (20,), "max_epochs": 5, "batch_size": 2, "reading": "textbook"}
        for kind in ("gn", "supervised"):
            found[f"{dtype} {kind}, text"] = network(X, y, pretraining=kind, **settings)
        with_bias = replace(READINGS["mended"], decoder_bias=True)
        batches = {"batch_size": 20, "max_epochs": 5, "reading": "mended", "random_state": 0}
        layers = {
            "batches USV": LayerwiseAutoencoder(13, **batches),
            "batches SV": LayerwiseSupervisedEncoder(13, **batches),
            "decoder bias": GreedyByNode(13, max_epochs=10, reading=with_bias, random_state=0),
            "random rows": GreedyByNode(13, max_epochs=10, partition="random", reading="mended", random_state=0),
        }
        for name, layer in layers.items():
            layer.fit(X, y)
            of_nodes = of_each_node(layer.components_, layer.transform(X), X, y)
            found[f"{dtype} {name}"] = hashed(layer.components_, layer.decoder_, *of_nodes.values())
            found[f"{dtype} {name}, alike"] = mean_absolute_cosine(layer.components_)


def large(found):
    for dtype, kinds in (("float32", PRETRAINING), ("float64", ("gn", "gcn", "none"))):
        X, y = usps_sized(dtype)
        for kind in kinds:
            settings = {"max_epochs": 5 if kind in ("gn", "gcn") else 1, "output_epochs": 1, "finetune_epochs": 1}
            found[f"{dtype} {kind}, large"] = network(X, y, pretraining=kind, **settings)


if __name__ == "__main__":
    found: dict = {}
    small(found)
    if "large" in sys.argv:
        large(found)
    print(json.dumps(found))
