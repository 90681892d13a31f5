"""Node-by-node greedy deep learning (Wu & Magdon-Ismail 2016): the algorithms GN and GCN and their baselines.

To read the algorithms, begin with gnode/reference.py: all four in plain NumPy, which the rest is held to.
"""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from gnode.greedy import GreedyByClassByNode, GreedyByNode
from gnode.kernels import SOURCE_HASH, _folders
from gnode.layer import DivergenceError, SaturationWarning
from gnode.layerwise import LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.network import DeepClassifier
from gnode.own_rows import OwnRowsPCA
from gnode.reading import Reading

__version__ = "1.0.0rc2"

__all__ = [
    "DeepClassifier",
    "DivergenceError",
    "GreedyByClassByNode",
    "GreedyByNode",
    "LayerwiseAutoencoder",
    "LayerwiseSupervisedEncoder",
    "OwnRowsPCA",
    "Reading",
    "SaturationWarning",
    "show_versions",
]


def show_versions() -> None:
    """Print the versions of gnode and of what it computes with, the machine and its threads, and where loops are kept.

    A report of a bug should have it.

    Examples
    --------
    >>> import gnode
    >>> gnode.show_versions()  # doctest: +ELLIPSIS
    gnode: ...
    """
    from threadpoolctl import threadpool_info  # here, as `import gnode` needs none of this

    print(f"gnode: {__version__}\nPython: {sys.version}\nmachine: {platform.platform()}, {os.cpu_count()} processors")
    for name in ("numpy", "scipy", "scikit-learn", "numba", "llvmlite", "joblib", "threadpoolctl"):
        try:
            print(f"{name}: {version(name)}")
        except PackageNotFoundError:
            print(f"{name}: not installed")
    for pool in threadpool_info():
        print(f"threads: {pool['num_threads']} of {pool['internal_api']} {pool['version'] or ''}".rstrip())
    print(f"compiled loops: {SOURCE_HASH[:16]}")
    for folder in _folders():
        there = next(place for place in (folder, *folder.parents) if os.path.exists(place))
        n_kept = len(os.listdir(folder)) if os.path.isdir(folder) and os.access(folder, os.R_OK) else "none"
        print(f"    {folder}: {n_kept} kept, {'writable' if os.access(there, os.W_OK) else 'not writable'}")
