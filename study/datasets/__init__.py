"""The data sets of the paper: one record each, checked whenever they are loaded."""

from .errors import DatasetCorrupt, DatasetNotAvailable
from .loading import fetch, get_record, load, names, state

__all__ = ["DatasetCorrupt", "DatasetNotAvailable", "fetch", "get_record", "load", "names", "state"]
