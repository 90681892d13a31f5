"""A release as one file: what is committed, the built site, checksums, and a description as an RO-Crate.

``make archive`` builds the site from the commit and runs this. Unpacked, the archive works as a clone does, and
``sha256sum --check manifest-sha256.txt`` there tells whether it is whole. The same commit on the same machine gives the
same bytes. The PDF is not part of it: its bytes depend on a machine's Chromium and its fonts.
"""

import gzip
import hashlib
import io
import os
import subprocess
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import yaml
from rocrate.rocrate import ROCrate

SITE = "_build/html"
MANIFEST = "manifest-sha256.txt"
FORMATS = {".json": "application/json", ".jsonl": "application/jsonl", ".npz": "application/zip"}
FORMATS |= {".csv": "text/csv", ".md": "text/markdown"}


def git(root, *arguments):
    """Run git on a repository and return what it says."""
    return subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout


def files_of(root):
    """Read all files of a release but its description and its manifest (dict of path to bytes), sorted."""
    committed = git(root, "ls-files", "-z").split("\0")[:-1]
    built = [path.relative_to(root).as_posix() for path in (root / SITE).rglob("*") if path.is_file()]
    return {path: (root / path).read_bytes() for path in sorted([*committed, *built])}


def describe(files, about, time):
    """Describe a release (bytes): what CITATION.cff says (dict), the time of the commit, each file of results."""
    crate = ROCrate(version="1.1")
    paper, licence, top = about["preferred-citation"], about["license"], crate.root_dataset

    def add(identifier, kind, **properties):
        return crate.add_jsonld({"@id": identifier, "@type": kind, **properties})

    top["name"] = f"{about['title']}, version {about['version']}"
    top["description"] = about["abstract"]
    top["version"] = about["version"]
    top["datePublished"] = datetime.fromtimestamp(time, UTC).isoformat()
    top["keywords"] = ", ".join(about["keywords"])
    top["author"] = [add(f"#author-{n}", "Organization", name=of["name"]) for n, of in enumerate(about["authors"])]
    of_what = "The licence of code, text and results; data sets have their own."
    top["license"] = add(f"https://spdx.org/licenses/{licence}", "CreativeWork", name=licence, description=of_what)
    top["citation"] = add(paper["url"], "ScholarlyArticle", name=paper["title"], datePublished=str(paper["year"]))
    crate.add_dataset(dest_path=f"{SITE}/", properties={"name": "The book as a site"})
    results = [path for path in files if path.startswith("results/") and Path(path).suffix in FORMATS]
    for folder in sorted({path.rpartition("/")[0] for path in results}):
        crate.add_dataset(dest_path=f"{folder}/", properties={"name": f"Stored results: {folder}"})
    for path in results:
        told = {"name": path.rpartition("/")[2], "encodingFormat": FORMATS[Path(path).suffix]}
        told |= {"contentSize": str(len(files[path])), "sha256": sha256(files[path])}
        crate.add_file(dest_path=path, properties=told)
    return b"".join(content for _, content in crate.metadata.stream())


def pack(root):
    """Pack the release of a repository: sorted, of nobody, all of the commit's time; return its path."""
    time = int(git(root, "log", "-1", "--format=%ct"))
    files = files_of(root)
    about = yaml.safe_load(files["CITATION.cff"])
    files["ro-crate-metadata.json"] = describe(files, about, time)
    files[MANIFEST] = "".join(f"{sha256(content)}  {path}\n" for path, content in files.items()).encode()
    name = f"gnode-{about['version']}"
    target = root / "_build" / "archive" / f"{name}.tar.gz"
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=time) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mtime = len(content), time
            entry.mode = 0o755 if os.access(root / path, os.X_OK) else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return target


def sha256(content):
    """Return the checksum of bytes (str)."""
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    packed = pack(Path(__file__).resolve().parents[2])
    print(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB, sha256 {sha256(packed.read_bytes())}")
