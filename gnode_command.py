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
        import study  # noqa: F401  it refuses to be imported without its packages
    except ModuleNotFoundError as error:
        sys.exit(f"gnode: {error}")
    from gnode.cli import main

    signal.signal(signal.SIGINT, _interrupt if interrupt is signal.default_int_handler else interrupt)
    threading.excepthook = _tell_of_thread
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a Greek letter must not end a report where there is none
    main()


def _leave(*_):
    os.write(2, b"Interrupted.\n")
    os._exit(130)


_came: list[int] = []  # interrupts


def _interrupt(number, frame):
    _came.append(number)
    signal.default_int_handler(number, frame)


def _tell_of_thread(failed, tell=threading.excepthook):
    """Tell what ended a thread, but not that an interrupt took away what joblib's was about to hand out."""
    of_joblib = failed.thread is not None and failed.thread.name == "ExecutorManagerThread"
    if not (_came and of_joblib and failed.exc_type is KeyError):
        tell(failed)
