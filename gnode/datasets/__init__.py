"""The data sets of the paper: one record each, checked whenever they are loaded."""

from .errors import DatasetCorrupt, DatasetNotAvailable
from .loading import get_record, is_at_hand, load, names

__all__ = ["DatasetCorrupt", "DatasetNotAvailable", "get_record", "is_at_hand", "load", "names"]
