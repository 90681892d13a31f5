"""Numbers of a notebook for its text: none is typed."""

import numbers

__all__ = ["keep"]


def keep(**values):
    """Keep values of a notebook for its text, where ``{glue:text}`` shows them by name.

    Parameters
    ----------
    **values : str or number
        Numbers that are not whole are rounded to six significant digits, so that the last bits, which differ from
        machine to machine, do not change the committed notebook.

    Raises
    ------
    TypeError
        If a value is neither a string nor a real number.
    """
    from myst_nb import glue  # part of the book's dependencies, not of the library's

    for name, value in values.items():
        if isinstance(value, numbers.Integral):
            value = int(value)
        elif isinstance(value, numbers.Real):
            value = float(f"{value:.6g}")
        elif not isinstance(value, str):
            raise TypeError(f"{name} is a {type(value).__name__}: only strings and numbers are kept for the text.")
        glue(name, value, display=False)
