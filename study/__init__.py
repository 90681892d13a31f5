"""The reproduction: the paper's experiments as data, their runs, and what they say about its claims.

Its packages are the extra `study`; they are asked for here, once, before one of its modules fails for want of them.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

PACKAGES = ("click", "filelock", "matplotlib", "pandas", "pooch", "requests")

_missing = [name for name in PACKAGES if find_spec(name) is None]
if _missing:
    raise ModuleNotFoundError(
        f"the study needs {', '.join(_missing)}, not installed here: pip install -e '.[study]' in a clone",
        name=_missing[0],
    )


def defined_in(package, path, kind):
    """List what of a kind the modules of a package define."""
    found: dict[int, object] = {}
    for name in sorted(module.name for module in iter_modules(path)):
        for value in vars(import_module(f"{package}.{name}")).values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, kind):
                    found[id(one)] = one
    return list(found.values())


def by_name(objects, name="name"):
    """Make a dict of objects by their names."""
    found: dict[str, object] = {}
    for one in objects:
        if found.setdefault(getattr(one, name), one) is not one:
            raise ValueError(f"two of {type(one).__name__} have the {name} {getattr(one, name)!r}.")
    return found
