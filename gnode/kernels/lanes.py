"""Passes over vectors, with sums whose order is fixed: the same bits on every processor.

A compiler may sum an inner product faster by splitting it over vector registers, but then the width of the registers
decides which terms are added first. Here the split is part of the program: term j goes to lane j mod 32, the lanes are
added by a fixed tree, and what is left over goes through 8 lanes and then one by one. LLVM maps the lanes to whatever
registers there are; each lane's additions are IEEE operations that it may neither reorder nor fuse.
"""

from llvmlite import ir
from numba.core import cgutils, errors, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

__all__ = [
    "centred_dot",
    "dot",
    "splat",
    "step_and_dot",
    "step_centred_and_dot",
    "step_decoder",
    "step_four_decoders",
]

WIDTHS = (32, 8, 1)


def _sum_of_lanes(builder, vector):
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


def splat(builder, scalar, width):
    """Return a vector with `scalar` in each lane; the scalar itself for width 1."""
    if width == 1:
        return scalar
    vector = ir.VectorType(scalar.type, width)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.IntType(32)(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width))


def _lanewise(n_arrays, n_scalars, term):
    """Make the code of a function of arrays, all of the length of the first, and scalars that may return a sum.

    ``term(builder, vectors, scalars)`` gives what a group of lanes adds to the sum, None if there is no sum, and a dict
    of what is to be stored: number of the array -> vector.
    """

    def typed(arguments):
        for array in arguments[:n_arrays]:
            if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C":
                raise errors.TypingError(f"one-dimensional contiguous arrays are needed, not {array}")
            if array.dtype != arguments[0].dtype:
                raise errors.TypingError(f"arrays of one type are needed, not {arguments[0].dtype} and {array.dtype}")
        dtype = arguments[0].dtype
        return dtype(*arguments[:n_arrays], *[dtype] * n_scalars)

    def code(context, builder, signature, values):
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


def _product(builder, vectors, _):
    a, b = vectors
    return builder.fmul(a, b), {}


def _centred_product(builder, vectors, _):
    w, x, mean = vectors
    return builder.fmul(w, builder.fsub(x, mean)), {}


def _step(builder, vectors, scalars):
    w, x, x_next = vectors
    keep, step = scalars
    w = builder.fsub(builder.fmul(keep, w), builder.fmul(step, x))
    return builder.fmul(w, x_next), {0: w}


def _centred_step(builder, vectors, scalars):
    w, x, x_next, mean = vectors
    keep, step = scalars
    w = builder.fsub(builder.fmul(keep, w), builder.fmul(step, builder.fsub(x, mean)))
    return builder.fmul(w, builder.fsub(x_next, mean)), {0: w}


def _decoder_steps(builder, vectors, scalars):
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
def dot(typing, a, b):
    """Inner product of two vectors."""
    typed, code = _dot
    return typed((a, b)), code


@intrinsic
def centred_dot(typing, w, x, mean):
    """Inner product of w and x less `mean`."""
    typed, code = _centred_dot
    return typed((w, x, mean)), code


@intrinsic
def step_and_dot(typing, w, x, x_next, keep, step):
    """Update w to keep w - step x, in place, and return its inner product with x_next, in one pass."""
    typed, code = _step_and_dot
    return typed((w, x, x_next)), code


@intrinsic
def step_centred_and_dot(typing, w, x, x_next, mean, keep, step):
    """Do the same as `step_and_dot` with x and x_next less `mean`."""
    typed, code = _step_centred_and_dot
    return typed((w, x, x_next, mean)), code


@intrinsic
def step_decoder(typing, e, o, v, keep, step, h):
    """Update a node's decoder v to keep v - step e and add its output on the next row, h v, to o, both in place."""
    typed, code = _step_decoder
    return typed((e, o, v)), code


@intrinsic
def step_four_decoders(typing, e, o, v0, v1, v2, v3, keep, step0, h0, step1, h1, step2, h2, step3, h3):
    """Do the same as `step_decoder` with four nodes, one after the other, in one pass over e and o."""
    typed, code = _step_four_decoders
    return typed((e, o, v0, v1, v2, v3)), code
