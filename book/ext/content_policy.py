"""Sphinx extension: each page says what it may load and run: files of the site, and its own scripts by their hash.

Whatever gets into a page beside these, from a stored result or from a link, does not run. Styles may stand in the page:
MathJax and the theme set them there.
"""

import base64
import hashlib
import html
import re
from pathlib import Path

ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
# A browser looks for the encoding in the first 1024 bytes alone, and a policy can be longer.
HEAD = re.compile(r"""<head>(\s*<meta charset="[^"]*"\s*/?>)?""")
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
# A page that trains runs compiled loops, in workers made of its own scripts.
TRAINS = re.compile(r'<script\b[^>]*\bsrc="[^"]*play/train\.js')
HANDLER = re.compile(r"""\son\w+="([^"]*)\"""")
# A page that is opened as a file has no origin of its own: there its files are those of the scheme.
OWN = "'self' file:"
POLICY = (
    "default-src 'none'",
    f"style-src {OWN} 'unsafe-inline'",
    f"img-src {OWN} data:",
    f"font-src {OWN}",
    f"connect-src {OWN}",
    f"form-action {OWN}",
    "base-uri 'none'",
)


def handlers_of(page):
    """List what the buttons of a page do, less those in its article (list of str)."""
    return [html.unescape(handler) for handler in HANDLER.findall(SCRIPT.sub("", ARTICLE.sub("", page)))]


def policy_of(page, handlers):
    """Write the policy of a page (str): its scripts, and what buttons may do, are named by their hash.

    Only scripts of the theme and of the extensions, which stand around the article: what is written in it never runs.
    `handlers` are those of all pages: the search parses the others in its own page.
    """
    page = ARTICLE.sub("", page)
    trains = TRAINS.search(page)
    bodies = [body for attributes, body in SCRIPT.findall(page) if "src=" not in attributes and body.strip()]
    hashes = " ".join(dict.fromkeys(f"'sha256-{_hash(body)}'" for body in (*bodies, *handlers)))
    scripts = f"script-src {OWN} 'unsafe-hashes' {hashes}"
    return "; ".join((*POLICY, f"{scripts} 'wasm-unsafe-eval'", "worker-src blob:") if trains else (*POLICY, scripts))


def with_policy(page, handlers):
    """Put its policy into the head of a page (str), before anything that it is about."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy_of(page, handlers)}">'
    return HEAD.sub(lambda head: f"{head[0]}\n    {tag}", page, count=1)


def _hash(body):
    return base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()


def add_policies(app, exception):
    """Give each page its policy."""
    if exception is None and app.builder.name == "html":
        static = Path(app.outdir, "_static")
        files = [file for file in Path(app.outdir).rglob("*.html") if static not in file.parents]
        pages = {file: page for file in files if "<head>" in (page := file.read_text(encoding="utf-8"))}
        handlers = sorted({handler for page in pages.values() for handler in handlers_of(page)})
        for file, page in pages.items():
            with file.open("w", encoding="utf-8", newline="\n") as written:
                written.write(with_policy(page, handlers))


def setup(app):
    """Register with Sphinx; the pages are as they will be when everything else has been done to them."""
    app.connect("build-finished", add_policies, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
