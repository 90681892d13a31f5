"""A release: what is in it, that its bytes are always the same, that its manifest and its description are right."""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from urllib.parse import unquote

import archive
import pytest

from study import datasets

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="releases are made where there is make")

FILES = {
    ".gitignore": "_build/\n",
    "results/runs/network/usps.jsonl": "{}\n",
    "results/verdicts.json": "{}\n",
    "_build/html/index.html": "<p>site</p>\n",
    "_build/html/_static/a b.css": "p {}\n",
    "_build/other.txt": "not of the site\n",
}


@pytest.fixture
def repository(root, tmp_path):
    """A small repository with a built site."""
    folder = tmp_path / "repository"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    shutil.copy(root / "CITATION.cff", folder)
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o700)
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", folder, *identity, *command], check=True)
    return folder


def test_a_release_holds_what_is_committed_its_checksums_and_always_the_same_bytes(repository, tmp_path):
    target = archive.pack(repository)
    first = target.read_bytes()
    with tarfile.open(target) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
        entries = {entry.name.split("/", 1)[1]: entry for entry in packed.getmembers()}
    time = int(archive.git(repository, "log", "-1", "--format=%ct"))
    assert {(of.uid, of.gid, of.uname, of.gname, of.mtime) for of in entries.values()} == {(0, 0, "", "", time)}
    assert entries.pop("run").mode == 0o755 and {of.mode for of in entries.values()} == {0o644}
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    files = {path.relative_to(unpacked).as_posix(): path for path in unpacked.rglob("*") if path.is_file()}
    made = {"CITATION.cff", "run", archive.MANIFEST, "ro-crate-metadata.json"}
    assert files.keys() == FILES.keys() - {"_build/other.txt"} | made
    lines = files.pop(archive.MANIFEST).read_text(encoding="utf-8").splitlines()
    told = {name: checksum for checksum, name in (line.split("  ", 1) for line in lines)}
    assert told == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", repository, clone], check=True)
    shutil.copytree(repository / archive.SITE, clone / archive.SITE)
    assert archive.pack(clone).read_bytes() == first


def test_the_description_has_root_paper_and_every_result(root):
    """Of the committed results, by the rules of RO-Crate 1.1."""
    files = {path: content for path, content in archive.files_of(root).items() if path.startswith("results/")}
    del files["results/.gitignore"]
    about = archive.yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    content = archive.describe(files, about, 0)
    described = {unquote(entity["@id"]): entity for entity in json.loads(content)["@graph"]}
    assert described["ro-crate-metadata.json"]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    top = described["./"]
    assert top["datePublished"] == "1970-01-01T00:00:00+00:00" and about["version"] in top["name"]
    assert top["citation"] == {"@id": about["preferred-citation"]["url"]}
    assert files and {unquote(part["@id"]) for part in top["hasPart"]} >= files.keys()
    for name, held in files.items():
        assert described[name]["sha256"] == hashlib.sha256(held).hexdigest()
        assert described[name]["contentSize"] == str(len(held))


def test_no_file_of_a_data_set_is_committed(root):
    """Most may not be passed on. MNIST at 16 x 16, which comes with the study, has no file of that kind."""
    known = [file for name in datasets.names() for form in datasets.get_record(name).forms for file in form.files]
    names, checksums = {file.name for file in known}, {file.sha256 for file in known}
    assert len(names) > 10
    for path in archive.git(root, "ls-files", "-z").split("\0")[:-1]:
        name = path.rsplit("/", 1)[-1].removesuffix(".gz").removesuffix(".Z")
        assert name not in names, path
        assert hashlib.sha256((root / path).read_bytes()).hexdigest() not in checksums, path
