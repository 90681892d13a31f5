"""`results/` on disk: what is written is whole, and what is read has been checked to the last field."""

from .files import (
    FEATURE_NAMES,
    USUAL_AMNESIA,
    DamagedResult,
    NoResult,
    find,
    find_all,
    find_everything,
    is_current,
    load_features,
    path_of,
    read_arrays,
    read_json,
    remove_unfinished,
    results_folder,
    save,
    stored_rows,
    write_whole,
)
from .record import SetAside

__all__ = [
    "FEATURE_NAMES",
    "USUAL_AMNESIA",
    "DamagedResult",
    "NoResult",
    "SetAside",
    "find",
    "find_all",
    "find_everything",
    "is_current",
    "load_features",
    "path_of",
    "read_arrays",
    "read_json",
    "remove_unfinished",
    "results_folder",
    "save",
    "stored_rows",
    "write_whole",
]
