"""Sphinx extension: each named number of the text is an element with its name, and an index says where they come from.

A page's index is a script of its own, which its first question loads.
"""

import hashlib
import json
import re
from pathlib import Path

from docutils import nodes

from study import SIGNED
from study.why import chain

NAMED = re.compile(r"<!--((?:[a-z][\w-]*/)?[a-z]\w*):[^>\s]+-->")
NUMBER = re.compile(rf"{SIGNED}$")
OF_A_CELL = ("kind", "dataset", "rows", "method")
SHOWN = ("printed", "formula", "command", "cell")


class named_number(nodes.inline):
    """A number of the text; `number` is its page and name."""


def mark_numbers(app, doctree, docname):
    """Make elements of the numbers that a comment behind them names; not on paper, where nobody asks."""
    for raw in list(doctree.findall(nodes.raw)) if app.builder.name == "html" else ():
        found, siblings = NAMED.fullmatch(raw.astext().strip()), raw.parent.children
        place = next(i for i, of in enumerate(siblings) if of is raw)
        if found and place and (number := NUMBER.search(siblings[place - 1].astext())):
            name = found[1] if "/" in found[1] else f"{docname.rpartition('/')[2]}/{found[1]}"
            before = nodes.Text(siblings[place - 1].astext()[: number.start()])
            raw.parent[place - 1 : place + 1] = [before, named_number(number[0], number[0], number=name)]


def packed(numbers):
    """Put the chains of numbers together; what several have in common stands in lists, where they have its place."""
    pools: dict[str, dict[str, int]] = {name: {} for name in ("groups", "runs", "cells", "settings", "programs")}

    def place(pool, content):
        return pools[pool].setdefault(json.dumps(content), len(pools[pool]))

    index = {}
    for number in dict.fromkeys(numbers):
        found, groups, ends = chain(*number.split("/")), {}, {}
        for run in found["runs"]:
            settings = [place("settings", pair) for pair in run["settings"].items()]
            cell = place("cells", [*(run[name] for name in OF_A_CELL), settings])
            program = place("programs", [run["commit"], run["machine"], (run["start"] or "")[:10]])
            at = place("runs", [run["key"], run["seed"], cell, program])
            group = groups.setdefault(run["of"], [])
            group += [run["value"]] if ends.get(run["of"]) == at else [[at], run["value"]]  # a place where it jumps
            ends[run["of"]] = at + 1
        index[number] = {name: found[name] for name in SHOWN} | {"commit": found["commit"]}
        index[number]["groups"] = [place("groups", group) for group in groups.values()]
    lists = {name: [json.loads(of) for of in pool] for name, pool in pools.items()}
    for run, before in reversed(list(zip(lists["runs"][1:], lists["runs"]))):
        run[2:] = [] if run[2:] == before[2:] else run[2:]  # of the same cell and program as the run before
    return {"numbers": index} | lists


def add_index(app, pagename, templatename, context, doctree):
    """Write the index of a page with numbers, and load what shows it."""
    numbers = [node["number"] for node in doctree.findall(named_number)] if doctree is not None else []
    if numbers and app.builder.name == "html":
        content = f"window.gnodeWhy = {json.dumps(packed(numbers), separators=(',', ':'))};\n"
        place = f"_static/why/{pagename.rpartition('/')[2]}.js"
        Path(app.outdir, place).parent.mkdir(parents=True, exist_ok=True)
        Path(app.outdir, place).write_text(content, encoding="utf-8")
        version = hashlib.sha256(content.encode()).hexdigest()[:8]
        app.add_js_file(
            "why.js", loading_method="defer", **{"data-index": f"{context['pathto'](place, 1)}?v={version}"}
        )


def visit(translator, node):
    """Write the element."""
    translator.body.append(translator.starttag(node, "span", "", CLASS="why", **{"data-number": node["number"]}))


def setup(app):
    """Register with Sphinx."""
    app.add_node(named_number, html=(visit, lambda translator, node: translator.body.append("</span>")))
    app.connect("doctree-resolved", mark_numbers)
    app.connect("html-page-context", add_index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
