"""The command `gnode` (or ``python -m gnode``); without the packages that it needs it says what to install."""

import sys


def main():
    """Run the command."""
    try:
        import gnode.study  # noqa: F401  it refuses to be imported without its packages
    except ModuleNotFoundError as error:
        sys.exit(f"gnode: {error}")
    from gnode.cli import main as command

    command()


if __name__ == "__main__":
    main()
