"""What remains, what was easy, what was hard."""

from study import paper
from study.experiments import runs_frame
from study.stats import summary

from .features import matches


def fill(section):
    """Count what the tables of the paper do not fit."""
    d5 = section.verdicts["D5"]
    section.keep(sizes=d5.n_criteria, sizes_differ=d5.n_criteria - d5.n_met)
    usps = summary(runs_frame("table1"), "method")["mean"]
    seconds = runs_frame("timing")["total_seconds"]
    parts = runs_frame("table3").query("not simulated")
    rows = paper.TABLE_1.items()
    twins = [(name, factor) for name, row in rows for factor, of in paper.TABLE_2.items() if of.items() <= row.items()]
    gcn, twin = paper.TABLE_1["gcn"], dict(twins)["gcn"]
    ours = summary(runs_frame("table2"), ["method", "amnesia"])["mean"]["gcn", twin]
    section.keep(gcn_twin=f"{twin:g}", gcn_miss=f"{gcn['test'] - ours:.2f}")
    image, of_both = matches(), {name for name, _ in twins} == {"gn", "gcn"}
    no_gain, ends_alike = section.verdicts["A3"].n_met == 0, usps.max() - usps.min() < paper.MARGIN
    return {
        "whoever wants a classifier has, on USPS, no sure gain from starting this way": no_gain,
        "takes very different starts, random ones included, to nearly the same end": ends_alike,
        "On the nine further sets we used the paper's settings": len(paper.TABLE_3) == 9,
        "a run on it takes seconds to minutes": 1 < seconds.min() and seconds.max() < 600,
        "Of two sets only parts were at hand.": parts[parts["part"].notna()]["dataset"].nunique() == 2,
        "Two rows of its Table 2 have the same training and test score as rows of its Table 1, one of GN and one of GCN": of_both,
        "so the table may mix both algorithms": len(twins) == 2,
        "we miss that score by": gcn["test"] - ours > paper.MARGIN,
        "Untrained sums of rows show nearly as much.": image["gn"] - image["mixes"] < (image["gn"] - image["usv"]) / 5,
    }
