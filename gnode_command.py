"""The program `gnode`. It lies beside the package so that it can be interrupted while the package is imported."""

import os
import signal

__all__ = ["main"]


def main():
    """Run the command line of `gnode`."""
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from gnode.cli import main

    signal.signal(signal.SIGINT, interrupt)
    main()


def _leave(*_):
    os.write(2, b"Interrupted.\n")
    os._exit(130)
