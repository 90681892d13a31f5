"""When was the public program written? Read it from the program's own files, and keep it for the book.

``python book/tools/documents.py CLONE`` with a clone of github.com/CallMeK/Node-By-Node-Greedy-Deep-Learning.
"""

import json
import re
import struct
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "results/documents.json"
REPOSITORY = "github.com/CallMeK/Node-By-Node-Greedy-Deep-Learning"
MAGIC = bytes.fromhex("03f30d0a")  # of Python 2.7: the next four bytes are the time of the source


def compiled(content):
    """Read when the source of a compiled file was changed last, and the folder that it stood in (str, str)."""
    if content[:4] != MAGIC:
        raise ValueError("this was not compiled by Python 2.7.")
    (seconds,) = struct.unpack("<I", content[4:8])
    (folder,) = {name.decode() for name in re.findall(rb"/([\w ]+)/\w+\.py", content)}
    return datetime.fromtimestamp(seconds, UTC).date().isoformat(), folder


def documents(clone):
    """Gather commit, date of the ReadMe and the compiled files of a clone (dict)."""

    def git(*arguments):
        return subprocess.run(["git", "-C", clone, *arguments], check=True, capture_output=True).stdout

    commit, committed = git("log", "-1", "--format=%H %as").decode().split()
    month, day, year = map(int, re.search(rb"(\d+)\.(\d+)\.(20\d\d)", git("show", "HEAD:ReadMe.txt")).groups())
    files = []
    for line in git("ls-tree", "HEAD").decode().splitlines():
        _, kind, blob, name = line.split(maxsplit=3)
        if kind == "blob" and name.endswith(".pyc"):
            changed, folder = compiled(git("cat-file", "blob", blob))
            files.append({"name": name.removesuffix("c"), "blob": blob, "changed": changed, "folder": folder})
    when = {"commit": commit, "committed": committed, "readme": date(year, month, day).isoformat()}
    return {"repository": REPOSITORY} | when | {"files": files}


if __name__ == "__main__":
    PATH.write_text(json.dumps(documents(sys.argv[1]), indent=1) + "\n")
