"""The records of all data sets."""

from .games import CHESS, POKER
from .images import DIGITS, USPS
from .uci import BANK, CANCER, CANCER_ORIGINAL, CNAE9, ISOLET, MADELON, MUSK, NEWS

# In the order of the paper's data table, after the digits.
RECORDS = {
    record.name: record
    for record in (
        *(USPS, DIGITS, MUSK, ISOLET, CNAE9, MADELON),
        *(CANCER, CANCER_ORIGINAL, BANK, NEWS, POKER, CHESS),
    )
}

__all__ = ["RECORDS"]
