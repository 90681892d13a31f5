"""How a layer is trained node by node, whichever rows train which node."""

import warnings
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, groupby
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from joblib import effective_n_jobs
from scipy.sparse import issparse
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data
from tqdm import tqdm

from gnode.amnesia import blocks_of, memory_of_blocks, output_shares
from gnode.arithmetic import matmul
from gnode.divergence import check_diverged
from gnode.layer import FLOATS, TanhLayer
from gnode.layer_outputs import layer_outputs
from gnode.limits import require_memory
from gnode.memmap import (
    check_finite,
    dense_rows,
    forget,
    mean_row,
    mean_squared_norm,
    row_blocks,
    take_rows,
    value_range,
)
from gnode.node import dual_is_cheaper, train_node
from gnode.reading import as_reading
from gnode.reconstruction import GreedyReconstruction
from gnode.saturation import scaled_first, warn_if_saturated
from gnode.schedule import WEIGHT_DECAY, node_rates, row_orders
from gnode.start import given_or_drawn

__all__ = ["NodeByNode"]

GRAM_BYTES = 2**32
"""solver="auto" takes the dual form only where its two matrices of inner products are no larger."""

AUTO_NORM, AUTO_RATE = 4.0, 1 / 32
"""learning_rate="auto": the root of the mean squared norm that a node's rows are scaled to, and the rate there."""


class NodeByNode(GreedyReconstruction):
    """What GN and GCN share: all but which rows train which node."""

    _parameter_constraints: ClassVar[dict] = {
        **TanhLayer._parameter_constraints,
        "amnesia": [Interval(Real, 0, 1, closed="both")],
        "learning_rate": [StrOptions({"auto"}), Interval(Real, 0, None, closed="neither")],
        "output": [StrOptions({"linear", "sigmoid"})],
        "solver": [StrOptions({"auto", "primal", "dual"})],
        "warm_start": ["boolean"],
        "block_size": [Interval(Integral, 1, None, closed="left")],
        "n_jobs": [
            None,
            Interval(Integral, 1, None, closed="left"),
            Interval(Integral, None, -1, closed="right"),
        ],
    }
    _accept_sparse = "csr"
    subsets_: list
    loss_curve_: list

    def _validated(self, X, y="no_validation"):
        """X as a C-ordered or CSR float array (and y), without reading a memory-mapped X all at once."""
        # trained nodes in float64 are not rounded to an X in float32
        dtype = np.float64 if self._n_trained() and self.components_.dtype == np.float64 else FLOATS
        options = dict(accept_sparse="csr", dtype=dtype, order="C", ensure_all_finite=False, ensure_min_samples=1)
        checked = validate_data(self, X, y, **options, reset=not self._n_trained())
        checked, y = (checked, None) if isinstance(y, str) else checked
        if issparse(checked):
            checked.check_format(full_check=True)  # a column that X does not have is a ValueError, not a crash
        check_finite(checked, type(self).__name__)
        n_samples, n_trained = checked.shape[0], self._n_trained()
        if self.n_components < n_trained:
            raise ValueError(
                f"warm_start=True: n_components={self.n_components}, but {n_trained} nodes are trained already; raise "
                "n_components to add nodes, or set warm_start=False to train all anew."
            )
        if self.n_components - n_trained > n_samples:
            new = f"{self.n_components - n_trained} new ones, " if n_trained else ""
            raise ValueError(
                f"n_components={self.n_components} nodes, {new}but only n_samples={n_samples} rows: every node needs a "
                "row of its own; lower n_components."
            )
        if self.output == "sigmoid":
            if self.learning_rate == "auto":
                raise ValueError(
                    "learning_rate='auto' scales the rows, which output='sigmoid' needs between 0 and 1 as they are: "
                    "give a number or use output='linear'."
                )
            low, high = value_range(checked)
            if low < 0 or high > 1:
                raise ValueError(
                    f"output='sigmoid' can only reproduce values between 0 and 1, but X goes from {low:.3g} to "
                    f"{high:.3g}: scale it, for example with MinMaxScaler, or use output='linear'."
                )
        if self.solver == "dual" and (self.output == "sigmoid" or as_reading(self.reading).decoder_bias):
            raise ValueError(
                "solver='dual' needs linear output nodes without a bias, because only then does the gradient depend "
                "on inner products of rows alone: use solver='auto' or 'primal'."
            )
        return checked, y

    def _n_trained(self):
        """Nodes that a warm start keeps."""
        return len(self.components_) if self.warm_start and hasattr(self, "components_") else 0

    def _fit_nodes(self, X, algorithm, subsets_of, rng):
        """Train node after node on X; those that a warm start keeps stay as they are.

        ``subsets_of(n_nodes)`` gives the rows of so many new nodes. If it is None, node 0 takes all rows, and
        ``self._later_subsets(X, first, n_nodes)`` gives those of the nodes after it.
        """
        n_nodes, n_trained = self.n_components, self._n_trained()
        trained = getattr(self, "_blocks", np.arange(n_trained))[:n_trained]  # new nodes see all that are trained
        new = blocks_of(n_nodes - n_trained, self.block_size, first_alone=subsets_of is None and not n_trained)
        self._blocks = np.append(trained, new + (trained[-1] + 1 if n_trained else 0))
        weights, n_updates = self._start(X, algorithm, rng)
        W, b, V, C = weights
        subsets, curve = (list(self.subsets_), list(self.loss_curve_)) if n_trained else ([], [])
        if n_trained == n_nodes:
            warnings.warn(
                f"warm_start=True without a larger n_components: all {n_nodes} nodes are trained, and none is added.",
                UserWarning,
                stacklevel=5,  # the caller of `fit`, which is wrapped twice
            )
        rate = None
        with tqdm(total=n_nodes, initial=n_trained, desc=algorithm, unit="node", disable=not self.verbose) as bar:
            while len(subsets) < n_nodes:
                takes_all = subsets_of is None and not subsets
                if takes_all:
                    new = [np.arange(X.shape[0])]
                elif subsets_of is None:
                    first = W[0], b[0], V[0], None if C is None else C[0]
                    new = self._later_subsets(X, first, n_nodes - len(subsets))
                else:
                    new = subsets_of(n_nodes - len(subsets))
                nodes = self._trained_nodes(X, algorithm, new, len(subsets), takes_all, weights, rate, rng)
                for i, (w, bias, v, c), mean, rates, losses in nodes:
                    W[i], b[i], V[i] = w, bias - float(matmul(w, mean)), v
                    if C is not None:
                        C[i] = c
                    if i == 0:
                        self._first_bias = bias
                    rate = rates[-1]
                    curve.append(losses)
                    n_updates[i] = len(new[i - len(subsets)]) * len(rates)
                    bar.update()
                subsets += new
        self.components_, self.intercept_, self.decoder_ = W, b, V
        self._decoder_biases = C
        self.decoder_intercept_ = np.zeros(X.shape[1], dtype=X.dtype)
        self._shares = output_shares(as_reading(self.reading).memory, self.amnesia, self._blocks)
        self._sigmoid = self.output == "sigmoid"
        if C is not None:
            self.decoder_intercept_[:] = matmul(self._shares, C)
        self.subsets_, self.n_updates_, self.loss_curve_ = subsets, n_updates, curve
        for name in ("least_squares_decoder_", "least_squares_intercept_"):
            self.__dict__.pop(name, None)
        if self._warns:
            warn_if_saturated(type(self).__name__, X, W, b, self._advice)
        return self

    def _advice(self, look):
        """Say what to do about nodes that hardly vary or are saturated (`gnode.saturation.Look`)."""
        fades = self.amnesia and as_reading(self.reading).memory == "fading"
        flat, automatic = 'reading=Reading(memory="flat")', 'learning_rate="auto"'
        if self.learning_rate == "auto":
            advice = f"take {flat}" if look.still and fades else "center its columns, or give learning_rate a number"
        elif not look.still:
            advice = f"lower learning_rate (now {self.learning_rate:g})"
        elif look.untrained:
            advice = f"raise learning_rate (now {self.learning_rate:g})"
        elif self.output == "sigmoid":
            advice = f'take another learning_rate (now {self.learning_rate:g}) or output="linear"'
        else:
            advice = f"take {flat}, and if that is not enough {automatic}" if fades else f"take {automatic}"
        return scaled_first(look, advice)

    def _start(self, X, algorithm, rng):
        """Give the starting weights W, b, V, C of all nodes and their numbers of updates, the trained ones in place."""
        reading, n_features = as_reading(self.reading), X.shape[1]
        n_nodes, n_trained = self.n_components, self._n_trained()
        W, b, V, c = given_or_drawn(self.init, reading, algorithm, n_nodes, n_features, n_features, rng, X.dtype)
        C = np.tile(c, (n_nodes, 1)) if reading.decoder_bias else None
        n_updates = np.zeros(n_nodes, dtype=np.int64)
        if n_trained:
            W[:n_trained], b[:n_trained], V[:n_trained] = self.components_, self.intercept_, self.decoder_
            n_updates[:n_trained] = self.n_updates_
            if C is not None:
                C[:n_trained] = 0 if self._decoder_biases is None else self._decoder_biases
        return (W, b, V, C), n_updates

    def _trained_nodes(self, X, algorithm, subsets, first, takes_all, weights, rate, rng):
        """Train nodes first, first + 1, ... on their subsets; give them in order, each as soon as it is ready.

        Independent nodes are trained in several threads. Rates and orders are drawn in the order of the nodes.
        """
        reading = as_reading(self.reading)
        alpha = AUTO_RATE if self.learning_rate == "auto" else self.learning_rate
        for rows in subsets:
            if self.solver == "dual" and not (takes_all and self._goes_in_blocks(X)):
                require_memory(
                    _gram_bytes(len(rows), X.dtype),
                    f"{algorithm}, solver='dual': the inner products of the {len(rows)} rows of a node",
                    "use solver='auto' or 'primal', or more nodes with fewer rows each",
                )

        def plans():
            previous = rate
            for i, rows in enumerate(subsets, start=first):
                rates = node_rates(reading, alpha, self.max_epochs, len(rows), previous=previous)
                previous = rates[-1]
                orders = row_orders(reading, len(rows), len(rates), rng)
                yield X, algorithm, i, None if takes_all else rows, weights, rates, orders

        n_jobs = effective_n_jobs(self.n_jobs)
        if n_jobs == 1 or len(subsets) == 1 or (self.amnesia and self.block_size == 1):
            return (self._trained_node(*plan) for plan in plans())
        in_turn = groupby(plans(), key=lambda plan: self._blocks[plan[2]] if self.amnesia else 0)
        # whoever asks for the next node has stored the last one: the next block sees them all
        return chain.from_iterable(_in_threads(n_jobs, self._trained_node, block) for _, block in in_turn)

    def _trained_node(self, X, algorithm, i, rows, weights, rates, orders):
        """Train node i; return it, its trained w, b, v, c, the mean of its rows, its rates and its losses."""
        reading = as_reading(self.reading)
        W, b, V, C = weights
        n_samples, n_features = X.shape
        start = W[i], b[i], V[i], None if C is None else C[i]
        in_blocks = rows is None and self._goes_in_blocks(X)
        if in_blocks:
            inputs = X
        elif rows is None:  # no copy
            inputs = dense_rows(X, slice(None))
        else:
            inputs = take_rows(X, rows)
        scale = self._scale_of(inputs, X)
        if i == 0:
            self._first_scale = scale
        mean = mean_row(inputs) if reading.centring else np.zeros(n_features, dtype=X.dtype)
        decay = WEIGHT_DECAY / n_samples if reading.weight_decay == "everywhere" else 0.0
        if in_blocks:
            train = partial(
                _trained_in_blocks, inputs, scale, mean / scale, start, orders=orders, decay=decay, output=self.output
            )
        else:
            R = self._remembered(inputs, W[:i], b[:i], V[:i], C)
            dual = self._takes_dual(len(inputs), n_features, len(rates), X.dtype)
            if scale != 1:
                inputs, R = inputs / scale, None if R is None else R / scale
            train = partial(
                train_node, inputs, R, mean / scale, start, orders=orders, decay=decay, output=self.output, dual=dual
            )
        trained, losses, diverged = train(rates)
        automatic = self.learning_rate == "auto"
        check_diverged(diverged, f"{algorithm}: node {i}", rates, lambda rates: train(rates)[2], X, automatic=automatic)
        w, bias, v, c = trained
        trained = w / scale, bias, v * scale, None if c is None else c * scale
        return i, trained, mean, rates, losses * float(scale) ** 2

    def _goes_in_blocks(self, X):
        """Tell whether a node that takes all rows gets them block by block, and so is trained in the primal form."""
        return (issparse(X) or self.learning_rate == "auto") and len(list(row_blocks(X))) > 1

    def _scale_of(self, rows, X):
        """Give what a node's rows are divided by while it is trained, a number of their type: 1 but for "auto".

        Rows of zeros alone are divided by what all of X would be: the earlier nodes speak in its units.
        """
        if self.learning_rate != "auto":
            return X.dtype.type(1)
        squared = mean_squared_norm(rows) or mean_squared_norm(X)
        if not squared and value_range(X) == (0, 0):
            return X.dtype.type(1)
        with np.errstate(over="ignore"):
            scale = X.dtype.type(np.sqrt(squared) / AUTO_NORM)
        too_small = any(of < np.finfo(of).tiny / np.finfo(of).eps for of in (np.float64(squared), scale))
        if too_small or not np.isfinite(scale):
            large = "small" if too_small else "large"
            raise ValueError(
                f"learning_rate='auto': the rows are too {large} for {X.dtype}. Scale X first, for example with "
                "StandardScaler or MinMaxScaler((-1, 1))."
            )
        return scale

    def _remembered(self, X, W, b, V, C):
        """Compute A R on rows X, from those of the trained nodes whose share X can resolve; None if there are none."""
        shares = self._memory(len(W)).astype(X.dtype)
        count = np.flatnonzero(shares > np.finfo(X.dtype).eps / 4)
        if not len(count):
            return None
        nodes = slice(count[0], count[-1] + 1)
        R = matmul(layer_outputs(X, W[nodes], b[nodes]) * shares[nodes], V[nodes])
        return R if C is None else R + matmul(shares[nodes], C[nodes])

    def _memory(self, i):
        """Give how much of each earlier node is remembered when node i is trained (ndarray of shape (i,))."""
        return memory_of_blocks(as_reading(self.reading).memory, self.amnesia, self._blocks[: i + 1])

    def _takes_dual(self, n_rows, n_features, n_epochs, dtype):
        if self.solver != "auto":
            return self.solver == "dual"
        served = self.output == "linear" and not as_reading(self.reading).decoder_bias
        small = _gram_bytes(n_rows, dtype) <= GRAM_BYTES
        return served and small and dual_is_cheaper(n_rows, n_features, n_epochs)


def _gram_bytes(n_rows, dtype):
    """Memory of the dual form: inner products of the inputs and of the targets."""
    return 2 * n_rows**2 * dtype.itemsize


def _in_threads(n_jobs, work, tasks):
    """Yield ``work(*task)`` of each task, in their order; tasks are drawn in this thread, shortly before they start.

    The first error in this order is raised, whichever came first, and no more tasks are started.
    """
    with ThreadPoolExecutor(n_jobs) as threads:
        started: deque = deque()
        try:
            for task in tasks:
                started.append(threads.submit(work, *task))
                if len(started) > 2 * n_jobs:
                    yield started.popleft().result()
            while started:
                yield started.popleft().result()
        finally:
            for waiting in started:
                waiting.cancel()


def _trained_in_blocks(X, scale, mean, start, rates, orders, decay, output):
    """Train node 0 on all rows of X over `scale`, of which one block at a time is made dense, once an epoch.

    In file order these are the updates, bit by bit, that a dense X would get.
    """
    trained, losses = start, np.zeros(len(rates))
    for epoch in range(len(rates)):
        order = orders[epoch % len(orders)]
        for block in row_blocks(X):
            rows = dense_rows(X, order[block])
            rows = rows if scale == 1 else rows / scale
            in_turn = np.arange(len(rows))[np.newaxis]
            trained, of_block, diverged = train_node(
                rows, None, mean, trained, rates[epoch : epoch + 1], in_turn, decay, output, dual=False
            )
            losses[epoch] += of_block[0] * len(rows) / X.shape[0]
            forget(X)
            if diverged >= 0:
                return trained, losses, epoch
    return trained, losses, -1
