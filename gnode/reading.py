"""How the paper is read where its text is silent or its program differs from it."""

from dataclasses import dataclass, replace
from inspect import Signature, signature
from math import inf
from numbers import Real
from typing import Any, Literal, Self, get_args, get_type_hints


@dataclass(frozen=True)
class Reading:
    """One choice for each point that the paper leaves open or its program decides otherwise.

    Sources: *text* is the paper (Wu & Magdon-Ismail 2016), *program* what its first author published four months later.
    Five readings have names. "default", which is ``Reading()`` too: the text where it speaks, and where it is silent
    the program, but for larger initial weights, which are *ours* (`benchmarks/defaults.py`). "paper": the same
    with the program's initial weights, as the study of the paper has it. "program": exactly the program, slips
    included. "mended": the program without its plain slips. "textbook": the text, with textbook choices where it is
    silent. `dataclasses.replace` flips one switch of a named one.

    "paper", "mended" and "program" collapse with depth and with few rows a node: their initial weights are so small
    that later layers give nearly the same for every row. They are for repeating the study, not for your own data.

    Two choices have no switch, because no source contradicts them, though neither is in the text. The squared error
    has a factor 1/2 (program), without which GN, GCN and the auto-encoder would learn at twice the rate; the
    cross-entropy of supervised pre-training has none. Lambda is divided by the number of all rows (program), also for
    a node that sees a few of them.

    Parameters
    ----------
    memory : {"flat", "fading"}, default="flat"
        What A multiplies. "flat" (text, O_B = A * O_(1:i-1) + O_i with a running sum): the plain sum of all earlier
        nodes. "fading" (program): the running output itself, R <- h v + A R, so that the j-th last node counts A^j.
    centring : bool, default=False
        Train node i on inputs less the mean of its own rows, and fold that mean into its bias afterwards
        (program). The text has no centring.
    minimum_updates : bool, default=False
        Raise the number of epochs of a node whose subset is small, so that it gets at least 4 / learning_rate
        updates (program). The text has a fixed number of epochs.
    rate_decay : bool, default=False
        In epoch e > 100, counted from 0, the rate is learning_rate / (1 + e / 1000) (program). The text:
        "we do not use significant learning rate decay".
    rate_carried_over : bool, default=False
        Start a node with the last rate of the node before it (program, a slip). Needs `rate_decay` to show.
    ranking_on_centred_rows : bool, default=True
        GN ranks the rows by node 0's reconstruction of its inputs as node 0 was trained on them. The program, which
        centres them, leaves the centring out there (a slip). Needs `centring` to show.
    row_order : {"file", "shuffled"}, default="file"
        Order of the rows within an epoch. "file" (program; the text is silent); "shuffled" draws a new order each
        epoch, as "stochastic gradient descent" (text) is usually understood.
    decoder_bias : bool, default=False
        Give each node of GN and GCN a bias in the output layer. Neither the program nor Fig. 5 has one.
        The layer-by-layer baselines always have it (the paper's eq. 1 counts it).
    initialisation : {"capped", "small", "program", "glorot"}, default="capped"
        Starting weights, see `gnode.schedule.starting_weights`; the text says nothing. "small" is the program's rule
        without its slip for the supervised baseline, "program" has it; "glorot" is what a reader of the text might
        take. "capped" (ours) is fifty times "small", but no wider than "glorot": layers of many inputs begin small
        enough to learn features that look like the rows, and narrow ones large enough not to collapse.
    initialisation_scale : float, default=1.0
        Factor on all starting weights. Neither source has one: it asks how much their size matters.
    weight_decay : {"everywhere", "output", "nowhere"}, default="everywhere"
        Which layers the L2 term, lambda = 1, acts on: "everywhere" all weights in every stage, as lambda / n_samples
        per update (text: "with all the algorithms"), "output" the softmax layer only (program), "nowhere" none (text:
        it "is not always necessary"). Biases never decay.
    output_layer_epochs : {"own", "pretraining"}, default="own"
        How long the output layer of a deep network is trained: for the number of epochs that the text gives it
        (500), or, as the program does (a slip), for as many as the pre-training.
    output_layer_for_supervised : bool, default=True
        Train an output layer after supervised pre-training too (text). The program leaves that out (a slip) and
        fine-tunes from a random output layer.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from sklearn.datasets import load_digits
    >>> from gnode import GreedyByNode, Reading
    >>> X = load_digits().data / 8 - 1
    >>> fading = Reading(memory="fading")
    >>> GreedyByNode(5, max_epochs=2, reading=fading, random_state=0).fit_transform(X).shape
    (1797, 5)
    >>> replace(fading, row_order="shuffled").memory
    'fading'
    """

    memory: Literal["fading", "flat"] = "flat"
    centring: bool = False
    minimum_updates: bool = False
    rate_decay: bool = False
    rate_carried_over: bool = False
    ranking_on_centred_rows: bool = True
    row_order: Literal["file", "shuffled"] = "file"
    decoder_bias: bool = False
    initialisation: Literal["capped", "small", "program", "glorot"] = "capped"
    initialisation_scale: float = 1.0
    weight_decay: Literal["everywhere", "output", "nowhere"] = "everywhere"
    output_layer_epochs: Literal["own", "pretraining"] = "own"
    output_layer_for_supervised: bool = True

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Refuse old names of switches."""
        for name in kwargs.keys() & _RENAMED.keys():
            raise TypeError(f"Reading has no {name}: it is called {_RENAMED[name]} now.")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, kind in _KINDS.items():
            allowed, value = get_args(kind) or (True, False), getattr(self, name)
            if value not in allowed:
                now = f"; {value!r} is called {_RENAMED[value]!r} now" if value == "compounding" else ""
                raise ValueError(
                    f"Reading({name}={value!r}): {name} must be one of {', '.join(map(repr, allowed))}{now}."
                )
        scale = self.initialisation_scale
        if isinstance(scale, bool) or not (isinstance(scale, Real) and 0 < scale < inf):
            raise ValueError(
                f"Reading(initialisation_scale={self.initialisation_scale!r}): give a positive, finite number."
            )


# The parameters, which `__new__` would hide.
Reading.__signature__ = Signature([*signature(Reading.__init__).parameters.values()][1:])  # type: ignore[attr-defined]

# What the first edition called switches, a value and readings -> what they are called now.
_RENAMED = {
    "amnesia_rule": "memory",
    "start": "initialisation",
    "start_scale": "initialisation_scale",
    "compounding": "fading",
    "original": "mended",
    "text": "textbook",
}

_KINDS = {name: kind for name, kind in get_type_hints(Reading).items() if kind is not float}

_PAPER = Reading(initialisation="small")
_MENDED = replace(_PAPER, memory="fading", centring=True, minimum_updates=True, rate_decay=True, weight_decay="output")

READINGS = {
    "default": Reading(),
    "paper": _PAPER,
    "mended": _MENDED,
    "program": replace(
        _MENDED,
        rate_carried_over=True,
        ranking_on_centred_rows=False,
        initialisation="program",
        output_layer_epochs="pretraining",
        output_layer_for_supervised=False,
    ),
    "textbook": replace(_PAPER, row_order="shuffled", initialisation="glorot"),
}


def as_reading(reading: object) -> Reading:
    """Return the `Reading` of that name, or the `Reading` itself; anything else is a ValueError."""
    if isinstance(reading, Reading):
        return reading
    if not isinstance(reading, str) or reading not in READINGS:
        now = f"; {reading!r} is called {_RENAMED[reading]!r} now" if reading in ("original", "text") else ""
        raise ValueError(f"reading={reading!r}: give one of {', '.join(map(repr, READINGS))} or a gnode.Reading{now}.")
    return READINGS[reading]
