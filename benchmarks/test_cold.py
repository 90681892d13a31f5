"""What a fresh process pays: importing the package, and compiling at the first fit. The machine's files are warm."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from measuring import METHODS, stamp

HERE = Path(__file__).parent
ROUNDS = 7
FIRST_FITS = "import json, measuring, sys; print(json.dumps(measuring.first_fits(sys.argv[1])))"
IMPORT = """
import json, time
wall, cpu = time.perf_counter(), time.process_time()
import {modules}
print(json.dumps([time.process_time() - cpu, time.perf_counter() - wall]))
"""


@pytest.fixture
def in_fresh_process(tmp_path):
    """Run Python on arguments and read the JSON it prints; it finds Python's bytecode from the second time on."""
    kept = {"NUMBA_CACHE_DIR": str(tmp_path / "compiled"), "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

    def in_fresh_process(*arguments):
        environment = os.environ | kept | threads | {"PYTHONDONTWRITEBYTECODE": ""}
        ran = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=HERE, env=environment)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return in_fresh_process


def test_import(benchmark, results, in_fresh_process, tmp_path):
    started = stamp()
    what = {"gnode": "gnode", "its parts": "numpy, numba, sklearn.base"}
    rounds = []

    def one_of_each():
        rounds.append([in_fresh_process("-c", IMPORT.format(modules=modules)) for modules in what.values()])

    one_of_each()  # bytecode and disk
    rounds.clear()
    benchmark.pedantic(one_of_each, rounds=ROUNDS)
    clocks = ("cpu_seconds", "wall_seconds")
    times = {name: dict(zip(clocks, np.round(of, 6).T.tolist())) for name, of in zip(what, zip(*rounds))}
    compiled = sum(file.is_file() for file in (tmp_path / "compiled").rglob("*"))
    results.store("import", started, times | {"files_compiled": compiled})


@pytest.mark.parametrize("method", METHODS)
def test_first_fit(benchmark, results, in_fresh_process, method):
    """In a process with an empty cache of compiled code, then in one that finds it filled."""
    started = stamp()
    found = []
    in_fresh_process("-c", "import measuring; print(0)")  # bytecode
    benchmark.pedantic(lambda: found.append(in_fresh_process("-c", FIRST_FITS, method)), rounds=2)
    results.store(f"first fit {method}", started, {"empty cache": found[0], "filled cache": found[1]})
