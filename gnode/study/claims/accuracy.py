"""Accuracy on USPS, and what pre-training gives."""

from .claim import Claim

CLAIMS = (
    Claim(
        "A1",
        "The scores of Table 1",
        "Table 1",
        "Accuracy on USPS, 256-200-150-10, training/test: SV 1.000/.939, USV .999/.933, GN .999/.931, GCN .998/.923.",
        "The paper's test value lies within max(2 sd, 0.010) of ours, cell by cell.",
    ),
    Claim(
        "A2",
        "On USPS, accuracy is maintained against layer by layer",
        "abstract",
        "Accuracy is maintained against layer-by-layer training.",
        "Two one-sided tests with margin 0.01, GN against USV and GCN against SV, on USPS over at least 10 seeds.",
    ),
    Claim(
        "A3",
        "Pre-training contributes to the accuracy",
        "implicit",
        "Pre-training contributes to that accuracy.",
        "The difference to the same network without pre-training and with random first layers, with its 95 % interval; "
        "the paper has no such control.",
    ),
)
