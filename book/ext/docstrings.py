"""Sphinx extension: docstrings keep their straight quotes, and a name in them is a link wherever it leads somewhere."""

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.python import PyXRefRole
from sphinx.transforms import SphinxTransform


class StraightQuotes(SphinxTransform):
    """Leave the quotes of docstrings alone: in them stand values to be typed, such as "original"."""

    default_priority = 740  # before SphinxSmartQuotes

    def apply(self, **kwargs):
        for content in self.document.findall(addnodes.desc_content):
            content["support_smartquotes"] = False


class Name(PyXRefRole):
    """What stands in single backticks: the name of something that is documented, or of a parameter, which is not."""

    def process_link(self, env, refnode, has_explicit_title, title, target):
        refnode["reftype"] = "obj"
        refnode["only_name"] = True
        return super().process_link(env, refnode, has_explicit_title, title, target)


def leave_name(app, env, node, contnode):
    """Show the name of what is documented nowhere as code."""
    return nodes.literal("", contnode.astext()) if node.get("only_name") else None


def setup(app):
    """Register with Sphinx; `default_role` in _config.yml names the role."""
    app.add_transform(StraightQuotes)
    app.add_role_to_domain("py", "name", Name())
    app.connect("missing-reference", leave_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
