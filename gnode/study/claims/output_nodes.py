"""Other output nodes."""

from .claim import Claim

CLAIMS = (
    Claim(
        "X1",
        "Easy to adapt to sigmoid output nodes",
        "Section 2",
        "The algorithm is easy to adapt to sigmoid output nodes.",
        "The adaptation exists, is tested, and its scores stand beside those of linear output nodes.",
    ),
)
