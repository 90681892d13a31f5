"""What the paper claims, and the criterion of each claim.

The criteria were fixed before any run of the study; only a first look with the first author's program and a rough
prototype had been taken. A criterion is never loosened after the runs; a better one may be added beside it, marked
as later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import Parameter, signature

from ..stats import summary, where

# What becomes of a claim in both columns together.
OUTCOMES = ("holds", "in part", "fails", "splits", "not testable", "not run")

# Verdict -> what it is called where both columns have it.
AGREED = {"reproduced": "holds", "partly": "in part", "not reproduced": "fails"}

# Why a claim is counted apart: its criterion was written when the results of the first edition were known, or it is no
# claim but a question, which is answered.
LATER, OUR_QUESTION = "a criterion that was added later", "our question"


@dataclass(frozen=True)
class Claim:
    """A claim of the paper.

    `judge` is pure: from what it reads to the fields of a `Verdict` (a dict). It opens no file, so that it can be asked
    under any reading. What it reads is what its arguments are called: by the name of an experiment the frame of its
    runs; as "nodes" what is measured on the nodes of first layers; as "speed" what `make bench` measured. A margin
    of its criterion is the keyword "margin", with the committed one for its default: the page of verdicts tries others.
    """

    id: str
    title: str
    where: str  # "implicit" where it only follows from what the paper does
    statement: str
    criterion: str  # "ours" is the mean over seeds, sd its standard deviation
    judge: Callable[..., dict]
    shown: tuple[str, ...] = ()  # the figures and tables of the book that show it
    in_full: str = ""  # what the criterion comes to, where it only points to another claim's
    apart: str = ""  # why it is not counted among the claims of the paper
    # Judge of both columns, where a finding on the first edition voids a part of the criterion
    # (`book/protocol_columns.md`); by `judge` the pages of the first edition go on.
    since: Callable[..., dict] | None = None
    # Those in which it can be judged; empty for a claim that no reading touches, with one verdict for both.
    columns: tuple[str, ...] = ("paper", "program")
    why: dict[str, str] = field(default_factory=dict, hash=False)  # outcome -> a line that people wrote

    @property
    def reads(self):
        """Names of what it reads (tuple of str)."""
        parameters = signature(self.judge).parameters.values()
        return tuple(of.name for of in parameters if of.kind is not Parameter.KEYWORD_ONLY)

    @property
    def heeds(self):
        """Names of the numbers of its criterion that may be others (tuple of str)."""
        parameters = signature(self.judge).parameters.values()
        return tuple(of.name for of in parameters if of.kind is Parameter.KEYWORD_ONLY)


class NotRun(LookupError):
    """Runs that a verdict needs are not stored."""


@dataclass(frozen=True)
class Verdict:
    """What became of a claim: the numbers compared, the paper's and ours, and what it took to make them."""

    id: str
    verdict: str  # "reproduced", "partly", "not reproduced", "not testable" or "not run"
    n_met: int = 0  # of the criteria (cells, pairs, measures)
    n_criteria: int = 0
    printed: str = ""
    ours: str = ""
    n_seeds: int = 0  # the smallest number behind any number of ours
    note: str = ""
    command: str = ""
    seconds: float = 0.0
    peak_memory_bytes: int = 0

    @property
    def in_words(self):
        """The verdict, "partly" with its fraction (str): one of 36 cells is called so, and so are 35."""
        fraction = f" ({self.n_met} of {self.n_criteria})" if self.verdict == "partly" else ""
        return self.verdict + fraction


@dataclass(frozen=True)
class InColumns:
    """What became of a claim in both columns, by the names of `study.experiments.columns.COLUMNS`."""

    id: str
    columns: dict[str, Verdict]

    @property
    def outcome(self):
        """What the columns make of it together, one of `OUTCOMES` (str)."""
        return outcome_of(*(of.verdict for of in self.columns.values()))


def outcome_of(*verdicts):
    """Tell what verdicts make of a claim together (str); one that cannot be judged leaves the others to decide."""
    if "not run" in verdicts:
        return "not run"
    found = {verdict for verdict in verdicts if verdict != "not testable"}
    return "splits" if len(found) > 1 else AGREED[found.pop()] if found else "not testable"


def share(met, testable=True, **told):
    """Turn criteria, each met or not, into a verdict with the counts, and what is told with it (dict, of `Verdict`)."""
    if not testable:
        return {"verdict": "not testable"} | told
    met = [bool(of) for of in met]
    verdict = "reproduced" if all(met) else "partly" if any(met) else "not reproduced"
    return {"verdict": verdict, "n_met": sum(met), "n_criteria": len(met)} | told


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
    frame = where(frame, **conditions)
    scores = frame["test"].dropna() if "test" in frame else []
    if len(scores) < 2:
        raise NotRun(f"Fewer than two runs are stored of {', '.join(map(str, conditions.values()))}.")
    return scores
