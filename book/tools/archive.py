"""A release as one file: source, results, built site, checksums, and a description as an RO-Crate.

The archive is the repository's folder as committed, with the site where `make book` builds it; so unpacked it works as
a clone does. The same commit on the same machine gives the same bytes. ``--check`` unpacks it elsewhere, builds the
book again there, and compares every file. The PDF is not part of it: its bytes depend on a machine's Chromium and its
fonts.
"""

import gzip
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import click
from metadata import ROOT, read_source

SITE = "_build/html"
MANIFEST = "manifest-sha256.txt"


@click.command()
@click.option("--check", is_flag=True, help="Unpack the archive elsewhere, rebuild there and compare.")
@click.option(
    "--rebuild",
    type=click.Choice(["book", "site"]),
    default="book",
    show_default=True,
    help="What --check rebuilds: all, or only the site, from the outputs that the notebooks carry.",
)
def main(check, rebuild):
    """Write _build/archive/NAME-VERSION.tar.gz from what is committed, or check it."""
    about = read_source()
    name = f"{about['name']}-{about['version']}"
    target = ROOT / "_build" / "archive" / f"{name}.tar.gz"
    if check:
        n_files = check_archive(target, rebuild)
        click.echo(f"{target.name}: {n_files} files, the same after the {rebuild} was rebuilt elsewhere")
        return
    refuse_changes(ROOT)
    for old in (
        SITE,
        "_build/pdf",
        "_build/article",
    ):  # the site would offer their PDFs, and keep pages that are no longer of the book
        shutil.rmtree(ROOT / old, ignore_errors=True)
    make(ROOT, "site")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, name)
        committed = stage(ROOT, folder)
        shutil.copytree(ROOT / SITE, folder / SITE)
        describe(folder, about, committed)
        write_manifest(folder)
        pack(folder, target, committed)
    checksum = sha256(target)
    target.with_name(f"{target.name}.sha256").write_text(f"{checksum}  {target.name}\n", newline="\n")
    click.echo(f"{target}: {target.stat().st_size / 1e6:.1f} MB, sha256 {checksum}")


def refuse_changes(root):
    """Refuse a working tree that is not as committed."""
    changes = git(root, "status", "--porcelain").splitlines()
    if changes:
        listed = "\n  ".join(changes[:10] + ["..."] * (len(changes) > 10))
        raise click.ClickException(
            f"an archive holds what is committed, and {len(changes)} changed or new files are not. Commit, ignore or "
            f"stash them:\n  {listed}"
        )


def git(root, *arguments):
    """Run git on a repository and return what it says."""
    try:
        done = subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True)
    except FileNotFoundError:
        raise click.ClickException("an archive is made from the git repository, and there is no git here") from None
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"git {arguments[0]} in {root}: {error.stderr.decode().strip()}") from None
    return done.stdout.decode()


def make(folder, *targets):
    """Run `make` in a folder; it shows the notebooks as they are stored there, without data sets."""
    environment = {name: value for name, value in os.environ.items() if name not in ("GNODE_DATA", "GNODE_RESULTS")}
    if subprocess.run(["make", "--no-print-directory", *targets], cwd=folder, env=environment).returncode:
        raise click.ClickException(f"`make {' '.join(targets)}` failed in {folder}")


def stage(root, folder):
    """Put all that is committed into a folder.

    Returns
    -------
    committed : int
        When, in seconds since 1970.
    """
    git(root, "checkout-index", "--all", f"--prefix={folder}/")
    return int(git(root, "log", "-1", "--format=%ct"))


def describe(folder, about, committed):
    """Write the release's description as an RO-Crate."""
    os.environ["GNODE_RESULTS"] = str(folder / "results")  # those of the release, whatever the user's settings
    from crate import describe_study

    describe_study(folder, about, datetime.fromtimestamp(committed, UTC)).metadata.write(folder)


def write_manifest(folder):
    """Write the checksum of every file, in the form that `sha256sum --check` reads."""
    lines = [f"{sha256(path)}  {path.relative_to(folder).as_posix()}\n" for path in files_of(folder)]
    (folder / MANIFEST).write_text("".join(lines), encoding="utf-8", newline="\n")


def pack(folder, target, time):
    """Pack a folder so that the same files give the same bytes: sorted, of nobody, all of one time."""

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = time
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=time) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in files_of(folder):
            archive.add(path, f"{folder.name}/{path.relative_to(folder).as_posix()}", filter=plain)


def check_archive(target, rebuild):
    """Unpack an archive elsewhere, build the book there from nothing, and compare; return the number of files."""
    if not target.is_file():
        raise click.ClickException(f"there is no {target}: run `make archive` first")
    with tempfile.TemporaryDirectory() as temporary:
        subprocess.run(["tar", "-xzf", target, "-C", temporary], check=True)
        folder = Path(temporary, target.name.removesuffix(".tar.gz"))
        refuse_differences(folder, "as unpacked")
        shutil.rmtree(folder / SITE)
        make(folder, *(["execute"] if rebuild == "book" else []), "site")
        refuse_differences(folder, f"after the {rebuild} was rebuilt")
        return len(read_manifest(folder)) + 1


def refuse_differences(folder, when):
    """Refuse a folder that is not as its manifest says."""
    problems = differences(folder)
    if problems:
        raise click.ClickException("\n  ".join([f"{when}, {len(problems)} files differ:", *problems]))


def read_manifest(folder):
    """Read the checksum of every file (dict of str to str)."""
    lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    return {name: checksum for checksum, name in (line.split("  ", 1) for line in lines)}


def differences(folder):
    """List which files of a release are missing, changed, or in the site and not in the manifest."""
    checksums = read_manifest(folder)
    problems = []
    for name, checksum in checksums.items():
        if not (folder / name).is_file():
            problems.append(f"{name}: missing")
        elif sha256(folder / name) != checksum:
            problems.append(f"{name}: changed")
    site = (path.relative_to(folder).as_posix() for path in files_of(folder / SITE))
    return problems + [f"{name}: new" for name in site if name not in checksums]


def files_of(folder):
    """List all files in a folder, in an order that no machine changes."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def sha256(path):
    """Return the checksum of a file (str)."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    main()
