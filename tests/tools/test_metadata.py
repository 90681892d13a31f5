"""The citing files say what pyproject.toml says, all the same, and in the form that their readers ask for."""

import json
import re
import subprocess
import sys
from importlib.resources import files

import jsonschema
import metadata
import pytest
import yaml

import gnode


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
def cff_schema():
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "citation-file-format.json"
    return json.loads(schema.read_text(encoding="utf-8"))


def test_committed_files_are_those_that_pyproject_gives(root, about):
    for name, content in metadata.citing_files(about).items():
        assert (root / name).read_text(encoding="utf-8") == content, f"{name} is out of date: run `make metadata`"


def test_all_say_the_same(about, citation, zenodo, codemeta):
    assert gnode.__version__ == citation["version"] == zenodo["version"] == codemeta["version"]
    assert citation["title"] == zenodo["title"] == codemeta["name"]
    assert citation["authors"] == zenodo["creators"]
    assert [author["name"] for author in codemeta["author"]] == [author["name"] for author in citation["authors"]]
    assert citation["license"] == zenodo["license"] == codemeta["license"].rsplit("/", 1)[1]
    assert citation["keywords"] == zenodo["keywords"] == codemeta["keywords"]
    assert citation["abstract"] == zenodo["description"] == codemeta["description"]


def test_all_lead_to_the_paper(citation, zenodo, codemeta):
    paper = citation["preferred-citation"]
    assert [author["family-names"] for author in paper["authors"]] == ["Wu", "Magdon-Ismail"]
    assert paper["year"] == 2016
    assert paper["url"] == codemeta["referencePublication"]["@id"] == "https://arxiv.org/abs/1602.06183"
    assert [related["identifier"] for related in zenodo["related_identifiers"]] == ["arXiv:1602.06183"]


def test_citation_follows_the_schema_of_the_citation_file_format(citation, cff_schema):
    # Dates written bare are dates to YAML and strings to the schema; there are none.
    jsonschema.validate(citation, cff_schema)


@pytest.mark.parametrize(
    "change", [{"license": "BSD"}, {"authors": []}, {"type": "program"}, {"verison": "0.1.0"}, {"title": ""}]
)
def test_schema_of_the_citation_file_format_refuses(citation, cff_schema, change):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(citation | change, cff_schema)


def test_zenodo_gets_what_it_asks_of_a_deposit(zenodo):
    assert {"title", "description", "upload_type", "creators", "access_right"} <= zenodo.keys()
    assert zenodo["upload_type"] == "software" and zenodo["access_right"] == "open"


def test_codemeta_is_version_3_and_names_every_direct_dependency(about, codemeta):
    assert codemeta["@context"] == "https://w3id.org/codemeta/3.0"
    assert codemeta["@type"] == "SoftwareSourceCode"
    assert codemeta["softwareRequirements"] == about["dependencies"]


def test_bibtex_has_paper_and_companion(root, about):
    text = (root / "book" / "cite.bib").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^@(\w+)\{(\w+),$", text, flags=re.MULTILINE))
    assert entries == {"misc": "wu2016", "software": "gnode"}
    assert f"version = {{{about['version']}}}" in text
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("page", ["README.md", "book/references.bib"])
def test_the_paper_is_cited_alike_elsewhere(root, page):
    def fields(text):
        entry = re.search(r"@misc\{wu2016,(.*?)\n\}", text, flags=re.DOTALL)[1]
        return {
            name: re.sub(r"[{}\s]+", " ", value).strip() for name, value in re.findall(r"(\w+) = \{(.*)\},?", entry)
        }

    cited = fields((root / "book" / "cite.bib").read_text(encoding="utf-8"))
    assert fields((root / page).read_text(encoding="utf-8")).items() >= cited.items()


def test_the_licence_file_is_that_licence(root, about):
    assert about["license"] == "BSD-3-Clause"
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("BSD 3-Clause License")


def test_command_writes_the_files(root, tmp_path):
    (tmp_path / "book" / "tools").mkdir(parents=True)
    for name in ("pyproject.toml", "_config.yml", "book/tools/metadata.py"):
        (tmp_path / name).write_bytes((root / name).read_bytes())
    subprocess.run([sys.executable, tmp_path / "book" / "tools" / "metadata.py"], check=True, capture_output=True)
    for name in ("CITATION.cff", ".zenodo.json", "codemeta.json", "book/cite.bib"):
        assert (tmp_path / name).read_bytes() == (root / name).read_bytes()
