"""In a process of its own: the first and the second fit of a method, in seconds, as JSON.

python benchmarks/first_fit.py METHOD, with NUMBA_CACHE_DIR naming where compiled code is kept.
"""

import json
import sys

import numpy as np
from measuring import Stopwatch, pretrain
from threadpoolctl import threadpool_limits

EPOCHS = {"USV": 1, "SV": 1, "GN": 300, "GCN": 300}
"""One epoch is enough to see what compiling the joint loop costs."""

if __name__ == "__main__":
    method = sys.argv[1]
    rng = np.random.default_rng(0)
    X = rng.standard_normal((7291, 256), dtype=np.float32) / 2
    watch = Stopwatch(lambda: pretrain(method, X, np.arange(len(X)) % 10, max_epochs=EPOCHS[method]))
    with threadpool_limits(1):
        watch(), watch()
    print(json.dumps({"max_epochs": EPOCHS[method], **watch.record()}))
