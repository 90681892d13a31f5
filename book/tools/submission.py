"""A submission to ReScience C: ``make submission`` writes the folder _build/submission from what is committed.

It has the article, its metadata and bibliography, the sources of its figures and tables, the source archive with its
identifiers, letter, checklist and statement, reports of second opinions, and the checksums of all that. What only
people can fill is marked [[so]]; blanks.md lists what is left. The same commit gives the same bytes.
"""

import re
import shutil
import tempfile
from pathlib import Path

import archive
import click
import yaml
from metadata import ROOT, read_source

import article

TARGET = ROOT / "_build" / "submission"
LETTERS = ("letter.md", "checklist.md", "statement.md")
PLACE = re.compile(r"\$\{(?:(\w+)\.)?(\w+)\}")


@click.command()
def main():
    """Write _build/submission."""
    archive.refuse_changes(ROOT)
    sections = article.make_article()
    shutil.rmtree(TARGET, ignore_errors=True)
    make_submission(TARGET, sections)
    left = blanks_of(TARGET)
    click.echo(f"{TARGET.relative_to(ROOT)}: {len(archive.read_manifest(TARGET))} files")
    click.echo(f"{sum(map(len, left.values()))} blanks are left for people to fill; blanks.md lists them")


def make_submission(target, sections):
    """Write all files of a submission.

    Parameters
    ----------
    target : pathlib.Path
        Does not exist yet.
    sections : list of article.Section
        Of the article that has been made.
    """
    about = read_source()
    target.mkdir(parents=True)
    identifiers = pack_source(target, about)
    (target / "swhid.txt").write_text("".join(f"{of}  {what}\n" for what, of in identifiers.items()), newline="\n")
    for name in ("article.pdf", "sources.json"):
        shutil.copy(article.BUILT / name, target)
    shutil.copy(ROOT / "book" / "references.bib", target / "bibliography.bib")
    _write(target / "metadata.yaml", metadata_of(about, sections, identifiers["commit"]))
    reports = sorted(path for path in (article.ARTICLE / "second_opinions").glob("*") if path.name != "README.md")
    for path in reports:
        (target / "second_opinions").mkdir(exist_ok=True)
        shutil.copy(path, target / "second_opinions")
    told = {
        "title": article.about_article()["title"],
        "version": about["version"],
        "swhid": identifiers["commit"],
        "second_opinions": f"{sum(path.suffix == '.json' for path in reports)} reports" if reports else "none yet",
    }
    values = {section.name: section.values for section in sections}
    for name in LETTERS:
        _write(target / name, filled((article.ARTICLE / "submission" / name).read_text(encoding="utf-8"), values, told))
    _write(target / "blanks.md", _listed(blanks_of(target)))
    archive.write_manifest(target)


def pack_source(target, about):
    """Pack what is committed, described as an RO-Crate, and identify it (dict of what to SWHID)."""
    name = f"{about['name']}-{about['version']}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, name)
        committed = archive.stage(ROOT, folder)
        identifiers = identify(ROOT, folder)
        archive.describe(folder, about, committed)
        archive.write_manifest(folder)
        shutil.copy(folder / "ro-crate-metadata.json", target)
        archive.pack(folder, target / f"{name}.tar.gz", committed)
    return identifiers


def identify(root, folder):
    """Identify a commit and its files as Software Heritage will (dict of what to SWHID).

    The folder's identifier is computed from its files; that it is the commit's own shows that the archive holds what
    was committed.
    """
    from swh.model.from_disk import Directory
    from swh.model.swhids import CoreSWHID, ObjectType

    def known(kind, spelled):
        return str(CoreSWHID(object_type=kind, object_id=bytes.fromhex(spelled)))

    files = str(Directory.from_disk(path=bytes(folder), max_content_length=None).swhid())
    tree = known(ObjectType.DIRECTORY, archive.git(root, "rev-parse", "HEAD^{tree}").strip())
    if files != tree:
        raise click.ClickException(f"the files are {files}, and the commit's are {tree}")
    return {"commit": known(ObjectType.REVISION, archive.git(root, "rev-parse", "HEAD").strip()), "files": files}


def metadata_of(about, sections, swhid):
    """Fill in of metadata.yaml what programs know: the abstract, the repository's address, the identifier (str)."""
    told = article.about_article()
    told["abstract"] = article.abstract_of(sections)
    code = {key: value for entry in told["code"] for key, value in entry.items()} | {"swh": swhid}
    code["url"] = about["repository"] or code["url"]
    told["code"] = [{key: value} for key, value in code.items()]
    return yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=100)


def filled(text, values, told):
    """Put values into a text: ``${section.name}`` from the article, ``${name}`` from `told` (str)."""

    def value(found):
        section, name = found.groups()
        return str(values[section][name] if section else told[name])

    return PLACE.sub(value, text)


def blanks_of(folder):
    """List the blanks that are left in each text of a submission (dict of file name to list of str)."""
    found = {}
    for path in archive.files_of(folder):
        if path.suffix in (".md", ".yaml") and path.name != "blanks.md":
            left = article.blanks(path.read_text(encoding="utf-8"))
            found |= {path.relative_to(folder).as_posix(): left} if left else {}
    return found


def _listed(left):
    lines = ["# Blanks", "", "What only people can fill. Fill it in the source, and run `make submission` again.", ""]
    sources = {name: f"article/submission/{name}" for name in LETTERS} | {"metadata.yaml": "article/metadata.yaml"}
    for name, told in left.items():
        lines += [f"- `{name}`, from `{sources.get(name, name)}`:", *(f"  - {of}" for of in told)]
    lines.append("- `article.pdf`: those of `metadata.yaml`, and what `#blank[...]` marks in `article/sections`")
    return "\n".join(lines) + "\n"


def _write(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
