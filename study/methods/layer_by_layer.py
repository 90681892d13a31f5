"""Joint training, a layer at a time: what the paper compares with."""

from gnode import LayerwiseAutoencoder, LayerwiseSupervisedEncoder

from .method import Method

SV = Method(
    "sv",
    "SV",
    "layer by layer",
    1,
    colour="#E69F00",
    marker="v",
    pretraining="supervised",
    layer=LayerwiseSupervisedEncoder,
    inert=("amnesia",),
)
USV = Method(
    "usv",
    "USV",
    "layer by layer",
    2,
    colour="#CC79A7",
    marker="^",
    pretraining="autoencoder",
    layer=LayerwiseAutoencoder,
    inert=("amnesia",),
)
