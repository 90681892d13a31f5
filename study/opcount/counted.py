"""Arithmetic that counts itself while it runs, by the rules of `study.opcount`."""

from typing import Any

import numpy as np

__all__ = ["Counted", "Tally"]


class Tally:
    """A list of the operations done on the arrays that it counts.

    Attributes
    ----------
    log : list of (str, int)
        NumPy's name of each operation and what it counted, in the order in which they ran.

    Examples
    --------
    >>> tally = Tally()
    >>> x = tally.array([1.0, 2.0, 3.0])
    >>> float(1 - x @ x)
    -13.0
    >>> tally.log
    [('matmul', 3), ('subtract', 1)]
    """

    def __init__(self):
        self.log: list[tuple[str, int]] = []

    @property
    def total(self):
        """Number of operations so far."""
        return sum(cost for _, cost in self.log)

    def array(self, values):
        """Return a copy of `values` in float64 whose arithmetic, and that of all that is made from it, is counted."""
        counted = np.array(values, dtype=float).view(Counted)
        counted.tally = self
        return counted


_NO_ARITHMETIC = (np.argsort, np.array_split, np.copyto, np.empty_like, np.ones_like, np.swapaxes, np.zeros_like)
_BY_UFUNCS = (np.max, np.mean, np.sum)


class Counted(np.ndarray):
    """An array that enters what is done with it in a `Tally`; made by `Tally.array`.

    Raises
    ------
    TypeError
        By a NumPy function whose arithmetic cannot be counted.
    """

    tally: Tally
    products = 0  # how many products in each entry still wait for the sum that they are counted with
    off = False  # whether a setting of zero has switched this term off

    def __array_finalize__(self, obj):
        if isinstance(obj, Counted):
            self.tally = obj.tally

    def __array_function__(self, func, types, args, kwargs):
        if func not in _NO_ARITHMETIC + _BY_UFUNCS:
            raise TypeError(f"np.{func.__name__} does arithmetic that is not counted: use ufuncs or @ instead.")
        return super().__array_function__(func, types, args, kwargs)

    def dot(self, *args, **kwargs):
        """Refuse what would not be counted."""
        raise TypeError("dot is not counted: use @ instead.")

    def __getitem__(self, key):
        self.products = 0
        return self._counted(super().__getitem__(key))

    def _counted(self, result):
        result = np.asarray(result).view(Counted)
        result.tally = self.tally
        return result

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **kwargs):
        if method not in ("__call__", "reduce"):
            raise TypeError(f"np.{ufunc.__name__}.{method} is not counted.")
        if out:
            kwargs["out"] = tuple(np.asarray(a) for a in out)
        value = getattr(ufunc, method)(*(np.asarray(a) if isinstance(a, Counted) else a for a in inputs), **kwargs)
        result: Any = out[0] if out else np.asarray(value).view(Counted)
        result.tally = tally = next(a.tally for a in (*inputs, *out) if isinstance(a, Counted))
        cost, result.products, result.off = _price(ufunc, method, inputs, result)
        for a in inputs:
            if isinstance(a, Counted) and a is not result:
                a.products = 0
        tally.log.append((ufunc.__name__, cost))
        return result


def _price(ufunc, method, inputs, result):
    """Give what an operation counts, how many products its result has to hand on, and whether it is switched off."""
    size = result.size
    counted = [a for a in inputs if isinstance(a, Counted)]
    settings = [a for a in inputs if not isinstance(a, Counted)]
    if method == "reduce":
        return 0 if ufunc is np.add and counted[0].products else counted[0].size, 0, False
    if ufunc is np.matmul:
        if any(not np.any(a) for a in settings):
            return 0, 0, True
        return size * inputs[0].shape[-1], 0, False
    if ufunc in (np.add, np.subtract):
        terms = [a for a in counted if not a.off]
        if len(terms) + sum(bool(np.any(a)) for a in settings) < 2:  # the other one is switched off
            return 0, sum(a.products for a in terms), not terms
        products = sum(a.products for a in terms if a.size == size)
        return (0, products - 1, False) if products else (size, 0, False)
    if ufunc is np.multiply and settings and np.ndim(settings[0]) == 0:
        products = counted[0].products
        if settings[0] == 0:
            return 0, 0, True
        if settings[0] == 1 or products:
            return 0, products, counted[0].off
    return size, int(ufunc in (np.multiply, np.square)), False
