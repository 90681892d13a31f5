"""The moving picture of "How it works" and the still one in its place: `python book/tools/animation.py`.

Thirty digits are dealt out to ten nodes, by their error (GN) and by their class (GCN), as the library deals them.
"""

from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gnode import GreedyByClassByNode, GreedyByNode
from study.datasets import load
from study.figures import FONTS, quietly

IMAGES = Path(__file__).resolve().parents[1] / "images"
EXAMPLES = IMAGES / "examples.webp"  # the still one: .png
STEPS = IMAGES.parent / "_static" / "steps"

TIMES, LONGEST = 2, 60  # plays of the picture, and the seconds that they may take together
TWEENS, TWEEN, REST, SHORT, END, FIRST = 4, 70, 650, 390, 4000, 110  # frames of a move; milliseconds (a rest: over 100)

FONT = FONTS / "Inter-Regular.ttf"
INK, GREY, PALE, LEARNING = "#000000", "#666666", "#E4E4E4", "#D55E00"  # as in the sketches of networks
FACES = {"waits": "white", "learns": LEARNING, "trained": INK}
WIDTH, GAP = 560, 24  # of a half, and between the two
SETTINGS = {"amnesia": 0.4, "learning_rate": 0.001, "max_epochs": 300, "random_state": 0}

font_of = cache(lambda size: ImageFont.truetype(FONT, size))


def frame_of(halves):
    """Draw the two halves of a frame, each with what `halves` gives for it, side by side."""
    frame = Image.new("RGB", (2 * WIDTH + GAP, HEIGHT), "white")
    for n, given in enumerate(halves):
        image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        draw_half(image, ImageDraw.Draw(image), *given)
        frame.paste(image, (n * (WIDTH + GAP), 0))
    return frame


def write_words(draw, x, y, words, size=36, colour=INK):
    draw.text((x, y), words, colour, font_of(size), "mm")


def tile(row):
    """Draw a row of pixels, from -1 to 1, as a square image in eight shades of grey, without its empty edge."""
    inner = row.reshape(16, 16)[1:-1, 1:-1]
    shades = matplotlib.colormaps["gray_r"](np.round(3.5 * (inner + 1)) / 7, bytes=True)[..., :3]
    return Image.fromarray(shades).resize((SIDE, SIDE), Image.Resampling.NEAREST)


NODES, CLASSES, EACH = 10, 5, 6
SIDE, STEP, RADIUS = 54, 56, 25
TOP_OF_PILE, TOP_OF_NODES, TOP_OF_SLOTS, HEIGHT = 94, 294, 336, 562


@cache
def dealt():
    """Train both algorithms on thirty digits; return the digits, their classes, and the subsets of GN and GCN."""
    digits = load("mnist16")
    rows = np.sort(np.concatenate([np.flatnonzero(digits.y_train == k)[:EACH] for k in range(CLASSES)]))
    X, y = digits.X_train[rows], digits.y_train[rows]
    layers = (of(NODES, reading="paper", **SETTINGS) for of in (GreedyByNode, GreedyByClassByNode))
    return X, y, *(quietly(layer, X, y).subsets_ for layer in layers)


def pile(order):  # three lines
    return {example: ((n % NODES) * STEP, TOP_OF_PILE + (n // NODES) * STEP) for n, example in enumerate(order)}


def slots(subset, node):  # below the node
    return {example: (node * STEP, TOP_OF_SLOTS + n * STEP) for n, example in enumerate(subset)}


def stages():
    """List, for GN and for GCN, the stages of the dealing: what is said, where examples lie, which node learns."""
    X, y, by_error, by_class = dealt()
    at_first, sorted_by_class = pile(range(len(X))), pile(np.argsort(y, kind="stable"))
    gn = [
        ("30 examples", at_first, -1),
        ("node 1 learns from all", dict.fromkeys(range(len(X)), (0, TOP_OF_NODES - SIDE // 2)), 0),
        ("its errors rank them", pile(np.concatenate(by_error[1:])), -1),
    ]
    gcn = [
        ("30 examples of 5 classes", at_first, -1),
        ("sorted by class", sorted_by_class, -1),
        ("the classes take turns", sorted_by_class, -1),
    ]
    for node in range(NODES):
        if node:
            gn.append(("a piece of the ranking each", gn[-1][1] | slots(by_error[node], node), node))
        gcn.append(("a piece of a class each", gcn[-1][1] | slots(by_class[node], node), node))
    gn += [("from small to large errors", gn[-1][1], -1)] * 2
    return gn, [*gcn, ("one class for each node", gcn[-1][1], -1)]


def draw_half(image, draw, title, words, places, ghosts, learning, n_trained, thumbs, free):
    """Draw one algorithm at one moment; ghosts are places that examples have left, free ones that they will fill."""
    of_all = learning == 0 and title.startswith("GN")  # and their places in the pile are not left
    if of_all:  # a digit that has come to the node lies under it
        places = {example: (x, y) for example, (x, y) in places.items() if y < TOP_OF_NODES - SIDE // 2}
    write_words(draw, WIDTH / 2, 22, title, 39)
    write_words(draw, WIDTH / 2, 64, words, colour=GREY)
    if n_trained and title.startswith("GN"):
        write_words(draw, SIDE / 2, TOP_OF_SLOTS + 24, "all")
    for x, y in free.values():
        draw.rectangle((x, y, x + SIDE, y + SIDE), None, PALE, 2)
    for ink, where in ((1 if of_all else 0.2, ghosts), (1, places)):
        for example, corner in where.items():
            mask = thumbs[example].convert("L").point([round(ink * (255 - grey)) for grey in range(256)])
            image.paste(INK, tuple(map(round, corner)), mask)
    for node in range(NODES):
        state = "learns" if node == learning else "trained" if node < n_trained else "waits"
        x = node * STEP + SIDE / 2
        place = (x - RADIUS, TOP_OF_NODES - RADIUS, x + RADIUS, TOP_OF_NODES + RADIUS)
        draw.ellipse(place, FACES[state], LEARNING if state == "learns" else INK, 2)
        write_words(draw, x, TOP_OF_NODES, str(node + 1), 34, INK if state == "waits" else "white")


def draw_examples():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    thumbs, both = [tile(row) for row in dealt()[0]], stages()
    frames, durations, trained = [], [], [0, 0]
    for stage in range(len(both[0])):
        moves = stage and any(of[stage][1] != of[stage - 1][1] for of in both)
        for tween in range(TWEENS if moves else 1):
            share = (1 - np.cos(np.pi * (tween + 1) / TWEENS)) / 2 if moves else 1
            shown = []
            for of, title, n in zip(both, ("GN: by error", "GCN: by class"), trained):
                (words, now, learning), was = of[stage], of[max(stage - 1, 0)][1]
                places = {k: np.add(was[k], share * np.subtract(now[k], was[k])) for k in now}
                left = of[2][1] if stage > 2 else of[0][1] if learning == 0 else {}
                shown.append((title, words, places, left, learning, n, thumbs, of[-1][1]))
            frames.append(frame_of(shown))
            durations.append(TWEEN)
        durations[-1] = END if stage == len(both[0]) - 1 else REST if stage > 2 else SHORT
        trained = [max(n, of[stage][2] + 1) for n, of in zip(trained, both)]
    return frames, durations


def write(folder=IMAGES, strips=STEPS):
    """Write the moving picture, which begins with its last frame too, and this as the still one.

    Its steps, for the site, are the frames on which it rests, in one strip.
    """
    lossless = {"lossless": True, "quality": 50, "method": 4}
    frames, durations = draw_examples()
    timed = {"duration": [FIRST, *durations], "loop": TIMES}
    frames[-1].save(Path(folder, EXAMPLES.name), save_all=True, append_images=frames, **timed, **lossless)
    still = frames[-1].quantize(256, dither=Image.Dither.NONE)
    still.save(Path(folder, EXAMPLES.with_suffix(".png").name), optimize=True)
    steps = [frame for frame, duration in zip(frames, durations) if duration > TWEEN]
    strip = Image.new("RGB", (steps[0].width, steps[0].height * len(steps)))
    for n, frame in enumerate(steps):
        strip.paste(frame, (0, n * frame.height))
    strip.save(Path(strips, EXAMPLES.name), **lossless)


if __name__ == "__main__":
    write()
