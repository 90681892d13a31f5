"""The same bits on every machine, played on this one by settings that choose other instructions."""

import hashlib
import json
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from study.run import ARITHMETIC

BITS = "031c8e376f11dba4"
"""Hash of all that tests/machine.py finds with small rows, on any machine."""

X86 = platform.machine().lower() in ("x86_64", "amd64")

# What is compiled by Numba, BLAS and NumPy's own loops each choose their instructions by the processor.
NO_AVX = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
MACHINES = {
    "x86-64": {"NUMBA_CPU_NAME": "generic", "NPY_DISABLE_CPU_FEATURES": NO_AVX, "OPENBLAS_CORETYPE": "Prescott"},
    "NumPy and BLAS with AVX2": {
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL",
        "OPENBLAS_CORETYPE": "Haswell",
    },
    "BLAS with AVX-512": {"OPENBLAS_CORETYPE": "SkylakeX"},
}
"""Beside the one that the test runs on. Numba's loops have the longest vectors there, the shortest on the first."""


def played(root, environment=()):
    """What tests/machine.py finds under these settings; None if this machine cannot play that one.

    Of the features to switch off, NumPy accepts only those that it knows and that are there.
    """
    environment = dict(environment)
    if names := environment.get("NPY_DISABLE_CPU_FEATURES"):
        from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

        there = [name for name in names.split() if name in __cpu_dispatch__ and __cpu_features__.get(name)]
        environment["NPY_DISABLE_CPU_FEATURES"] = " ".join(there)
    command = [sys.executable, str(root / "tests" / "machine.py"), "large"]
    outcome = subprocess.run(command, env=os.environ | environment, cwd=root, capture_output=True, text=True)
    if outcome.returncode < 0 or "Illegal instruction" in outcome.stderr:
        return None
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


@pytest.fixture(scope="module")
def here(root):
    return played(root)


@pytest.mark.skipif(not X86, reason="the settings name processors of x86")
@pytest.mark.parametrize(
    "machine", [of if "AVX2" in of else pytest.param(of, marks=pytest.mark.weekly) for of in MACHINES]
)
def test_the_same_bits(machine, root, here):
    there = played(root, MACHINES[machine])
    if there is None:
        pytest.skip("this processor cannot play that one")
    assert there == here


def test_the_bits_are_those_of_this_arithmetic(here):
    """A kernel that gives other bits needs another `ARITHMETIC`: stored runs are then computed anew."""
    small = {name: value for name, value in here.items() if "large" not in name}
    assert ARITHMETIC == 2
    assert hashlib.sha256(json.dumps(small, sort_keys=True).encode()).hexdigest()[:16] == BITS


def test_this_machine_is_one_of_several(here):
    """The hashes tell networks apart, so that equal ones mean something."""
    hashes = [str(value) for value in here.values()]
    assert len(set(hashes)) == len(hashes)
    assert np.isfinite([value[1] for value in here.values() if isinstance(value, list)]).all()
