"""The dial for memory: the layer of the page lies on the curves of the stored runs, and everyone can turn the dial."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import wait_until

from study.experiments import runs_frame
from study.figures.memory import dial_curves, dialled, peaks

PAGE = "notebooks/memory.html"
STILL = ".tag_dial-still img"
COLUMNS = {"flat": "paper", "fading": "program"}
MOVE = """(A) => {
  const slider = document.querySelector("#gnode-play [name=amnesia]");
  slider.value = A;
  slider.dispatchEvent(new Event("input"));
  return [...document.querySelectorAll("#gnode-play .value")].map((value) => value.textContent);
}"""


def opened(page, address):
    page.goto(f"{address}/{PAGE}")
    page.locator("#gnode-play").scroll_into_view_if_needed()
    wait_until(page, "window.gnodeDial && !gnodeDial.busy")
    return page


@pytest.fixture(scope="module")
def page(still_tabs, address):
    with still_tabs.tab() as tab:
        yield opened(tab.page, address)
        assert tab.problems == []


def set_dial(page, memory, A):
    page.check(f"#gnode-play [value={memory}]")
    page.evaluate(MOVE, A)
    wait_until(page, "!gnodeDial.busy")


@pytest.mark.parametrize(("memory", "A"), [("flat", 0.1), ("fading", 0.9), ("flat", 0)])
def test_the_layer_of_the_page_is_the_stored_one_of_the_first_seed(page, memory, A):
    set_dial(page, memory, A)
    runs = runs_frame("dial", column=COLUMNS[memory])
    (stored,) = runs[(runs["seed"] == 0) & (runs["amnesia"] == A)].to_dict("records")
    live = page.evaluate(f"gnodeDial.layers['{memory} {A}'].measures")
    assert live["roughness_median"] == pytest.approx(stored["roughness_median"], rel=1e-9)
    assert live["r2"] == pytest.approx(stored["r2"], abs=1e-6)
    assert live["test"] == pytest.approx(stored["test"], abs=0.001)  # one digit, where two classes are tied
    shown = [f"roughness {live['roughness_median']:.2f}", f"accuracy {live['test']:.1%}", f"recovery {live['r2']:.1%}"]
    assert page.locator("#gnode-play .value").all_inner_texts() == [f"this layer: {value}" for value in shown]
    told = page.get_attribute("#gnode-play [name=amnesia]", "aria-valuetext")
    assert told == f"{A:g}; this layer: {', '.join(shown)}"
    assert f"names {live['test']:.1%}" in page.inner_text("#gnode-play .status").replace("\n", " ")


def test_the_curves_are_those_of_the_stored_runs_and_say_where_each_is_best(page):
    assert page.evaluate("gnodeCurves") == dial_curves()
    for memory, column in COLUMNS.items():
        set_dial(page, memory, 0.4)
        titles = page.locator("#gnode-play .best-at").all_inner_texts()
        assert [title.split(" at A = ")[1] for title in titles] == [f"{A:g}" for A in peaks(column).values()]
        for name, A in peaks(column).items():
            plot = page.locator(f"#gnode-play .{name} .plot")
            assert plot.locator(".best").evaluate("mark => mark.style.left") == f"{100 * A:g}%"
            drawn = plot.locator(".chosen").get_attribute("points").split()
            heights = [float(point.split(",")[1]) for point in drawn]  # from the top
            assert len(drawn) == 11 and heights.index(min(heights)) == round(10 * A)


def test_dragging_shows_the_stored_means_at_once_and_trains_where_it_rests(page):
    set_dial(page, "fading", 0.4)
    before = page.evaluate("Object.keys(gnodeDial.layers)")
    means = dialled("program").xs("mean", axis=1, level=1)
    for A in (0.5, 0.6, 0.7):
        roughness, test, r2 = means.loc[A]
        assert page.evaluate(MOVE, A) == [
            f"mean: {shown}" for shown in (f"roughness {roughness:.2f}", f"accuracy {test:.1%}", f"recovery {r2:.1%}")
        ]
        assert page.evaluate("gnodeDial.busy")
    wait_until(page, "!gnodeDial.busy")
    assert set(page.evaluate("Object.keys(gnodeDial.layers)")) - set(before) <= {"fading 0.7"}
    assert page.evaluate(MOVE, 0.4)[0].startswith("this layer: roughness")  # it is known


def test_features_are_drawn_and_told(page):
    set_dial(page, "flat", 0.2)
    canvases = page.locator("#gnode-play canvas")
    assert canvases.count() == 20
    assert canvases.nth(13).get_attribute("aria-label") == "Feature 14, from digits 3"
    pixels = "one => [...one.getContext('2d').getImageData(0, 0, 16, 16).data].filter((_, k) => k % 4 < 3)"
    assert all(len(set(canvas.evaluate(pixels))) > 10 for canvas in canvases.all())


def test_by_keyboard_alone(page):
    set_dial(page, "flat", 0.4)
    page.focus("#gnode-play [name=amnesia]")
    page.keyboard.press("ArrowRight")
    wait_until(page, "!gnodeDial.busy")
    assert page.evaluate("gnodeDial.A") == 0.5
    page.focus("#gnode-play [value=flat]")
    page.keyboard.press("ArrowRight")
    wait_until(page, "!gnodeDial.busy")
    assert page.evaluate("gnodeDial.memory") == "fading"


def test_axe_finds_nothing(page):
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        found = Axe().run(page, context="#gnode-play", options={"preload": False})
        assert found.violations_count == 0, found.generate_report()


def test_by_finger_on_a_phone(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), address)
    page.tap("#gnode-play label:has([value=fading])")
    box = page.locator("#gnode-play [name=amnesia]").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 14, box["y"] + box["height"] / 2)
    wait_until(page, "!gnodeDial.busy")
    assert page.evaluate("[gnodeDial.memory, gnodeDial.A]") == ["fading", 1]
    for target in ("label", "[name=amnesia]"):
        sizes = page.locator(f"#gnode-play {target}").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert min(sizes) >= 44, target
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # The dot stands over the thumb: the slider is the axis of the curves.
    page.evaluate(MOVE, 0)
    places = page.locator("#gnode-play .now").evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
    assert places == pytest.approx([box["x"] + 12] * 3, abs=1)
    context.close()


def test_a_reader_meets_the_figure_once(page, browser, address, still_tabs):
    caption = page.locator("#fig-memory-dial figcaption")
    assert page.locator(STILL).is_hidden() and caption.is_visible()
    page.emulate_media(media="print")
    assert page.locator(STILL).is_visible() and page.locator("#gnode-play").is_hidden()
    page.emulate_media(media="screen")
    context = browser.new_context(java_script_enabled=False)
    silent = context.new_page()
    silent.goto(f"{address}/{PAGE}")
    assert silent.locator(STILL).is_visible() and silent.locator("#gnode-play").is_hidden()
    context.close()
    without = still_tabs.context.new_page()
    without.add_init_script("delete globalThis.WebAssembly")
    without.goto(f"{address}/{PAGE}")
    wait_until(without, "!document.querySelector('#gnode-play')")
    assert without.locator(STILL).is_visible()
    without.close()
