"""The loop that trains a layer node by node, whichever rows train which node, and the layer's decoder."""

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import fsum
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs
from numpy.typing import ArrayLike
from scipy.linalg import lstsq
from scipy.sparse import issparse
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data
from tqdm import tqdm

from gnode.amnesia import blocks_of, memory_of_blocks, output_shares
from gnode.arithmetic import Array, expit, gram, interruptible, matmul
from gnode.kernels import train_node_any_output, train_node_dual, train_node_primal
from gnode.layer import FLOATS, SCALE, Number, Sparse, TanhLayer, check_diverged, dense_blocks, layer_outputs
from gnode.partition import checked_subsets
from gnode.reading import Reading, as_reading
from gnode.schedule import OrdersInTurn, given_or_drawn, node_rates, weight_decay

# solver="auto" takes the dual form only where its matrices of inner products, and all orders of the rows, fit in.
GRAM_BYTES = 2**32
# learning_rate="auto": the root of the mean squared norm that a node's rows are scaled to, and the rate there.
AUTO_NORM, AUTO_RATE = 4.0, 1 / 32


class Node(NamedTuple):
    """A trained node: encoder w, its bias b on rows less their mean, decoder v, its bias c or None; and how it went."""

    w: Array
    b: float
    v: Array
    c: Array | None
    mean: Array
    scale: float
    losses: Array
    diverged: int


@dataclass(kw_only=True, eq=False, repr=False)
class NodeByNode(TanhLayer):
    """What GN and GCN share: the loop. It asks `_subsets` for the rows of a node, trains the node, and stores it.

    `_subsets` is a generator that is resumed when the node before (or the group of nodes) is trained. For another rule
    give `GreedyByNode` a function as `partition`; if it needs the classes, subclass `GreedyByClassByNode` and override
    its `_subsets` (and `_node_0_takes_all`, if node 0 then does).
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **TanhLayer._parameter_constraints,
        "amnesia": [Number(Real, 0, 1, closed="both")],
        "learning_rate": [StrOptions({"auto"}), Number(Real, 0, None, closed="neither")],
        "output": [StrOptions({"linear", "sigmoid"})],
        "solver": [StrOptions({"auto", "primal", "dual"})],
        "block_size": [Number(Integral, 1, None, closed="left")],
        "n_jobs": [None, Number(Integral, 1, None, closed="left"), Number(Integral, None, -1, closed="right")],
    }
    _accept_sparse = "csr"
    _algorithm: ClassVar[str]
    n_components: int = field(default=10, kw_only=False)
    amnesia: float = 0.4
    learning_rate: float | str = 1e-3
    max_epochs: int = 300
    output: str = "linear"
    solver: str = "auto"
    reading: str | Reading = "default"
    init: Any = None
    block_size: int = 1
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: bool | int = False

    def _subsets(self, X: Any, y: Any, rng: np.random.RandomState) -> Iterator[Array]:
        """Yield the rows that train node 0, 1, ...: arrays of indices."""
        raise NotImplementedError

    def _validated(self, X: Any, y: Any = "no_validation") -> tuple[Any, Any]:
        """X as a C-ordered or CSR float array (and y), with what the parameters ask of it."""
        self._reading = as_reading(self.reading)
        X = validate_data(self, X, y, accept_sparse="csr", dtype=FLOATS, order="C")
        X, y = X if isinstance(X, tuple) else (X, None)
        if issparse(X):
            X.check_format(full_check=True)  # a column that X does not have is a ValueError, not a crash
        if self.n_components > X.shape[0]:
            raise ValueError(
                f"n_components={self.n_components} nodes, but only n_samples={X.shape[0]} rows: every node needs a row "
                "of its own; lower n_components."
            )
        if self.output == "sigmoid":
            if self.learning_rate == "auto":
                raise ValueError(
                    "learning_rate='auto' scales the rows, which output='sigmoid' needs between 0 and 1 as they are: "
                    "give a number or use output='linear'."
                )
            low, high = min(b.min() for _, b in dense_blocks(X)), max(b.max() for _, b in dense_blocks(X))
            if low < 0 or high > 1:
                raise ValueError(
                    f"output='sigmoid' can only reproduce values between 0 and 1, but X goes from {low:.3g} to "
                    f"{high:.3g}: scale it, for example with MinMaxScaler, or use output='linear'."
                )
        if self.solver == "dual" and (self.output == "sigmoid" or self._reading.decoder_bias):
            raise ValueError(
                "solver='dual' needs linear output nodes without a bias, because only then does the gradient depend "
                "on inner products of rows alone: use solver='auto' or 'primal'."
            )
        return X, y

    def _fit(self, X: Any, y: Any) -> Self:
        """Train node after node, each on the rows that `_subsets` gives it."""
        reading, rng = self._reading, check_random_state(self.random_state)
        n_nodes, n_features = self.n_components, X.shape[1]
        W, b, V, c = given_or_drawn(self.init, reading, self._algorithm, n_nodes, n_features, n_features, rng, X.dtype)
        self.components_, self.intercept_, self.decoder_ = W, b, V
        self._decoder_biases = C = np.tile(c, (n_nodes, 1)) if reading.decoder_bias else None
        self.subsets_: list[Array] = []
        self.loss_curve_: list[Array] = []
        self.n_updates_ = np.zeros(n_nodes, dtype=np.int64)
        self._blocks = blocks_of(n_nodes, self.block_size, self._node_0_takes_all())
        subsets = self._subsets(X, y, rng)
        rate = AUTO_RATE if isinstance(self.learning_rate, str) else self.learning_rate
        previous = None
        progress = tqdm(total=n_nodes, desc=self._algorithm, unit="node", disable=not self.verbose)
        with progress, Parallel(n_jobs=self.n_jobs, prefer="threads") as parallel:
            for n_together in self._trained_together():
                plans = []
                together = checked_subsets(list(islice(subsets, n_together)), n_together, X.shape[0])
                in_turn = n_together == 1 or effective_n_jobs(self.n_jobs) == 1
                for i, rows in enumerate(together, start=len(self.subsets_)):
                    rates = node_rates(reading, rate, self.max_epochs, len(rows), previous)
                    orders = OrdersInTurn(reading, len(rows), len(rates), rng if in_turn else copy.deepcopy(rng))
                    if not in_turn:
                        for _ in OrdersInTurn(reading, len(rows), len(rates), rng):
                            pass  # the next node's come after these, whichever thread is first
                    plans.append((i, rows, rates, orders))
                    previous = rates[-1]
                try:
                    for (i, rows, rates, _), node in zip(plans, self._trained(X, plans, parallel), strict=True):
                        check_diverged(node.diverged, f"{self._algorithm}: node {i}", rates, X)
                        W[i], b[i], V[i] = node.w, node.b - float(matmul(node.w, node.mean)), node.v
                        if C is not None:
                            C[i] = node.c
                        if i == 0:
                            self._node_0 = node
                        self.subsets_.append(rows)
                        self.loss_curve_.append(node.losses)
                        self.n_updates_[i] = len(rows) * len(rates)
                        progress.update()
                except BaseException:
                    for _, _, rates, _ in plans:
                        rates.fill(np.nan)  # so that what still runs in other threads diverges, and ends
                    raise
        self._shares = output_shares(reading.memory, self.amnesia, self._blocks)
        self._sigmoid = self.output == "sigmoid"
        biases = np.zeros(n_features) if C is None else matmul(self._shares, C)
        self.decoder_intercept_ = biases.astype(X.dtype)
        for name in ("_node_0", "_reading", "least_squares_decoder_", "least_squares_intercept_"):
            self.__dict__.pop(name, None)
        self._warn_if_dead(X, stacklevel=5)  # `fit` is wrapped twice
        return self

    def _node_0_takes_all(self) -> bool:
        """Tell whether node 0 is trained on all rows, alone, before the other nodes share them out (bool)."""
        return False

    def _trained_together(self) -> Iterable[int]:
        """Give the numbers of nodes that are trained on what the same earlier nodes leave, group by group."""
        if self.amnesia or effective_n_jobs(self.n_jobs) == 1:
            return np.bincount(self._blocks)
        return [1, self.n_components - 1] if self._node_0_takes_all() else [self.n_components]

    def _trained(self, X: Any, plans: list[Any], parallel: Any) -> Iterable[Node]:
        """Train some nodes that do not see one another: in turn, or at the same time (an iterable of Node)."""
        if effective_n_jobs(self.n_jobs) == 1 or len(plans) == 1:
            return (self._trained_node(X, *plan) for plan in plans)
        return parallel(delayed(self._trained_node)(X, *plan) for plan in plans)

    def _trained_node(self, X: Any, i: int, rows: Array, rates: Array, orders: Any) -> Node:
        """Train node i on its rows, against what the earlier nodes leave of them (Node)."""
        whole = len(rows) == X.shape[0] and (np.diff(rows) == 1).all()  # all rows in order: no copy
        inputs = X if whole else X[rows]
        inputs = inputs.toarray() if issparse(inputs) else inputs
        remembered = self._remembered(inputs, i)
        mean = _mean_row(inputs) if self._reading.centring else np.zeros(X.shape[1], X.dtype)
        scale = self._scale_of(inputs, X)
        if scale != 1:
            inputs, remembered = inputs / scale, None if remembered is None else remembered / scale
        C = self._decoder_biases
        start = self.components_[i], self.intercept_[i], self.decoder_[i], None if C is None else C[i]
        (w, b, v, c), losses, diverged = train_by_kernel(
            inputs,
            remembered,
            mean / scale,
            start,
            rates,
            orders,
            weight_decay(self._reading, X.shape[0]),
            self.output,
            self._takes_dual(len(inputs), len(rates), X),
        )
        w, v, c = w / scale, v * scale, None if c is None else c * scale
        return Node(w, b, v, c, mean, scale, losses * float(scale) ** 2, diverged)

    def _remembered(self, X: Any, i: int) -> Array | None:
        """Compute A R on rows X, from those nodes before i whose share X can resolve; None if there are none."""
        shares = self._memory(i).astype(X.dtype)
        resolved = np.flatnonzero(shares > np.finfo(X.dtype).eps / 4)
        if not len(resolved):
            return None
        nodes, C = slice(resolved[0], resolved[-1] + 1), self._decoder_biases
        H = layer_outputs(X, self.components_[nodes], self.intercept_[nodes])
        R = matmul(H * shares[nodes], self.decoder_[nodes])
        return R if C is None else R + matmul(shares[nodes], C[nodes])

    def _memory(self, i: int) -> Array:
        """Give how much of each earlier node is remembered when node i is trained (ndarray of shape (i,))."""
        return memory_of_blocks(self._reading.memory, self.amnesia, self._blocks[: i + 1])

    def _scale_of(self, rows: Array, X: Any) -> Any:
        """Give what a node's rows are divided by while it is trained: 1 but for "auto"; rows of zeros as all of X."""
        if self.learning_rate != "auto":
            return X.dtype.type(1)
        squared = _mean_squared_norm(rows) or _mean_squared_norm(X)
        if not squared and not any(block.any() for _, block in dense_blocks(X)):
            return X.dtype.type(1)
        with np.errstate(over="ignore"):
            scale = X.dtype.type(np.sqrt(squared) / AUTO_NORM)
        too_small = any(of < np.finfo(of).tiny / np.finfo(of).eps for of in (np.float64(squared), scale))
        if too_small or not np.isfinite(scale):
            raise ValueError(
                f"learning_rate='auto': the rows are too {'small' if too_small else 'large'} for {X.dtype}: {SCALE}."
            )
        return scale

    def _takes_dual(self, n_rows: int, n_epochs: int, X: Any) -> bool:
        if self.solver != "auto":
            return self.solver == "dual"
        served = self.output == "linear" and not self._reading.decoder_bias
        n_orders = 0 if self._reading.row_order == "file" else n_epochs
        small = n_rows * (2 * n_rows * X.dtype.itemsize + 16 * n_orders) <= GRAM_BYTES
        # 2K operations an update and two K x K Gram matrices, against 4 d1 operations an update
        return served and small and 2 * n_rows + 2 * n_rows * X.shape[1] / n_epochs < 4 * X.shape[1]

    @np.errstate(under="ignore")
    def inverse_transform(self, H: ArrayLike) -> Array:
        """Reconstruct rows: by the decoder of the training, or by that of `fit_decoder` once it has been called.

        The training's decoder gives the output of the layer after its last node: each node by its share left by
        amnesia. That is what the last node was trained to complete, and no good reconstruction: nodes that see
        little of each other learn the same, and their sum counts it again and again. With amnesia=0.4 it can be
        farther from the rows than their mean is. For reconstructions call `fit_decoder` first.

        Parameters
        ----------
        H : array-like of shape (n_samples, n_components)

        Returns
        -------
        X : ndarray of shape (n_samples, n_features)

        Raises
        ------
        ValueError
            If H has not n_components columns.
        """
        H = self._checked_outputs(H)
        if hasattr(self, "least_squares_decoder_"):
            return (matmul(H, self.least_squares_decoder_) + self.least_squares_intercept_).astype(H.dtype)
        output = matmul(H * self._shares.astype(H.dtype), self.decoder_) + self.decoder_intercept_
        return expit(output) if self._sigmoid else output

    @np.errstate(under="ignore")
    def fit_decoder(self, X: ArrayLike | Sparse) -> Self:
        """Fit the linear decoder of all nodes together that reconstructs X best; the nodes stay as they are.

        From then on `inverse_transform` uses it; the next `fit` drops it. It is float64, without what rounding hides.
        LAPACK solves for it, so that its last digits depend on the processor.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            Usually the rows of `fit`. Zeros of a sparse X cost what other values cost.

        Returns
        -------
        self
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=FLOATS, order="C", reset=False)
        n_nodes, n_features = self.components_.shape
        R, M = np.zeros((0, n_nodes + 1)), np.zeros((0, n_features))

        def reduced(H: Array, rows: Array) -> tuple[Array, Array]:  # not to H^T H, which squares the condition
            Q, triangle = np.linalg.qr(np.vstack([R, np.hstack([H, np.ones((len(H), 1))])]))
            return triangle, Q.T @ np.vstack([M, rows])

        for _, block in dense_blocks(X):
            for rows in np.array_split(block, -(-len(block) // 4096)):  # tall ones are slow
                H = layer_outputs(rows, self.components_, self.intercept_)
                n_operations = (len(R) + len(H)) * (n_nodes + 1) * (4 * n_nodes + n_features)
                R, M = interruptible(n_operations, reduced, H, rows, process_waits=True)
        rounding, n_operations = np.finfo(self.components_.dtype).eps / 8, R.size * (4 * len(R) + n_features)
        decoder = interruptible(n_operations, lstsq, R, M, rounding, process_waits=True)[0]
        self.least_squares_decoder_, self.least_squares_intercept_ = decoder[:-1], decoder[-1]
        return self


def train_by_kernel(
    X: Any, R: Array | None, mean: Array, start: Any, rates: Array, orders: Any, decay: float, output: str, dual: bool
) -> tuple[tuple[Array, float, Array, Array | None], Array, int]:
    """Train one node on its rows X with the compiled loop that serves it: see `gnode.reference.train_node`.

    R is the earlier nodes' share of the output or None, `mean` what inputs are centred by, `start` w, b, v and c, which
    stay. Returns the trained four, the loss of each epoch, and the epoch in which it diverged, -1 if none.
    """
    w, b, v, c = start
    losses = np.zeros(len(rates))
    with np.errstate(over="ignore", invalid="ignore"):
        if output == "sigmoid" or c is not None:
            w, v, bias = w.copy(), v.copy(), np.zeros_like(v) if c is None else c.copy()
            R = np.zeros_like(X) if R is None else R
            kinds = c is not None, output == "sigmoid"

            def train_any_output(b: float, epochs: slice, order: Array) -> Any:
                given = X, R, mean, w, b, v, bias, *kinds, rates[epochs], order, decay, losses[epochs]
                return interruptible(16 * X.size * len(rates[epochs]), train_node_any_output, *given)

            b, diverged = _in_turn(orders, float(b), train_any_output)
            return (w, b, v, None if c is None else bias), losses, diverged
        T = X if R is None else X - R
        if not dual:
            w, v = w.copy(), v.copy()

            def train_primal(b: float, epochs: slice, order: Array) -> tuple[float, int]:
                return _train_primal(X, T, mean, w, b, v, rates[epochs], order, decay, losses[epochs])

            b, diverged = _in_turn(orders, float(b), train_primal)
            return (w, b, v, None), losses, diverged
        Z = X - mean
        p, q = matmul(Z, w), matmul(T, v)
        from_rows, from_targets = np.zeros_like(p), np.zeros_like(q)
        vv = float(matmul(v, v))
        orders = np.concatenate([order for _, order in orders])
        inner = gram(Z), gram(T), p, q, vv, float(b), rates, orders, decay, from_rows, from_targets, losses
        n_operations = 4 * len(X) ** 2 * len(rates)
        b, w_share, v_share, diverged = interruptible(n_operations, train_node_dual, *inner)
        w = X.dtype.type(w_share) * w + matmul(from_rows, Z)
        v = X.dtype.type(v_share) * v + matmul(from_targets, T)
        return (w, b, v, None), losses, diverged


def _in_turn(orders: Any, b: float, train: Callable[..., tuple[float, int]]) -> tuple[float, int]:
    """Train for the epochs whose orders are drawn next, and so on; return the bias, and when it diverged, or -1."""
    for epochs, order in orders:
        b, diverged = train(b, epochs, order)
        if diverged >= 0:
            return b, epochs.start + diverged
    return b, -1


def _train_primal(
    X: Any, T: Array, mean: Array, w: Array, b: float, v: Array, rates: Array, orders: Any, decay: float, losses: Array
) -> tuple[float, int]:
    """Train by the primal form; in file order, rows of more than 32 MiB go block by block: so the bits are made."""
    blocks = [block for block, _ in dense_blocks(X)]
    in_file_order = len(orders) == 1 and (np.diff(orders[0]) == 1).all()
    if len(blocks) == 1 or not in_file_order:
        given = X, T, mean, w, b, v, rates, orders, decay, losses
        return interruptible(6 * X.size * len(rates), train_node_primal, *given)
    of_block = np.zeros(1)
    for epoch in range(len(rates)):
        for block in blocks:
            rows, rate = np.arange(block.stop - block.start)[np.newaxis], rates[epoch : epoch + 1]
            b, diverged = train_node_primal(X[block], T[block], mean, w, b, v, rate, rows, decay, of_block)
            losses[epoch] += of_block[0] * rows.size / len(X)
            if diverged >= 0:
                return b, epoch
    return b, -1


def _mean_row(X: Any) -> Array:
    """Mean of the rows of X, summed in float64 block by block, in the precision of X."""
    total = sum((rows.sum(axis=0, dtype=np.float64) for _, rows in dense_blocks(X)), start=np.zeros(X.shape[1]))
    return (total / len(X)).astype(X.dtype)


def _mean_squared_norm(X: Any) -> float:
    """Mean squared norm of rows, summed in float64 (float; infinity where a square is too large for that)."""
    total = np.zeros(X.shape[1])
    with np.errstate(over="ignore"):
        for _, rows in dense_blocks(X):
            total += np.square(rows, dtype=np.float64).sum(axis=0)
    return fsum(total) / X.shape[0] if np.isfinite(total).all() else np.inf
