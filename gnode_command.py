"""The program `gnode`. It lies beside the package so that it can be interrupted while the package is imported."""

import os
import signal
import sys
import threading

__all__ = ["main"]


def main():
    """Run the command line of `gnode`."""
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    try:
        import gnode.study  # noqa: F401  it refuses to be imported without its packages
    except ModuleNotFoundError as error:
        sys.exit(f"gnode: {error}")
    from gnode.cli import main

    signal.signal(signal.SIGINT, interrupt)
    threading.excepthook = _tell_of_thread
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a Greek letter must not end a report where there is none
    main()


def _leave(*_):
    os.write(2, b"Interrupted.\n")
    os._exit(130)


def _tell_of_thread(failed, tell=threading.excepthook):
    """Tell what ended a thread, but not that an interrupt took away what joblib's was about to hand out."""
    if failed.exc_type is not KeyError or failed.thread is None or failed.thread.name != "ExecutorManagerThread":
        tell(failed)
