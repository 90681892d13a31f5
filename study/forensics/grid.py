"""The grid: each open setting, its values, where each comes from, and what is believed of it beforehand.

``book/protocol_readings.md`` shows these tables, and a test holds it to them.
"""

from dataclasses import dataclass, field
from itertools import product
from math import prod

from ..methods import GCN, GN

_TEXT = 'paper, section "Efficiency and Classification Performance"'


@dataclass(frozen=True)
class Level:
    """A value of a setting: what it changes in a run ("reading": in "mended"), its prior, and if it is screened."""

    name: str
    change: dict = field(hash=False)
    prior: float
    source: str
    screened: bool = True


@dataclass(frozen=True)
class Factor:
    """An open setting and its values."""

    name: str
    levels: tuple[Level, ...]


def later(rate, **others):
    """Set the rate of both later stages (dict)."""
    return {"output_learning_rate": rate, "finetune_learning_rate": rate, **others}


_FLAT = "text: the stored output is “scaled by the amnesia factor”"
_BETWEEN = "no document: between the other two, as the usual normal start of deviation 0.01 is"
_USUAL = "text: says nothing; the usual start of tanh layers in 2016"
_NO_DECAY = _TEXT + ": “we do not use significant learning rate decay”"
_L2 = _TEXT + ": an L2 term “with all the algorithms”, lambda = 1"
_LATER = _TEXT + ": 0.002 for the output layer, 0.001 for fine-tuning"
_ETA = "table of data sets: eta = 0.01; in the program one number, alpha_ft, serves both stages"
_BY_ONE = "our choice of step 1: with the text's rates it reaches the training scores of Table 1"

FACTORS = tuple(
    Factor(name, levels)
    for name, levels in {
        "amnesia": (
            Level("flat", {"reading": {"memory": "flat"}}, 0.7, _FLAT),
            Level("compounding", {}, 0.3, "program, step 6: R <- h v + A R; written three months after the paper"),
        ),
        "centring": (
            Level("off", {"reading": {"centring": False}}, 0.7, "text: no centring anywhere"),
            Level("on", {}, 0.3, "program, step 3; its folder is named after the mean and dated May 2016"),
        ),
        "start": (
            Level("small", {}, 0.5, "program, step 1: uniform in (-1/2, 1/2), divided by the number of inputs"),
            Level("tenfold", {"reading": {"initialisation_scale": 10.0}}, 0.2, _BETWEEN),
            Level("Glorot", {"reading": {"initialisation": "glorot"}}, 0.3, _USUAL),
        ),
        "rate decay": (
            Level("off", {"reading": {"rate_decay": False}}, 0.5, _NO_DECAY),
            Level("on", {}, 0.5, "program, step 5: rate / (1 + epoch / 1000) after epoch 100"),
        ),
        "row order": (
            Level("file", {}, 0.7, "program, step 3: file order, no shuffling"),
            Level("shuffled", {"reading": {"row_order": "shuffled"}}, 0.3, "text: “stochastic gradient descent”"),
        ),
        "weight decay": (
            Level("output layer", {}, 0.5, "program: decay 1/N of the output layer alone"),
            Level("everywhere", {"reading": {"weight_decay": "everywhere"}}, 0.5, _L2),
        ),
        "later rates": (
            Level("text", {}, 0.6, _LATER),
            Level("0.01", later(0.01), 0.15, _ETA),
            Level("0.001", later(0.001), 0.1, "program: one number, and its example's alpha_ft = 0.001", False),
            Level("0.002", later(0.002), 0.1, "program: one number; the text's rate of the output layer", False),
            Level("0.1", later(0.1), 0.05, "program: the default of alpha_ft", False),
        ),
        "later batches": (
            Level("1", {}, 0.4, _BY_ONE),
            Level("2", {"batch_size": 2}, 0.35, "program: its example"),
            Level("20", {"batch_size": 20}, 0.25, "program: its default", False),
        ),
    }.items()
)
"""A reading of USPS is one level of each: a point of the grid. What is not screened is tried beside its best."""

NAMED = {
    "original": ("compounding", "on", "small", "on", "file", "output layer", "text", "1"),
    "text": ("flat", "off", "Glorot", "off", "shuffled", "everywhere", "text", "1"),
    "original, flat": ("flat", "on", "small", "on", "file", "output layer", "text", "1"),
    "original, flat, no centring, Glorot": ("flat", "off", "Glorot", "on", "file", "output layer", "text", "1"),
}
"""Points that get all seeds whatever the screening says: the two readings of the book, and two of the first look."""

# The column "paper" as a point of the grid.
PAPER = ("flat", "off", "small", "off", "file", "everywhere", "text", "1")
BASELINE_BATCHES = {1: 0.7, 20: 0.3}
"""Rows in a batch of the pre-training of SV and USV: program, row by row; its default in other stages, 20."""

METHOD_OF_TABLE_2 = {GN.name: 0.4, GCN.name: 0.4, "either": 0.2}
"""Whose runs Table 2 shows; "either": each row of one of the two, the rows that Table 1 repeats of its own."""

AMNESIA_OF_TABLE_1 = {1.0: 0.4, 0.9: 0.04, 0.8: 0.04, 0.7: 0.04, 0.6: 0.04, 0.5: 0.2, 0.4: 0.2, 0.0: 0.04}
"""A of a run of Table 1: the program's default is 1; the table of data sets has 0.4; Table 2 finds 0.4 and 0.5 best."""

REPEATS = {1: 0.6, 2: 0.1, 3: 0.1, 5: 0.1, 10: 0.1}
"""How many runs there were, of which each printed one is the best by its test score."""

OFFSETS = {0: 0.5, 1: 0.3, 2: 0.2}
"""How much more the paper's program scatters than ours for reasons untold, in standard deviations between seeds."""

SLIP = 0.01  # probability that a printed pair has nothing to do with its run: any two scores of three decimals


def points(screened=False):
    """List the points of the grid (list of tuple of level names, in the order of `FACTORS`), or the screened ones."""
    return list(product(*([of.name for of in factor.levels if of.screened or not screened] for factor in FACTORS)))


def _levels_of(point):
    found = []
    for factor, name in zip(FACTORS, point, strict=True):
        known = {level.name: level for level in factor.levels}
        if name not in known:
            raise ValueError(f"{factor.name}={name!r}: give one of {', '.join(known)}.")
        found.append(known[name])
    return found


def prior(point):
    """Compute the prior probability of a point (float): its levels are independent."""
    return prod(level.prior for level in _levels_of(point))


def changes(point):
    """Merge what the levels of a point change in the settings of a run (dict)."""
    merged: dict = {"reading": {}}
    for level in _levels_of(point):
        merged["reading"] |= level.change.get("reading", {})
        merged |= {name: value for name, value in level.change.items() if name != "reading"}
    return merged


def name_of(point):
    """Name a point in words (str): by its own name, or by its levels."""
    known = {levels: name for name, levels in NAMED.items()}
    return known.get(tuple(point)) or ", ".join(f"{factor.name} {level}" for factor, level in zip(FACTORS, point))


# The start has three levels in two columns, of which two settings are "small": the likeliest gets most runs.
_START = {(0, 0): "small", (1, 1): "small", (1, 0): "tenfold", (0, 1): "Glorot"}


def screening():
    """List the points that the screening runs: a regular fraction in 64 of the 384 points of the screened levels."""
    # Six columns run through all their combinations; the others are products of them. No main effect is aliased with
    # another, nor with the interaction of two factors (resolution IV).
    return [
        (
            ("flat", "compounding")[amnesia],
            ("off", "on")[centring],
            _START[first, second],
            ("off", "on")[first ^ amnesia ^ batches],
            ("file", "shuffled")[second ^ centring ^ rates],
            ("output layer", "everywhere")[amnesia ^ centring ^ rates ^ batches],
            ("text", "0.01")[rates],
            ("1", "2")[batches],
        )
        for amnesia, centring, first, second, rates, batches in product((0, 1), repeat=6)
    ]
