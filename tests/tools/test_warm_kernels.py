"""Kernels that are copies of one process: they are kernels like any other, and they end with the command."""

import json
import os
import subprocess
import sys
import time

import pytest
import warm_kernels

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kernels are copies on Linux alone")

# A command that starts kernels and prints what they answer, as JSON.
COMMAND = """
import json, os, sys, time
from pathlib import Path
from jupyter_client.manager import start_new_kernel

first_place = os.environ["JUPYTER_PATH"].split(os.pathsep)[0]

def answer(client, code):
    client.execute(f"answer = {code}")
    told = client.execute_interactive("", user_expressions={"answer": "repr(answer)"}, timeout=60)["content"]
    return eval(eval(told["user_expressions"]["answer"]["data"]["text/plain"]))

def kernel(**given):
    return start_new_kernel(startup_timeout=60, kernel_name="python3", **given)
"""


@pytest.fixture
def told(monkeypatch):
    """Return a function that runs such a command and reads what it prints; nothing of gnode is imported."""
    monkeypatch.delenv(warm_kernels.ADDRESS, raising=False)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(warm_kernels.__file__))
    starts = (
        "import sys, warm_kernels; warm_kernels.MODULES = {}; sys.path.insert(0, ''); warm_kernels.run(sys.argv[1:])"
    )

    def told(code, modules=("ipykernel.ipkernel", "ipykernel.kernelapp", "colorsys"), status=0):
        command = [sys.executable, "-c", starts.format(list(modules)), sys.executable, "-c", COMMAND + code]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == status, ran.stderr
        return json.loads(ran.stdout.splitlines()[-1])

    return told


def test_a_copy_is_a_kernel_of_its_own(told, tmp_path):
    one, other, folder = told(f"""
(first, one), (second, other) = kernel(cwd={str(tmp_path)!r}, env=os.environ | {{"OF": "one"}}), kernel()
ask = "[os.getpid(), os.getppid(), os.getcwd(), os.environ.get('OF'), 'colorsys' in sys.modules, sys.path[0], mine]"
answers = []
for client, mine in ((one, 1), (other, 2)):
    client.execute(f"import os, sys; mine = {{mine}}")
    answers.append(answer(client, ask))
first.shutdown_kernel(), second.shutdown_kernel()
print(json.dumps([*answers, first_place]))
""")
    assert one[2:4] == [str(tmp_path), "one"] and other[3] is None
    assert one[0] != other[0] and one[1] == other[1]
    assert one[4:] == [True, "", 1] and other[4:] == [True, "", 2]
    wait_until(lambda: not os.path.exists(folder))


def test_it_is_interrupted_and_killed_as_any_other(told):
    name, code, alive = told("""
manager, client = kernel()
pid = answer(client, "__import__('os').getpid()")
client.execute("import time; print(); time.sleep(60)")
while client.get_iopub_msg(timeout=20)["msg_type"] != "stream":
    pass
manager.interrupt_kernel()
name = client.get_shell_msg(timeout=20)["content"]["ename"]
time.sleep(0.5)  # what is asked just after an error is not answered
code = answer(client, "41 + 1")
manager.shutdown_kernel(now=True)
end = time.monotonic() + 20
while Path(f"/proc/{pid}").exists() and time.monotonic() < end:
    time.sleep(0.05)
print(json.dumps([name, code, Path(f"/proc/{pid}").exists()]))
""")
    assert (name, code, alive) == ("KeyboardInterrupt", 42, False)


def test_no_kernel_outlives_its_command(told):
    pid = told("""
manager, client = kernel()
print(json.dumps(answer(client, "__import__('os').getpid()")), flush=True)
os._exit(0)
""")
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"))


def test_where_the_imports_fail_kernels_start_as_ever(told):
    code = """
manager, client = kernel()
print(json.dumps([answer(client, "41 + 1"), first_place]))
manager.shutdown_kernel()
"""
    answer, folder = told(code, modules=["no_such_module"])
    assert answer == 42 and not os.path.exists(folder)


def test_where_no_socket_can_be_kernels_start_as_ever(told, monkeypatch, tmp_path):
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    assert told("print(json.dumps(os.environ['JUPYTER_PATH']))") == warm_kernels.OWN_KERNEL
    assert not list(folder.iterdir())


def test_the_exit_status_is_the_commands(told):
    folder = told("print(json.dumps(first_place)); sys.exit(7)", status=7)
    wait_until(lambda: not os.path.exists(folder))


def wait_until(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
