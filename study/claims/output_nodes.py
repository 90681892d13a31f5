"""Other output nodes."""

from ..methods import METHODS, NODE_BY_NODE
from ..stats import written
from .claim import Claim, NotRun, cells_of, share


def _x1(outputs):
    if outputs.empty:
        raise NotRun("No runs of outputs are stored.")
    wanted = [(name, output) for name in NODE_BY_NODE for output in ("linear", "sigmoid")]
    cells = cells_of(outputs, ["method", "output"], wanted)
    n_runs = outputs.groupby(["method", "output"]).size()
    scored = cells["n"] == n_runs.reindex(cells.index)
    return share(
        [scored[name].all() for name in NODE_BY_NODE],
        printed="no scores",
        ours=", ".join(
            f"{METHODS[method].label} {output} {written(cell) if cell['n'] else 'all runs diverged'}"
            for (method, output), cell in cells.iterrows()
        ),
        n_seeds=int(cells["n"].min()),
        note="The scores are test accuracies of a logistic regression on the outputs of one layer. An algorithm "
        "meets the criterion if all of its runs, with linear and with sigmoid nodes, end with a score, a rule that we "
        "made later. How good the scores are the criterion does not ask; "
        f"sigmoid - linear: {_change(outputs, 'test')} (on "
        f"standardised outputs: {_change(outputs, 'test_standardised')}). The adaptation itself is tested in "
        "`tests/gnode/test_layers.py`, against the NumPy reference.",
    )


def _change(outputs, score):
    """Say by how much sigmoid nodes change a mean score of each method that has any (str)."""
    if score not in outputs:  # all runs diverged
        return "none"
    means = outputs.groupby(["method", "output"])[score].mean().unstack().reindex(list(NODE_BY_NODE))
    differences = (means["sigmoid"] - means["linear"]).dropna()
    return ", ".join(f"{METHODS[method].label} {by:+.3f}" for method, by in differences.items()) or "none"


CLAIMS = (
    Claim(
        "X1",
        "Easy to adapt to sigmoid output nodes",
        "Section 2",
        "The algorithm is easy to adapt to sigmoid output nodes.",
        "The adaptation exists, is tested, and its scores stand beside those of linear output nodes.",
        judge=_x1,
        shown=("tab-output-nodes",),
        apart="a remark, met if the adaptation exists",
        why={"holds": "Sigmoid output nodes take a small change, and every run with them ends with a score."},
    ),
)
