"""What an index says about the package: `PackagePage` tells the build.

The repository's address stands in _config.yml alone; until it is set there, none is named.
"""

import re
import tomllib
from pathlib import Path

import yaml
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]
PAPER = "https://arxiv.org/abs/1602.06183"
TO_FILE = r"\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)"  # a link or, after "!", a picture: text, path
ONLY_FILES = re.compile(rf"(?:!?{TO_FILE}[\s·]*)+")


def read_source(root=ROOT):
    """Read ``project`` and ``tool.gnode`` of pyproject.toml, and as ``repository`` its address or nothing (dict)."""
    source = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    site = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    return source["project"] | source["tool"]["gnode"] | {"repository": site["repository"]["url"].rstrip("/")}


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
    urls = {"Paper": PAPER}
    if address := about["repository"]:
        urls |= {"Repository": address, "Issues": f"{address}/issues"}
        urls["Changelog"] = f"{address}/blob/HEAD/CHANGELOG.md"
        # where .github/workflows/pages.yml puts the site
        if at := re.fullmatch(r"https://github\.com/([^/]+)/([^/]+)", address):
            urls["Documentation"] = f"https://{at[1].lower()}.github.io/{at[2]}"
    return urls


def self_contained(text, repository):
    """Rewrite a page in Markdown such that it needs no file beside it (str)."""
    if repository:
        text = re.sub(f"(?<!!){TO_FILE}", rf"[\1]({repository}/blob/HEAD/\2)", text)
        return re.sub(f"!{TO_FILE}", rf"![\1]({repository}/raw/HEAD/\2)", text)
    paragraphs = [part for part in text.split("\n\n") if not ONLY_FILES.fullmatch(part)]
    return re.sub(f"!?{TO_FILE}", r"\1", "\n\n".join(paragraphs)).rstrip() + "\n"
