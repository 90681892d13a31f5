"""Amnesia."""

from .claim import Claim

CLAIMS = (
    Claim(
        "M1",
        "An amnesia factor of 0.4 to 0.5 is best, 0 and 1 are worse",
        "Table 2",
        "The amnesia factor matters; 0.4 to 0.5 is best, 1 and 0 are worse.",
        "The best mean of the eight values falls in [0.4, 0.5]; those of 1.0 and 0.0 are below it by more than one sd; "
        "for GN and for GCN, since the table does not say which.",
    ),
    Claim(
        "M2",
        "A = 0 gives redundant features, A = 1 the most orthogonal ones",
        "Section 3.2",
        "A = 0 gives redundant features, A = 1 the most orthogonal ones.",
        "The mean absolute cosine between first-layer features falls monotonically with A (Spearman's ρ at most -0.8).",
    ),
    Claim(
        "M3",
        "A high amnesia factor induces numerical issues",
        "Section 3.2",
        "A high A induces numerical issues.",
        "The share of diverged or non-finite nodes and the sensitivity to a perturbation of the input by 10⁻¹², "
        "against A.",
    ),
)
