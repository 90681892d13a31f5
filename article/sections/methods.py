"""Settings, sizes and costs of the study."""

from study import store
from study.datasets import get_record
from study.experiments import EXPERIMENTS, plan
from study.experiments.settings import SETTINGS, USPS_NETWORK
from study.paper import TABLE_3
from study.stats import duration
from study.verify import is_exact


def fill(section):
    """Keep the settings that all networks share, and what the stored runs took."""
    usps = get_record("usps")
    value = {name: of.value for name, of in SETTINGS.items()}
    section.keep(inputs=usps.forms[0].holds.n_features, classes=len(usps.classes))
    section.keep(hidden=" and ".join(map(str, USPS_NETWORK.value)), amnesia=f"{value['amnesia']:g}")
    section.keep(epochs=value["max_epochs"], rate=f"{value['learning_rate']:g}")
    section.keep(output_epochs=value["output_epochs"], output_rate=f"{value['output_learning_rate']:g}")
    section.keep(fine_epochs=value["finetune_epochs"], fine_rate=f"{value['finetune_learning_rate']:g}")
    told = [name for name, of in EXPERIMENTS.items() if of.place < EXPERIMENTS["peers"].place]  # the others: not here
    runs = {run.key: run for name in told for run in plan(name)}
    records = {record["key"]: record for record in store.find_all(runs.values(), store.results_folder())}
    section.keep(runs=f"{len(records):,}", time=duration(sum(of["seconds"] for of in records.values())))
    section.keep(longest=duration(max(of["seconds"] for of in records.values())))
    section.keep(seeds_usps=EXPERIMENTS["table1"].n_seeds, seeds_sets=EXPERIMENTS["table3"].n_seeds)
    section.keep(seeds_time=EXPERIMENTS["timing"].n_seeds)
    parts = {of["data"]["name"] for of in records.values() if of["data"]["part"] and not of["data"]["simulated"]}
    exact = [is_exact(runs[key], "test") for key in records]
    named = ("Table 3", "nine sets", "deviations")
    return {
        "The nine sets of its Table 3 come from the UCI repository": len(TABLE_3) == 9,
        "Of NEWS and POKER only a part of the rows was at hand.": parts == {"news", "poker"},
        "Only what other libraries compute may differ in its last digits.": sum(exact) > len(exact) / 2,
        "with exceptions that the companion names": all(name in _chosen_late() for name in named),
    }


def _chosen_late():
    """Return the section of the audit that lists choices made when results were known (str)."""
    from metadata import ROOT

    text = (ROOT / "notebooks" / "audit.md").read_text(encoding="utf-8")
    return text.partition("## What was chosen when results were known")[2].partition("\n## ")[0]
