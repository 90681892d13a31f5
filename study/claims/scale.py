"""Features on a scale with noise as zero and random sums as one: later criteria, see `book/protocol_columns.md`."""

import pandas as pd

from ..experiments.controls import BY_CLASS, BY_ERROR, cell_label, controls_nodes
from ..measures import MEASURES
from ..methods import COUNTERPARTS, GCN, GN, SV, USV
from ..methods.others import MIXES, NOISE
from ..paper import LEVEL
from ..stats import interval_of_mean
from .claim import LATER, Claim, NotRun, share

# Method -> whose rows the sums are made of that are one on its scale.
SUMS = {GN.name: BY_ERROR, USV.name: BY_ERROR, GCN.name: BY_CLASS, SV.name: BY_CLASS}


def on_scale(controls, noise):
    """Put the first layers on USPS on the scale: raw, the median over the nodes, and scaled, by method, measure, seed.

    scaled is 0 for noise and 1 for the untrained sums of the same rows; at least two seeds have to have all three.
    """
    nodes = controls_nodes(pd.concat([controls, noise], ignore_index=True))
    nodes = nodes[nodes["dataset"] == "usps"]
    medians = nodes.groupby(["cell", "seed"])[list(MEASURES)].median() if len(nodes) else nodes

    def of_cell(cell):
        label = cell_label(cell)
        return medians.loc[label] if len(nodes) and label in medians.index.get_level_values("cell") else nodes[:0]

    found = []
    for method, whose in SUMS.items():
        own = (method, whose if method in (GN.name, GCN.name) else None)
        raw, zero, one = of_cell(own), of_cell((NOISE.name, None)), of_cell((MIXES.name, whose))
        scaled = ((raw - zero) / (one - zero)).reindex(raw.index.intersection(zero.index).intersection(one.index))
        if len(scaled) < 2:
            raise NotRun(f"Fewer than two seeds are stored of {method}, its random sums and noise.")
        of_method = pd.concat({"raw": raw.loc[scaled.index].unstack(), "scaled": scaled.unstack()}, axis=1)
        found.append(of_method.rename_axis(["measure", "seed"]).reset_index().assign(method=method))
    return pd.concat(found, ignore_index=True)


def _compared(controls, noise, comparisons):
    """Make the fields of a verdict of comparisons: each from what stands where, to its name and differences by seed."""
    found = on_scale(controls, noise).pivot(index="seed", columns=["measure", "method"], values="scaled")
    met, ours, n_seeds = [], [], []
    for measure in MEASURES:
        for name, differences in comparisons(found[measure]):
            differences = differences.dropna()
            low, high = interval_of_mean(differences, 1 - LEVEL)
            met.append(low > 0)
            ours.append(f"{measure.replace('_', ' ')}, {name}: {differences.mean():+.2f} [{low:+.2f}, {high:+.2f}]")
            n_seeds.append(len(differences))
    return share(
        met,
        printed="two figures",
        ours=f"{sum(met)} of {len(met)}. {'; '.join(ours)}",
        n_seeds=min(n_seeds),
        note="On this scale noise is 0 and sums of the same examples are 1; the 95 % intervals are over seeds.",
    )


def _beyond_noise(of):
    for greedy, layers in COUNTERPARTS:
        yield f"{greedy.label} beyond noise", of[greedy.name]
        yield f"{greedy.label} beyond {layers.label}", of[greedy.name] - of[layers.name]


def _beyond_sums(of):
    for greedy, _ in COUNTERPARTS:
        yield f"{greedy.label} beyond sums", of[greedy.name] - 1


def _i7(controls, noise):
    return _compared(controls, noise, _beyond_noise)


def _i8(controls, noise):
    return _compared(controls, noise, _beyond_sums)


# fmt: off
CLAIMS = (
    Claim("I7", "The features of GN and GCN can be recognised, beyond noise and beyond layer by layer", "Figs. 2, 4",
        "First-layer features of GN and GCN are recognisable digits, those of layer-by-layer training are not.",
        "On a scale with noise as 0 and untrained sums of the same rows as 1, the four measures of I1 lie above 0 for "
        "GN and for GCN, and above those of USV and SV, by the 95 % interval over seeds: 16 comparisons.",
        _i7, apart=LATER,
        why={"in part": "Both can be told from noise by every measure, but GCN's features tell less about the classes "
             "than supervised ones."}),
    Claim("I8", "Training makes features more recognisable than sums of the same examples", "implicit",
        "What makes the features recognisable is the training.",
        "On the same scale GN and GCN lie above 1, the untrained sums, by the same interval: 8 comparisons.",
        _i8, apart=LATER,
        why={"in part": "As written training takes from all four measures of GN and adds to two of GCN; by the program "
             "it adds to two of GN and one of GCN."}),
)
