"""The moving picture of "How it works" and the still one in its place: `python book/tools/animation.py`.

Fifteen digits are dealt out to six nodes, by their error (GN) and by their class (GCN), as the library deals them. Each
node then shows the feature that it learns.
"""

from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from study.figures import FONTS, turned
from study.figures.how_it_works import EACH, FEW, IMAGES, few

EXAMPLES = IMAGES / "examples.webp"  # the still one: .png
STEPS = IMAGES.parent / "_static" / "steps"

LONGEST = 10  # seconds that it may take
TWEENS, TWEEN, REST, FIRST = 5, 70, 800, 110  # frames of a move; milliseconds (a rest: over 100)

INK, GREY, PALE, LEARNING = "#000000", "#666666", "#E4E4E4", "#D55E00"  # as in the sketches of networks
FACES = {"waits": "white", "learns": LEARNING, "trained": INK}

SIDE, STEP, RADIUS = 80, 84, 31
PILE, CIRCLES, SLOTS, FEATURES = 150, 440, 482, 762  # tops; of the circles, the middle
WIDTH, GAP, HEIGHT = FEW * STEP, 32, FEATURES + SIDE  # of a half, between the two, of both

font_of = cache(lambda face: ImageFont.truetype(FONTS / f"Inter-{face}.ttf", 38))


def frame_of(halves):
    """Draw what a frame says, and below it two halves, each with what `halves` gives for it, side by side."""
    frame = Image.new("RGB", (2 * WIDTH + GAP, HEIGHT), "white")
    for n, given in enumerate(halves):
        image = Image.new("RGB", (WIDTH, HEIGHT), "white")
        draw_half(image, ImageDraw.Draw(image), *given)
        frame.paste(image, (n * (WIDTH + GAP), 0))
    headline = "Each node learns from examples of its own"
    write_words(ImageDraw.Draw(frame), 0, 22, headline, face="Bold", anchor="lm")
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


def stages():
    """List, for GN and for GCN, the stages of the dealing: what is said, where examples lie and lay, who learns.

    They begin with the examples of the first node.
    """
    X, y, *layers = few()
    by_error, by_class = (layer.subsets_ for layer in layers)
    at_first, sorted_by_class = pile(range(len(X))), pile(np.argsort(y, kind="stable"))
    ranked = {k: at for node in range(1, FEW) for k, at in slots(by_error[node], node, PILE).items()}
    gn = [
        ("node 1 sees all", dict.fromkeys(range(len(X)), (0, CIRCLES - SIDE // 2)), at_first, 0),
        ("its errors rank them", ranked, {}, -1),
    ]
    gcn = [("the classes take turns", sorted_by_class | slots(by_class[0], 0), sorted_by_class, 0)]
    for node in range(1, FEW):
        gn.append(("similar errors each", gn[-1][1] | slots(by_error[node], node), ranked, node))
        gcn.append(("the classes take turns", gcn[-1][1] | slots(by_class[node], node), sorted_by_class, node))
    gn.append(("similar errors, any class", gn[-1][1], ranked, -1))
    return gn, gcn + [("one class each", gcn[-1][1], sorted_by_class, -1)] * 2


def draw_half(image, draw, title, words, places, ghosts, learning, n_trained, thumbs, free, features):
    """Draw one algorithm at one moment; ghosts are places that examples have left, free ones that they will fill."""
    of_all = learning == 0 and title.startswith("GN")  # and their places in the pile are not left
    if of_all:  # a digit that has come to the node lies under it
        places = {example: (x, y) for example, (x, y) in places.items() if y < CIRCLES - SIDE // 2}
    write_words(draw, WIDTH / 2, 72, title, face="Bold")
    write_words(draw, WIDTH / 2, 116, words)
    if title.startswith("GN"):
        write_words(draw, SIDE / 2, SLOTS + 3 * STEP / 2, "all")
    for x, y in free.values():
        draw.rectangle((x, y, x + SIDE, y + SIDE), None, PALE, 2)
    for ink, where in ((1 if of_all else 0.2, ghosts), (1, places)):
        for example, corner in where.items():
            mask = thumbs[example].convert("L").point([round(ink * (255 - grey)) for grey in range(256)])
            image.paste(INK, tuple(map(round, corner)), mask)
    for node in range(FEW):
        state = "learns" if node == learning else "trained" if node < n_trained else "waits"
        x = node * STEP + SIDE / 2
        place = (x - RADIUS, CIRCLES - RADIUS, x + RADIUS, CIRCLES + RADIUS)
        draw.ellipse(place, FACES[state], LEARNING if state == "learns" else INK, 2)
        write_words(draw, x, CIRCLES, str(node + 1), INK if state == "waits" else "white")
        if state == "trained":
            draw.polygon((x - 12, FEATURES - 22, x + 12, FEATURES - 22, x, FEATURES - 6), GREY)
            image.paste(features[node], (node * STEP, FEATURES))


def draw_examples():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    X, _, *layers = few()
    thumbs, both = [tile(row.reshape(16, 16)[1:-1, 1:-1]) for row in X], stages()
    features = [
        [tile(w.reshape(16, 16) / np.abs(w).max(), "RdBu_r", 25) for w in turned(of.components_)] for of in layers
    ]
    frames, durations, trained = [], [], [0, 0]
    for stage in range(len(both[0])):
        moves = stage and any(of[stage][1] != of[stage - 1][1] for of in both)
        for tween in range(TWEENS if moves else 1):
            share = (1 - np.cos(np.pi * (tween + 1) / TWEENS)) / 2 if moves else 1
            shown = []
            for of, title, n, drawn in zip(both, ("GN: by error", "GCN: by class"), trained, features):
                (words, now, left, learning), was = of[stage], of[max(stage - 1, 0)][1]
                places = {k: np.add(was[k], share * np.subtract(now[k], was[k])) for k in now}
                shown.append((title, words, places, left, learning, n, thumbs, of[-1][1], drawn))
            frames.append(frame_of(shown))
            durations.append(TWEEN)
        durations[-1] = REST
        trained = [max(n, of[stage][3] + 1) for n, of in zip(trained, both)]
    return frames, durations


def write(folder=IMAGES, strips=STEPS):
    """Write the moving picture, which begins with its last frame too, and this as the still one.

    Its steps, for the site, are the frames on which it rests, in one strip.
    """
    lossless = {"lossless": True, "quality": 50, "method": 4}
    frames, durations = draw_examples()
    timed = {"duration": [FIRST, *durations], "loop": 1}
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
