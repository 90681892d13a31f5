"""Claims."""
from .claim import CLAIMS, VERDICTS, Claim

__all__ = ["CLAIMS", "VERDICTS", "Claim"]
