"""The data sets of the paper: one record each, checked whenever they are loaded."""

from .loading import fetch, get_record, load, names, state
from .record import DatasetCorrupt, DatasetNotAvailable

__all__ = ["DatasetCorrupt", "DatasetNotAvailable", "fetch", "get_record", "load", "names", "state"]
