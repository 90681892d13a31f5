"""The citing files say what pyproject.toml says, all the same, and in the form that their readers ask for."""

import json
from importlib.resources import files

import jsonschema
import metadata
import pytest
import yaml

import gnode

PAPER = {"family": ["Wu", "Magdon-Ismail"], "year": 2016}
ROOT = metadata.ROOT


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


ABOUT, CITATION, BIBTEX = metadata.read_source(), yaml.safe_load(read("CITATION.cff")), read("book/cite.bib")
ZENODO, CODEMETA = json.loads(read(".zenodo.json")), json.loads(read("codemeta.json"))


def test_all_say_what_pyproject_says():
    version = f"version = {{{gnode.__version__}}}"
    assert ABOUT["version"] == gnode.__version__ == CITATION["version"] == ZENODO["version"] == CODEMETA["version"]
    assert version in BIBTEX and f"year = {{{ABOUT['year']}}}" in BIBTEX
    assert CITATION["title"] == ZENODO["title"] == CODEMETA["name"] and f"title = {{{CITATION['title']}}}" in BIBTEX
    names = [{"name": author["name"]} for author in ABOUT["authors"]]
    assert names == CITATION["authors"] == ZENODO["creators"]
    assert names == [{"name": author["name"]} for author in CODEMETA["author"]]
    assert ABOUT["license"] == CITATION["license"] == ZENODO["license"] == CODEMETA["license"].rsplit("/", 1)[1]
    assert ABOUT["keywords"] == CITATION["keywords"] == ZENODO["keywords"] == CODEMETA["keywords"]
    assert ABOUT["description"] + "." == CITATION["abstract"] == ZENODO["description"] == CODEMETA["description"]
    assert ABOUT["dependencies"] == CODEMETA["softwareRequirements"]
    assert CODEMETA["runtimePlatform"] == f"Python {ABOUT['requires-python']}"


def test_all_have_the_address_of_config_or_none_and_lead_to_the_paper():
    address = ABOUT["repository"] or None
    related = [of["identifier"] for of in ZENODO["related_identifiers"] if of["scheme"] == "url"]
    assert CITATION.get("repository-code") == CODEMETA.get("codeRepository") == address
    assert related == ([address] if address else [])
    paper, referenced = CITATION["preferred-citation"], CODEMETA["referencePublication"]
    assert [author["family-names"] for author in paper["authors"]] == PAPER["family"]
    assert [author["familyName"] for author in referenced["author"]] == PAPER["family"]
    assert paper["title"] == referenced["name"]
    assert paper["year"] == int(referenced["datePublished"]) == PAPER["year"]
    assert paper["url"] == referenced["@id"] == metadata.PAPER
    assert metadata.PAPER.rsplit("/", 1)[1] in ZENODO["related_identifiers"][0]["identifier"]


def test_citation_follows_the_schema_of_the_citation_file_format():
    file = files("check_jsonschema") / "builtin_schemas" / "vendor" / "citation-file-format.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(CITATION, schema)  # dates written bare are dates to YAML and strings to it; there are none
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(CITATION | {"verison": "1"}, schema)
