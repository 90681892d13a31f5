"""The citing files say what pyproject.toml says, all the same, and in the form that their readers ask for."""

import json
import re
from importlib.resources import files

import jsonschema
import metadata
import pytest
import yaml

import gnode

PAPER = {"family": ["Wu", "Magdon-Ismail"], "year": 2016}


@pytest.fixture(scope="module")
def about(root):
    return metadata.read_source(root)


@pytest.fixture(scope="module")
def citation(root):
    return yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def zenodo(root):
    return json.loads((root / ".zenodo.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def codemeta(root):
    return json.loads((root / "codemeta.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def bibtex(root):
    return (root / "book" / "cite.bib").read_text(encoding="utf-8")


def test_all_say_what_pyproject_says(about, citation, zenodo, codemeta, bibtex):
    version = f"version = {{{gnode.__version__}}}"
    assert about["version"] == gnode.__version__ == citation["version"] == zenodo["version"] == codemeta["version"]
    assert version in bibtex and f"year = {{{about['year']}}}" in bibtex
    assert citation["title"] == zenodo["title"] == codemeta["name"] and f"title = {{{citation['title']}}}" in bibtex
    names = [{"name": author["name"]} for author in about["authors"]]
    assert names == citation["authors"] == zenodo["creators"]
    assert names == [{"name": author["name"]} for author in codemeta["author"]]
    assert about["license"] == citation["license"] == zenodo["license"] == codemeta["license"].rsplit("/", 1)[1]
    assert about["keywords"] == citation["keywords"] == zenodo["keywords"] == codemeta["keywords"]
    assert about["description"] + "." == citation["abstract"] == zenodo["description"] == codemeta["description"]
    assert about["dependencies"] == codemeta["softwareRequirements"]
    assert codemeta["runtimePlatform"] == f"Python {about['requires-python']}"


def test_all_have_the_address_of_config_or_none(about, citation, zenodo, codemeta):
    """Set it in _config.yml, and this says where else."""
    address = about["repository"] or None
    related = [of["identifier"] for of in zenodo["related_identifiers"] if of["scheme"] == "url"]
    assert citation.get("repository-code") == codemeta.get("codeRepository") == address
    assert related == ([address] if address else [])


def test_all_lead_to_the_paper(citation, zenodo, codemeta):
    paper, referenced = citation["preferred-citation"], codemeta["referencePublication"]
    assert [author["family-names"] for author in paper["authors"]] == PAPER["family"]
    assert [author["familyName"] for author in referenced["author"]] == PAPER["family"]
    assert paper["title"] == referenced["name"]
    assert paper["year"] == int(referenced["datePublished"]) == PAPER["year"]
    assert paper["url"] == referenced["@id"] == metadata.PAPER
    assert metadata.PAPER.rsplit("/", 1)[1] in zenodo["related_identifiers"][0]["identifier"]


@pytest.mark.parametrize("page", ["README.md", "book/references.bib"])
def test_the_paper_is_cited_alike_elsewhere(root, bibtex, page):
    def fields(text):
        entry = re.search(r"@misc\{wu2016,(.*?)\n\}", text, flags=re.DOTALL)[1]
        return {
            name: re.sub(r"[{}\s]+", " ", value).strip() for name, value in re.findall(r"(\w+) = \{(.*)\},?", entry)
        }

    assert fields((root / page).read_text(encoding="utf-8")).items() >= fields(bibtex).items()


def test_citation_follows_the_schema_of_the_citation_file_format(citation):
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "citation-file-format.json"
    schema = json.loads(schema.read_text(encoding="utf-8"))
    jsonschema.validate(citation, schema)  # dates written bare are dates to YAML and strings to it; there are none
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(citation | {"verison": "1"}, schema)


def test_zenodo_and_codemeta_have_what_is_asked_of_them(zenodo, codemeta):
    assert zenodo["upload_type"] == "software" and zenodo["access_right"] == "open"
    assert codemeta["@context"] == "https://w3id.org/codemeta/3.0" and codemeta["@type"] == "SoftwareSourceCode"


def test_the_licence_file_is_that_licence(root, about):
    assert about["license"] == "BSD-3-Clause"
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("BSD 3-Clause License")
