"""Running time."""

from .claim import Claim

CLAIMS = (
    Claim(
        "S1",
        "Pre-training is orders of magnitude faster than layer by layer",
        "abstract, Table 1",
        'Pre-training is "orders of magnitude" (in the text: "an order of magnitude") faster than layer by layer.',
        "The time ratios SV/GCN, SV/GN, USV/GN, USV/GCN are at least 10, every method compiled alike, same "
        "numbers of updates, one thread, warm. The paper's own ratios are 3.8, 2.1, 6.7 and 11.9.",
    ),
    Claim(
        "S2",
        "The total time falls as well",
        "Table 1",
        "The total time falls as well: from 1363 and 4112 to 674 and 409 seconds.",
        "The ratio of total times is above 1 for all four pairs.",
    ),
)
