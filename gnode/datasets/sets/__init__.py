"""The data sets: a module each, with the set's record and its parsers. A new module is a new set; nothing names it."""

from __future__ import annotations

import pkgutil
from importlib import import_module

__all__ = ["RECORDS"]


def find_records():
    """Collect the records of all modules here, in the order of their places.

    Returns
    -------
    dict of str to Record

    Raises
    ------
    ValueError
        If a record's name is not that of its module, so that no two sets have one name.
    """
    found = []
    for module in pkgutil.iter_modules(__path__):
        record = import_module(f"{__name__}.{module.name}").RECORD
        if record.name != module.name:
            raise ValueError(
                f"{__name__}.{module.name} describes a data set named {record.name!r}: give both one name."
            )
        found.append(record)
    return {record.name: record for record in sorted(found, key=lambda record: (record.place, record.name))}


RECORDS = find_records()
