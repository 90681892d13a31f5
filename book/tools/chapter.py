"""Read a page of the book as it stands: its prose without markup, its cells of code, what these assert of the prose.

Only the text is read (.md, MyST); nothing is run.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

ROOT = Path(__file__).parents[2]

DIRECTIVE = re.compile(r"\{([\w:.+-]+)\}\s*(.*)")
OPTION = re.compile(r":[\w-]+:")
# Directives with prose in them, and those of these whose argument is a title. The rest of a figure is its caption.
WITH_PROSE = re.compile(
    r"admonition|note|tip|hint|warning|important|caution|attention|seealso|dropdown|container|table|margin|sidebar"
    r"|glossary|card|grid|grid-item|tab-set|tab-item|exercise|solution|prf:\w+"
)
WITH_TITLE = re.compile(r"admonition|dropdown|table|card|tab-item|exercise|prf:\w+")
WITH_CAPTION = re.compile(r"(glue:)?figure")
HIDDEN = {"hide-input", "remove-input", "hide-cell", "remove-cell"}

# Roles that show their words; any other shows a number, a name or a link that another page writes.
IN_WORDS = re.compile(r"(?:term|ref|doc|download|sub|sup|abbr)\Z")
EXPLICIT = re.compile(r"(.*?)\s*<[^<>]*>", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A piece of prose: its first line in the file, what it is, its words, and what is written there."""

    line: int
    kind: str  # "paragraph", "heading" or "caption"
    text: str  # formulas, code, references and glued values are an X
    written: str


@dataclass
class Cell:
    """A cell of code: its first line in the file, its code, its tags and the section (`##`) that it stands in."""

    line: int
    source: str
    metadata: dict = field(default_factory=dict)
    section: str = ""

    @property
    def tags(self):
        return set(self.metadata.get("tags", ()))

    @property
    def hidden(self):
        return bool(self.tags & HIDDEN)

    @property
    def tree(self):
        return ast.parse(self.source)


@dataclass
class Page:
    """A page: its prose and its cells in order, and all directives by name, label and title."""

    path: Path
    blocks: list
    cells: list
    opening: list  # what stands first, up to the third thing: (name of a directive or "paragraph", ...; options)


def read(path):
    """Read a page (Page)."""
    text = Path(path).read_text(encoding="utf-8")
    page = Page(Path(path), [], [], [])
    _Reader(page).read(text, 1)
    return page


def notebooks(root=ROOT):
    """List the texts of the notebooks (list of pathlib.Path)."""
    return sorted((root / "notebooks").glob("*.md"))


def pages(root=ROOT):
    """List all pages that a person writes (list of pathlib.Path)."""
    return [root / "README.md", root / "index.md", *sorted((root / "book").glob("*.md")), *notebooks(root)]


class _Reader:
    def __init__(self, page):
        self.page, self.section = page, ""
        self.parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin).use(myst_block_plugin)
        self.parser.use(myst_role_plugin).use(dollarmath_plugin).use(colon_fence_plugin)
        self.parser.use(amsmath_plugin).use(deflist_plugin)

    def read(self, text, first, kind="paragraph"):
        """Read a piece of the page that begins on line `first`."""
        tokens = self.parser.parse(text)
        in_table = False
        for number, token in enumerate(tokens):
            line = first + (token.map[0] if token.map else 0)
            if token.type in ("table_open", "table_close"):
                in_table = token.type == "table_open"
            elif token.type == "inline" and not in_table:
                heading = tokens[number - 1].type == "heading_open"
                if heading and tokens[number - 1].tag in ("h1", "h2"):
                    self.section = token.content.strip()
                self._opens("heading" if heading else "paragraph", {})
                self._block(line, "heading" if heading else kind, token)
            elif token.type in ("fence", "colon_fence"):
                self._directive(token, line)

    def _block(self, line, kind, token):
        text = "".join(_words(token.children or ()))
        if re.search(r"\w", text):
            self.page.blocks.append(Block(line, kind, text, token.content))

    def _directive(self, token, line):
        if not (found := DIRECTIVE.match(token.info.strip())):
            return
        name, argument = found.groups()
        options, content, skipped = _options(token.content)
        if name == "code-cell":
            self.page.cells.append(Cell(line + 1 + skipped, content, options, self.section))
            self._opens("code-cell", options)
            for shown in ("figure", "image"):
                told = (options.get("mystnb") or {}).get(shown) or {}
                for text in (told.get("caption"), told.get("alt")):
                    if text:
                        self._inline(str(text), line + 1, "caption")
            return
        self._opens(name, options)
        opening, self.page.opening = self.page.opening, [None] * 9  # what stands inside opens nothing
        if argument and WITH_TITLE.fullmatch(name):
            self._inline(argument, line, "caption" if name == "table" else "heading")
        if name == "glossary":
            self._glossary(content, line + 1 + skipped)
        elif WITH_PROSE.fullmatch(name):
            self.read(content, line + 1 + skipped, "caption" if name == "prf:algorithm" else "paragraph")
        elif WITH_CAPTION.fullmatch(name):
            if options.get("alt"):
                self._inline(str(options["alt"]), line + 1, "caption")
            self.read(content, line + 1 + skipped, "caption")
        self.page.opening = opening

    def _inline(self, text, line, kind):
        (token,) = self.parser.parseInline(text)
        self._block(line, kind, token)

    def _glossary(self, content, line):
        """Read words with their definitions, which are set in."""
        lines = content.split("\n")
        plain = [part if part.startswith(" ") else "" for part in lines]
        self.read("\n".join(part.strip() for part in plain), line)

    def _opens(self, name, options):
        if len(self.page.opening) < 3:
            self.page.opening.append((name, options))


def _options(content):
    """Split the content of a directive into its options, the rest, and how many lines the options take."""
    lines = content.split("\n")
    if lines[0].strip() == "---":
        end = next((n for n, part in enumerate(lines[1:], start=1) if part.strip() == "---"), 0)
        return yaml.safe_load("\n".join(lines[1:end])) or {}, "\n".join(lines[end + 1 :]), end + 1
    n = 0
    while n < len(lines) and (OPTION.match(lines[n]) or (n and lines[n].startswith("  ") and lines[n].strip())):
        n += 1
    told = "\n".join(re.sub(r"^:([\w-]+):", r"\1:", part) for part in lines[:n])
    try:
        options = yaml.safe_load(told) or {}
    except yaml.YAMLError:  # a text with a colon in it
        options = {m[1]: m[2] for m in re.finditer(r"^([\w-]+):\s*(.*)$", told, flags=re.MULTILINE)}
    return options, "\n".join(lines[n:]), n


def _words(tokens):
    """Yield the words of what stands in a line, piece by piece."""
    for token in tokens:
        if token.type == "text":
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type in ("code_inline", "math_inline", "math_inline_double"):
            yield "X"
        elif token.type == "myst_role":
            explicit = EXPLICIT.fullmatch(token.content)
            if IN_WORDS.match(token.meta["name"]) and (explicit or token.meta["name"] in ("term", "abbr")):
                yield explicit[1] if explicit else token.content
            else:
                yield "X"


# What stands between the words of a sentence: a glued value or another role, a formula.
BETWEEN = re.compile(r"\{[\w:+-]+\}`[^`]*`|\$[^$]+\$|…|\.\.\.")


def stands_in(sentence, page):
    """Tell whether a sentence stands in a page's prose, word for word (bool).

    An ellipsis in it stands for anything within a paragraph, as roles and formulas do on both sides; markup, white
    space and the kind of quotes do not count.
    """
    parts = (re.escape(part.strip()) for part in _plain(sentence).split("…"))
    whole = (re.sub(r"\A(?=\w)|(?<=\w)\Z", r"\\b", part) for part in parts)
    pattern = re.compile(".*?".join(whole))
    return any(pattern.search(_plain(block.written)) for block in page.blocks)


def _plain(text):
    text = BETWEEN.sub("…", text.replace("{{", "{").replace("}}", "}"))
    text = re.sub(r"[*`\\]|(?<!\w)_|_(?!\w)", "", text)
    text = re.sub("[‘’]", "'", re.sub("[“”]", '"', text))
    return re.sub(r"\s+", " ", text.replace("\N{NO-BREAK SPACE}", " ")).strip()


def labels_in(text):
    """Collect the labels that a source defines (set of str): of figures, tables, equations, algorithms, places."""
    found = re.findall(r"^\s*:?(?:label|name):\s*([\w-]+)\s*$", text, flags=re.MULTILINE)
    found += re.findall(r"^\s*\(([\w-]+)\)=\s*$", text, flags=re.MULTILINE)
    found += re.findall(r"\\label\{([\w-]+)\}", text)
    found += re.findall(r"^\$\$\s*\(([\w-]+)\)\s*$", text, flags=re.MULTILINE)
    found += re.findall(r"<(?:a|details)\b[^>]* id=\"([\w-]+)\"", text)
    return set(found)
