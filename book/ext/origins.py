"""Sphinx extension: each named number of the text is an element with its name, and an index says where they come from.

A page's index is a script of its own, which its first question loads.
"""

import hashlib
import json
import re
from pathlib import Path

from docutils import nodes
from play_site import can_compute

from study import SIGNED
from study.why import chain

NAMED = re.compile(r"<!--((?:[a-z][\w-]*/)?[a-z]\w*):[^>\s]+-->")
NUMBER = re.compile(rf"{SIGNED}$")
SHOWN = ("printed", "formula", "command", "cell", "commit")


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


def labels(groups):
    """Tell groups of runs apart (list of str): by sets, methods and settings that are not the same in all groups."""
    told, settings = [], [runs[0]["settings"] for runs in groups]
    names = dict.fromkeys(name for of in settings for name in of if name != "reading")
    for runs, own in zip(groups, settings):
        of = [", ".join(dict.fromkeys(run[name] for run in runs if run[name])) for name in ("method", "dataset")]
        differ = (name for name in names if name in own and any(other.get(name) != own[name] for other in settings))
        values = {name: json.dumps(own[name]).strip('"').removesuffix(".0") for name in differ}
        told.append(", ".join([" on ".join(of), *(f"{name.replace('_', ' ')} {of}" for name, of in values.items())]))
    return told


def packed(numbers):
    """Put the chains of numbers together; what several have in common stands in lists, where they have its place."""
    pools: dict[str, dict[str, int]] = {name: {} for name in ("groups", "runs")}

    def place(pool, content):
        return pools[pool].setdefault(json.dumps(content), len(pools[pool]))

    index = {}
    for number in dict.fromkeys(numbers):
        found, groups = chain(*number.split("/")), {}
        for run in found["runs"]:
            groups.setdefault(run["of"], []).append(run)
        days = sorted(run["start"][:10] for run in found["runs"] if run["start"])
        index[number] = {name: found[name] for name in SHOWN} | {
            "machine": "; ".join(dict.fromkeys(run["machine"] for run in found["runs"])),
            "time": " to ".join(dict.fromkeys([*days[:1], *days[-1:]])),
            "groups": [],
        }
        for runs, label in zip(groups.values(), labels([*groups.values()])):
            group, end = [], None
            for run in runs:
                at = place("runs", [run["key"], run["seed"], *([run["dataset"]] if can_compute(run) else [])])
                group += [run["value"]] if end == at else [[at], run["value"]]  # a place where it jumps
                end = at + 1
            index[number]["groups"].append([label, place("groups", group)])
    return {"numbers": index} | {name: [json.loads(of) for of in pool] for name, pool in pools.items()}


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
