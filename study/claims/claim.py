"""What the paper claims, and the criterion of each claim.

The criteria were fixed before any run of the study; only a first look with the first author's program and a rough
prototype had been taken. A criterion is never loosened after the runs; a better one may be added beside it, marked
as later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..stats import summary

VERDICTS = ("reproduced", "partly", "not reproduced", "not testable")

OUTCOMES = ("holds", "in part", "fails", "splits", "not testable", "not run")
"""What becomes of a claim in both columns together."""

LATER = "a criterion that was added later"
"""Why a claim is counted apart whose criterion was written when the results of the first edition were known."""

OUR_QUESTION = "our question"
"""Why a claim is counted apart that is no claim but a question, which is answered."""


@dataclass(frozen=True)
class Claim:
    """A claim of the paper."""

    id: str
    title: str
    where: str
    statement: str
    criterion: str
    judge: Callable[..., dict]
    reads: tuple[str, ...]
    shown: tuple[str, ...]
    apart: str = ""
    since: tuple[Callable[..., dict], tuple[str, ...]] | None = None
    columns: tuple[str, ...] = ("paper", "program")
    why: dict[str, str] = field(default_factory=dict, hash=False)


class NotRun(LookupError):
    """Runs that a verdict needs are not stored."""


@dataclass(frozen=True)
class Verdict:
    """What became of a claim."""

    id: str
    verdict: str
    n_met: int = 0
    n_criteria: int = 0
    printed: str = ""
    ours: str = ""
    n_seeds: int = 0
    note: str = ""
    command: str = ""
    seconds: float = 0.0
    peak_memory_bytes: int = 0

    @property
    def in_words(self):
        """The verdict, "partly" with its fraction (str): one of 36 cells is called so, and so are 35."""
        fraction = f" ({self.n_met} of {self.n_criteria})" if self.verdict == "partly" else ""
        return self.verdict + fraction


_AGREED = {"reproduced": "holds", "partly": "in part", "not reproduced": "fails"}


def outcome_of(*verdicts):
    """Tell what verdicts make of a claim together (str); one that cannot be judged leaves the others to decide."""
    if "not run" in verdicts:
        return "not run"
    found = {verdict for verdict in verdicts if verdict != "not testable"}
    if not found:
        return "not testable"
    return _AGREED[found.pop()] if len(found) == 1 else "splits"


@dataclass(frozen=True)
class InColumns:
    """What became of a claim in both columns."""

    id: str
    columns: dict[str, Verdict]

    @property
    def outcome(self):
        """What the columns make of it together, one of `OUTCOMES` (str)."""
        return outcome_of(*(of.verdict for of in self.columns.values()))


def share(n_met, n_criteria):
    """Turn a count of criteria that are met into a verdict, with the count (a dict of fields of `Verdict`)."""
    verdict = "reproduced" if n_met == n_criteria else "partly" if n_met else "not reproduced"
    return {"verdict": verdict, "n_met": int(n_met), "n_criteria": int(n_criteria)}


def cells_of(frame, by, wanted, value="test"):
    """Summarise a frame and make sure that each wanted cell is there; one whose runs all diverged has no mean."""
    cells = summary(frame, by, value)
    diverged = frame[frame["diverged"]].groupby(by).size() if "diverged" in frame else {}
    absent = [key for key in wanted if key not in cells.index and key not in diverged]
    if absent:
        raise NotRun(f"No runs are stored of {', '.join(map(str, absent))}.")
    return cells.reindex(list(wanted)).fillna({"n": 0})


def scores_of(frame, **conditions):
    """Return the test scores of the runs that meet the conditions, at least two."""
    for name, wanted in conditions.items():
        frame = frame[frame[name] == wanted] if name in frame else frame[:0]
    scores = frame["test"].dropna() if "test" in frame else []
    if len(scores) < 2:
        raise NotRun(f"Fewer than two runs are stored of {', '.join(map(str, conditions.values()))}.")
    return scores
