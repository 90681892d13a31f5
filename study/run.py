"""One run: what determines its result, and the key under which it is found again."""

import hashlib
import json
from dataclasses import dataclass, field, replace
from functools import cached_property

from gnode.reading import READINGS, Reading, as_reading
from study import datasets
from study.datasets.loading import first_at_hand

# Raised when the same settings come to mean another computation: stored runs are then no longer found.
VERSION = 1

# Raised when the same computation comes to give other bits, as another order of summation does. A run stored with an
# older one is still shown, but `gnode run` computes it anew. 1 (records without a number): sums in an order of the
# processor's; 2: the same bits on every machine.
ARITHMETIC = 2


def in_full(reading):
    """Write out every choice of a reading, given by its name or by what it changes in "mended" (dict)."""
    return dict(vars(as_reading(reading) if isinstance(reading, str) else replace(READINGS["mended"], **reading)))


def name_of_reading(choices):
    """Name a reading that is written in full; one without a name by what it changes in "mended" (str)."""
    reading, usual = Reading(**choices), in_full("mended")
    changed = [f"{name}={value!r}" for name, value in choices.items() if value != usual[name]]
    return next((name for name, named in READINGS.items() if named == reading), f"mended, {', '.join(changed)}")


FLAT = in_full({"memory": "flat"})  # the reading "mended" with flat memory


@dataclass(frozen=True)
class Run:
    """One computation of the study."""

    kind: str  # what is computed: a key of `study.experiments.KINDS`
    dataset: str
    method: str
    settings: dict = field(hash=False)  # all else that determines the result, in terms of JSON; a reading in full
    seed: int  # of the starting weights, and of the split where the data set is split by chance
    rows: str = "whole"  # of the paper's set: "whole", the name of a part, or "simulated"

    def __post_init__(self):
        if "reading" in self.settings:
            written = self.settings | {"reading": in_full(self.settings["reading"])}
            object.__setattr__(self, "settings", written)

    @property
    def determinants(self):
        """What determines the result (dict)."""
        names = ("kind", "dataset", "rows", "method", "settings", "seed")
        return {name: getattr(self, name) for name in names} | {"version": VERSION}

    @property
    def of_rows(self):
        """Name of its data set, with the rows of it if these are not the whole (str)."""
        return self.dataset if self.rows == "whole" else f"{self.dataset} ({self.rows})"

    @property
    def in_words(self):
        """What it is, on one line (str)."""
        return f"{self.of_rows} {self.method} seed {self.seed} [{self.kind} {self.key}]"

    @cached_property
    def key(self):
        """Hash of what determines the result (str of 16 hexadecimal digits)."""
        return key_of(self.determinants)


def once(runs):
    """List runs, each once."""
    return list({run.key: run for run in runs}.values())


def key_of(determinants):
    """Hash what determines a result, see `Run.determinants` (str of 16 hexadecimal digits)."""
    return hashlib.sha256(_canonical(determinants).encode()).hexdigest()[:16]


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def load_rows(run):
    """Load the rows of a run, in its precision."""
    record = datasets.get_record(run.dataset)
    forms = [form for form in record.forms if form.rows == run.rows]
    if not forms:
        known = ", ".join(dict.fromkeys(form.rows for form in record.forms))
        raise ValueError(f"the data set {run.dataset!r} has no rows {run.rows!r}: it has {known}.")
    form = first_at_hand(record, forms) or forms[0]
    data = datasets.load(run.dataset, random_state=run.seed, form=form.name)
    dtype = run.settings.get("dtype", "float64")
    data.X_train, data.X_test = data.X_train.astype(dtype), data.X_test.astype(dtype)
    return data
