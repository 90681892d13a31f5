"""A submission: identifiers that are the commit's own, metadata in the journal's form, and every blank listed."""

import hashlib
import re
import subprocess
import sys
from types import SimpleNamespace

import archive
import click
import pytest
import submission
import yaml

import article
from study.experiments import EXPERIMENTS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="submissions are made where there is make")

SWHID = "swh:1:rev:" + "0" * 40


@pytest.fixture(scope="module")
def sections():
    """Sections with every value that a letter shows, computed from nothing."""
    texts = "".join(path.read_text("utf-8") for path in (article.ARTICLE / "submission").glob("*.md"))
    texts += (article.ARTICLE / "sections" / "abstract.typ").read_text("utf-8").replace("#v.", "${abstract.")
    names = re.findall(r"\$\{(\w+)\.(\w+)", texts)
    found = {}
    for section, name in names:
        found.setdefault(section, {})[name] = "7"
    return [
        SimpleNamespace(name=name, values=values, text=article.ARTICLE / "sections" / f"{name}.typ")
        for name, values in found.items()
    ]


@pytest.fixture
def repository(tmp_path):
    """A small repository with a program, a folder and a file in a subfolder."""
    root = tmp_path / "repository"
    for name in ("README.md", "results/run.json", "run"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{name}\n")
    (root / "run").chmod(0o755)
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", root, *command], check=True)
    return root


def test_identifiers_are_those_of_the_commit(repository, tmp_path):
    folder = tmp_path / "staged"
    archive.stage(repository, folder)
    found = submission.identify(repository, folder)
    commit = archive.git(repository, "rev-parse", "HEAD").strip()
    tree = archive.git(repository, "rev-parse", "HEAD^{tree}").strip()
    assert found == {"commit": f"swh:1:rev:{commit}", "files": f"swh:1:dir:{tree}"}


@pytest.mark.parametrize("change", ["text", "mode", "new"])
def test_files_that_are_not_the_commits_are_refused(repository, tmp_path, change):
    folder = tmp_path / "staged"
    archive.stage(repository, folder)
    if change == "mode":
        (folder / "run").chmod(0o644)
    else:
        (folder / ("README.md" if change == "text" else "new.txt")).write_text("other\n")
    with pytest.raises(click.ClickException, match=r"the files are swh:1:dir:.* and the commit's are swh:1:dir:"):
        submission.identify(repository, folder)


def test_metadata_has_what_the_journal_reads(sections):
    told = yaml.safe_load(submission.metadata_of({"repository": "https://host/gnode"}, sections, SWHID))
    assert told["title"].startswith("[Re] ") and told["type"] == "Replication" and told["language"] == "Python"
    assert told["code"][:1] == [{"url": "https://host/gnode"}] and {"swh": SWHID} in told["code"]
    assert {key for entry in told["replication"] for key in entry} == {"cite", "bib", "url", "doi"}
    assert {key for entry in told["dates"] for key in entry} == {"received", "accepted", "published"}
    assert {"name", "orcid", "email", "affiliations"} == told["authors"][0].keys()
    assert {of["role"] for of in told["contributors"]} == {"editor", "reviewer"}
    assert len(told["abstract"].split()) > 100 and "#v" not in told["abstract"]
    assert told["bibliography"] == "bibliography.bib"


def test_without_an_address_its_blank_stays(sections):
    told = yaml.safe_load(submission.metadata_of({"repository": ""}, sections, SWHID))
    assert told["code"][0]["url"] == "[[address of the repository]]"


def test_letters_show_values_and_keep_their_blanks(sections):
    values = {section.name: section.values for section in sections}
    told = {"title": "T", "version": "V", "swhid": SWHID, "second_opinions": "none yet"}
    for name in submission.LETTERS:
        text = (article.ARTICLE / "submission" / name).read_text("utf-8")
        written = submission.filled(text, values, told)
        assert "${" not in written and article.blanks(written) == article.blanks(text)


def test_letters_ask_for_values_that_the_article_keeps(root):
    for path in (article.ARTICLE / "submission").glob("*.md"):
        for section, name in re.findall(r"\$\{(\w+)\.(\w+)\}", path.read_text("utf-8")):
            program = (article.ARTICLE / "sections" / f"{section}.py").read_text("utf-8")
            kept = {name} & set(re.findall(r"\b(\w+)=", program))
            assert kept, f"{path.name}: {section}.{name}"


def test_the_checklist_names_places_that_there_are(root):
    text = (article.ARTICLE / "submission" / "checklist.md").read_text("utf-8")
    beside = {"metadata.yaml", "statement.md", "swhid.txt", "sources.json", "article.pdf", "ro-crate-metadata.json"}
    places = [of for of in re.findall(r"`([^`]+)`", text) if "$" not in of]
    assert len(places) > 40
    for place in places:
        assert (root / place).exists() or place in beside or place == "second_opinions", place
    typed = "".join(path.read_text("utf-8") for path in (article.ARTICLE / "sections").glob("*.typ"))
    for heading in ("Introduction", "Methods", "Results", "What was easy", "What was hard"):
        assert re.search(rf"^=+ {heading}", typed, flags=re.MULTILINE)
    for bold in re.findall(r"Methods, “(\w[\w ]*)”", text):
        assert f"*{bold}.*" in typed, bold


def test_every_blank_is_listed_with_its_source(tmp_path):
    (tmp_path / "letter.md").write_text("Dear [[name]], [[name]] and [[day]]\n")
    (tmp_path / "metadata.yaml").write_text("title: none\n")
    left = submission.blanks_of(tmp_path)
    assert left == {"letter.md": ["name", "day"]}
    assert "`letter.md`, from `article/submission/letter.md`:\n  - name\n  - day" in submission._listed(left)


def test_a_submission_has_all_its_files_and_the_same_bytes(sections, repository, tmp_path, monkeypatch):
    """Made twice from one commit; the article, which has its own tests, is a stand-in here."""
    for name in ("book/references.bib", "pyproject.toml", "_config.yml"):
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_bytes((submission.ROOT / name).read_bytes())
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["add", "."], [*identity, "commit", "-q", "-m", "two"]):
        subprocess.run(["git", "-C", repository, *command], check=True)
    built = tmp_path / "built"
    built.mkdir()
    for name in ("article.pdf", "sources.json"):
        (built / name).write_text("stand-in\n")
    monkeypatch.setattr(submission, "ROOT", repository)
    monkeypatch.setattr(article, "BUILT", built)
    monkeypatch.setenv("GNODE_RESULTS", str(repository / "results"))
    made = []
    for number in (1, 2):
        target = tmp_path / f"made-{number}"
        submission.make_submission(target, sections)
        made.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in archive.files_of(target)})
    assert made[0] == made[1]
    version = submission.read_source()["version"]
    assert made[0].keys() == {
        *("article.pdf", "sources.json", "metadata.yaml", "bibliography.bib", "swhid.txt", f"gnode-{version}.tar.gz"),
        *("ro-crate-metadata.json", *submission.LETTERS, "blanks.md", archive.MANIFEST),
    }
    assert EXPERIMENTS
