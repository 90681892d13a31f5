"""The data sets: a module each, called as the set is, that holds its parsers and its `RECORD`.

A new module here is a new data set: the sets are found, and no list names them.
"""

from ... import by_name, defined_in
from ..record import Record

RECORDS: dict[str, Record] = by_name(
    sorted(defined_in(__name__, __path__, Record), key=lambda record: (record.place, record.name))
)
