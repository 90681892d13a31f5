"""What the paper says besides its tables and figures: later criteria (`book/protocol_columns.md`), but for X1's."""

from itertools import product

import numpy as np

from study import opcount

from .. import paper
from ..methods import COUNTERPARTS, GCN, METHODS, NODE_BY_NODE
from ..paper import LEVEL, MARGIN
from ..stats import equivalence_p, interval_of_mean, written
from .amnesia import trends
from .claim import LATER, Claim, NotRun, cells_of, scores_of, share
from .counts import BOUNDED
from .nine_sets import difference_of

BOUND = 13  # the sum of the coefficients of equation (1): a step of an auto-encoder costs at most 13 d1 d2


def _n1(features):
    frame = features[features["amnesia"].isna() | (features["amnesia"] == 0.4)]
    met, ours, n_seeds = [], [], []
    for greedy, layers in COUNTERPARTS:
        one, other = (frame[frame["method"] == of.name].set_index("seed")["active"] for of in (greedy, layers))
        difference = (one - other).dropna()
        if len(difference) < 2:
            raise NotRun(f"Fewer than two seeds are stored of the outputs of {greedy.label} and {layers.label}.")
        low, high = interval_of_mean(difference, 1 - LEVEL)
        met.append(high < 0)
        ours.append(f"{greedy.label} {one.mean():.0%}, {layers.label} {other.mean():.0%} [{low:+.2f}, {high:+.2f}]")
        n_seeds.append(len(difference))
    return share(
        met,
        printed='"explicitly achieves the sparsity of node activation", without a number',
        ours="; ".join(ours),
        n_seeds=min(n_seeds),
        note="The numbers are the shares of first-layer outputs beyond ±0.5 on the training examples, and the 95 % "
        "interval of their difference.",
    )


def _alike(printed, pairs, margin):
    """Make the fields of a verdict of pairs: name, scores of the one and of the other, all within the margin."""
    p = [equivalence_p(one, other, margin) for _, one, other in pairs]
    ours = [f"{name} {one.mean() - other.mean():+.4f}, p = {of:.2g}" for (name, one, other), of in zip(pairs, p)]
    return share(
        (of < LEVEL for of in p),
        printed=printed,
        ours="; ".join(ours),
        n_seeds=min(len(scores) for _, *both in pairs for scores in both),
        note=f"p is that of two one-sided tests over seeds with a margin of {margin:.3f}.",
    )


def _n2(no_decay, table1, *, margin=MARGIN):
    pairs = [
        (f"{METHODS[method].label} without - with", *(scores_of(of, method=method) for of in (no_decay, table1)))
        for method in NODE_BY_NODE
    ]
    return _alike('"weight decay is not always necessary", without a number', pairs, margin)


def _n3(table1, *, margin=MARGIN):
    pairs, printed = [], []
    for greedy, layers in COUNTERPARTS:
        one, other = (table1[table1["method"] == of.name]["train"].dropna() for of in (greedy, layers))
        if min(len(one), len(other)) < 2:
            raise NotRun("Fewer than two runs of table1 are stored of a method.")
        name = f"{greedy.label} - {layers.label}"
        pairs.append((name, one, other))
        of_paper = paper.TABLE_1[greedy.name]["train"] - paper.TABLE_1[layers.name]["train"]
        printed.append(f"{name} {of_paper:+.3f}")
    return _alike(f"comparable; by its Table 1 {', '.join(printed)}", pairs, margin)


def _n4(reconstruction):
    found = list(trends(reconstruction, sorted(reconstruction["amnesia"].unique()), "r2"))
    ends = [", ".join(f"{A:g}: {written(cells.loc[A])}" for A in cells.index[[0, -1]]) for *_, cells in found]
    return share(
        (rho >= 0.8 for _, rho, _ in found),
        printed="a high A is generative, a low A loses information",
        ours="; ".join(f"{told} ({of})" for (told, *_), of in zip(found, ends)),
        n_seeds=min(int(cells["n"].min()) for *_, cells in found),
        note="The numbers at 0 and 1 are the shares of the test examples' variance that a least-squares decoder "
        "gives back from the first layer; ρ is Spearman's correlation of A with their means over seeds.",
    )


def _n5():
    met, ours = [], []
    N, d1, d2, E = (sorted(set(of)) for of in zip(*BOUNDED))
    for name, of_layer in (("GN", opcount.gn), ("GCN", lambda N, *of: opcount.gcn([N], *of))):
        gain = {of: opcount.layerwise(*of) / of_layer(*of) for of in BOUNDED}
        by_nodes = [[gain[n, a, d, e] for d in d2] for n, a, e in product(N, d1, E)]
        by_epochs = [[gain[n, a, d, e] for e in E] for n, a, d in product(N, d1, d2)]
        rises = [sum(bool((np.diff(of) > 0).all()) for of in lines) for lines in (by_nodes, by_epochs)]
        of_bound = max(value * (e + d) / (e * d) for (_, _, d, e), value in gain.items())
        met += [rises[0] == len(by_nodes), rises[1] == len(by_epochs), of_bound <= BOUND]
        ours.append(
            f"{name}: the gain grows with d₂ in {rises[0]} of {len(by_nodes)} cases and with E in {rises[1]} of "
            f"{len(by_epochs)}, and is at most {of_bound:.2f} E d₂ / (E + d₂)"
        )
    return share(
        met,
        printed="the gain grows with d₂ and E",
        ours="; ".join(ours),
        note=f"We counted over the grid of E3 at A = 0.4, and took as the constant {BOUND}, the sum of the "
        "coefficients of equation (1).",
    )


def _n6(table3):
    ((dataset, method, rate), _), *_ = paper.TEXT_SCORES.items()
    higher, lower = (scores_of(table3, dataset=dataset, method=method, learning_rate=of) for of in (rate, 0.1))
    difference, error = difference_of(higher, lower)
    return share(
        [difference > 2 * error],
        printed='"GCN with learning rate of 0.15 has the better test score"',
        ours=f"{METHODS[GCN.name].label} at 0.15 - at 0.1: {difference:+.4f}, two standard errors {2 * error:.4f}",
        n_seeds=min(len(higher), len(lower)),
    )


def _x1(outputs):
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


# fmt: off
CLAIMS = (
    Claim("N1", "Node activation is sparse", "introduction",
        'The method "explicitly achieves the sparsity of node activation".',
        "The share of outputs of the first layer beyond ±0.5 on the training rows is lower for GN than for USV and for "
        "GCN than for SV, by the 95 % interval over 5 seeds.",
        _n1, apart=LATER,
        why={"fails": "Most outputs of GN and of GCN lie beyond ±0.5, more than those of the networks that they are "
             "compared with."}),
    Claim("N2", "Weight decay is not always necessary", "Section 3",
        "Weight decay is not always necessary.",
        "Without it the test accuracy of GN and of GCN on USPS is within 0.010 of that with it, by two one-sided tests "
        "at 5 % over 20 seeds.",
        _n2, apart=LATER, columns=("paper",),
        why={"holds": "Leaving weight decay out changes no score by as much as the margin."}),
    Claim("N3", "Training performance is comparable", "Section 3",
        "The algorithms have comparable training performance.",
        "Training accuracies of Table 1, GN against USV and GCN against SV, are within 0.010 by two one-sided tests at "
        "5 %.",
        _n3, apart=LATER, why={"holds": "All four networks name nearly every training example right."}),
    Claim("N4", "A higher amnesia factor keeps more of the examples, a lower one loses information", "Section 3",
        "A high A leans to a generative model, a low A loses information.",
        "The share of the test rows' variance on USPS that a least-squares decoder gives back from the first layer "
        "rises with A: Spearman's ρ over eleven factors is at least 0.8, for GN and for GCN.",
        _n4, apart=LATER,
        why={"splits": "By the program GN keeps more of the examples the higher A is; as written both keep most at a "
             "factor between 0.2 and 0.5."}),
    Claim("N5", "The gain in speed grows with d₂ and E", "Theorem 1",
        "The gain grows with the number of nodes and of epochs.",
        "The counted ratio of auto-encoder to GN and to GCN rises with d₂ and with E over the grid of E3, and stays "
        "below E d₂ / (E + d₂) times a constant that does not depend on either.",
        _n5, apart=LATER, columns=(),
        why={"holds": "Counted, the gain grows in every case and stays below a constant times E d₂ / (E + d₂)."}),
    Claim("N6", "On CNAE-9 the rate 0.15 is better than 0.1", "Section 3",
        "GCN with a learning rate of 0.15 has the better test score on CNAE-9.",
        "The mean test accuracy of GCN is higher at 0.15, by more than two standard errors of the difference.",
        _n6, apart=LATER,
        why={"fails": "As written the rate 0.15 is worse than 0.1; by the program five seeds do not tell them apart."}),
    Claim("X1", "Easy to adapt to sigmoid output nodes", "Section 2",
        "The algorithm is easy to adapt to sigmoid output nodes.",
        "The adaptation exists, is tested, and its scores stand beside those of linear output nodes.",
        _x1, shown=("tab-output-nodes",), apart="a remark, met if the adaptation exists",
        why={"holds": "Sigmoid output nodes take a small change, and every run with them ends with a score."}),
)
