"""The same networks without pre-training; the paper has no such controls."""

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
