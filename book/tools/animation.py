"""The moving picture of "How it works" and the still one in its place: `python book/tools/animation.py`.

Fifteen digits are dealt out to six nodes, by their error (GN) and then by their class (GCN), as the library deals them.
Each node then shows the feature that it learns.
"""

from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from study.figures import FONTS, turned
from study.figures.how_it_works import EACH, FEW, IMAGES, few

EXAMPLES = IMAGES / "examples.webp"  # the still one: .png

LONGEST = 13  # seconds that it may take
TWEENS, TWEEN, REST, FIRST = 5, 70, 900, 110  # frames of a move; milliseconds

INK, GREY, LEARNING = "#000000", "#666666", "#D55E00"  # as in the sketches of networks
WAITS, NOBODY, AFTER_1 = -2, -1, 0.5  # who learns while the other algorithm is shown, at first, and after node 1
TITLES = "GN: by error", "GCN: by class"
FACES = {"waits": "white", "learns": LEARNING, "trained": INK}

SIDE, STEP, RADIUS = 80, 84, 31
PILE, CIRCLES, SLOTS, FEATURES = 106, 396, 438, 718  # tops; of the circles, the middle
WIDTH, GAP, HEIGHT = FEW * STEP, 32, FEATURES + SIDE  # of a half, between the two, of both

font_of = cache(lambda face: ImageFont.truetype(FONTS / f"Inter-{face}.ttf", 38))


def frame_of(words, halves):
    """Draw what a frame says, and below it two halves, each with what `halves` gives for it, side by side."""
    frame = Image.new("RGB", (2 * WIDTH + GAP, HEIGHT), "white")
    for n, given in enumerate(halves):
        image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        draw_half(image, ImageDraw.Draw(image), *given)
        frame.paste(image, (n * (WIDTH + GAP), 0))
    write_words(ImageDraw.Draw(frame), 0, 22, words, face="Bold", anchor="lm")
    return frame


def write_words(draw, x, y, words, colour=INK, face="Regular", anchor="mm"):
    draw.text((x, y), words, colour, font_of(face), anchor)


def tile(values, palette="gray_r", shades=8):
    """Draw pixels, from -1 to 1, as a square image in some shades."""
    levels = np.round((shades - 1) / 2 * (values + 1)) / (shades - 1)
    colours = matplotlib.colormaps[palette](levels, bytes=True)[..., :3]
    return Image.fromarray(colours).resize((SIDE, SIDE), Image.Resampling.NEAREST)


def pile(order):  # in lines of as many as there are of a class
    return {example: (n % EACH * STEP + STEP // 2, PILE + n // EACH * STEP) for n, example in enumerate(order)}


def slots(subset, node, top=SLOTS):  # below the node, or above it
    return {example: (node * STEP, top + n * STEP) for n, example in enumerate(subset)}


def dealt(piled, subsets, nodes):
    """List how examples go from a pile to nodes, one after the other: where they lie and lay, and who learns."""
    places, states = piled, []
    for node in nodes:
        places = places | slots(subsets[node], node)
        states.append((places, piled, node))
    return [*states, (places, piled, FEW)]


def stages():
    """List the stages of the dealing: what is said, and of GN and of GCN where examples lie and lay, and who learns.

    Nodes before the one that learns are trained.
    """
    X, y, *layers = few()
    by_error, by_class = (layer.subsets_ for layer in layers)
    at_first, sorted_by_class = pile(range(len(X))), pile(np.argsort(y, kind="stable"))
    ranked = {k: at for node in range(1, FEW) for k, at in slots(by_error[node], node, PILE).items()}
    begin, waiting = (at_first, {}, NOBODY), (at_first, {}, WAITS)
    gn = [begin, (at_first, {}, 0), (ranked, {}, AFTER_1), *dealt(ranked, by_error, range(1, FEW))]
    gcn = [(sorted_by_class, {}, NOBODY), *dealt(sorted_by_class, by_class, range(FEW))]
    said = [
        "Fifteen digits for six nodes, twice",
        "Node 1 of GN learns from all digits",
        "Its errors rank the digits",
        "Node 2 gets digits with the smallest errors",
        *["Nodes 3 to 6 get an equal piece each"] * 4,
        "GCN sorts the digits by class",
        "Node 1 of GCN learns from ones",
        *["The classes take turns"] * 5,
        "Each node learns from examples of its own",
    ]
    gcn = [begin, *[waiting] * (len(gn) - 2), *gcn]
    return [*zip(said, gn + gn[-1:] * (len(gcn) - len(gn)), gcn, strict=True)]


def draw_half(image, draw, title, places, ghosts, learning, thumbs, features):
    """Draw one algorithm at one moment; ghosts are places that examples have left."""
    write_words(draw, WIDTH / 2, 72, title, face="Bold")
    if title.startswith("GN") and learning >= 0:
        write_words(draw, SIDE / 2, SLOTS + 3 * STEP / 2, "all")
    for ink, where in ((0.2, ghosts), (1, places)):
        for example, corner in where.items():
            mask = thumbs[example].convert("L").point([round(ink * (255 - grey)) for grey in range(256)])
            image.paste(INK, tuple(map(round, corner)), mask)
    for node in range(FEW):
        state = "learns" if node == learning else "trained" if node < learning else "waits"
        x = node * STEP + SIDE / 2
        place = (x - RADIUS, CIRCLES - RADIUS, x + RADIUS, CIRCLES + RADIUS)
        draw.ellipse(place, FACES[state], LEARNING if state == "learns" else INK, 2)
        write_words(draw, x, CIRCLES, str(node + 1), INK if state == "waits" else "white")
        if state == "trained":
            draw.polygon((x - 12, FEATURES - 22, x + 12, FEATURES - 22, x, FEATURES - 6), GREY)
            image.paste(features[node], (node * STEP, FEATURES))
    if learning == WAITS:
        image.paste(Image.blend(image, Image.new("RGB", image.size, "white"), 0.75))


def draw_examples():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    X, _, *layers = few()
    thumbs, both = [tile(row.reshape(16, 16)[1:-1, 1:-1]) for row in X], stages()
    features = [
        [tile(w.reshape(16, 16) / np.abs(w).max(), "RdBu_r", 25) for w in turned(of.components_)] for of in layers
    ]
    frames, durations, was = [], [], both[0]
    steps = list(dict.fromkeys(words for words, *_ in both))
    for stage, after in zip(both, [*both[1:], [""]]):
        n = steps.index(stage[0]) + 1
        words = f"{n}/{len(steps)}  {stage[0]}" if n < len(steps) else stage[0]
        moves = any(now[0] != then[0] for now, then in zip(stage[1:], was[1:]))
        for tween in range(TWEENS if moves else 1):
            share = (1 - np.cos(np.pi * (tween + 1) / TWEENS)) / 2 if moves else 1
            shown = []
            for title, (now, *how), (then, *_), drawn in zip(TITLES, stage[1:], was[1:], features):
                places = {k: np.add(then[k], share * np.subtract(now[k], then[k])) for k in now}
                shown.append((title, places, *how, thumbs, drawn))
            frames.append(frame_of(words, shown))
            durations.append(TWEEN)
        if after[0] != stage[0]:
            durations[-1] = REST
        was = stage
    return frames, durations


def write(folder=IMAGES):
    """Write the moving picture, which begins with its last frame too, and this as the still one."""
    frames, durations = draw_examples()
    timed = {"duration": [FIRST, *durations], "loop": 1}
    lossless = {"lossless": True, "quality": 50, "method": 4}
    frames[-1].save(Path(folder, EXAMPLES.name), save_all=True, append_images=frames, **timed, **lossless)
    still = frames[-1].quantize(256, dither=Image.Dither.NONE)
    still.save(Path(folder, EXAMPLES.with_suffix(".png").name), optimize=True)


if __name__ == "__main__":
    write()
