"""What became of the paper's claims, in a few sentences with our numbers."""

from __future__ import annotations

from .. import paper
from ..experiments import nodes_frame, runs_frame
from ..paper import MARGIN, main_runs
from ..speed import load_speed
from ..stats import summary, written
from ..store import NoResult
from .accuracy import against_controls
from .claim import NotRun
from .features import RECOGNISABLE, effects, speaks_for
from .running_time import ratios_of, ratios_on_weights

__all__ = ["accurate", "amnesia", "faster", "interpretable"]

MISSING = "Not all runs that this is about are stored."


def faster():
    """Say how many times faster pre-training is (str)."""
    printed = {method: row["pretraining_seconds"] for method, row in paper.TABLE_1.items()}
    try:
        ours = ratios_of(summary(runs_frame("timing"), "method", "pretraining_seconds")["mean"])
        on_weights = ratios_on_weights(load_speed())
    except (KeyError, NoResult):
        return MISSING
    return (
        f"Pre-training on USPS takes {_span(ours)} times as long layer by layer as node by node, all compiled alike. "
        f"With each node trained on its weights, as in the paper and not in the dual form, that is {_span(on_weights)} "
        f"times as long. The paper's seconds say {_span(ratios_of(printed))}."
    )


def accurate():
    """Say how accurate the networks are, beside their controls (str)."""
    frame, sets = runs_frame("table1"), main_runs(runs_frame("table3"))
    try:
        usps = summary(frame, "method")
        of = {method: written(usps.loc[method]) for method in ("gn", "gcn", "usv", "sv", "none", "random")}
        compared = against_controls(frame)
        means = summary(sets[~sets["simulated"]], ["dataset", "method"])["mean"].unstack()
        apart = {pair: _apart(means, *pair) for pair in (("gn", "usv"), ("gcn", "sv"))}
    except (KeyError, NotRun):
        return MISSING
    better = {
        greedy: {0: "neither", 1: "one", 2: "both"}[int((rows["low"] > 0).sum())]
        for greedy, rows in compared.groupby("greedy")
    }
    gain = f"GN is better than {better['gn']} of these two controls, GCN than {better['gcn']}"
    if not (compared["low"] > 0).any():
        gain = "No gain over these two controls is found, neither with GN nor with GCN"
    counted = "seeds and test rows" if compared["over_rows"].all() else "seeds alone"
    return (
        f"On USPS the test accuracy is {of['gn']} with GN and {of['gcn']} with GCN, beside {of['usv']} with USV and "
        f"{of['sv']} with SV; it is {of['none']} without any pre-training and {of['random']} with random layers. "
        f"{gain} (95 % intervals over {counted}). By more than {MARGIN:.3f}, GN is {apart['gn', 'usv']} UCI sets, and "
        f"GCN {apart['gcn', 'sv']}."
    )


def amnesia():
    """Say which amnesia factor is best (str)."""
    cells = summary(runs_frame("table2"), ["method", "amnesia"])
    try:
        best = {method: f"{cells['mean'][method].idxmax():g}" for method in ("gn", "gcn")}
        full = {method: written(cells.loc[method, 1.0]) for method in ("gn", "gcn")}
    except KeyError:
        return MISSING
    return (
        f"The best factor is {best['gn']} for GN and {best['gcn']} for GCN, where the paper has 0.4 to 0.5; with full "
        f"memory (A = 1) GN has {full['gn']} and GCN {full['gcn']}."
    )


def interpretable():
    """Say whether the features are more digit-like, and what a first node is (str)."""
    nodes = nodes_frame()
    try:
        first = summary(runs_frame("planes"), "method", "first_node_correlation")
        correlation = {method: written(first.loc[method]) for method in ("usv", "gn")}
        speak = {pair: _speak_for(nodes, *pair) for pair in (("gn", "usv"), ("gcn", "sv"))}
    except (KeyError, NotRun):
        return MISSING
    return (
        f"GN's features are more digit-like than USV's by {speak['gn', 'usv']} measures, GCN's more than SV's by "
        f"{speak['gcn', 'sv']}. The first node's output has the correlation {correlation['usv']} with the first "
        f"principal component for the auto-encoder, and {correlation['gn']} for GN."
    )


def _span(ratios):
    return f"{min(ratios):.0f} to {max(ratios):.0f}"


def _apart(means, greedy, layerwise):
    """Count the paper's sets on which a mean is lower, or higher, by more than the margin, of those with both (str)."""
    difference = (means[greedy] - means[layerwise]).reindex(paper.TABLE_3).dropna()
    below, above = (difference < -MARGIN).sum(), (difference > MARGIN).sum()
    return f"below {layerwise.upper()} on {below} and above it on {above} of {len(difference)}"


def _speak_for(nodes, greedy, layerwise):
    """Count the measures that call the features of `greedy` more digit-like (str)."""
    speak = [speaks_for(measure, *effects(nodes, greedy, layerwise, measure)[1:3]) for measure in RECOGNISABLE]
    return f"{sum(speak)} of {len(speak)}"
