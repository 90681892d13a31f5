"""The compiled loops: they know arrays and nothing of estimators.

All stand in one file, whose hash tells what was compiled from it: code is kept on disk for the next process, and never
used for other sources.
"""

import hashlib
import os
import pickle
import pkgutil
import shutil
import sys
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config, errors
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.extending import intrinsic
from numba.misc.appdirs import AppDirs
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

__all__ = [
    "SOURCE_HASH",
    "Array",
    "log_all",
    "product",
    "softmax_rows",
    "tanh_all",
    "train_epoch_autoencoder",
    "train_epoch_backprop",
    "train_epoch_output",
    "train_epoch_supervised",
    "train_node_any_output",
    "train_node_dual",
    "train_node_primal",
]

Array = NDArray[Any]
Loop = TypeVar("Loop", bound=Callable[..., Any])

if config.DISABLE_JIT:
    raise ImportError("gnode is made of loops that Numba compiles: unset NUMBA_DISABLE_JIT.")


# How the loops are compiled, and kept.
def _hash_sources() -> str:
    """Hash this file, and the versions of what compiles it (str)."""
    source = (pkgutil.get_data("gnode", Path(__file__).name) or b"").replace(b"\r\n", b"\n")  # from a zip archive too
    return hashlib.sha256(f"numba {numba.__version__} llvmlite {llvmlite.__version__}\n".encode() + source).hexdigest()


SOURCE_HASH = _hash_sources()
"""Hash of the kernels, as they were when gnode was imported, and of the versions of Numba and llvmlite."""

N_KEPT = 8
"""Number of folders kept side by side: each is of other sources or another version of Numba."""


def kernel(**options: Any) -> Callable[[Loop], Loop]:
    """Return the decorator of a compiled loop: kept on disk, and run without the interpreter's lock.

    Division follows IEEE, as NumPy's does: a check for zero would keep loops from becoming vector code.
    """

    def compiled(function: Loop) -> Loop:
        dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
        dispatcher._cache = _Kept(function)
        return dispatcher

    return compiled


class _Kept(NullCache):
    """What one loop was compiled to: a file for each signature, which begins with a checksum of its name and the rest.

    Numba's own cache wants a folder that it may write to, even if all is there, and its index can name the wrong file
    when two processes write at once. Here a file's name has all that determines it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = function.__qualname__

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for a signature; None if it is missing or damaged."""
        target_context.refresh()
        name = self._file(sig, target_context.codegen())
        for folder in _folders():
            with suppress(OSError):
                content = (folder / name).read_bytes()
                if content[:32] == _checksum(name, content[32:]):
                    return CompileResult._rebuild(target_context, *pickle.loads(content[32:]))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature, in the first folder that takes it; else say so."""
        name, payload, failures = self._file(sig, data.codegen), dumps(data._reduce()), []
        for folder in _folders():
            unfinished = folder / f".unfinished-{uuid.uuid4().hex}"
            try:
                if not folder.is_dir():
                    folder.mkdir(parents=True)
                    _drop_oldest(folder.parent)
                unfinished.write_bytes(_checksum(name, payload) + payload)
                os.replace(unfinished, folder / name)
                return
            except OSError as error:
                failures.append(f"{folder}: {error.strerror}")
                with suppress(OSError):
                    unfinished.unlink()
        _warn("; ".join(failures))

    def _file(self, sig: Any, codegen: Any) -> str:
        determined_by = repr((sys.implementation.cache_tag, codegen.magic_tuple(), sig))
        return f"{self._name}-{hashlib.sha256(determined_by.encode()).hexdigest()[:32]}"


def _checksum(name: str, payload: bytes) -> bytes:
    """Hash a file's content and its name: a copy under another name would run as another loop."""
    return hashlib.sha256(name.encode() + b"\n" + payload).digest()


@cache
def _folders() -> list[Path]:
    """List where code of these sources may be: where NUMBA_CACHE_DIR says, else beside this file or with the user's."""
    own = (Path(__file__).parent / "__pycache__", Path(AppDirs("gnode", appauthor=False).user_cache_dir))
    places = [Path(config.CACHE_DIR)] if config.CACHE_DIR else own
    # ~ stays ~ for a user without a home
    return [place / f"gnode-{SOURCE_HASH[:16]}" for place in places if place.is_absolute() or config.CACHE_DIR]


def _drop_oldest(place: Path) -> None:
    """Remove what other sources compiled to, but for the newest."""
    with suppress(OSError):  # another process may be at it too
        folders = sorted(place.glob(f"gnode-{'[0-9a-f]' * 16}"), key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-N_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _warn(reason: str) -> None:
    """Say once in a process that what it compiles is not kept."""
    warnings.warn(
        f"gnode cannot keep its compiled loops, so that each process compiles them anew: {reason}. "
        "The environment variable NUMBA_CACHE_DIR may name a folder for them.",
        RuntimeWarning,
        stacklevel=2,
    )


# Functions of numbers and of rows that the loops share, written out so that every processor gives the same bits.
@intrinsic
def _bits(typing: Any, x: Any) -> Any:
    """Take the bits of a float64 for an integer."""
    return types.int64(types.float64), lambda _, builder, __, values: builder.bitcast(values[0], ir.IntType(64))


@intrinsic
def _of_bits(typing: Any, n: Any) -> Any:
    """Take an integer for the bits of a float64."""
    return types.float64(types.int64), lambda _, builder, __, values: builder.bitcast(values[0], ir.DoubleType())


@kernel(inline="always")
def tanh(x: float) -> float:
    """Hyperbolic tangent to a few units of float64 rounding, inlined, since a call to the C library's would dominate.

    Lambert's continued fraction at x / 8, cut after seven terms, then three times the double-angle formula
    tanh(2y) = 2 tanh(y) / (1 + tanh(y)^2) on numerator and denominator, so that one division is enough.
    """
    y = (19.1 if x > 19.1 else -19.1 if x < -19.1 else x) * 0.125
    s = y * y
    p = y * (1 + s * (17325 / 135135 + s * (378 / 135135 + s * (1 / 135135))))
    q = 1 + s * (62370 / 135135 + s * (3150 / 135135 + s * (28 / 135135)))
    p, q = 2 * p * q, p * p + q * q
    p, q = 2 * p * q, p * p + q * q
    return 2 * p * q / (p * p + q * q)


_LOG2_E = 1.4426950408889634
_LN_2_HIGH, _LN_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # the first has 32 bits
_ROUND = 1.5 * 2.0**52  # added and taken off again, it leaves the nearest whole number


@kernel(inline="always")
def exp(x: float) -> float:
    """Exponential of x <= 0 to a few units of float64 rounding; 0 below -700.

    x = k ln 2 + r with a whole number k and abs(r) <= ln 2 / 2; the Taylor series of e^r; 2^k by its bits.
    """
    shifted = x * _LOG2_E + _ROUND
    k = shifted - _ROUND
    r = (x - k * _LN_2_HIGH) - k * _LN_2_LOW
    p = 1 / 6227020800 * r + 1 / 479001600
    p = p * r + 1 / 39916800
    p = p * r + 1 / 3628800
    p = p * r + 1 / 362880
    p = p * r + 1 / 40320
    p = p * r + 1 / 5040
    p = p * r + 1 / 720
    p = p * r + 1 / 120
    p = p * r + 1 / 24
    p = p * r + 1 / 6
    p = p * r + 1 / 2
    p = p * r + 1
    p = p * r + 1
    power = _of_bits((_bits(shifted) + 1023) << 52)
    return 0.0 if x < -700.0 else p * power


@kernel(inline="always")
def log(x: float) -> float:
    """Natural logarithm of a positive normal number to a few units of float64 rounding.

    x = 2^k m with m between 0.7 and 1.42; ln m = 2 artanh(s) with s = (m - 1) / (m + 1), by its series.
    """
    k = (_bits(x) - 0x3FE6666666666666) >> 52
    m = _of_bits(_bits(x) - (k << 52))
    s = (m - 1) / (m + 1)
    z = s * s
    p = 1 / 21 * z + 1 / 19
    p = p * z + 1 / 17
    p = p * z + 1 / 15
    p = p * z + 1 / 13
    p = p * z + 1 / 11
    p = p * z + 1 / 9
    p = p * z + 1 / 7
    p = p * z + 1 / 5
    p = p * z + 1 / 3
    return k * _LN_2_HIGH + (k * _LN_2_LOW + 2 * (s * z * p + s))


@kernel()
def softmax(z: Array) -> None:
    """Turn z into exp(z) / sum(exp(z)), in place."""
    top = z.dtype.type(-np.inf)  # not np.max(z), which takes three times as long to compile as all the rest here
    for j in range(z.shape[0]):
        if z[j] > top:
            top = z[j]
    total = z.dtype.type(0)
    for j in range(z.shape[0]):
        z[j] = exp(z[j] - top)
        total += z[j]
    for j in range(z.shape[0]):
        z[j] /= total


# Passes over vectors, with sums whose order is fixed: the same bits on every processor.
#
# A compiler may sum an inner product faster by splitting it over vector registers, but then the width of the
# registers decides which terms are added first. Here the split is part of the program: term j goes to lane j mod 32,
# the lanes are added by a fixed tree, and what is left over goes through 8 lanes and then one by one. LLVM maps the
# lanes to whatever registers there are; each lane's additions are IEEE operations that it may neither reorder nor fuse.
WIDTHS = (32, 8, 1)


def _sum_of_lanes(builder: Any, vector: Any) -> Any:
    """Add the lanes of a vector: first half to second half, until one is left."""
    while isinstance(vector.type, ir.VectorType):
        half = vector.type.count // 2
        index = ir.VectorType(ir.IntType(32), half)
        halves = [
            builder.shuffle_vector(vector, vector, ir.Constant(index, list(range(first, first + half))))
            for first in (0, half)
        ]
        vector = builder.fadd(*halves)
        if half == 1:
            vector = builder.extract_element(vector, ir.IntType(32)(0))
    return vector


def splat(builder: Any, scalar: Any, width: int) -> Any:
    """Return a vector with `scalar` in each lane; the scalar itself for width 1."""
    if width == 1:
        return scalar
    vector = ir.VectorType(scalar.type, width)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.IntType(32)(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width))


def _lanewise(n_arrays: int, n_scalars: int, term: Callable[..., Any]) -> tuple[Any, Any]:
    """Make the code of a function of arrays, all of the length of the first, and scalars that may return a sum.

    ``term(builder, vectors, scalars)`` gives what a group of lanes adds to the sum, None if there is no sum, and a dict
    of what is to be stored: number of the array -> vector.
    """

    def typed(arguments: Any) -> Any:
        for array in arguments[:n_arrays]:
            if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C":
                raise errors.TypingError(f"one-dimensional contiguous arrays are needed, not {array}")
            if array.dtype != arguments[0].dtype:
                raise errors.TypingError(f"arrays of one type are needed, not {arguments[0].dtype} and {array.dtype}")
        dtype = arguments[0].dtype
        return dtype(*arguments[:n_arrays], *[dtype] * n_scalars)

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        arrays = [make_array(kind)(context, builder, value) for kind, value in zip(signature.args, values[:n_arrays])]
        number = context.get_value_type(signature.return_type)
        align = context.get_abi_sizeof(number)
        index = context.get_value_type(types.intp)
        (length,) = cgutils.unpack_tuple(builder, arrays[0].shape, 1)
        start, total = index(0), number(0.0)
        for width in WIDTHS:
            lanes = number if width == 1 else ir.VectorType(number, width)
            zero = lanes([0.0] * width if width > 1 else 0.0)
            stop = builder.and_(length, index(-width))
            sums = cgutils.alloca_once(builder, lanes)
            builder.store(zero, sums)
            scalars = [splat(builder, scalar, width) for scalar in values[n_arrays:]]
            with cgutils.for_range_slice(builder, start, stop, index(width), inc=True) as (j, _):
                places = [builder.bitcast(builder.gep(array.data, [j]), ir.PointerType(lanes)) for array in arrays]
                added, stored = term(builder, [builder.load(place, align=align) for place in places], scalars)
                for i, vector in stored.items():
                    builder.store(vector, places[i], align=align)
                if added is not None:
                    builder.store(builder.fadd(builder.load(sums), added), sums)
            total = builder.fadd(total, _sum_of_lanes(builder, builder.load(sums)))
            start = stop
        return total

    return typed, code


def _product(builder: Any, vectors: Any, _: Any) -> Any:
    a, b = vectors
    return builder.fmul(a, b), {}


def _centred_product(builder: Any, vectors: Any, _: Any) -> Any:
    w, x, mean = vectors
    return builder.fmul(w, builder.fsub(x, mean)), {}


def _step(builder: Any, vectors: Any, scalars: Any) -> Any:
    w, x, x_next = vectors
    keep, step = scalars
    w = builder.fsub(builder.fmul(keep, w), builder.fmul(step, x))
    return builder.fmul(w, x_next), {0: w}


def _centred_step(builder: Any, vectors: Any, scalars: Any) -> Any:
    w, x, x_next, mean = vectors
    keep, step = scalars
    w = builder.fsub(builder.fmul(keep, w), builder.fmul(step, builder.fsub(x, mean)))
    return builder.fmul(w, builder.fsub(x_next, mean)), {0: w}


def _decoder_steps(builder: Any, vectors: Any, scalars: Any) -> Any:
    e, o, *decoders = vectors
    keep, *scalars = scalars
    stored = {}
    for i, v in enumerate(decoders):
        step, h = scalars[2 * i : 2 * i + 2]
        v = builder.fsub(builder.fmul(keep, v), builder.fmul(step, e))
        o = builder.fadd(o, builder.fmul(h, v))
        stored[2 + i] = v
    return None, stored | {1: o}


_dot, _centred_dot = _lanewise(2, 0, _product), _lanewise(3, 0, _centred_product)
_step_and_dot, _step_centred_and_dot = _lanewise(3, 2, _step), _lanewise(4, 2, _centred_step)
_step_decoder, _step_four_decoders = _lanewise(3, 3, _decoder_steps), _lanewise(6, 9, _decoder_steps)


@intrinsic
def dot(typing: Any, a: Any, b: Any) -> Any:
    """Inner product of two vectors."""
    typed, code = _dot
    return typed((a, b)), code


@intrinsic
def centred_dot(typing: Any, w: Any, x: Any, mean: Any) -> Any:
    """Inner product of w and x less `mean`."""
    typed, code = _centred_dot
    return typed((w, x, mean)), code


@intrinsic
def step_and_dot(typing: Any, w: Any, x: Any, x_next: Any, keep: Any, step: Any) -> Any:
    """Update w to keep w - step x, in place, and return its inner product with x_next, in one pass."""
    typed, code = _step_and_dot
    return typed((w, x, x_next)), code


@intrinsic
def step_centred_and_dot(typing: Any, w: Any, x: Any, x_next: Any, mean: Any, keep: Any, step: Any) -> Any:
    """Do the same as `step_and_dot` with x and x_next less `mean`."""
    typed, code = _step_centred_and_dot
    return typed((w, x, x_next, mean)), code


@intrinsic
def step_decoder(typing: Any, e: Any, o: Any, v: Any, keep: Any, step: Any, h: Any) -> Any:
    """Update a node's decoder v to keep v - step e and add its output on the next row, h v, to o, both in place."""
    typed, code = _step_decoder
    return typed((e, o, v)), code


@intrinsic
def step_four_decoders(
    typing: Any,
    e: Any,
    o: Any,
    v0: Any,
    v1: Any,
    v2: Any,
    v3: Any,
    keep: Any,
    step0: Any,
    h0: Any,
    step1: Any,
    h1: Any,
    step2: Any,
    h2: Any,
    step3: Any,
    h3: Any,
) -> Any:
    """Do the same as `step_decoder` with four nodes, one after the other, in one pass over e and o."""
    typed, code = _step_four_decoders
    return typed((e, o, v0, v1, v2, v3)), code


# Products of matrices, every element summed in the order of the inner index: the same bits on every processor.
COLUMNS = 16
"""Columns of a panel: neighbours are worked on together, each summed on its own, so that no bit depends on this."""
ROWS = 4
"""Rows that share a pass over a panel; no bit depends on this either."""


def _pass_over_panel(n_rows: int) -> Any:
    """Make the function ``f(A, first, panel, out)``: rows first, first + 1, ... of A times `panel`, into `out`."""

    @intrinsic
    def pass_over_panel(typing: Any, A: Any, first: Any, panel: Any, out: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            number = context.get_value_type(A.dtype)
            align = context.get_abi_sizeof(number)
            vector = ir.VectorType(number, COLUMNS)
            index = context.get_value_type(types.intp)
            a, p, o = (
                make_array(kind)(context, builder, value)
                for kind, value in zip((A, panel, out), (values[0], values[2], values[3]))
            )
            _, depth = cgutils.unpack_tuple(builder, a.shape, 2)
            rows = [builder.gep(a.data, [builder.mul(depth, builder.add(values[1], index(r)))]) for r in range(n_rows)]
            zero = ir.Constant(vector, [0.0] * COLUMNS)
            sums = [cgutils.alloca_once(builder, vector) for _ in rows]
            for total in sums:
                builder.store(zero, total)
            with cgutils.for_range(builder, depth) as loop:
                k = loop.index
                place = builder.gep(p.data, [builder.mul(k, index(COLUMNS))])
                right = builder.load(builder.bitcast(place, ir.PointerType(vector)), align=align)
                for row, total in zip(rows, sums):
                    left = splat(builder, builder.load(builder.gep(row, [k])), COLUMNS)
                    builder.store(builder.fadd(builder.load(total), builder.fmul(left, right)), total)
            for r, total in enumerate(sums):
                place = builder.gep(o.data, [index(r * COLUMNS)])
                builder.store(builder.load(total), builder.bitcast(place, ir.PointerType(vector)), align=align)
            return context.get_dummy_value()

        return types.void(A, types.intp, panel, out), code

    return pass_over_panel


_pass_rows, _pass_row = _pass_over_panel(ROWS), _pass_over_panel(1)


@kernel()
def product(A: Array, B: Array, transposed: bool, symmetric: bool) -> Array:
    """Return A B, or A B^T if `transposed`, of C-contiguous matrices of one type.

    `symmetric`: it is so to the bit, as A A^T is; then half of it is computed and laid over the rest.
    """
    n, depth = A.shape
    m = B.shape[0] if transposed else B.shape[1]
    C = np.empty((n, m), A.dtype)
    panel = np.zeros((depth, COLUMNS), A.dtype)
    tile = np.empty((ROWS, COLUMNS), A.dtype)
    for first in range(0, m, COLUMNS):
        width = min(COLUMNS, m - first)
        if transposed:
            for j in range(width):
                for k in range(depth):
                    panel[k, j] = B[first + j, k]
        else:
            for k in range(depth):
                for j in range(width):
                    panel[k, j] = B[k, first + j]
        i = first if symmetric else 0
        while i < n:
            n_rows = ROWS if i + ROWS <= n else 1
            if n_rows == ROWS:
                _pass_rows(A, i, panel, tile)
            else:
                _pass_row(A, i, panel, tile)
            for r in range(n_rows):
                for j in range(width):
                    C[i + r, first + j] = tile[r, j]
            i += n_rows
        if symmetric:
            for j in range(width):
                for i in range(first + COLUMNS, n):
                    C[first + j, i] = C[i, first + j]
    return C


# Functions of all elements of an array, and of all rows of a matrix.
@kernel()
def log_all(z: Array) -> None:
    """Replace each element of the vector z, in float64, positive and normal, by its natural logarithm."""
    for j in range(z.shape[0]):
        z[j] = log(z[j])


@kernel()
def tanh_all(z: Array) -> None:
    """Replace each element of the vector z by its hyperbolic tangent."""
    for j in range(z.shape[0]):
        z[j] = tanh(z[j])


@kernel()
def softmax_rows(Z: Array) -> None:
    """Replace each row of Z by its softmax; a row that is not finite becomes NaN."""
    for i in range(Z.shape[0]):
        softmax(Z[i])


# One node with any output nodes, with or without a bias there: the update written out.
@kernel()
def train_node_any_output(
    X: Array,
    R: Array,
    mean: Array,
    w: Array,
    b: float,
    v: Array,
    c: Array,
    with_bias: bool,
    sigmoid: bool,
    rates: Array,
    orders: Array,
    decay: float,
    losses: Array,
) -> tuple[float, int]:
    """Train one node on rows X less `mean`, to reproduce X by h v + R (+ c), through a sigmoid or not.

    w, v and c are changed in place; c stays as it is unless `with_bias`. `losses`, of shape (n_epochs,) and float64, is
    filled with the mean over each epoch's updates of half the squared error before the update.

    Returns
    -------
    b : float
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    scalar = w.dtype.type
    n_rows, d1 = X.shape
    e, z = np.empty_like(v), np.empty_like(w)
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        keep = scalar(1 - alpha * decay)
        loss = 0.0
        for r in range(n_rows):
            k = order[r]
            for j in range(d1):
                z[j] = X[k, j] - mean[j]
            h = scalar(tanh(dot(w, z) + b))
            for j in range(d1):
                e[j] = h * v[j] + R[k, j] + c[j]
            if sigmoid:
                for j in range(d1):
                    o = scalar((1 + tanh(e[j] / 2)) / 2)
                    loss += (o - X[k, j]) ** 2
                    e[j] = (o - X[k, j]) * o * (1 - o)
            else:
                for j in range(d1):
                    e[j] -= X[k, j]
                loss += dot(e, e)
            g = alpha * float(dot(e, v)) * (1 - h * h)
            b -= g
            step_w = scalar(g)
            step_v = scalar(alpha * h)
            for j in range(d1):
                w[j] = keep * w[j] - step_w * z[j]
                v[j] = keep * v[j] - step_v * e[j]
            if with_bias:
                step_c = scalar(alpha)
                for j in range(d1):
                    c[j] -= step_c * e[j]
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(b + dot(w, w) + dot(v, v) + dot(c, c)):
            return b, epoch
    return b, -1


# One node, linear output: the update on its weights, and the next row's inner products in the same pass.
@kernel()
def train_node_primal(
    X: Array,
    T: Array,
    mean: Array,
    w: Array,
    b: float,
    v: Array,
    rates: Array,
    orders: Array,
    decay: float,
    losses: Array,
) -> tuple[float, int]:
    """Train one node on rows X less `mean`, to reproduce T by h v; w and v are changed in place.

    With e = h v - t, the gradient needs only q = v.t and v.v, because e.v = h v.v - q, and the update of v is
    (1 - alpha h^2) v + alpha h t, which gives v.v by recurrence. Fills `losses` and returns the bias and the epoch as
    `train_node_any_output` does.
    """
    scalar = w.dtype.type
    n_rows = X.shape[0]
    tt = np.empty(n_rows)
    for k in range(n_rows):
        tt[k] = dot(T[k], T[k])
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        shrink = 1 - alpha * decay
        vv = float(dot(v, v))
        loss = 0.0
        p = centred_dot(w, X[order[0]], mean)
        q = dot(v, T[order[0]])
        for r in range(n_rows):
            k = order[r]
            k_next = order[min(r + 1, n_rows - 1)]
            h = tanh(p + b)
            loss += h * (h * vv - 2 * q) + tt[k]
            ah = alpha * h
            g = alpha * (h * vv - q) * (1 - h * h)
            f = shrink - ah * h
            vv = f * f * vv + ah * (2 * f * q + ah * tt[k])
            b -= g
            p = step_centred_and_dot(w, X[k], X[k_next], mean, scalar(shrink), scalar(g))
            q = step_and_dot(v, T[k], T[k_next], scalar(f), scalar(-ah))
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(vv + b + dot(w, w)):
            return b, epoch
    return b, -1


# One node, linear output, in its dual form: the weights as combinations of the node's own rows.
FOLD = 1e-3
"""A scale below this is folded into what it scales, long before it underflows."""


@kernel()
def train_node_dual(
    ZZ: Array,
    TT: Array,
    p: Array,
    q: Array,
    vv: float,
    b: float,
    rates: Array,
    orders: Array,
    decay: float,
    c: Array,
    d: Array,
    losses: Array,
) -> tuple[float, float, float, int]:
    """Train one node knowing its rows only by their inner products.

    Parameters
    ----------
    ZZ, TT : ndarrays of shape (K, K)
        Inner products of the inputs z_k = x_k - m and of the targets t_k.
    p, q : ndarrays of shape (K,)
        w.z_k and v.t_k of the starting weights; changed in place.
    vv, b : float
        v.v and the encoder's bias of the starting weights.
    rates : ndarray of shape (n_epochs,)
    orders : ndarray of shape (1 or n_epochs, K)
    decay : float
    c, d : ndarrays of shape (K,)
        Zeros; filled with the coefficients of the trained weights w = w_share w0 + c Z, v = v_share v0 + d T.
    losses : ndarray of shape (n_epochs,), float64
        Filled as by `train_node_any_output`.

    Returns
    -------
    b, w_share, v_share : float
    diverged : int
        As there.
    """
    scalar = p.dtype.type
    n_rows = p.shape[0]
    # w = w_scale (w_share w0 + c Z) and v = v_scale (v_share v0 + d T), v.t_k = v_scale q_k
    w_scale = v_scale = w_share = v_share = 1.0
    diverged = -1
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        shrink = 1 - alpha * decay
        keep_p = scalar(shrink)
        loss = 0.0
        for r in range(n_rows):
            k = order[r]
            h = tanh(p[k] + b)
            vt = v_scale * q[k]
            loss += h * (h * vv - 2 * vt) + TT[k, k]
            ah = alpha * h
            g = alpha * (h * vv - vt) * (1 - h * h)
            f = shrink - ah * h
            vv = f * f * vv + ah * (2 * f * vt + ah * TT[k, k])
            b -= g
            w_scale *= shrink
            v_scale *= f
            if abs(v_scale) < FOLD or w_scale < FOLD:
                for j in range(n_rows):
                    c[j] *= scalar(w_scale)
                    d[j] *= scalar(v_scale)
                    q[j] *= scalar(v_scale)
                w_share *= w_scale
                v_share *= v_scale
                w_scale = v_scale = 1.0
            step_p = scalar(g)
            step_q = scalar(ah / v_scale)
            c[k] -= scalar(g / w_scale)
            d[k] += step_q
            z = ZZ[k]
            for j in range(n_rows):
                p[j] = keep_p * p[j] - step_p * z[j]
            t = TT[k]
            for j in range(n_rows):
                q[j] += step_q * t[j]
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(vv + b + np.sum(p)):
            diverged = epoch
            break
    c *= scalar(w_scale)
    d *= scalar(v_scale)
    return b, w_share * w_scale, v_share * v_scale, diverged


# All nodes of an auto-encoder at once, row by row: the baseline USV.
GROUP = 4
"""Nodes whose decoders take their step in one pass; no bit depends on this."""


@kernel()
def train_epoch_autoencoder(
    X: Array, W: Array, b: Array, V: Array, c: Array, rate: float, order: Array, decay: float
) -> tuple[bool, float]:
    """Train tanh nodes and their linear output layer for one epoch; W, b, V and c change in place.

    One pass over the weights serves a row: while node i is updated, its output on the *next* row is computed too.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1)
    W, b, V, c : ndarrays of shape (d2, d1), (d2,), (d2, d1), (d1,)
    rate : float
    order : ndarray of shape (n_samples,), intp
    decay : float
        Weight decay per update.

    Returns
    -------
    finite : bool
        Whether all weights are still finite numbers.
    loss : float
        Mean over the rows of half the squared error, each before its step.
    """
    scalar = W.dtype.type
    n_rows, d2 = X.shape[0], W.shape[0]
    alpha = scalar(rate)
    keep = scalar(1 - rate * decay)
    h, step = np.empty_like(b), np.empty_like(b)
    e = c.copy()
    x = X[order[0]]
    for i in range(d2):
        h[i] = tanh(dot(W[i], x) + b[i])
        for j in range(e.shape[0]):
            e[j] += h[i] * V[i, j]
    o_next = np.empty_like(c)
    loss = 0.0
    for r in range(n_rows):
        x = X[order[r]]
        x_next = X[order[min(r + 1, n_rows - 1)]]
        for j in range(c.shape[0]):
            e[j] -= x[j]
            c[j] -= alpha * e[j]
            o_next[j] = c[j]
        loss += dot(e, e)
        first = 0
        while first < d2:
            last = first + GROUP if first + GROUP <= d2 else first + 1
            for i in range(first, last):
                step[i] = alpha * h[i]
                g = scalar(alpha * dot(e, V[i]) * (1 - h[i] * h[i]))
                b[i] -= g
                h[i] = step_and_dot(W[i], x, x_next, keep, g) + b[i]
            for i in range(first, last):
                h[i] = tanh(h[i])
            i, j, k, m = first, first + 1, first + 2, first + 3
            if last == first + 1:
                step_decoder(e, o_next, V[i], keep, step[i], h[i])
            else:
                four = step[i], h[i], step[j], h[j], step[k], h[k], step[m], h[m]
                step_four_decoders(e, o_next, V[i], V[j], V[k], V[m], keep, *four)
            first = last
        e, o_next = o_next, e
    return np.isfinite(np.sum(e) + np.sum(b) + np.sum(W) + np.sum(V)), 0.5 * loss / n_rows


# All nodes under a softmax layer at once, row by row: the baseline SV.
SMALLEST = 1e-300
"""A probability below this counts as this much in the loss."""


@kernel()
def train_epoch_supervised(
    X: Array, y: Array, W: Array, b: Array, U: Array, c: Array, rate: float, order: Array, decay: float
) -> tuple[bool, float]:
    """Train tanh nodes and their softmax output layer for one epoch; W, b, U and c change in place.

    One pass over W serves a row: while node i is updated, its inner product with the *next* row is computed too.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1)
    y : ndarray of shape (n_samples,), int
        Classes 0 .. n_classes - 1.
    W, b : ndarrays of shape (d2, d1), (d2,)
    U, c : ndarrays of shape (n_classes, d2), (n_classes,)
        The softmax layer, one row a class: the decoder transposed.
    rate, order, decay
        As for `train_epoch_autoencoder`, which returns the same, but that the loss is the cross-entropy.
    """
    scalar = W.dtype.type
    n_rows, d2 = X.shape[0], W.shape[0]
    alpha = scalar(rate)
    keep = scalar(1 - rate * decay)
    h, g, e = np.empty_like(b), np.empty_like(b), np.empty_like(c)
    loss = 0.0
    for i in range(d2):
        h[i] = tanh(dot(W[i], X[order[0]]) + b[i])
    for r in range(n_rows):
        x = X[order[r]]
        x_next = X[order[min(r + 1, n_rows - 1)]]
        for j in range(c.shape[0]):
            e[j] = dot(U[j], h) + c[j]
        softmax(e)
        loss -= log(max(float(e[y[order[r]]]), SMALLEST))
        e[y[order[r]]] -= 1  # the gradient of cross-entropy
        g[:] = 0
        for j in range(c.shape[0]):
            u = U[j]
            ej = e[j]
            step = alpha * ej
            c[j] -= step
            for i in range(d2):
                g[i] += ej * u[i]
                u[i] = keep * u[i] - step * h[i]
        for i in range(d2):
            g[i] *= alpha * (1 - h[i] * h[i])
            b[i] -= g[i]
        for i in range(d2):
            h[i] = step_and_dot(W[i], x, x_next, keep, g[i]) + b[i]
        for i in range(d2):
            h[i] = tanh(h[i])
    return np.isfinite(np.sum(h) + np.sum(c) + np.sum(b) + np.sum(W) + np.sum(U)), loss / n_rows


# The softmax output layer on fixed inputs, by mini-batch gradient descent.
@kernel()
def train_epoch_output(
    H: Array, y: Array, W: Array, b: Array, rate: float, bounds: Array, order: Array, decay: float
) -> bool:
    """Train W and b, changed in place, for an epoch of mini-batches with their mean gradient; tell if all stay finite.

    Parameters
    ----------
    H : ndarray of shape (n_samples, d)
    y : ndarray of shape (n_samples,), int
    W, b : ndarrays of shape (c, d), (c,)
    rate : float
    bounds : ndarray of shape (n_batches + 1,), intp
        Batch i is rows bounds[i] to bounds[i + 1].
    order : ndarray of shape (n_batches,), intp
        Order of the batches.
    decay : float
        Weight decay of W, not of b.
    """
    scalar = W.dtype.type
    n_classes, d = W.shape
    largest = 0
    for i in range(order.shape[0]):
        largest = max(largest, bounds[i + 1] - bounds[i])
    E = np.empty((largest, n_classes), W.dtype)
    for i in order:
        first, size = bounds[i], bounds[i + 1] - bounds[i]
        for r in range(size):
            for j in range(n_classes):
                E[r, j] = dot(W[j], H[first + r]) + b[j]
            softmax(E[r])
            E[r, y[first + r]] -= 1  # the gradient of cross-entropy
        keep = scalar(1 - rate * decay)
        for r in range(size):
            h = H[first + r]
            for j in range(n_classes):
                step = scalar(rate * E[r, j] / size)
                w = W[j]
                for k in range(d):
                    w[k] = keep * w[k] - step * h[k]
                b[j] -= step
            keep = scalar(1)
    return np.isfinite(np.sum(W) + np.sum(b))


# Backpropagation through tanh layers and a softmax layer, by mini-batch gradient descent.
@kernel()
def _layer(theta: Array, sizes: Array, layer: int) -> tuple[Array, Array]:
    """Weights (n_out, n_in) and biases (n_out,) of one layer, as views of the vector of all weights."""
    first = 0
    for i in range(layer):
        first += (sizes[i] + 1) * sizes[i + 1]
    n_in, n_out = sizes[layer], sizes[layer + 1]
    split = first + n_in * n_out
    return theta[first:split].reshape(n_out, n_in), theta[split : split + n_out]


@kernel()
def train_epoch_backprop(
    X: Array, y: Array, theta: Array, sizes: Array, rate: float, bounds: Array, order: Array, decay: float
) -> bool:
    """Train all weights `theta`, changed in place, for one epoch of mini-batches with their mean gradient.

    Parameters
    ----------
    X : ndarray of shape (n_samples, sizes[0])
    y : ndarray of shape (n_samples,), int
    theta : ndarray of shape (n_weights,)
        Of each layer, first to last, the weights (n_out, n_in) and then the biases (n_out,).
    sizes : ndarray of shape (n_layers + 1,), intp
        Units from input to output.
    rate, bounds, order, decay
        As for `train_epoch_output`, which returns the same.
    """
    scalar = theta.dtype.type
    n_layers = sizes.shape[0] - 1
    largest = 0
    for i in range(order.shape[0]):
        largest = max(largest, bounds[i + 1] - bounds[i])
    first_unit = np.zeros(n_layers + 1, np.intp)
    for layer in range(n_layers):
        first_unit[layer + 1] = first_unit[layer] + sizes[layer + 1]
    outputs = np.empty((largest, first_unit[n_layers]), theta.dtype)
    deltas = np.empty((largest, first_unit[n_layers]), theta.dtype)
    for i in order:
        first, size = bounds[i], bounds[i + 1] - bounds[i]
        for r in range(size):
            below = X[first + r]
            for layer in range(n_layers):
                W, b = _layer(theta, sizes, layer)
                out = outputs[r, first_unit[layer] : first_unit[layer + 1]]
                for j in range(out.shape[0]):
                    out[j] = dot(W[j], below) + b[j]
                if layer < n_layers - 1:
                    for j in range(out.shape[0]):
                        out[j] = tanh(out[j])
                below = out
            softmax(below)
            delta = deltas[r, first_unit[n_layers - 1] :]
            for j in range(delta.shape[0]):
                delta[j] = below[j]  # an assignment to delta[:] would compile the text of its error for a second
            delta[y[first + r]] -= 1  # the gradient of cross-entropy
            for layer in range(n_layers - 1, 0, -1):
                W, b = _layer(theta, sizes, layer)
                out = outputs[r, first_unit[layer - 1] : first_unit[layer]]
                lower = deltas[r, first_unit[layer - 1] : first_unit[layer]]
                lower[:] = 0
                for j in range(W.shape[0]):
                    w, dj = W[j], delta[j]
                    for k in range(lower.shape[0]):
                        lower[k] += dj * w[k]
                for k in range(lower.shape[0]):
                    lower[k] *= 1 - out[k] * out[k]
                delta = lower
        keep = scalar(1 - rate * decay)
        for r in range(size):
            below = X[first + r]
            for layer in range(n_layers):
                W, b = _layer(theta, sizes, layer)
                delta = deltas[r, first_unit[layer] : first_unit[layer + 1]]
                for j in range(W.shape[0]):
                    step = scalar(rate * delta[j] / size)
                    w = W[j]
                    for k in range(w.shape[0]):
                        w[k] = keep * w[k] - step * below[k]
                    b[j] -= step
                below = outputs[r, first_unit[layer] : first_unit[layer + 1]]
            keep = scalar(1)
    return np.isfinite(np.sum(theta))
