"""The reproduction: the paper's experiments as data, their runs, and what they say about its claims.

Its packages are the extra `study`; they are asked for here, once, before one of its modules fails for want of them.
"""

from importlib.util import find_spec

PACKAGES = ("click", "filelock", "matplotlib", "pandas", "pooch", "requests")

_missing = [name for name in PACKAGES if find_spec(name) is None]
if _missing:
    raise ModuleNotFoundError(
        f"the study needs {', '.join(_missing)}, not installed here: pip install 'gnode[study]'", name=_missing[0]
    )
