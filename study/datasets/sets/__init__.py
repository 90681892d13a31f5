"""The data sets: a module each, called as the set is, that holds its parsers and its `RECORD`.

A new module here is a new data set: the sets are found, and no list names them.
"""

import pkgutil
from importlib import import_module

__all__ = ["RECORDS"]


def find_records():
    """Collect the records of all modules here by their names, in the order of their places."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        found[module.name] = import_module(f"{__name__}.{module.name}").RECORD
        if found[module.name].name != module.name:  # else it could take another one's place
            raise ValueError(f"{__name__}.{module.name} names its set {found[module.name].name!r}: give both one name.")
    return dict(sorted(found.items(), key=lambda item: (item[1].place, item[0])))


RECORDS = find_records()
