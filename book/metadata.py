"""The citing files from one source, pyproject.toml: ``python book/metadata.py`` writes them.

CITATION.cff is for people and GitHub, .zenodo.json for Zenodo, codemeta.json for software catalogues, and
book/cite.bib for the book's page on citing.
"""

import json
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]


def read_source(root=ROOT):
    """Read what the citing files say from pyproject.toml (the tables ``project`` and ``tool.gnode``, as one dict)."""
    source = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return source["project"] | source["tool"]["gnode"]


def citing_files(about):
    """Return the content of each citing file by its name (dict of str to str)."""
    return {
        "CITATION.cff": yaml.safe_dump(_citation(about), sort_keys=False, allow_unicode=True, width=1000),
        ".zenodo.json": _as_json(_zenodo(about)),
        "codemeta.json": _as_json(_codemeta(about)),
        "book/cite.bib": _bibtex(about),
    }


def spdx_address(about):
    """Return the address of the licence's text (str)."""
    return f"https://spdx.org/licenses/{about['license']}"


def paper_address(about):
    """Return the address of the paper (str)."""
    return f"https://arxiv.org/abs/{about['paper']['arxiv']}"


def _as_json(content):
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _names(about):
    return [author["name"] for author in about["authors"]]


def _citation(about):
    paper = about["paper"]
    return {
        "cff-version": "1.2.0",
        "message": about["message"],
        "type": "software",
        "title": about["title"],
        "abstract": about["description"] + ".",
        "version": about["version"],
        "license": about["license"],
        "authors": [{"name": name} for name in _names(about)],
        "keywords": about["keywords"],
        "preferred-citation": {
            "type": "article",
            "title": paper["title"],
            "authors": [
                {"given-names": author["given"], "family-names": author["family"]} for author in paper["authors"]
            ],
            "year": paper["year"],
            "journal": f"arXiv preprint arXiv:{paper['arxiv']}",
            "url": paper_address(about),
            "identifiers": [{"type": "other", "value": f"arXiv:{paper['arxiv']}", "description": "The paper on arXiv"}],
        },
    }


def _zenodo(about):
    return {
        "title": about["title"],
        "description": about["description"] + ".",
        "upload_type": "software",
        "access_right": "open",
        "version": about["version"],
        "license": about["license"],
        "creators": [{"name": name} for name in _names(about)],
        "keywords": about["keywords"],
        "related_identifiers": [
            {
                "identifier": f"arXiv:{about['paper']['arxiv']}",
                "relation": "references",
                "resource_type": "publication-preprint",
                "scheme": "arxiv",
            }
        ],
    }


def _codemeta(about):
    paper = about["paper"]
    return {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "identifier": about["name"],
        "name": about["title"],
        "description": about["description"] + ".",
        "version": about["version"],
        "license": spdx_address(about),
        "author": [{"@type": "Organization", "name": name} for name in _names(about)],
        "keywords": about["keywords"],
        "programmingLanguage": "Python",
        "runtimePlatform": f"Python {about['requires-python']}",
        "softwareRequirements": about["dependencies"],
        "referencePublication": {
            "@type": "ScholarlyArticle",
            "@id": paper_address(about),
            "name": paper["title"],
            "datePublished": str(paper["year"]),
            "author": [
                {"@type": "Person", "givenName": author["given"], "familyName": author["family"]}
                for author in paper["authors"]
            ],
        },
    }


def _bibtex(about):
    paper = about["paper"]
    authors = " and ".join(f"{author['family']}, {author['given']}" for author in paper["authors"])
    return f"""@misc{{wu2016,
  author = {{{authors}}},
  title = {{{paper["title"]}}},
  year = {{{paper["year"]}}},
  eprint = {{{paper["arxiv"]}}},
  archiveprefix = {{arXiv}}
}}

@software{{{about["name"]},
  author = {{{" and ".join(f"{{{name}}}" for name in _names(about))}}},
  title = {{{about["title"]}}},
  year = {{{about["year"]}}},
  version = {{{about["version"]}}}
}}
"""


def main():
    """Write the citing files."""
    for name, content in citing_files(read_source()).items():
        (ROOT / name).write_text(content, encoding="utf-8", newline="\n")
        print(name)


if __name__ == "__main__":
    main()
