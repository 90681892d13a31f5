"""The screening: a fraction of the grid from which every main effect can be told apart."""

from __future__ import annotations

from itertools import product

__all__ = ["screening"]

# The start has three levels in two columns, of which two settings are "small": the likeliest gets most runs.
_START = {(0, 0): "small", (1, 1): "small", (1, 0): "tenfold", (0, 1): "Glorot"}


def screening():
    """List the points that the screening runs.

    A regular fraction in 64 of the 384 points of the screened levels. Six columns run through all their combinations;
    the others are products of them: rate decay = start_1 amnesia batches, row order = start_2 centring rates, weight
    decay = amnesia centring rates batches. No main effect is aliased with another, nor with the interaction of two
    factors (resolution IV); rates x batches and amnesia x centring are aliased with no other interaction of two
    among the six.

    Returns
    -------
    list of tuple of str
        Level names in the order of `study.forensics.grid.FACTORS`.
    """
    found = []
    for amnesia, centring, first, second, rates, batches in product((0, 1), repeat=6):
        decay = first ^ amnesia ^ batches
        order = second ^ centring ^ rates
        weights = amnesia ^ centring ^ rates ^ batches
        found.append(
            (
                ("flat", "compounding")[amnesia],
                ("off", "on")[centring],
                _START[first, second],
                ("off", "on")[decay],
                ("file", "shuffled")[order],
                ("output layer", "everywhere")[weights],
                ("text", "0.01")[rates],
                ("1", "2")[batches],
            )
        )
    return found
