"""The quiz: what it shows is what is stored, and it can be taken by keys, by finger and again."""

import base64

import numpy as np
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import wait_until

from study.experiments import runs_frame
from study.figures import turned
from study.figures.quiz import load_quiz
from study.measures import roughness
from study.methods.others import NoiseLayer
from study.store import load_features

PAGE = "notebooks/features.html"
STORED = {"GN": "gn", "GCN": "gcn", "Auto-encoder": "usv", "Supervised layer": "sv", "Principal component": "pca"}
RUNS = {
    "GN": ("gn", None),
    "GCN": ("gcn", None),
    "Auto-encoder": ("usv", None),
    "Supervised layer": ("sv", None),
    "Sum of rows": ("mixes_with_mean", "error"),
    "Class sum": ("mixes_with_mean", "class"),
    "Noise": ("noise", None),
}
BY_CLASS = ("GCN", "Class sum")  # whose nodes have a class of their own


@pytest.fixture(scope="module")
def stored():
    quiz = load_quiz()
    return quiz["nodes"], {kind["name"]: kind for kind in quiz["kinds"]}


def pixels_of(kind):
    return np.frombuffer(base64.b64decode(kind["pixels"]), np.int8).reshape(-1, 256)


def judged(kind):
    """Read a kind's run of seed 0 as the store has it; gives what was measured on its nodes (dict of ndarray)."""
    method, partition = RUNS[kind]
    frame = pd.concat([runs_frame(name, column="paper") for name in ("controls", "mean_kept", "noise")])
    frame = frame[(frame["dataset"] == "usps") & (frame["seed"] == 0) & (frame["method"] == method)]
    if "partition" in frame:
        frame = frame[frame["partition"].isna() if partition is None else frame["partition"] == partition]
    (nodes,) = frame["nodes"]
    return {name: np.array(values) for name, values in nodes.items()}


@pytest.mark.parametrize("kind", [*STORED, "Noise"])
def test_features_are_the_stored_ones_turned(stored, kind):
    nodes, kinds = stored
    if kind == "Noise":
        weights = NoiseLayer(200, random_state=0).fit(np.zeros((1, 256), np.float32)).components_
    else:
        weights = load_features(STORED[kind], reading="paper").components
    weights = weights[nodes].astype(float)
    weights *= 127 / np.abs(weights).max(axis=1, keepdims=True)
    shown = pixels_of(kinds[kind])
    assert len(set(nodes)) == len(shown) == 30
    np.testing.assert_array_equal(shown, turned(weights.round().astype(int)))


@pytest.mark.parametrize("kind", RUNS)
def test_the_judge_is_the_one_of_the_stored_runs(stored, kind):
    nodes, kinds = stored
    of, shown = judged(kind), kinds[kind]
    noise = np.concatenate([run["confidence"] for run in runs_frame("noise", column="paper")["nodes"]])
    assert len(noise) == 20 * 200
    sees = of["confidence"] > np.quantile(noise, 0.95)
    assert np.where(sees, of["digit"], -1)[nodes].tolist() == shown["judge"]
    assert shown["seen"] == sees.mean()
    own = np.arange(200) % 10 if kind in BY_CLASS else np.full(200, -1)
    assert shown["own"] == own[nodes].tolist()
    assert shown["named"] == (sees & (of["digit"] == own)).mean()
    np.testing.assert_allclose(roughness(pixels_of(shown).astype(float)), of["roughness"][nodes], rtol=0.01)


def test_the_first_components_alone_are_seen_by_the_judge(stored):
    judge = stored[1]["Principal component"]["judge"]
    assert judge[0] >= 0 and set(judge[5:]) == {-1}  # its judgements of them are stored with the quiz alone


def test_sums_are_seen_as_often_as_trained_features(stored):
    seen = {name: kind["seen"] for name, kind in stored[1].items()}
    assert seen["Sum of rows"] > seen["GN"] > 5 * seen["Noise"]
    assert seen["Class sum"] > seen["GCN"]


@pytest.fixture
def opened(still_tabs, address):
    """Return a function that opens the quiz of a seed, as large as a phone or otherwise."""
    with still_tabs.tab() as tab:

        def opened(seed=None, width=1280, height=900):
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.page.goto(f"{address}/{PAGE}{'' if seed is None else f'#quiz={seed}'}")
            wait_until(tab.page, "window.gnodeQuiz?.features.length === 20")
            return tab.page

        yield opened
        assert tab.problems == [] and tab.page.evaluate("refused") == []


def shown(page):
    return page.evaluate("gnodeQuiz.features.map(({ kind, node }) => [kind.name, node])")


def drawn_by_numpy(seed, nodes, kinds):
    """The features of a seed: of each kind those with the smallest numbers, in the order of others."""
    pool = [(name, node) for name in kinds for node in nodes]
    random = np.random.RandomState(seed)
    pick, _, order = (random.random_sample(n) for n in (len(pool), 1, len(pool)))
    chosen = []
    for k, kind in enumerate(kinds.values()):
        of = np.arange(len(pool)).reshape(len(kinds), -1)[k]
        chosen += list(of[np.argsort(pick[of])][: kind["asked"]])
    return [list(pool[at]) for at in sorted(chosen, key=lambda at: order[at])]


@pytest.mark.parametrize("seed", [0, 12345, 999999999])
def test_a_link_repeats_a_quiz(opened, stored, seed):
    page = opened(seed)
    assert shown(page) == drawn_by_numpy(seed, *stored)
    assert page.evaluate("document.querySelector('#gnode-quiz').getBoundingClientRect().top") < 200


def test_by_keys_alone_and_what_it_tells(opened, stored):
    page = opened(7)
    names, kinds = [name for name, _ in shown(page)], stored[1]
    assert page.get_attribute("#gnode-quiz .asking canvas", "aria-label") == "A feature, 1 of 20"
    page.keyboard.press("4")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")  # there is nothing left to take back
    assert page.evaluate("gnodeQuiz.answers") == []
    owns = page.evaluate("gnodeQuiz.features.map(({ own }) => own)")
    said = [own if own >= 0 else 3 if name == "Sum of rows" else -1 for name, own in zip(names, owns)]
    for value in said:
        page.keyboard.press("n" if value < 0 else str(value))
    assert page.evaluate("gnodeQuiz.answers") == said
    assert page.evaluate("document.activeElement.textContent").startswith("You saw a digit in 0 of 3 features of GN,")
    lines = page.locator("#gnode-quiz tbody tr").all_inner_texts()
    for line, kind in zip(lines, kinds.values(), strict=True):
        seen = kind["asked"] if kind["name"] in (*BY_CLASS, "Sum of rows") else 0
        assert line.startswith(kind["name"]) and ("untrained" not in line) == kind["trained"]
        assert line.split("\t")[1:] == [f"{seen} of {kind['asked']}", f"{np.floor(100 * kind['seen'] + 0.5):.0f}%"]
    told = page.inner_text("#gnode-quiz .told")
    judge = " and ".join(f"{np.floor(100 * kinds[kind]['named'] + 0.5):.0f}%" for kind in BY_CLASS)
    assert f"You named that digit in 3 of 3 and 3 of 3, the judge in {judge}." in told
    found = Axe().run(page, context="#gnode-quiz", options={"preload": False})
    assert found.violations_count == 0, found.generate_report()

    first = shown(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # others
    assert shown(page) != first and page.evaluate("gnodeQuiz.answers") == []
    again = shown(page)
    for _ in range(20):
        page.keyboard.press("n")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the same, which the address has already
    assert shown(page) == again and page.evaluate("gnodeQuiz.answers") == []
    page.goto(page.url)
    page.reload()
    wait_until(page, "window.gnodeQuiz?.features.length === 20")
    assert shown(page) == again


def test_the_answers_can_be_had_early_and_count_only_what_was_answered(opened):
    page = opened(7)
    names = [name for name, _ in shown(page)]
    page.keyboard.press("3")
    page.keyboard.press("n")
    page.click("#gnode-quiz [value=end]")
    assert page.evaluate("document.activeElement.textContent") == "You answered 2 of 20."
    for line in page.locator("#gnode-quiz tbody tr").all_inner_texts():
        asked = [place for place in (0, 1) if line.startswith(names[place])]
        assert line.split("\t")[1] == (f"{asked.count(0)} of {len(asked)}" if asked else "–")
    assert page.locator("#gnode-quiz .features li").count() == 20
    assert page.locator("#gnode-quiz .features li:has-text('you: –')").count() == 18
    page.click("#gnode-quiz .same")
    assert page.evaluate("gnodeQuiz.answers") == [] and page.is_visible("#gnode-quiz .answers")


def test_by_finger_on_a_phone(opened):
    page = opened(7, width=390, height=844)
    boxes = [one.bounding_box() for one in page.locator("#gnode-quiz .answers button").all()]
    assert len(boxes) == 13 and min(min(box["width"], box["height"]) for box in boxes) >= 44
    picture = page.locator("#gnode-quiz .asking canvas").bounding_box()
    assert picture["y"] >= 0 and max(box["y"] + box["height"] for box in boxes) <= 844
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    kept = page.evaluate("JSON.stringify(localStorage)")
    for value in [*range(10), -1, "back", *range(10)]:
        page.click(f"#gnode-quiz .answers [value='{value}']")
    assert page.evaluate("gnodeQuiz.answers") == [*range(10), *range(10)]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert min(page.locator(place).bounding_box()["height"] for place in (".new", ".same")) >= 44
    assert requests == [] and page.evaluate("JSON.stringify(localStorage)") == kept


def test_the_twelve_tiles_stand_where_the_quiz_does_not(opened, browser, address):
    page = opened()
    assert not page.is_visible(".quiz-still") and not page.is_visible("p.elsewhere")
    page.emulate_media(media="print")
    assert page.is_visible(".quiz-still img") and not page.is_visible("#gnode-quiz")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{PAGE}")
    assert page.is_visible(".quiz-still img") and page.is_visible("p.elsewhere")
    assert not page.is_visible("#gnode-quiz")
    context.close()
