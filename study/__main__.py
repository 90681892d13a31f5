"""The program `gnode` in a checkout: what ends it is told in one line."""

import signal
import sys
import threading


def main():
    """Run the command line."""
    from study.cli import main

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    threading.excepthook = _tell_of_thread
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a Greek letter must not end a report where there is none
    main()


_came: list[int] = []  # interrupts


def _interrupt(number, frame):
    _came.append(number)
    signal.default_int_handler(number, frame)


def _tell_of_thread(failed, tell=threading.excepthook):
    """Tell what ended a thread, but not that an interrupt took away what joblib's was about to hand out."""
    of_joblib = failed.thread is not None and failed.thread.name == "ExecutorManagerThread"
    if not (_came and of_joblib and failed.exc_type is KeyError):
        tell(failed)


if __name__ == "__main__":
    main()
