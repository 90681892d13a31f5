"""Features of GCN by epochs, and by the amnesia factor, which a reader moves with a slider; all of USPS.

`python -m study.figures.sliders` trains the layers and stores of each the same ten nodes, chosen by number.
"""

import json

import numpy as np

from .. import store
from ..experiments import reconstruction
from ..experiments.epochs import EPOCHS
from ..measures import absolute_cosines
from ..provenance import describe_program
from .likeness import digits, trained
from .quiz import pixels

FILE, SEED = "sliders.json", 0
SHOWN = slice(30, 40)  # of GCN: one of each class, those that Home begins with
FACTORS = sorted(reconstruction.FACTORS)


def after_epochs(epochs):
    """Train GCN as the paper writes it: ten features, and the median cosine of all with their examples' average."""
    X, layer = digits("USPS")[0], trained("USPS", "GCN", SEED, epochs)
    pairs = zip(layer.components_, layer.subsets_)
    cosines = [absolute_cosines([w], [X[own].mean(axis=0)])[0, 0] for w, own in pairs]
    return {"features": pixels(layer.components_[SHOWN]), "like_average": round(float(np.median(cosines)), 4)}


def load_sliders():
    """Load what is stored (dict): "epochs", a list by `EPOCHS`, and "memory", by the name "flat" one by `FACTORS`."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.sliders`.")


if __name__ == "__main__":
    made = {
        "epochs": [after_epochs(epochs) for epochs in EPOCHS],
        "memory": {"flat": [pixels(trained("USPS", "GCN", SEED, amnesia=A).components_[SHOWN]) for A in FACTORS]},
    }
    store.write_whole(store.results_folder() / FILE, (json.dumps(made | describe_program()) + "\n").encode())
