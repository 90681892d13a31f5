"""The citing files from one source, pyproject.toml: ``python book/tools/metadata.py`` writes them.

CITATION.cff is for people and GitHub, .zenodo.json for Zenodo, codemeta.json for software catalogues, and
book/cite.bib for the book's page on citing. `PackagePage` tells the build what an index says about the package.
The repository's address stands in _config.yml alone; until it is set there, none of these names one.
"""

import json
import re
import tomllib
from pathlib import Path

import yaml
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]


def read_source(root=ROOT):
    """Read what the citing files say (a dict).

    The tables ``project`` and ``tool.gnode`` of pyproject.toml, and as ``repository`` its address, empty if unset.
    """
    source = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    site = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    return source["project"] | source["tool"]["gnode"] | {"repository": site["repository"]["url"].rstrip("/")}


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


def _if_set(key, value):
    return {key: value} if value else {}


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
        **_if_set("repository-code", about["repository"]),
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
            },
            *([_source_for_zenodo(about)] if about["repository"] else []),
        ],
    }


def _source_for_zenodo(about):
    return {
        "identifier": about["repository"],
        "relation": "isDerivedFrom",
        "resource_type": "software",
        "scheme": "url",
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
        **_if_set("codeRepository", about["repository"]),
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


class PackagePage(MetadataHookInterface):
    """Give the build what an index shows of the package: the README without links that lead nowhere there, and URLs."""

    def update(self, metadata):
        """Set ``readme`` and ``urls`` of the project's metadata."""
        root = Path(self.root)
        about = read_source(root)
        text = self_contained((root / "README.md").read_text(encoding="utf-8"), about["repository"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = project_urls(about)


def project_urls(about):
    """Return the addresses that an index shows beside the package (dict of str to str)."""
    urls = {"Paper": paper_address(about)}
    if address := about["repository"]:
        urls |= {
            "Repository": address,
            "Issues": f"{address}/issues",
            "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        }
        # where .github/workflows/pages.yml puts the site
        if at := re.fullmatch(r"https://github\.com/([^/]+)/([^/]+)", address):
            urls["Documentation"] = f"https://{at[1].lower()}.github.io/{at[2]}"
    return urls


_TO_FILE = r"\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)"  # a link or, after "!", a picture: text, path
_ONLY_FILES = re.compile(rf"(?:!?{_TO_FILE}[\s·]*)+")


def self_contained(text, repository):
    """Rewrite a page in Markdown such that it needs no file beside it.

    Parameters
    ----------
    text : str
    repository : str
        Its address: links to files then lead there. If empty, paragraphs of nothing but pictures of and links to
        files are left out, and other links to files become plain text.

    Returns
    -------
    str
    """
    if repository:
        text = re.sub(f"(?<!!){_TO_FILE}", rf"[\1]({repository}/blob/HEAD/\2)", text)
        return re.sub(f"!{_TO_FILE}", rf"![\1]({repository}/raw/HEAD/\2)", text)
    paragraphs = [part for part in text.split("\n\n") if not _ONLY_FILES.fullmatch(part)]
    return re.sub(f"!?{_TO_FILE}", r"\1", "\n\n".join(paragraphs)).rstrip() + "\n"


def main():
    """Write the citing files."""
    for name, content in citing_files(read_source()).items():
        (ROOT / name).write_text(content, encoding="utf-8", newline="\n")
        print(name)


if __name__ == "__main__":
    main()
