"""The layer that a run trains."""

from __future__ import annotations

from gnode import Reading

from ..methods import METHODS


def make_layer(run, **changes):
    """Make the unfitted layer of a run."""
    names = ("n_components", "learning_rate", "max_epochs", "amnesia", "partition", "output")
    parameters = {name: run.settings[name] for name in names if name in run.settings}
    parameters |= {"reading": Reading(**run.settings["reading"]), "random_state": run.seed}
    make = METHODS[run.method].layer
    if make is None:
        raise ValueError(f"the method {run.method!r} trains no layer.")
    return make(**(parameters | changes))


def must_not_diverge(record):
    """Refuse the record of a run that diverged, of a kind that never stores one."""
    if record["diverged"] is not None:
        raise ValueError("it diverged, which runs of its kind do not")
