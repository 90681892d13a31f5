"""The walks of CONTRIBUTING, each done for real in a copy of the package: one new file, and no other of it changes."""

import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.weekly

SET = '''
"""Toy: whether a number is even."""

import numpy as np

from ..parse import rows_of_text, to_codes
from ..record import RANDOM_30, File, Form, Holds, InStudy, Record, Split, Table


def parse_toy(content):
    """Read toy.csv: two numbers and a word."""
    *numbers, words = zip(*rows_of_text(content, delimiter=";"), strict=True)
    return Table(np.column_stack(numbers).astype(float) / 40, to_codes(words, ("even", "odd")))


RECORD = Record(
    name="toy", title="TOY", summary="Numbers.", home="https://example.org", doi="", license="none", citation="nobody",
    classes=("even", "odd"), feature_names=("number", "other"),
    forms=(Form(name="csv", read=parse_toy, files=(File("toy.csv", None),), holds=Holds(2, (20, 20))),),
    split=Split(test_size=0.3, why=RANDOM_30), scaling="none", scaling_why="They are small.",
    in_study=InStudy(learning_rate=0.01, amnesia=0.4, network=(4, 3)),
)
'''
ROWS = "".join(f"{k};{k % 7}.5;{'odd' if k % 2 else 'even'}\n" for k in range(40))

METHOD = '''
"""Nodes that answer to single training rows, drawn by chance."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from .method import Method


class RowsAsNodes(BaseEstimator):
    """A layer whose weights are training rows."""

    def __init__(self, n_components=1, random_state=None):
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Draw the rows."""
        chosen = check_random_state(self.random_state).permutation(len(X))[: self.n_components]
        self.components_ = X[chosen] / X.shape[1]
        self.intercept_ = np.zeros(self.n_components)
        return self


ROWS = Method("rows", "single rows", "other", 1, colour="#009E73", pretraining=lambda settings: RowsAsNodes())
'''

EXPERIMENT = '''
"""How GN fares with few epochs, and how many of its weights are positive."""

import pandas as pd

from ..methods import GN
from ..run import Run
from ..stats import cell
from .experiment import Experiment, Kind
from .settings import USPS_NETWORK, first_data, layer_settings, make_layer, network_run


def _positive(run, data):
    """Train a layer and count."""
    layer = make_layer(run).fit(data.X_train)
    return {"diverged": None, "measures": {"positive": float((layer.components_ > 0).mean())}}, None


POSITIVE = Kind("positive", _positive, {"measures": ("positive",)})


def _runs(profile, seed, _):
    few = {"max_epochs": 2, "output_epochs": 2, "finetune_epochs": 1}
    layer = layer_settings(profile, max_epochs=2, amnesia=0.4)
    return [
        network_run(profile, first_data(profile), GN.name, seed, USPS_NETWORK.value, **few),
        Run("positive", first_data(profile), GN.name, layer, seed),
    ]


def _table(frame, _):
    return pd.DataFrame([{"method": GN.label, "ours": cell(frame, "test"), "positive": cell(frame, "positive")}])


FEW = Experiment("few", "GN with few epochs", place=20, n_seeds=1, runs=_runs, table=("Accuracy, few epochs", _table))
'''

CLAIM = '''
"""A claim about nothing."""

from .claim import Claim, share


def _z1(table1):
    return share([len(table1) == 60], printed="60 runs", ours=f"{len(table1)} runs")


CLAIMS = (
    Claim("Z1", "Sixty runs", "nowhere", "Table 1 has sixty runs.", "Sixty of them are stored.", judge=_z1),
)
'''


REPORT = """
def report(run, record, error):
    assert not error, error
"""


@pytest.fixture
def copy(root, tmp_path, monkeypatch):
    """A copy of the package without a file of it changed, and Python in it."""
    for home in ("gnode", "study"):
        shutil.copytree(root / home, tmp_path / home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(root / "gnode" / "__pycache__"))  # same loops
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def python(*arguments):
        done = subprocess.run([sys.executable, "-P", *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert not done.returncode, done.stderr
        return done.stdout

    python.study = tmp_path / "study"
    return python


def test_add_a_data_set(copy, tmp_path, monkeypatch):
    monkeypatch.setenv("GNODE_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "toy").mkdir(parents=True)
    (tmp_path / "data" / "toy" / "toy.csv").write_text(ROWS)
    (copy.study / "datasets" / "sets" / "toy.py").write_text(SET)
    code = """
from study import store
from study.experiments import plan, rows_to_run, table
from study.runner import run_all
runs = [run for run in plan("table3", choose_rows=rows_to_run) if run.dataset == "toy"]
assert len(runs) == 5 * 8
runs = [run for run in runs if run.seed == 0 and run.method in ("gn", "majority")]
run_all(runs, store.results_folder(), report=report)
print(table("table3").set_index("data set").loc["TOY", ["GN", "GN, paper", "majority class"]].tolist())
"""
    (line,) = copy("-c", REPORT + code).splitlines()
    assert "not run" not in line and "'–'" in line and line.count("(1)") == 2
    assert "toy (csv, GNODE_DATA): right, rows " in copy("-m", "gnode", "data", "verify", "toy")


def test_add_an_algorithm(copy):
    (copy.study / "methods" / "rows.py").write_text(METHOD)
    code = """
from study import store
from study.experiments import plan, table
from study.methods import METHODS
from study.runner import run_all
runs = [run for run in plan("table1", "smoke") if run.method == "rows"]
assert [run.method for run in plan("timing")][:7].count("rows") == 1
run_all(runs, store.results_folder("smoke"), report=report)
print(table("table1", "smoke").set_index("method").loc[METHODS["rows"].label, "ours, test"])
"""
    assert float(copy("-c", REPORT + code).split()[0]) > 0.5


def test_add_an_experiment(copy):
    (copy.study / "experiments" / "few.py").write_text(EXPERIMENT)
    assert "few             0 of    2 runs stored" in copy("-m", "gnode", "status")
    copy("-m", "gnode", "run", "few", "--profile", "smoke", "--jobs", "1")
    shown = copy("-m", "gnode", "report", "few", "--profile", "smoke")
    assert shown.startswith("few, 8 x 8 digits: Accuracy, few epochs") and "GN" in shown and "not run" not in shown


def test_add_a_claim(copy):
    (copy.study / "claims" / "nothing.py").write_text(CLAIM)
    code = """
from study.claims import CLAIMS, Evidence, judge, judge_all, judge_columns
from study.ledger import ledger_cards
import pandas as pd
assert list(CLAIMS)[-1] == "Z1" and judge_all()[-1].verdict == "not run"
read = lambda name, column="program": Evidence(pd.DataFrame({"run": range(60)}), name, 60, 60, column=column)
assert judge("Z1", read).verdict == "reproduced"
(found,) = judge_columns(["Z1"], read)
assert found.outcome == "holds"
assert "(Z1)" in (card := ledger_cards([found])) and "60 runs" in card and "Read more" not in card
"""
    copy("-c", code)
