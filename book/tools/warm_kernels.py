"""Run a command, and let the Jupyter kernels that it starts be copies of one process that has done their imports.

    python book/tools/warm_kernels.py COMMAND ...

A chapter's kernel takes over two seconds of processor time to import what every chapter imports, and the book has two
dozen chapters. A copy is a process with variables of its own, as any kernel is. Where Python does not copy processes
by itself (macOS, Windows), kernels start as ever.
"""

import gc
import importlib
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
from pathlib import Path
from select import select

# All but the module that draws in notebooks: when it is imported it looks for its kernel.
MODULES = ["ipykernel.ipkernel", "ipykernel.kernelapp", "study.page", "study.claims", "matplotlib.pyplot"]
ADDRESS = "GNODE_WARM_KERNELS"  # the variable that says where to ask for a kernel
OWN_KERNEL = os.path.join(sys.prefix, "share", "jupyter")  # the environment's, never the user's


def run(command):
    """Become a command (list of str), beside a process that turns into its kernels and ends with it."""
    os.environ["JUPYTER_PATH"] = OWN_KERNEL
    if sys.platform == "linux":
        folder = Path(tempfile.mkdtemp(prefix="gnode-kernels-"))
        address = str(folder / "socket")
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            listening.bind(address)
        except OSError:  # the path is too long for a socket: kernels start as ever
            shutil.rmtree(folder)
            os.execvp(command[0], command)
        listening.listen(64)
        (folder / "kernels" / "python3").mkdir(parents=True)
        asking = [sys.executable, "-S", "-E", str(Path(__file__).resolve()), "-f", "{connection_file}"]
        spec = {"argv": asking, "display_name": "Python 3 (ipykernel)", "language": "python"}
        (folder / "kernels" / "python3" / "kernel.json").write_text(json.dumps(spec))
        command_ended, held = os.pipe()
        if os.fork() == 0:
            os.close(held)
            first = os.getpid()
            try:
                asked = copied(listening, command_ended)
            finally:
                if os.getpid() == first:
                    shutil.rmtree(folder)
            if asked:
                become_kernel(asked, command_ended)
            return
        os.set_inheritable(held, True)
        os.environ.update({"JUPYTER_PATH": os.pathsep.join([str(folder), OWN_KERNEL]), ADDRESS: address})
    os.execvp(command[0], command)


def copied(listening, command_ended):
    """Import, and copy this process for each kernel that is asked for: gives a copy its connection, the first None."""
    del sys.path[0]  # the folder of this file
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # as in every kernel
    for module in MODULES:
        importlib.import_module(module)
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while listening in select([listening, command_ended], [], [])[0]:
        asked = listening.accept()[0]
        if os.fork() == 0:
            listening.close()
            return asked
        asked.close()
    return None


def become_kernel(asked, command_ended):
    """Run the kernel that another process asks for, with its arguments, variables, folder and outputs."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    message, outputs, _, _ = socket.recv_fds(asked, 1 << 20, 3)
    for number, output in enumerate(outputs):
        os.dup2(output, number)
        os.close(output)
    sys.argv, variables, folder = json.loads(message)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    asked.send(str(os.getpid()).encode())

    def end_with_the_others():
        select([asked, command_ended], [], [])
        os._exit(1)

    threading.Thread(target=end_with_the_others, daemon=True).start()
    sys.modules["ipykernel.kernelapp"].launch_new_instance()


def ask():
    """Ask for a kernel, pass interrupts on to it, and end with it; where there is none to be had, become one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asking:
        try:
            asking.connect(os.environ[ADDRESS])
            socket.send_fds(asking, [json.dumps([sys.argv, dict(os.environ), os.getcwd()]).encode()], [0, 1, 2])
            kernel = int(asking.recv(20))
        except (OSError, ValueError):
            os.execv(sys.executable, [sys.executable, "-m", "ipykernel_launcher", *sys.argv[1:]])
        signal.signal(signal.SIGINT, lambda *_: os.kill(kernel, signal.SIGINT))
        asking.recv(1)


if __name__ == "__main__":
    ask() if sys.argv[1] == "-f" else run(sys.argv[1:])
