"""The first open question: other ways to share out the rows among GN's nodes."""

from ..methods.variants import GN_VARIED
from ..methods.variants import PARTITIONS as OF_OURS
from .differences import table_against
from .experiment import Experiment
from .peers import CRITERIA, variants_of

BASE = "error"
NAMES = (BASE, "clusters", "random", *OF_OURS)


def _table(frame, _):
    return table_against(frame, "partition", NAMES, BASE, CRITERIA | {"redundancy": "redundancy"})


PARTITIONS = Experiment(
    "partitions",
    "Other ways to share out the rows among GN's nodes",
    place=14,
    n_seeds=5,
    runs=variants_of(GN_VARIED, [{"partition": name} for name in NAMES]),
    table=("Mean over the sets of GN's ranking by error, and what others differ from it [95 % interval]", _table),
)
