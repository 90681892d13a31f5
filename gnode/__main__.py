"""The program `gnode`, as `python -m gnode` too. It is the study's: `gnode` itself is the algorithm alone."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the study that lies beside this package; without one say where it is."""
    if not (Path(__file__).parents[1] / "study" / "cli.py").is_file():
        sys.exit(
            "gnode run, status, verify, report and data belong to the study, which is not installed with the library: "
            "clone the repository and run `make setup` there."
        )
    try:
        study = import_module("study.cli")
    except ModuleNotFoundError as error:
        sys.exit(f"gnode: {error}")
    study.main()


if __name__ == "__main__":
    main()
