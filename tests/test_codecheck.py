"""codecheck.yml: the form of CODECHECK's specification 1.0, and files and commands that there are."""

import re
from pathlib import PurePosixPath

import pytest
import yaml

VERSION = "https://codecheck.org.uk/spec/config/1.0/"
MUST = {"manifest", "codechecker", "report"}
MAY = {"version", "paper", "source", "summary", "repository", "check_time", "certificate"}


def problems(content):
    """What the specification has against the content of a file (list of str)."""
    found = [f"no {name}" for name in sorted(MUST - content.keys())]
    found += [f"{name} is not of the specification" for name in content.keys() - MUST - MAY]
    if content.get("version") != VERSION:
        found.append("another version")
    for item in content.get("manifest") or [{}]:
        path = PurePosixPath(item.get("file", "/"))
        if path.is_absolute() or ".." in path.parts or not item.keys() <= {"file", "comment"}:
            found.append(f"manifest: {item}")
    paper = content.get("paper", {})
    if paper.keys() != {"title", "authors", "reference"}:
        found.append("the paper has title, authors and reference")
    for person in [*(paper.get("authors") or [{}]), *(content.get("codechecker") or [{}])]:
        if "name" not in person or not person.keys() <= {"name", "ORCID"}:
            found.append(f"person: {person}")
    return found


@pytest.fixture
def text(root):
    return (root / "codecheck.yml").read_text(encoding="utf-8")


def test_it_has_the_form_of_the_specification(text):
    assert text.startswith("%YAML 1.1\n---\n")
    assert problems(yaml.safe_load(text)) == []


@pytest.mark.parametrize(
    "change",
    [
        *({name: None} for name in MUST),
        {"paper": {"title": "T", "authors": []}},
        {"manifest": [{"file": "/results/verdicts.csv"}]},
        {"codechecker": [{"ORCID": "0"}]},
        {"checker": "one"},
    ],
)
def test_other_forms_are_found(text, change):
    changed = yaml.safe_load(text) | change
    assert problems({name: value for name, value in changed.items() if value is not None})


def test_its_files_commands_and_paper_are_there(root, text):
    content = yaml.safe_load(text)
    for item in content["manifest"]:
        assert (root / item["file"]).is_file() and item["comment"], item
    about = yaml.safe_load((root / "article" / "metadata.yaml").read_text(encoding="utf-8"))
    assert content["paper"]["title"] == about["title"]
    assert [of["name"] for of in content["paper"]["authors"]] == [of["name"] for of in about["authors"]]
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    recipe = (root / "Containerfile").read_text(encoding="utf-8")
    commands = re.findall(r"make ([a-z]+)", text) + re.findall(r"^RUN make ([a-z]+)", recipe, flags=re.MULTILINE)
    assert {"setup", "book", "article"} <= set(commands)
    for command in commands:
        assert re.search(rf"^{command}: ", makefile, flags=re.MULTILINE), command
