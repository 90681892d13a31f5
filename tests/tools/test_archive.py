"""A release: what is in it, that its bytes are always the same, and that a changed, lost or added file is found."""

import shutil
import subprocess
import sys
import tarfile

import archive
import click
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="releases are made where there is make")


@pytest.fixture
def repository(tmp_path):
    """A small repository with a built site."""
    root = tmp_path / "repository"
    for name, content in {
        ".gitignore": "_build/\n",
        "README.md": "read\n",
        "results/run.json": "{}\n",
        "_build/html/index.html": "<p>site</p>\n",
        "_build/html/_static/a b.css": "p {}\n",
        "_build/other.txt": "not of the site\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    (root / "run").write_text("#!/bin/sh\n")
    (root / "run").chmod(0o700)
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", root, *command], check=True)
    return root


@pytest.fixture
def release(repository, tmp_path):
    """The release of that repository, as a folder, and when it was committed."""
    folder = tmp_path / "gnode-1"
    committed = stage(repository, folder)
    archive.write_manifest(folder)
    return folder, committed


def stage(repository, folder):
    """Do as `make archive` does: what is committed, and the site."""
    committed = archive.stage(repository, folder)
    shutil.copytree(repository / archive.SITE, folder / archive.SITE)
    return committed


def test_release_holds_what_is_committed_and_the_site(release):
    folder, _ = release
    names = [path.relative_to(folder).as_posix() for path in archive.files_of(folder)]
    assert names == [
        ".gitignore",
        "README.md",
        "_build/html/_static/a b.css",
        "_build/html/index.html",
        "manifest-sha256.txt",
        "results/run.json",
        "run",
    ]
    assert list(archive.read_manifest(folder)) == [name for name in names if name != archive.MANIFEST]


def test_same_files_give_the_same_bytes(release, repository, tmp_path):
    folder, committed = release
    archive.pack(folder, tmp_path / "one.tar.gz", committed)
    again = tmp_path / "again" / folder.name
    stage(repository, again)
    (again / "README.md").chmod(0o600)
    archive.write_manifest(again)
    archive.pack(again, tmp_path / "two.tar.gz", committed)
    assert (tmp_path / "one.tar.gz").read_bytes() == (tmp_path / "two.tar.gz").read_bytes()
    (again / "README.md").write_text("other\n")
    archive.pack(again, tmp_path / "three.tar.gz", committed)
    assert (tmp_path / "one.tar.gz").read_bytes() != (tmp_path / "three.tar.gz").read_bytes()


def test_entries_are_of_nobody_of_one_time_and_sorted(release, tmp_path):
    folder, committed = release
    archive.pack(folder, tmp_path / "one.tar.gz", committed)
    with tarfile.open(tmp_path / "one.tar.gz") as packed:
        entries = packed.getmembers()
    assert [entry.name for entry in entries] == sorted(entry.name for entry in entries)
    assert {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries} == {
        (0, 0, "", "", committed)
    }
    modes = {entry.name.removeprefix("gnode-1/"): entry.mode for entry in entries}
    assert modes.pop("run") == 0o755 and set(modes.values()) == {0o644}


def test_manifest_finds_what_is_changed_missing_or_new(release):
    folder, _ = release
    assert archive.differences(folder) == []
    (folder / "README.md").write_text("changed\n")
    (folder / "results" / "run.json").unlink()
    (folder / "_build" / "html" / "more.html").write_text("")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "made-on-the-way").write_text("")
    assert archive.differences(folder) == [
        "README.md: changed",
        "results/run.json: missing",
        "_build/html/more.html: new",
    ]


@pytest.mark.parametrize("name", ["README.md", "new.txt"])
def test_changes_are_refused_by_name(repository, name):
    archive.refuse_changes(repository)
    (repository / name).write_text("changed\n")
    with pytest.raises(click.ClickException, match=rf"1 changed or new files(.|\n)*{name}"):
        archive.refuse_changes(repository)


def test_a_folder_that_is_no_repository_is_refused(tmp_path):
    with pytest.raises(click.ClickException, match="not a git repository"):
        archive.refuse_changes(tmp_path)


def test_check_rebuilds_elsewhere_and_finds_what_came_out_otherwise(release, tmp_path):
    folder, _ = release
    build = "execute:\nsite:\n\tmkdir -p _build/html/_static\n\tprintf '<p>site</p>\\n' > _build/html/index.html\n"
    css = "\tprintf 'p {}\\n' > '_build/html/_static/a b.css'\n"
    target = tmp_path / "gnode-1.tar.gz"

    def check(makefile):
        (folder / "Makefile").write_text(makefile)
        (folder / archive.MANIFEST).unlink()
        archive.write_manifest(folder)
        archive.pack(folder, target, 0)
        return archive.check_archive(target, "book")

    assert check(build + css) == 8
    with pytest.raises(
        click.ClickException, match=r"after the book was rebuilt, 1 files differ:\n  .*a b.css: missing"
    ):
        check(build)
    with pytest.raises(click.ClickException, match=r"`make execute site` failed"):
        check("execute:\n\tfalse\n" + build.removeprefix("execute:\n") + css)


def test_check_wants_an_archive(tmp_path):
    with pytest.raises(click.ClickException, match="run `make archive` first"):
        archive.check_archive(tmp_path / "gnode-1.tar.gz", "book")
