"""What the abstract says, held to the verdicts and to the runs."""

from collections import Counter

from study.claims import CLAIMS
from study.claims.features import RECOGNISABLE, effects, speaks_for
from study.claims.running_time import ratios_on_weights
from study.experiments import nodes_frame
from study.methods import COUNTERPARTS
from study.paper import TABLE_3
from study.speed import load_speed

from .accuracy import tested_pairs
from .choices import judged
from .features import matches


def digit_like():
    """Count the measures by which each greedy method beats its counterpart, and by which it loses (dict)."""
    nodes, found = nodes_frame(), {}
    for greedy, other in COUNTERPARTS:
        ends = {measure: effects(nodes, greedy.name, other.name, measure)[1:3] for measure in RECOGNISABLE}
        wins = sum(speaks_for(measure, *of) for measure, of in ends.items())
        loses = sum(speaks_for(measure, -of[1], -of[0]) for measure, of in ends.items())
        found[greedy.name] = (wins, loses)
    return found


def fill(section):
    """Keep the counts of verdicts and the span of the ratios."""
    verdicts = [of for of in section.verdicts.values() if not CLAIMS[of.id].apart]
    counted = Counter(of.verdict for of in verdicts)
    section.keep(claims=len(verdicts), reproduced=counted["reproduced"], partly=counted["partly"])
    section.keep(not_reproduced=counted["not reproduced"])
    ratios = ratios_on_weights(load_speed())
    section.keep(least=f"{min(ratios):.0f}", most=f"{max(ratios):.0f}")
    all_judged = counted["not testable"] + counted["not run"] == 0
    section.says("By these criteria … claims are reproduced, … in part, and … are not.", all_judged)
    speed = section.verdicts["S1"].verdict == "reproduced" and min(ratios) > 10
    section.says("The speed holds: on USPS, pre-training layer by layer takes … to … times as long.", speed)
    pairs = tested_pairs().query("dataset != 'usps'")
    accuracy = section.verdicts["A2"].verdict == "reproduced" and pairs["undecided"].mean() > 0.5 and len(TABLE_3) == 9
    section.says(
        "The accuracy holds on USPS in our reading; on nine other data sets most comparisons are undecided.", accuracy
    )
    section.says(
        "But on USPS we find no sure gain over the same network without pre-training", section.verdicts["A3"].n_met == 0
    )
    won = digit_like()
    section.says(
        "features that all our measures call more digit-like than an auto-encoder's",
        won["gn"] == (len(RECOGNISABLE), 0),
    )
    section.says("for GCN, the one with labels, most of them say the opposite", won["gcn"][1] > len(RECOGNISABLE) / 2)
    image = matches()
    section.says(
        "Untrained sums of training rows come close to GN's.",
        0 < image["gn"] - image["mixes"] < (image["gn"] - image["usv"]) / 5,
    )
    m1 = dict(judged()["M1"])
    fading = m1.pop("original")  # the others are flat; choices.py has their best factors
    section.says("is not best if memory fades as in the first author's program", fading == "not reproduced")
    section.says("it is if memory works as in the text", len(m1) == 4 and "not reproduced" not in m1.values())
    section.says("train deep networks one node after the other. They claim", len(COUNTERPARTS) == 2)
    section.says("We implemented their two algorithms and both baselines anew", len(COUNTERPARTS) == 2)
    return verdicts
