"""The nine sets of Table 3."""

from collections import Counter
from itertools import product

import numpy as np
import pandas as pd

from study import datasets

from .. import paper
from ..experiments import data_label
from ..methods import BASELINES, COUNTERPARTS, LAYER_BY_LAYER, MAJORITY, METHODS, NODE_BY_NODE
from ..paper import LEVEL, MARGIN, holds, how_met, main_runs
from ..stats import equivalence_p, holm, resampled_interval, resampled_p, written
from .accuracy import differences_of_methods
from .claim import LATER, OUR_QUESTION, Claim, NotRun, cells_of, scores_of, share

# The reading of the paper's rate, which the runs of table3 have.
_RATE = (
    "We use the rate of the paper's table for pre-training alone; for the scores with it in all stages see page scores."
)
_WITH_RATE = (
    "We decided how to use the table's rate when we had seen test scores of single seeds. For what remains of the "
    "leads with that rate in all stages see page scores."
)
_DIVERGED = "Where a method diverged the comparison counts as missed, a rule that we made when we saw it."


def _real(frame):
    """Keep the paper's sets, without simulated rows and the extra rate of CNAE-9."""
    if frame.empty:
        raise NotRun("No runs of table3 are stored.")
    return main_runs(frame[~frame["simulated"] & frame["dataset"].isin(paper.TABLE_3)])


def _fewest_seeds(frame):
    """Say which methods have the fewest seeds, the number that a verdict names, and on which sets (list of str)."""
    n = frame.groupby(["dataset", "method"])["seed"].nunique()
    few = n.index[n == n.min()]
    methods = [METHODS[name].label for name in few.unique("method")]
    sets = [data_label(name) for name in few.unique("dataset")]
    if len(few) == len(n) or len(few) != len(methods) * len(sets):
        return []
    *others, last = sets
    on = f"{', '.join(others)} and {last}" if others else last
    return [f"{' and '.join(methods)} have {n.min()} seeds on {on}, all other cells {n.max()}."]


def _partial(frame):
    """List the sets of which only a part is at hand, by their labels."""
    return [data_label(name) for name in sorted(set(frame[frame["part"].notna()]["dataset"]))]


def _d1(table3, *, margin=MARGIN):
    frame = _real(table3)
    frame = frame[frame["method"].isin(NODE_BY_NODE + LAYER_BY_LAYER)]
    wanted = [(dataset, method) for dataset, row in paper.TABLE_3.items() for method in row]
    cells = cells_of(frame, ["dataset", "method"], wanted)
    how = {key: how_met(paper.TABLE_3[key[0]][key[1]][1], cells.loc[key], margin) for key in wanted}
    counted = Counter(how.values())
    met = [of != "missed" for of in how.values()]
    of_sets = []
    for dataset, row in paper.TABLE_3.items():
        of_set = Counter(how[dataset, method] for method in row)
        by_spread = f" ({of_set['spread']} by spread)" if of_set["spread"] else ""
        of_sets.append(f"{data_label(dataset)} {of_set['met'] + of_set['spread']}/{len(row)}{by_spread}")
    notes = [
        *_fewest_seeds(frame),
        _RATE,
        f"A cell met by spread is farther than {margin:.3f} from our mean, but within two standard deviations of our "
        "runs. The criterion counts it like any other; we tell them apart since we know the results.",
    ]
    notes += [f"We had only a part of {' and of '.join(parts)}."] if (parts := _partial(frame)) else []
    for (dataset, method), of in frame[frame["diverged"]].groupby(["dataset", "method"]):
        missed = "which leaves no mean; such a cell counts as missed, a rule that we made when we saw it"
        notes.append(f"{len(of)} runs of {METHODS[method].label} on {data_label(dataset)} diverged, {missed}.")
    return share(
        met,
        printed=f"{len(wanted)} cells",
        ours=f"{sum(met)} of {len(wanted)} cells, {counted['met']} within {margin:.3f} and {counted['spread']} by "
        f"spread: {', '.join(of_sets)}",
        n_seeds=int(frame.groupby(["dataset", "method"])["seed"].nunique().min()),
        note=" ".join(notes),
    )


def _d2(table3):
    frame = _real(table3)
    madelon = frame[(frame["dataset"] == "madelon") & frame["method"].isin(NODE_BY_NODE + LAYER_BY_LAYER)]
    diverged = set(madelon["method"]) - set(madelon[~madelon["diverged"]]["method"])
    met, ours, n_seeds = [], [], []
    for pair in product(NODE_BY_NODE, LAYER_BY_LAYER):
        name = " - ".join(METHODS[of].label for of in pair)
        if without_score := [METHODS[of].label for of in pair if of in diverged]:
            ours.append(f"{name}: no score, {' and '.join(without_score)} diverged")
            met.append(False)
            continue
        one, other = (scores_of(frame, dataset="madelon", method=of) for of in pair)
        difference, error = difference_of(one, other)
        met.append(difference > 2 * error)
        ours.append(f"{name} {difference:+.3f} ± {error:.3f}")
        n_seeds.append(min(len(one), len(other)))
    notes = [*_fewest_seeds(madelon), "± is the standard error of the difference."]
    return share(
        met,
        printed="GN .645, GCN .652; SV .560, USV .550",
        ours="; ".join(ours),
        n_seeds=min(n_seeds, default=0),
        note=" ".join([*notes, *([_DIVERGED] if diverged else []), _WITH_RATE]),
    )


def difference_of(one, other):
    """Compute the difference of two means of scores and its standard error (float, float)."""
    return one.mean() - other.mean(), np.sqrt(one.var() / len(one) + other.var() / len(other))


def _d3(table3, *, margin=MARGIN):
    ((dataset, method, rate), printed), *_ = paper.TEXT_SCORES.items()
    cells = cells_of(table3[table3["learning_rate"] == rate], ["dataset", "method"], [(dataset, method)])
    cell = cells.iloc[0]
    told = {"printed": f"{printed:.3f}", "ours": written(cell), "n_seeds": int(cell["n"]), "note": _RATE}
    return share([holds(printed, cell, margin)], **told)


def _d4(table3, *, margin=MARGIN):
    frame = _real(table3)
    met, ours = [], []
    cells = cells_of(frame, ["dataset", "method"], [(name, base) for name in paper.TABLE_3 for base in BASELINES])
    for dataset, row in paper.TABLE_3.items():
        best = max(test for _, test in row.values())
        majority, logistic = (cells["mean"][dataset, base] for base in BASELINES)
        met.append(best > majority + margin and best > logistic + margin)
        ours.append(f"{data_label(dataset)}: majority {majority:.3f}, logistic {logistic:.3f}, paper's best {best:.3f}")
    parts = " and ".join(_partial(frame))
    of_part = f", which for {parts} are only a part of the paper's" if parts else ""
    return share(
        met,
        printed="no baselines",
        ours="; ".join(ours),
        n_seeds=int(cells["n"].min()),
        note="The criterion names no threshold. We call a set informative if the paper's best score beats both by more "
        f"than {margin:.3f}, which {sum(met)} of {len(met)} do. Majority and logistic regression are computed on our "
        f"examples{of_part}. CANCER is the Diagnostic set, not the Original that the paper names; see page data.",
    )


def _d5():
    found = {name: paper.sizes_beside_files(datasets.get_record(name)) for name in (*paper.TABLE_3, "cancer_original")}
    agree = {name: sum(same for *_, same in sizes.values()) for name, sizes in found.items()}
    original = agree.pop("cancer_original")
    differ = [
        f"{data_label(name)}: {what} {said}, but {ours} in the files"
        for name in paper.TABLE_3
        for what, (said, ours, same) in found[name].items()
        if not same
    ]
    n, n_all = sum(agree.values()), 2 * len(agree)
    return share(
        [True] * n + [False] * len(differ),
        printed=f"{n_all} numbers",
        ours=f"{n} of {n_all} agree; " + "; ".join(differ),
        note="Our CANCER is the Diagnostic set. With the Original, which the paper names, "
        f"{n + original - agree['cancer']} of {n_all} agree.",
    )


def equivalent_pairs(table3, pairs=COUNTERPARTS, margin=MARGIN):
    """Test on each set whether a method is as accurate as another, within a margin, that of A2, a row a set and pair.

    mean is that of the differences by seed; equivalent (the p value of two one-sided tests) and apart (that of a
    difference beyond the margin) are by Holm's rule over all rows, and 1 for a method without a score.
    """
    rows = []
    for dataset, one, other, _, by_seed, ratio in _scored_pairs(table3, pairs):
        p = resampled_p(by_seed, margin, ratio) if len(by_seed) > 1 else (1.0, 1.0)
        rows.append((dataset, one.name, other.name, by_seed.mean(), *p, len(by_seed)))
    found = pd.DataFrame(rows, columns=["dataset", "method", "other", "mean", "equivalent", "apart", "n"])
    if not found["n"].any():
        raise NotRun("No runs of table3 are stored but those of baselines.")
    return found.assign(equivalent=holm(found["equivalent"]), apart=holm(found["apart"]))


def decided_pairs(table3, table1=None, level=0.95, pairs=COUNTERPARTS):
    """Show those pairs, with what the test says (alike, apart at 5 %) and an interval (low, high) for each on its own.

    Where each seed draws its own split the interval is over seeds, with Nadeau and Bengio's correction; where a set has
    one test set, over seeds and its rows. USPS, with the test of A2, comes first where its runs are given.
    """
    found = equivalent_pairs(table3, pairs)
    found["alike"], found["apart"] = found.pop("equivalent") < 0.05, found["apart"] < 0.05
    rows = []
    for _, method, other, scored, by_seed, ratio in _scored_pairs(table3, pairs):
        if len(by_seed) < 2:
            rows.append((np.nan, np.nan))
        elif ratio:
            rows.append(resampled_interval(by_seed, ratio, level))
        else:
            of_pair = differences_of_methods(scored, [(method.name, other.name)], level).iloc[0]
            rows.append((of_pair["low"], of_pair["high"]))
    found[["low", "high"]] = rows
    if table1 is not None:
        usps = differences_of_methods(table1, [(one.name, other.name) for one, other in pairs], level)
        usps = usps.rename(columns={"one": "method"}).assign(dataset="usps", apart=False)
        scores = {method: scores_of(table1, method=method) for method in (*usps["method"], *usps["other"])}
        usps["alike"] = [equivalence_p(scores[of.method], scores[of.other], MARGIN) < 0.05 for of in usps.itertuples()]
        found = pd.concat([usps[found.columns], found], ignore_index=True)
    return found.assign(label=found["dataset"].map(data_label))


def _scored_pairs(table3, pairs):
    """Yield each set and pair: dataset, two methods, the set's runs, differences by seed, and a ratio."""
    frame = _real(table3)
    for dataset in paper.TABLE_3:
        scored = frame[(frame["dataset"] == dataset) & frame["n_test"].notna()]
        if scored.empty:
            raise NotRun(f"No runs are stored of {dataset}.")
        drawn = datasets.get_record(dataset).split.test_size is not None
        ratio = scored.iloc[0]["n_test"] / scored.iloc[0]["n_train"] if drawn else 0.0
        scores = scored.pivot_table(index="seed", columns="method", values="test")
        for pair in pairs:
            one, other = (scores.get(method.name, pd.Series(dtype=float)) for method in pair)
            yield dataset, *pair, scored, (one - other).dropna(), ratio


def _d6(table3, *, margin=MARGIN):
    of_first = table3[table3["seed"] < 5]  # the seeds of the first edition, on which it was judged and is
    return _maintained(of_first, margin=margin)


def _constant(table3):
    """Name the pairs of networks that both score what the largest class does, in every seed (list of str)."""
    named = []
    for dataset, one, other, scored, by_seed, _ in _scored_pairs(table3, COUNTERPARTS):
        scores = scored.pivot_table(index="seed", columns="method", values="test")
        of_pair = [scores.get(name) for name in (one.name, other.name, MAJORITY.name)]
        if len(by_seed) > 1 and all(of is not None and of.equals(of_pair[-1].rename(of.name)) for of in of_pair):
            named.append(f"{data_label(dataset)}, {one.label}")
    return named


def _maintained(table3, *, margin=MARGIN):
    pairs = equivalent_pairs(table3, margin=margin)
    met, apart = pairs["equivalent"] < LEVEL, pairs["apart"] < LEVEL
    named = "; ".join(f"{data_label(row.dataset)}, {METHODS[row.method].label}" for row in pairs[met].itertuples())
    without = " and ".join(
        f"{METHODS[row.other].label} on {data_label(row.dataset)}" for row in pairs[pairs["n"] == 0].itertuples()
    )
    constant = "; ".join(_constant(table3))
    of_paper = [row[one.name][1] - row[other.name][1] for row in paper.TABLE_3.values() for one, other in COUNTERPARTS]
    beyond = sum(abs(round(difference, 3)) > margin for difference in of_paper)
    return share(
        met,
        printed=f"maintained; but in its Table 3 {beyond} of {len(pairs)} pairs differ by more than {margin:.3f}, in "
        "either direction",
        ours=f"{met.sum()} of {len(pairs)} pairs are equivalent{f' ({named})' if named else ''}; {apart.sum()} differ "
        f"by more than {margin:.3f}, {(pairs['mean'] > 0)[apart].sum()} of them in favour of node by node; the others "
        "are undecided",
        n_seeds=int(pairs.loc[pairs["n"] > 0, "n"].min()),
        note=f"In {(pairs['mean'].abs() > margin).sum()} pairs the means differ by more than {margin:.3f}, but many of "
        "them would need more seeds to be decided."
        + (f" There is no score of {without}." if without else "")
        + (f" Both networks of a pair only ever name the largest class: {constant}." if constant else ""),
    )


# fmt: off
CLAIMS = (
    Claim("D1", "The scores of Table 3", "Table 3",
        "Training and test accuracy of four algorithms on nine UCI sets.",
        "Every one of the 36 test cells is within max(2 sd, 0.010) of ours; a row is partly reproduced when 2 or 3 of "
        "its 4 cells are.",
        _d1, shown=("tab-sets-test", "fig-sets-dots"),
        why={"in part": "CANCER, most of ISOLET and one cell of CHESS are reproduced. The paper leaves open the rates "
             "of the later stages, which examples of NEWS and POKER it took, and the initial weights."}),
    Claim("D2", "Node by node beats layer by layer on MADELON", "Table 3",
        "MADELON: node-by-node, .645 and .652, beats layer-by-layer, .560 and .550.",
        "The difference of the means is above 2 standard errors, with the same sign.",
        _d2, shown=("tab-sets-madelon",),
        why={"in part": "Node by node beats supervised layers. The auto-encoder diverges at the rate that the table "
             "names, so that there is nothing to compare."}),
    Claim("D3", "GCN on CNAE-9 at the rate 0.15", "Section 3.2",
        "GCN on CNAE-9 with learning rate 0.15 gives .935.",
        "As D1.",
        _d3, shown=("tab-sets-cnae9",),
        in_full="That is, the paper's test accuracy lies within two standard deviations of our mean or within 0.010 of "
                "it, whichever is wider.",
        why={"fails": "At this rate GCN's runs scatter widely, and on average they end far below the paper's score. "
             "Glorot's initial weights do not close the gap, and we do not know what would."}),
    Claim("D4", "The tasks of Table 3 are informative", "implicit",
        "The tasks of Table 3 are informative.",
        "Every row beside the majority-class rate and plain logistic regression on the same split: BANK 0.885, POKER "
        "0.624 and NEWS 0.53 are near the paper's own scores.",
        _d4, shown=("tab-sets-base",), columns=(), apart=OUR_QUESTION,
        why={"in part": "On some sets the largest class alone, or a logistic regression, comes within 0.010 of the "
             "paper's best network."}),
    Claim("D5", "Sizes of the data sets", "table of data sets",
        "N and d of the nine sets.",
        "Against the files; the records of the data sets say what differs.",
        _d5, shown=("tab-data-paper",), columns=(),
        why={"in part": "Most sizes match the files; those of CANCER are another set's, and a few differ by little or "
             "by what is counted."}),
    Claim("D6", "On the nine sets, accuracy is maintained against layer by layer", "abstract",
        "Accuracy is maintained against layer-by-layer training.",
        "As A2, on each of the nine sets: two one-sided tests with margin 0.01, GN against USV and GCN against SV, "
        "paired by seed, at 5 % after Holm's correction for 18 tests. Where each seed draws its own split, the "
        "variance has Nadeau and Bengio's correction.",
        _d6, shown=("tab-sets-pairs",),
        apart="the claim A2 on other sets, by a rule written when the scores were known",
        why={"in part": "One pair is the same within the margin, on a set where no network beats the largest class. "
             "Five seeds leave most of the others open."}),
    Claim("D7", "On the nine sets, accuracy is maintained against layer by layer, over all seeds", "abstract",
        "Accuracy is maintained against layer-by-layer training.",
        "As D6, which has five seeds, over the 20 seeds of the column (10 of USV and SV on the three slow sets).",
        _maintained, apart=LATER, columns=("paper",),
        in_full="That is, on each of the nine sets, GN differs from AE and GCN from SUP by less than 0.01 in test "
                "accuracy, by two one-sided tests, paired by seed, at 5 % after Holm's correction.",
        why={"in part": "One pair is the same within the margin, on a set where no network beats the largest class. "
             "Most of those that differ by more favour layer by layer."}),
)
