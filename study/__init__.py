"""The reproduction: the paper's experiments as data, their runs, and what they say about its claims.

Its packages are the extra `study`; they are asked for here, once, before one of its modules fails for want of them.
"""

import os
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

# A number as it stands in a text.
SIGNED = r"[-−+]?\d[\d,]*(?:\.\d+)?%?"
GIVEN = "application/x.gnode-given"  # the type of an output that no viewer shows: what a cell gives its page


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


def write_whole(path, content):
    """Write bytes to a file so that nobody ever reads half of it: to one beside it, which is then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".unfinished-{path.name}")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:  # a full disk gives no name
        raise OSError(f"{path} cannot be written: {error.strerror}. What it held is left as it was.") from error
    finally:
        unfinished.unlink(missing_ok=True)
