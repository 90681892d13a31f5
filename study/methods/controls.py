"""The same networks without pre-training; the paper has no such controls."""

from sklearn.utils import check_random_state

from gnode.layer import TanhLayer
from gnode.reading import Reading
from gnode.schedule import starting_weights

from .method import Method

_NO_LAYER_IS_TRAINED = ("amnesia", "learning_rate", "max_epochs")

NONE = Method(
    "none",
    "no pre-training",
    "control",
    1,
    marker="X",
    pretraining="none",
    pretrained=False,
    inert=(*_NO_LAYER_IS_TRAINED, "output_learning_rate", "output_epochs"),
)
RANDOM = Method(
    "random",
    "random layers",
    "control",
    2,
    marker="P",
    pretraining="random",
    pretrained=False,
    inert=_NO_LAYER_IS_TRAINED,
)


class UntrainedLayer(TanhLayer):
    """GN's starting weights under a reading: pre-training by no epoch at all."""

    def __init__(self, n_components=10, *, reading="paper", random_state=None):
        self.n_components = n_components
        self.reading = reading
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the weights."""
        rng, self.n_features_in_ = check_random_state(self.random_state), X.shape[1]
        weights = starting_weights(self.reading, "GN", self.n_components, X.shape[1], X.shape[1], rng)
        self.components_, self.intercept_ = (part.astype(X.dtype) for part in weights[:2])
        return self


UNTRAINED = Method(
    "untrained",
    "no epoch",
    "other",
    10,
    marker=".",
    pretraining=lambda settings: UntrainedLayer(reading=Reading(**settings["reading"])),
    inert=_NO_LAYER_IS_TRAINED,
)
