"""What all layers of tanh nodes share: their outputs, their one warning, and what happens when a fit fails."""

import copy
import inspect
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from importlib.metadata import PackageNotFoundError, metadata
from numbers import Integral, Real
from typing import Any, ClassVar, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse, sparray, spmatrix
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_array
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted, validate_data

from gnode.arithmetic import Array, matmul, tanh
from gnode.reading import Reading, as_reading

Sparse: TypeAlias = sparray | spmatrix
Documented = TypeVar("Documented")

FLOATS = [np.float64, np.float32]  # precisions that are kept; anything else becomes float64
BLOCK_BYTES = 2**25
N_LOOKED_AT = 256  # rows on which a trained layer is looked at: drawn, with a fixed seed, as every k-th may be a Monday
STILL = 0.01  # a node hardly varies if its outputs have a smaller standard deviation over the rows
CLOSE = 1e-6  # an output this close to 1 or -1 is saturated
# Parameters that a fit's memory grows with.
SIZES = ("n_components", "hidden_layer_sizes", "max_epochs", "output_epochs", "finetune_epochs")
SCALE = "scale X first, for example with StandardScaler or MinMaxScaler((-1, 1))"
SCALED = 0.03, 5.0  # X is scaled if its widest column spreads by at least the one, and none reaches beyond the other
DEFAULT_RATE = 1e-3  # of pre-training, as the paper has it on its digits
FEW_ROWS = 10  # a layer of more than one node for so many rows has few rows a node


class Number(Interval):
    """An interval of numbers, which True and False are not, though Python counts them among the integers."""

    def is_satisfied_by(self, val: Any) -> bool:
        """Tell whether a value lies in the interval."""
        return not isinstance(val, (bool, np.bool_)) and super().is_satisfied_by(val)


COUNT = Number(Integral, 1, 10**14, closed="both")  # of nodes or epochs: no memory would hold more
RANDOM_STATE = [Number(Integral, 0, 2**32 - 1, closed="both"), np.random.RandomState, None]


class DivergenceError(ArithmeticError):
    """Training left the finite numbers; the message names the place and what to do."""


class SaturationWarning(UserWarning):
    """Half of a layer's nodes hardly vary over the rows, or most of its outputs are saturated."""


def as_for(other: object) -> Callable[[Documented], Documented]:
    """Return a decorator: where a docstring says "As for" `other`, what is said there is written out."""
    described = re.compile(r"^(\w.*)\n((?: {4}.*\n?)+)", re.MULTILINE)
    of: dict[str, str] = {}
    for head, text in described.findall(inspect.getdoc(other) or ""):
        of |= dict.fromkeys(head.partition(" : ")[0].split(", "), f"{head}\n{text}")

    def written_out(found: re.Match[str]) -> str:
        names, told = found.groups()
        return "".join(dict.fromkeys(of[name] for name in names.split(", "))) if "As for `" in told else found[0]

    def decorate(mine: Documented) -> Documented:
        mine.__doc__ = described.sub(written_out, inspect.getdoc(mine) or "") if of else None  # none are left by -OO
        return mine

    return decorate


def all_or_nothing(fit: Callable[..., Any]) -> Callable[..., Any]:
    """Let `fit` work on a copy of the estimator, and give the estimator all that it fitted in one last step.

    A fit that fails leaves it as it was. The copy is shallow: `fit` changes no array of an earlier fit in place.
    """

    @wraps(fit)
    def fit_a_copy(self: Any, *args: Any, **kwargs: Any) -> Any:
        fitted, given = copy.copy(self), self.get_params(deep=False)
        for name, value in given.items():
            if isinstance(value, np.generic):
                setattr(fitted, name, value.item())  # Python's numbers do not overflow
        try:
            with np.errstate(under="ignore"):  # what is so small adds nothing
                fit(fitted, *args, **kwargs)
        except MemoryError as error:
            sizes = ", ".join(f"{name}={given[name]!r}" for name in SIZES if name in given)
            raise MemoryError(
                f"{type(self).__name__}: {error.__cause__ or error}. Memory grows with the rows and with {sizes}."
            ) from (error.__cause__ or error)
        self.__dict__ = fitted.__dict__ | given
        return self

    return fit_a_copy


def lower_rate(rate: float, parameter: str = "learning_rate", default: float = DEFAULT_RATE) -> str:
    """Say how to lower a learning rate: to its default, if it is above that."""
    if rate > default:
        return f"leave out {parameter}={rate:g}"
    return f"give a lower {parameter}, such as {rate / 10:.2g}"


def check_diverged(
    epoch: int, where: str, rates: Array, X: Any, parameter: str = "learning_rate", default: float = DEFAULT_RATE
) -> None:
    """Raise if training left the finite numbers in an epoch (-1: it did not); `parameter` sets the rates."""
    if epoch >= 0:
        remedy = lower_rate(rates[0], parameter, default) if is_scaled(X) else SCALE
        raise DivergenceError(
            f"{where} diverged in epoch {epoch} at learning rate {rates[epoch]:.3g}: its weights are no longer finite; "
            f"{remedy}."
        )


def dense_blocks(X: Any) -> Iterator[tuple[slice, Array]]:
    """Yield the rows of X in order as pairs of a slice and a dense array of about 32 MiB."""
    step = max(1, BLOCK_BYTES // max(1, X.shape[1] * X.dtype.itemsize))
    for start in range(0, X.shape[0], step):
        block = slice(start, min(start + step, X.shape[0]))
        yield block, X[block].toarray() if issparse(X) else X[block]


def layer_outputs(X: Any, W: Array, b: Array) -> Array:
    """Compute tanh(X W^T + b); a sparse X is made dense block by block."""
    if not issparse(X):
        return tanh(matmul(X, W.T) + b)
    H = np.empty((X.shape[0], len(W)), dtype=np.result_type(X.dtype, W.dtype))
    for block, rows in dense_blocks(X):
        H[block] = layer_outputs(rows, W, b)
    return H


def rows_looked_at(n_samples: int) -> Array:
    """Draw the rows on which what was trained is looked at (ndarray of intp)."""
    return np.random.RandomState(0).permutation(n_samples)[:N_LOOKED_AT]


def _looked_at(X: Any) -> Array:
    rows = X[rows_looked_at(X.shape[0])]
    return rows.toarray() if issparse(rows) else rows


@np.errstate(over="ignore", invalid="ignore")
def is_scaled(X: Any) -> bool:
    """Tell whether columns spread and lie, on a sample of the rows, as `SCALED` says."""
    rows = _looked_at(X)
    spread = rows.std(axis=0)
    return bool(spread.max() >= SCALED[0] and (np.abs(rows.mean(axis=0)) + spread).max() <= SCALED[1])


def dead_layer(X: Any, layers: Iterable[tuple[Array, Array]]) -> tuple[int, int, int, float] | None:
    """Find the first dead layer (W, b): its number, nodes, nodes that hardly vary and share of saturated outputs."""
    H = _looked_at(X)
    if not (H != H[0]).any():
        return None  # the rows do not differ: no node is to blame
    for i, (W, b) in enumerate(layers):
        H = layer_outputs(H, W, b)
        n_still, share = int(np.sum(H.std(axis=0) < STILL)), float(np.mean(np.abs(H) > 1 - CLOSE))
        if 2 * n_still >= H.shape[1] or share > 0.5:
            return i, H.shape[1], n_still, share
    return None


def warn_of_dead_layer(
    X: Any, dead: tuple[int, int, int, float], name: str, estimator: Any, remedy: str | None, stacklevel: int
) -> None:
    """Warn of what `dead_layer` found, and name one remedy. An `estimator` of None begins and learns otherwise."""
    _, n_nodes, n_still, share = dead
    n_rows = len(rows_looked_at(X.shape[0]))
    rate = getattr(estimator, "learning_rate", None)
    small = estimator is not None and as_reading(estimator.reading).initialisation in ("small", "program")
    if not is_scaled(X):
        remedy = SCALE
    elif remedy is None and small:
        remedy = "leave out reading, whose small initial weights collapse"
    elif remedy is None and isinstance(rate, int | float) and rate > DEFAULT_RATE:
        remedy = lower_rate(rate)
    elif remedy is None and n_nodes > 1:
        remedy = f"take fewer nodes, such as {max(1, min(n_nodes // 2, X.shape[0] // FEW_ROWS))}"
    elif remedy is None:
        remedy = "this node has nothing to learn from these rows"
    warnings.warn(
        f"{name}: on {n_rows} rows {n_still} of {n_nodes} nodes hardly vary and {share:.0%} of the outputs are "
        f"saturated; {remedy}.",
        SaturationWarning,
        stacklevel=stacklevel + 1,
    )


def doc_link(estimator: Any) -> str:
    """Address of a class in the reference, for scikit-learn's HTML display; empty if the metadata name no site."""
    try:
        named = metadata("gnode").get_all("Project-URL") or []
    except PackageNotFoundError:  # a folder that nobody has installed
        named = []
    sites = [url.removeprefix("Documentation, ") for url in named if url.startswith("Documentation, ")]
    kind = type(estimator)
    own = kind.__module__.startswith("gnode.")  # a user's own class does not stand there
    return f"{sites[0]}/book/api.html#gnode.{kind.__name__}" if sites and own else ""


class TanhLayer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A layer tanh(W x + b) with W in `components_` and b in `intercept_`."""

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_components": [COUNT],
        "learning_rate": [Number(Real, 0, None, closed="neither")],
        "max_epochs": [COUNT],
        "reading": [str, Reading],
        "init": [None, tuple, list],
        "random_state": RANDOM_STATE,
        "verbose": ["verbose"],
    }
    _accept_sparse: ClassVar[bool | str] = False
    _get_doc_link = doc_link
    _warns = True  # a network warns once for all its layers, and sets this aside on them

    def _warn_if_dead(self, X: Any, stacklevel: int) -> None:
        """Warn if half of the nodes hardly vary or most outputs are saturated; `stacklevel` from the caller on."""
        if self._warns and (dead := dead_layer(X, [(self.components_, self.intercept_)])):
            warn_of_dead_layer(X, dead, type(self).__name__, self, None, stacklevel + 1)

    def transform(self, X: ArrayLike | Sparse) -> Array:
        """Compute the outputs of the nodes, tanh(W x + b).

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            For GN and GCN it may be sparse: it is made dense block by block, and zeros cost what other values cost.

        Returns
        -------
        H : ndarray of shape (n_samples, n_components)
        """
        check_is_fitted(self)
        rows: Any = validate_data(self, X, accept_sparse=self._accept_sparse, dtype=FLOATS, reset=False)
        if issparse(rows):
            rows.check_format(full_check=True)  # a column that X does not have is a ValueError, not a crash
        return layer_outputs(rows, self.components_, self.intercept_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = bool(self._accept_sparse)
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def _checked_outputs(self, H: ArrayLike) -> Array:
        """H as a float array with one column a node."""
        check_is_fitted(self)
        H = cast("Array", check_array(H, dtype=FLOATS, input_name="H", estimator=self))
        if H.shape[1] != len(self.components_):
            raise ValueError(
                f"H has {H.shape[1]} columns, but {type(self).__name__} has n_components={len(self.components_)}."
            )
        return H


def require_classes(tags: Any) -> Any:
    """Tags of an estimator whose fit needs classes."""
    tags.target_tags.required = True
    return tags
