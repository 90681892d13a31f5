"""Kernels that start at once: each is a fork of one process, which has imported what they need and read the runs."""

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import SimpleNamespace

import numpy as np


def launcher():
    """Start that process; return what takes the place of `jupyter_client.launcher.launch_kernel`."""
    command, pipes = [sys.executable, "-P", __file__], dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    forking, lock = subprocess.Popen(command, **pipes, text=True, start_new_session=True), Lock()

    def launch(cmd, *, cwd, env, **_):
        with lock:
            print(json.dumps([cmd[cmd.index("-f") :], cwd, env]), file=forking.stdin, flush=True)
            pid = int(forking.stdout.readline())
        ended = {"poll": lambda: None if Path(f"/proc/{pid}").exists() else 0, "send_signal": lambda signum: None}
        return SimpleNamespace(pid=pid, **ended, wait=ended["poll"], stdin=None, stdout=None, stderr=None)

    return launch


if __name__ == "__main__":  # each line of the input asks for a kernel; the answer is its number
    libraries = ("scipy.stats", "sklearn.neural_network", "study.figures", "study.claims")
    libraries += ("gnode", "study.store", "ipykernel.kernelapp")
    *_, gnode, store, kernelapp = map(importlib.import_module, libraries)
    gnode.GreedyByNode(4, max_epochs=2, random_state=0).fit(np.eye(16))  # loads the compiled loops
    with suppress(store.NoResult):  # the notebook that reads it will say so
        store.find_keys([""], store.results_folder())
    gc.set_threshold(100_000, 20, 50)
    gc.freeze()  # what is there stays: a kernel need not look through it again and again
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for what has ended
    for line in sys.stdin:
        if pid := os.fork():
            os.setpgid(pid, pid)  # signals go to a kernel's group: it has one before anybody hears of it
            print(pid, flush=True)
        else:
            argv, folder, environment = json.loads(line)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            os.chdir(folder)
            os.environ.update(environment)
            sys.exit(kernelapp.launch_new_instance([*argv, f"--IPKernelApp.parent_handle={os.getppid()}"]))
