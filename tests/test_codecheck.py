"""codecheck.yml: the form of CODECHECK's specification 1.0, and files and commands that there are."""

import re
from pathlib import PurePosixPath

import yaml

MUST = {"version", "manifest", "codechecker", "report", "paper"}
MAY = {"source", "summary", "repository", "check_time", "certificate"}


def test_it_has_the_form_of_the_specification_and_names_what_is_there(root):
    text = (root / "codecheck.yml").read_text(encoding="utf-8")
    content = yaml.safe_load(text)
    assert text.startswith("%YAML 1.1\n---\n") and content["version"] == "https://codecheck.org.uk/spec/config/1.0/"
    assert MUST <= content.keys() <= MUST | MAY and content["paper"].keys() == {"title", "authors", "reference"}
    for item in content["manifest"]:
        assert item.keys() == {"file", "comment"} and ".." not in PurePosixPath(item["file"]).parts
        assert (root / item["file"]).is_file() and item["comment"], item
    for person in [*content["paper"]["authors"], *content["codechecker"]]:
        assert {"name"} <= person.keys() <= {"name", "ORCID"}
    about = yaml.safe_load((root / "article" / "metadata.yaml").read_text(encoding="utf-8"))
    assert content["paper"]["title"] == about["title"]
    assert [of["name"] for of in content["paper"]["authors"]] == [of["name"] for of in about["authors"]]
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    recipe = (root / "Containerfile").read_text(encoding="utf-8")
    commands = set(re.findall(r"make ([a-z]+)", text) + re.findall(r"^RUN make ([a-z]+)", recipe, flags=re.MULTILINE))
    assert {"setup", "book", "article"} <= commands <= set(re.findall(r"^([a-z]+): ", makefile, flags=re.MULTILINE))
