"""What a field of a stored record may be: checks, each a function from a value to whether it is allowed."""

from __future__ import annotations

import re
import sys
from datetime import datetime

LARGEST = sys.float_info.max
_MOST = 2**63 - 1  # what is counted; larger ones could not even be divided
ROUNDING = 1e-6
"""By which a cosine or a correlation in float32 may exceed one."""


def text(value):
    """Tell whether a value is one line of text that can be shown."""
    return type(value) is str and 0 < len(value) <= 500 and value.isprintable()


def matching(pattern):
    """Make the check that a value is a text that matches a pattern from end to end."""
    matches = re.compile(pattern, re.ASCII).fullmatch
    return lambda value: type(value) is str and matches(value) is not None


def real(low=0.0, high=LARGEST):
    """Make the check that a value is a number within bounds, finite, and written with a point."""
    return lambda value: type(value) is float and low <= value <= high


def count(low=0):
    """Make the check that a value is a whole number, at least `low`."""
    return lambda value: type(value) is int and low <= value <= _MOST


def one_of(*values):
    """Make the check that a value is one of a few."""
    return lambda value: any(value is one or (type(value) is str and value == one) for one in values)


def or_none(holds):
    """Make the check that a value is null, or passes another check."""
    return lambda value: value is None or holds(value)


def moment(value):
    """Tell whether a value is a date and time with its zone."""
    try:
        return _day_first(value) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def versions(value):
    """Tell whether a value names programs and their versions."""
    return type(value) is dict and bool(value) and all(map(word, value)) and all(map(version, value.values()))


_day_first = matching(r"20\d\d-\d\d-\d\dT.*")
word = matching(r"[\w .()+-]{1,80}")
version = matching(r"[\w.!+-]{1,80}")
sha256 = matching(r"[0-9a-f]{64}")
truth = one_of(True, False)
share = real(high=1.0)


def check(values, checks, where):
    """Check fields; of those within them also that there are no others."""
    for name, holds in checks.items():
        if name not in values:
            raise ValueError(f"{where}{name} is missing")
        value = values[name]
        if type(holds) is dict:
            if type(value) is not dict:
                raise ValueError(f"{where}{name} is {shown(value)}")
            check(value, holds, f"{name}.")
            none_other(value, holds, f"{name}.")
        elif not holds(value):
            raise ValueError(f"{where}{name} is {shown(value)}")


def none_other(values, checks, where):
    """Check that there are no fields but those that are checked."""
    if len(values) > len(checks):
        raise ValueError(f"{where}{shown(next(name for name in values if name not in checks))} is no field of it")


def shown(value):
    """Show a value in a message, however long or strange it is."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def bounded(names, unbounded=()):
    """Make the checks of measures: shares, cosines and correlations are at most one, those in `unbounded` any size."""
    return {name: real() if name in unbounded else real(high=1 + ROUNDING) for name in names}


SCORES = {"train": share, "test": share, "n_train": count(1), "n_test": count(1)}
"""Checks of the accuracies of a classifier, and of the numbers of rows behind them."""
