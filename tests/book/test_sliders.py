"""Sliders and guesses: each position shows what is stored."""

from collections import Counter

import numpy as np
import pytest
from built_site import wait_until

from gnode import GreedyByNode
from study.datasets import load
from study.figures import IN_FULL
from study.figures.faster import by_epochs, by_rates, raced
from study.figures.features import by_epoch
from study.figures.how_it_works import FOLLOWED, fades, of_each_class
from study.figures.likeness import load_likeness
from study.figures.memory import accuracies, dial_data, ends, features, printed
from study.figures.sliders import FACTORS
from study.measures import likeness, without_mean
from study.methods.others import TopKAutoencoder

BUDGET, CLEAR, DIAL, FADE, SUM = (f"#gnode-{name}" for name in ("budget", "clear", "dial", "fade", "sum"))
DRAWN = """(canvases) => canvases.map((canvas) => {
  const copy = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return [...context.getImageData(0, 0, 16, 16).data];
})"""


@pytest.fixture(scope="module")
def page(still_tabs, address, request):
    with still_tabs.tab() as tab:
        tab.page.goto(f"{address}/notebooks/{request.param}.html")
        yield tab.page


dial = pytest.mark.parametrize("page", ["memory"], indirect=True)
sums = pytest.mark.parametrize("page", ["features"], indirect=True)


def move(page, place, at):
    """Drag a slider, as far as its page can tell."""
    page.locator(f"{place} [type=range]").evaluate(
        "(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input')); }", at
    )


def shows(canvases, weights):
    """Tell whether pictures are red and blue where features, a byte a weight, are above and below zero."""
    w = np.frombuffer(weights, np.int8).reshape(-1, 256).astype(int)
    clear = np.where(np.abs(w) > 20, np.sign(w), 0)
    pixels = np.array(canvases.evaluate_all(DRAWN)).reshape(-1, 256, 4)
    agree = (clear * np.sign(pixels[:, :, 0] - pixels[:, :, 2])).sum(axis=1)
    return bool((np.abs(agree) == np.abs(clear).sum(axis=1)).all())  # a feature is drawn up to its sign


@sums
def test_the_clearest_digits_are_shown_with_the_accuracy_of_their_network(page):
    move(page, CLEAR, 3)
    assert shows(page.locator(f"{CLEAR} .features canvas"), by_epoch()[3].tobytes())
    mean, own = by_epochs().loc[("gcn", 30), "mean"], np.mean(load_likeness()["epochs, own class"]["USPS"][3])
    told = page.inner_text(f"{CLEAR} .features + p")
    assert told == f"{own:.0%} of the features match. The network gets {mean:.1%} correct."
    tops = page.locator(f"{CLEAR} .here").evaluate_all("(dots) => dots.map((dot) => parseFloat(dot.style.top))")
    assert tops == pytest.approx([100 * (1.02 - own) / 0.32, 100 * (0.945 - mean) / 0.035], abs=0.01)


@pytest.mark.parametrize("page", ["how_it_works"], indirect=True)
@pytest.mark.parametrize(("at", "A", "told"), [(0, 0, "everything"), (1, 0.1, "only 15%"), (4, 1, "even 49%")])
def test_what_is_missing_and_what_is_learned_follow_the_factor(page, at, A, told):
    move(page, FADE, at)
    missing, shares, learned = fades(A)
    for of, images in (("figcaption + canvas", missing.clip(-1, 1)), ("span + canvas", learned)):
        levels = np.round(127 * images / np.abs(images).max(axis=1, keepdims=True)).astype(np.int8)
        assert shows(page.locator(f"{FADE} {of}"), levels.tobytes())
    assert page.locator(f"{FADE} canvas + span").all_inner_texts() == [f"{of:.0%}" for of in shares]
    assert page.locator(f"{FADE} figcaption + canvas").count() == len(FOLLOWED)
    assert page.get_attribute(f"{FADE} input", "aria-valuetext") == f"A = {A}"
    assert told in page.inner_text(f"{FADE} [role=status]")


@dial
@pytest.mark.parametrize(("A", "rank"), [(0, "the worst of all"), (0.1, "the best of all")])
def test_no_accuracy_is_told_before_a_choice_and_then_that_of_the_stored_runs_where_nothing_moves(page, A, rank):
    page.reload()
    move(page, DIAL, FACTORS.index(A))
    assert shows(page.locator(f"{DIAL} canvas"), features()[FACTORS.index(A)].tobytes())
    assert page.inner_text(DIAL).count("%") == 2 and not page.is_visible(f"{DIAL} .plot")  # on the axis
    height, _ = page.locator(DIAL).bounding_box()["height"], page.click(f"{DIAL} button")
    assert page.locator(DIAL).bounding_box()["height"] == height and page.is_hidden(".tag_dial-still img")
    means = accuracies("paper")["gcn"]
    verdict = page.inner_text(f"{DIAL} [role=status]")
    assert verdict.startswith(f"You chose A = {A:g}: {means[A]:.1%} correct, for GCN {rank}.")
    assert (f"The best is A = {means.idxmax():g} with {means.max():.1%}." in verdict) == (A != means.idxmax())
    move(page, DIAL, FACTORS.index(0.2))
    assert page.inner_text(f"{DIAL} em") == (told := f"{means[0.2]:.1%}")
    assert page.get_attribute(f"{DIAL} [type=range]", "aria-valuetext") == f"A = 0.2: {told} correct"


@dial
@pytest.mark.parametrize("name", ["GN", "GCN"])
def test_the_curve_is_that_of_the_stored_runs_and_all_of_it_is_on_the_axis(page, name):
    means = accuracies("paper")[name.lower()]
    assert page.evaluate("gnodeMemory") == dial_data()
    lines = page.locator(f"{DIAL} polyline.{name}").evaluate_all("(all) => all.map((of) => of.getAttribute('points'))")
    heights = [float(point.split(",")[1]) for point in " ".join(lines).split()]
    stretched = [14 * (0.95 - of) if of > 0.9 else 1 - of / 3 for of in (*means.iloc[1:], *ends(name.lower()).loc[0])]
    label = page.get_attribute(f"{DIAL} .plot", "aria-label")
    assert f" {name}: {', '.join(f'{means[A]:.1%} at {A:g}' for A in FACTORS)}. " in label
    assert f"the paper’s Table 2: {', '.join(f'{of:.1%} at {A:g}' for A, of in printed().items())}. " in label
    assert heights == pytest.approx(stretched, abs=1e-3) and 0 < min(heights) and max(heights) < 1


@sums
@pytest.mark.parametrize(("of", "at", "words"), [(9, 0, "equal"), (5, 30, "random"), (3, 50, "nearly trained")])
def test_digits_are_added_up_and_matched_as_in_python(page, of, at, words):
    data, (rows, trained) = load("mnist16"), of_each_class()[of]
    u, v = np.random.RandomState(0).random_sample((len(rows), 2)).T
    drawn, other = np.sqrt(-2 * np.log(1 - u)) * np.cos(2 * np.pi * v), np.ones(len(rows)) if at < 30 else trained
    drawn, other = (w * np.sign(w.sum()) / np.linalg.norm(w) for w in (drawn, other))
    weights = drawn + abs(at / 30 - 1) * (other - drawn)
    times, X = weights.sum() / np.linalg.norm(weights), data.X_train[rows]
    parts = without_mean([weights @ X, weights.sum() * X.mean(axis=0), (weights - weights.mean()) @ X], data.X_train)
    page.select_option(f"{SUM} select", str(of))
    page.locator(f"{SUM} [type=range]").fill(str(at))
    told, likest = page.inner_text(f"{SUM} .made"), likeness(parts[:1], data.X_train, data.X_test)[0]
    assert f"{words} weights: most like a" in told and f"(cosine {likest:.2f})" in told and f"= {times:.2f} ×" in told
    scaled = np.round(127 * parts / np.abs(parts).max()).astype(np.int8)
    assert shows(page.locator(f"{SUM} .made figure:nth-child(-n + 3) canvas"), scaled.tobytes())


@pytest.mark.parametrize("page", ["faster"], indirect=True)
def test_each_example_fills_its_squares(page):
    colours = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    for n, press in ((1, None), (2, 0), (3, 0), (12, 1), (12, 0), (1, 1)):
        press is None or page.press(f"#gnode-squares button >> nth={press}", "Enter")
        counts = [f"{IN_FULL[of]}: {times * n}" for of, times in {"usv": 6, "gn": 2, "gcn": 1}.items()]
        assert page.locator("#gnode-squares b").all_inner_texts() == counts
        filled = Counter(page.locator("#gnode-squares i").evaluate_all(colours)).values()
        assert sorted(filled) == sorted([6 * n, 2 * n, n, 216 - 9 * n])
        told = "12 examples: 72" if n == 12 else f"Example {n}, a {(n - 1) // 2}, updates all six nodes"
        assert page.inner_text("#gnode-squares [role=status]").startswith(told)


@pytest.mark.parametrize("page", ["faster"], indirect=True)
@pytest.mark.parametrize(("at", "told", "ahead"), [(112, "0.17 s", ["gn"]), (560, "20 s", ["gn", "gcn", "sv"])])
def test_the_race_shows_what_was_stored_up_to_then(page, at, told, ahead):
    until, place, _ = raced().query(f"seconds <= {told[:-2]}"), page.locator(BUDGET), move(page, BUDGET, at)
    last = until["test"].groupby("method").last()[["gn", "gcn", "sv", "usv"]]
    assert place.locator("span:not(.no)").all_inner_texts() == [f"{IN_FULL[of]}: {at:.1%}" for of, at in last.items()]
    assert (place.locator("output").inner_text(), place.locator("circle").count()) == (told, len(until))
    heard = f"{told}, ahead with {last.max():.1%}: {', '.join(IN_FULL[of] for of in ahead)}"
    assert page.get_attribute(f"{BUDGET} input", "aria-valuetext") == heard


@pytest.mark.parametrize("page", ["faster"], indirect=True)
def test_four_methods_race_over_the_same_epochs_and_two_over_as_many_as_they_need(page):
    means, needed = by_rates()["mean"], page.evaluate("gnodeRace.HEATS.needed")
    ae, gn = (means[of, rate, epochs] for of, (epochs, rate) in {"usv": needed["AE"], "gn": needed["GN"]}.items())
    assert ae == means["usv"].max() and 0 <= gn - ae < 0.0015  # what the page says of USPS
    page.evaluate("for (const of of Object.values(gnodeRace.HEATS.same)) of[0] = 1")
    wait_until(page, "!gnodeRace.busy", page.click("#gnode-race button >> nth=0"))
    seconds = page.evaluate("gnodeRace.seconds")
    assert page.locator("#gnode-race output").all_inner_texts() == [f"{of:.2f} s" for of in seconds.values()]
    ratios = [seconds[slow] / seconds[quick] for slow in ("AE", "SUP") for quick in ("GN", "GCN")]
    ratios = [f"{of:.1f} times" if of < 10 else f"{of:.0f} times" for of in ratios]
    told = (
        "For the same 1 epochs the auto-encoder took {} as long as GN and {} as long as GCN, the supervised layer {} "
    )
    assert page.inner_text("#gnode-race p").startswith((told + "and {}.").format(*ratios))
    wait_until(page, "!gnodeRace.busy", page.click("#gnode-race button >> nth=1"))
    assert page.inner_text("#gnode-race p").startswith("Half an epoch of the auto-encoder took") and len(seconds) == 4
    page.evaluate("for (const of of Object.values(gnodeRace.HEATS.same)) of[0] = 100")
    page.click("#gnode-race button >> nth=0")
    page.wait_for_selector("#gnode-race .running", state="attached")
    wait_until(page, "!gnodeRace.busy", page.click("#gnode-race button >> nth=0"))
    assert page.inner_text("#gnode-race p") == "Stopped." and page.evaluate("gnodeRace.seconds") == {}


@pytest.mark.parametrize("page", ["accuracy"], indirect=True)
def test_six_networks_have_names_once_two_are_marked(page):
    names = "[...document.querySelectorAll('#gnode-guess button text[text-anchor=end]')].map((of) => of.textContent)"
    assert page.evaluate(names) == [f"network {of}" for of in "ABCD"]
    page.click("#gnode-guess button >> nth=0"), page.click("#gnode-guess button >> nth=1")
    gcn, random, ae, none = page.evaluate(names)
    assert [gcn, ae, random, none] == [IN_FULL["gcn"], IN_FULL["usv"], "random hidden layers", "no pre-training"]
    assert page.locator("#gnode-guess .untrained text[text-anchor=end]").all_text_contents() == [random, none]
    assert page.inner_text("#gnode-guess p").startswith("You found one of the two. One blind guess in six finds both.")


@pytest.mark.parametrize("page", ["control"], indirect=True)
def test_the_control_judges_as_python_does_and_a_hundred_draws_say_what_the_page_says(page):
    X, unseen, place = load("mnist16").X_train, load("mnist16").X_test, "#gnode-control"
    sae = TopKAutoencoder(100, max_epochs=20, random_state=0).fit(X)
    gn = GreedyByNode(100, reading="paper", random_state=0).fit(X)
    strongest = np.argsort(-sae.transform(X), axis=0, kind="stable")[:50].T
    for name, W in {"GN": gn.components_[1:], "sparse": sae.decoder_}.items():
        averages = [X[rows].mean(axis=0) for rows in (gn.subsets_[1:] if name == "GN" else strongest)]
        wait_until(page, "window.gnodeControl?.told().length === 1", page.check(f"{place} [value={name}]"))
        expected = [np.median(likeness(of, unseen, unseen)) for of in (W, averages)]
        assert page.evaluate("[gnodeControl.learned(), gnodeControl.averages()]") == pytest.approx(expected, abs=0.01)
    page.press(f"{place} button", "Enter")  # after the first hundred the slider draws by itself
    for at, said in (("6", "beat 100 of 100 sums, but not the averages"), ("3", "look about as good")):
        wait_until(page, "gnodeControl.told().length === 100", page.fill(f"{place} [type=range]", at))
        assert said in page.inner_text(f"{place} [role=status]")
