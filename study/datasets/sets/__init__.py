"""The data sets: a module each, called as the set is, that holds its parsers and its `RECORD`.

A new module here is a new data set: the sets are found, and no list names them. A module knows `record`, `parse` and
`errors`, and nothing else of gnode.
"""

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
