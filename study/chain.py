"""Numbers with their history: which field of which stored runs, or of which file, and what is computed of them.

A formula is a number, a leaf (dict), or a list: the name of one of `FUNCTIONS` and the formulas that go into it. A leaf
is an aggregate of a column of runs, a field of a file of results or, for what a page computes itself, words.
"""

import operator
from collections.abc import Callable
from functools import partial

import numpy as np

from .store import read_json, results_folder

READINGS = "gnode run readings"
"""What computes the runs whose frame does not name its command."""

AGGREGATES: dict[str, Callable] = {
    **{"mean": np.mean, "median": np.median, "number": len, "largest": np.max},
    "standard deviation (n - 1)": partial(np.std, ddof=1),
}


def _best(choose, *places_and_values):
    return choose(zip(places_and_values[::2], places_and_values[1::2]), key=operator.itemgetter(1))[0]


FUNCTIONS: dict[str, Callable] = {
    **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "size": abs},
    **{"least": lambda *values: min(values), "most": lambda *values: max(values)},
    **{"highest": partial(_best, max), "lowest": partial(_best, min)},
    "median": lambda *values: np.median(values),
    "at most": lambda limit, *values: sum(value <= limit for value in values),
}
WORDS = {"least": "smallest", "most": "largest", "median": "median"}


class Number(float):
    """A float that knows what it was made of; what is computed of it by + - * / and abs knows it, too."""

    formula: list | dict
    value: float | int

    def __new__(cls, value, formula):
        """Tie a value to its formula."""
        number = super().__new__(cls, value)
        number.formula, number.value = formula, _plain(value)
        return number

    def __abs__(self):
        """Give its size."""
        return made("size", self)


def _plain(value):
    return value.item() if isinstance(value, np.generic) else value


def made(function, *parts):
    """Compute one of `FUNCTIONS` of numbers, with or without history (Number)."""
    values, formulas = ([getattr(of, name, float(of)) for of in parts] for name in ("value", "formula"))
    return Number(FUNCTIONS[function](*values), [function, *formulas])


for _name, _sign in {"add": "+", "sub": "-", "mul": "*", "truediv": "/"}.items():
    setattr(Number, f"__{_name}__", lambda one, other, sign=_sign: made(sign, one, other))
    setattr(Number, f"__r{_name}__", lambda one, other, sign=_sign: made(sign, other, one))

least, most, middle = (partial(made, function) for function in ("least", "most", "median"))


def place_of(end, values):
    """Find the place of the "highest" or "lowest" of numbers (Number), which are given by their places."""
    return made(end, *(part for pair in values.items() for part in pair))


def how_many(limit, values):
    """Count the numbers that are not above a limit (Number)."""
    return made("at most", limit, *values)


def over(aggregate, frame, column):
    """Compute one of `AGGREGATES` of a column of a frame of runs, of those that have it (Number)."""
    values = entered(frame, column)
    commands = dict.fromkeys(frame["command"]) if "command" in frame else [READINGS]
    leaf = {"of": aggregate, "column": column, "command": " && ".join(commands), "keys": list(values.index)}
    return Number(AGGREGATES[aggregate](values.to_numpy()), leaf)


def entered(frame, column):
    """Give the values of a column by the keys of the runs; a list of nodes gives its median (pandas.Series)."""
    frame = frame.set_index("key")
    if column in frame:
        return frame[column].dropna().astype(float)
    return frame["nodes"].map(lambda nodes: float(np.median(nodes[column])))


mean, median, count, largest, sd = (partial(over, aggregate) for aggregate in AGGREGATES)


def cells(aggregate, frame, by, column):
    """Compute an aggregate of each group of runs that has values (dict of group to Number)."""
    return {group: over(aggregate, of, column) for group, of in frame.groupby(by) if len(entered(of, column))}


def stored(file, *place, aggregate=None):
    """Read a number in a file of results, or an aggregate of a list there, by the names that lead to it (Number)."""
    leaf = {"file": file, "place": place} | ({"of": aggregate} if aggregate else {})
    return Number(_read(leaf), leaf)


def _read(leaf):
    how = f"It is a part of what is committed: `git checkout -- results/{leaf['file']}`."
    found = read_json(results_folder() / leaf["file"], how)
    for step in leaf["place"]:
        found = found[step]
    return AGGREGATES[leaf["of"]](found) if "of" in leaf else found


def told(value, words, *parts):
    """Tie a value that a page computes itself to words that say how, and to the numbers that it is made of (Number)."""
    plain = _plain(value)  # the last bits of a float differ from machine to machine
    rounded = float(f"{plain:.12g}") if isinstance(plain, float) else plain
    return Number(value, {"words": words, "value": rounded, "parts": [of.formula for of in parts]})


def leaves_of(formula):
    """List the leaves of a formula, each behind those that it is made of."""
    if isinstance(formula, dict):
        return [*(leaf for part in formula.get("parts", ()) for leaf in leaves_of(part)), formula]
    return [leaf for part in formula[1:] for leaf in leaves_of(part)] if isinstance(formula, list) else []


def value_of(formula, frames):
    """Compute what a formula gives by today's runs, a frame for each group by `name_of`; words keep their value."""
    if isinstance(formula, list):
        return FUNCTIONS[formula[0]](*(value_of(part, frames) for part in formula[1:]))
    if not isinstance(formula, dict):
        return formula
    if "keys" in formula:
        return AGGREGATES[formula["of"]](entered(frames[name_of(formula)], formula["column"]).to_numpy())
    return _read(formula) if "file" in formula else formula["value"]


def in_words(formula, names, inner=False):
    """Write a formula (str); `names` calls each leaf of runs R1, R2 and so on, by column and keys."""
    if isinstance(formula, dict):
        if "keys" in formula:
            return f"{formula['of']} of {names[name_of(formula)]}"
        if "file" in formula:
            place = f"[results/{formula['file']}: {' / '.join(map(str, formula['place']))}]"
            return f"{formula['of']} of {place}" if "of" in formula else place
        return formula["words"] + "".join(f"; of {part}" for part in _listed(formula["parts"], names))
    if not isinstance(formula, list):
        return f"{formula:.15g}"
    function, *parts = formula
    if function in ("highest", "lowest"):
        places = ", ".join(f"{place:g}" for place in parts[::2])
        return f"of {places} the one with the {function} of these, in turn: {', '.join(_listed(parts[1::2], names))}"
    if function == "at most":
        return f"how many of these are at most {parts[0]:g}: {', '.join(_listed(parts[1:], names))}"
    if function in WORDS:
        return f"{WORDS[function]} of ({', '.join(_listed(parts, names))})"
    if function == "size":
        return f"|{in_words(parts[0], names)}|"
    text = f" {function} ".join(in_words(part, names, inner=True) for part in parts)
    return f"({text})" if inner else text


def _listed(parts, names):
    """Write parts; those that are the same aggregate of one group of runs after the other in one."""
    written = [in_words(part, names) for part in parts]
    heads, groups = zip(*(text.rpartition(" of R")[::2] for text in written)) if written else ((), ())
    if len(set(heads)) == 1 < len(groups) and heads[0] in AGGREGATES:
        first, last = int(groups[0]), int(groups[-1])
        if list(map(int, groups)) == list(range(first, last + 1)):
            return [f"the {heads[0]} of each of R{first} to R{last}"]
    return written


def name_of(leaf):
    """Give what tells a group of runs from another: its column and its keys."""
    return leaf["column"], *leaf["keys"]
