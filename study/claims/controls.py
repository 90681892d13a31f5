"""What of the features is training, and what is there before: a later claim of ours, counted apart."""

from itertools import chain

from ..experiments import controls as _controls
from ..experiments.controls import BY_CHANCE, BY_CLASS, BY_ERROR, DIRECTIONS, SETS
from ..methods import COUNTERPARTS
from ..methods.others import MIXES
from ..paper import LEVEL
from ..stats import interval_of_mean
from .claim import OUR_QUESTION, Claim, NotRun, share

ROWS = (BY_ERROR, BY_CLASS)  # whose rows the mixes are made of, for each of `COUNTERPARTS`


def steps_of(nodes, dataset, measure):
    """Split the way from layer by layer to node by node: to untrained mixes of the own rows, and on by training.

    Yields the two methods and three effects, Cliff's delta by seed, above zero for the more recognisable: of the mixes
    against layer by layer, of trained nodes against the mixes, and of the mixes against mixes of as many random rows.
    """
    for (greedy, layerwise), rows in zip(COUNTERPARTS, ROWS):
        mixes = (MIXES.name, rows)
        pairs = ((mixes, (layerwise.name, None)), ((greedy.name, rows), mixes), (mixes, (MIXES.name, BY_CHANCE)))
        cells = {_controls.cell_label(cell) for pair in pairs for cell in pair}
        of_set = nodes[(nodes["dataset"] == dataset) & nodes["cell"].isin(cells)]
        n_cells = of_set.groupby("seed")["cell"].nunique()  # seeds that lack one are those of an experiment under way
        whole = of_set[of_set["seed"].isin(n_cells.index[n_cells == len(cells)])]
        steps = [_controls.effect(whole, dataset, one, other, measure) for one, other in pairs]
        if min(map(len, steps)) < 2:
            raise NotRun(f"Fewer than two seeds of controls are stored of {greedy.label} on `{dataset}`.")
        yield greedy, layerwise, *steps


def _i6(controls):
    nodes = _controls.controls_nodes(controls)
    ours, n_seeds, by_own = [], [], []
    met: dict[str, list[bool]] = {}
    for dataset in SETS:
        of_pair: dict[str, list[str]] = {}
        for measure in DIRECTIONS:
            for greedy, _, before, training, own in steps_of(nodes, dataset, measure):
                holds = all(interval_of_mean(of, 1 - LEVEL)[0] > 0 for of in (before, before - training))
                met.setdefault(greedy.label, []).append(holds)
                n_seeds.append(min(len(before), len(training)))
                by_own.append(interval_of_mean(own, 1 - LEVEL)[0] > 0)
                words = f"{measure.replace('_', ' ')} {before.mean():+.2f} then {training.mean():+.2f}"
                of_pair.setdefault(greedy.label, []).append(words)
        ours += [f"{dataset.upper()}, {label}: {', '.join(words)}" for label, words in of_pair.items()]
    by_label = ", ".join(f"{label} {sum(of)} of {len(of)}" for label, of in met.items())
    return share(
        chain.from_iterable(met.values()),
        printed="no control",
        ours=f"{by_label}. {'; '.join(ours)}",
        n_seeds=min(n_seeds),
        note="The numbers are Cliff's delta, above zero where the first is the more recognisable: sums of a node's "
        "own examples against layer by layer, then trained nodes against these sums. We wrote the criterion when we "
        "had seen four measures of one seed on USPS and all five of one seed on the digits. Sums of a node's own "
        f"examples are more recognisable than sums of as many random ones in {sum(by_own)} of {len(by_own)} cases.",
    )


# fmt: off
CLAIMS = (
    Claim("I6", "Most of what makes features readable needs no training", "implicit",
        "Most of what makes the features of GN and GCN recognisable is there before any training: random mixes of a "
        "node's own rows have it.",
        "USPS and the digits of scikit-learn, GN with USV and GCN with SV, I1's four measures and how sure a "
        "classifier of images is of a feature's digit: 20 cases. A case is met if the untrained mixes read better than "
        "layer by layer, and if this step is larger than that from mixes to trained nodes; both by the 95 % interval "
        "of Cliff's delta, paired over 10 seeds.",
        _i6, shown=("fig-controls-steps", "tab-controls-medians"), apart=OUR_QUESTION,
        why={"in part": "For GN sums of rows have most of it in every case; GCN has hardly any lead over supervised "
             "layers to explain."}),
)
