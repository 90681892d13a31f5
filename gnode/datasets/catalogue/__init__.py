"""The records of all data sets."""

from ..sets.isolet import BANK, CANCER, CANCER_ORIGINAL, CNAE9, ISOLET, MADELON, MUSK, NEWS
from ..sets.usps import DIGITS, USPS
from .games import CHESS, POKER

# In the order of the paper's data table, after the digits.
RECORDS = {
    record.name: record
    for record in (
        *(USPS, DIGITS, MUSK, ISOLET, CNAE9, MADELON),
        *(CANCER, CANCER_ORIGINAL, BANK, NEWS, POKER, CHESS),
    )
}

__all__ = ["RECORDS"]
