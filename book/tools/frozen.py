"""What no move of code may change: ``python book/tools/frozen.py`` prints a hash of each; `diff` two of them.

The keys of all runs, the tables, the verdicts, the cards of the ledger, and the outputs that the notebooks show.
"""

import hashlib
import json
import warnings
from pathlib import Path

import nbformat

from study.claims import judge_columns
from study.experiments import EXPERIMENTS, PROFILES, as_text, plan
from study.ledger import ledger_cards, written_verdicts


def frozen():
    """Gather it (dict of str to str)."""
    judged = judge_columns()
    found = {"cards": ledger_cards(judged)} | written_verdicts(judged)
    for name, experiment in EXPERIMENTS.items():
        for profile in PROFILES:
            found[f"keys of {name}, {profile}"] = json.dumps([run.key for run in plan(name, profile)])
        if experiment.table:
            found[f"table {name}"] = as_text(name)
    for path in sorted(Path("notebooks").glob("*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        outputs = [dict(output, execution_count=None) for cell in cells for output in cell.get("outputs", ())]
        found[f"outputs of {path.stem}"] = json.dumps(outputs, sort_keys=True)
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for name, content in frozen().items():
        content = content if isinstance(content, bytes) else content.encode()
        print(hashlib.sha256(content).hexdigest()[:16], name)
