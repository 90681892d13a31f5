"""What a page may load and run: its own files and scripts, and nothing that gets into it."""

import re

import pytest
from built_site import PAGES, one_page_of_each_kind, wait_for_formulas, wait_until
from content_policy import handlers_of, policy_of

META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
PRINT = """(window.print = () => { window.printed = true; }, document.querySelector('[onclick="window.print()"]'))"""
HOSTILE = """() => {
  const place = document.querySelector("article");
  place.insertAdjacentHTML("beforeend", '<img src="x" onerror="ran = 1"><a href="javascript:ran = 2" id="go">go</a>');
  const script = document.createElement("script");
  script.textContent = "window.ran = 3";
  place.append(script);
  document.getElementById("go").click();
  new Image().src = "https://example.org/told.png";
}"""


def test_what_is_written_in_an_article_adds_nothing_to_what_may_run():
    around = '<html><head><script>a()</script></head><body><button onclick="b()"></button>{}</body></html>'
    plain = policy_of(around.format("<article>text</article>"), ["b()"])
    assert plain.count("sha256-") == 2
    for hostile in ("<script>c()</script>", '<img onerror="c()">', '<script src="play/train.js"></script>'):
        page = around.format(f"<article>{hostile}</article>")
        assert (handlers_of(page), policy_of(page, ["b()"])) == (["b()"], plain)


@pytest.mark.parametrize("path", PAGES)
def test_each_page_has_its_policy_first_and_no_other_origin_in_it(site, path):
    page = (site / path).read_text(encoding="utf-8")
    (policy,) = META.findall(page)
    assert page.index("Content-Security-Policy") < min(page.index("<script"), page.index("<link"))
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert not {"'unsafe-inline'", "'unsafe-eval'", "data:"} & set(rules["script-src"].split())
    trains = path in ("index.html", *(f"notebooks/{name}.html" for name in ("play", "faster", "use", "audit")))
    assert ("'wasm-unsafe-eval'" in rules["script-src"].split()) == trains
    assert rules.pop("worker-src", None) == ("blob:" if trains else None)
    allowed = {"'self'", "'none'", "'unsafe-inline'", "'unsafe-hashes'", "'wasm-unsafe-eval'", "data:", "file:"}
    assert all(source in allowed or source.startswith("'sha256-") for rule in rules.values() for source in rule.split())


@pytest.mark.parametrize("path", one_page_of_each_kind())
def test_the_policy_refuses_nothing_of_a_page_opened_as_a_file(tabs, site, path):
    """In the dark, where `test_pages` has every page served and in the light."""
    with tabs.tab() as tab:
        page = tab.page
        page.emulate_media(color_scheme="dark")
        page.goto(f"{site.as_uri()}/{path}")
        wait_until(page, "document.documentElement.dataset.theme === 'dark'")
        wait_for_formulas(page)
        formulas = page.locator("span.math, div.math").count()
        assert page.locator("span.math > mjx-container, div.math > mjx-container").count() == formulas
        page.locator("button.theme-switch-button:visible").first.click()
        assert page.evaluate("refused") == []


@pytest.mark.weekly
@pytest.mark.parametrize("kind", ["served", "as a file"])
def test_what_gets_into_a_page_does_not_run_and_what_is_its_own_does(tabs, address, site, kind):
    start = address if kind == "served" else site.as_uri()
    with tabs.tab() as tab:
        page = tab.page
        page.goto(f"{start}/notebooks/audit.html")
        page.evaluate(HOSTILE)
        wait_until(page, "refused.length >= 4")
        assert page.evaluate("window.ran") is None
        for path, works in (
            ("index.html", f"{PRINT}.click() || window.printed"),
            ("search.html?q=amnesia", "document.querySelector('#search-results ul.search li')"),
            ("notebooks/play.html", "!gnodePlay.busy() && gnodePlay.run.readout"),
        ):
            page.goto(f"{start}/{path}")
            wait_until(page, works)
            assert page.evaluate("refused") == []
