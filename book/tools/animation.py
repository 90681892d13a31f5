"""The two moving pictures of "How it works" and the still ones in their places: `python book/tools/animation.py`.

Examples: thirty digits are dealt out to ten nodes, by their error (GN) and by their class (GCN). Memory: what is left
of one digit for each node to say, with flat and with fading memory. Both show what the library does: none is staged.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.reading import READINGS
from study.datasets import load
from study.figures import quietly

IMAGES = Path(__file__).resolve().parents[1] / "images"
EXAMPLES, MEMORY = IMAGES / "examples.webp", IMAGES / "memory.webp"  # the still ones: .png
STEPS = IMAGES.parent / "_static" / "steps"

TIMES, LONGEST = 2, 60  # plays each picture has, and the seconds that they may take together
TWEENS, TWEEN, REST, END, FIRST = 4, 70, 650, 4000, 1500  # frames of a move; milliseconds

FONT = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
INK, GREY, FAINT, LEARNING = "#000000", "#666666", "#E0E0E0", "#D55E00"  # as in the sketches of networks
FACES = {"waits": "white", "learns": LEARNING, "trained": INK}
WIDTH, GAP = 540, 40  # of a half, and between the two
A = 0.4
SETTINGS = {"amnesia": A, "learning_rate": 0.001, "max_epochs": 300, "random_state": 0}

font_of = cache(lambda size: ImageFont.truetype(FONT, size))


def frame_of(height, draw, halves):
    """Draw the two halves of a frame, each with what `halves` gives for it, side by side."""
    frame = Image.new("RGB", (2 * WIDTH + GAP, height), "white")
    for n, given in enumerate(halves):
        image = Image.new("RGB", (WIDTH, height), "white")
        draw(image, ImageDraw.Draw(image), *given)
        frame.paste(image, (n * (WIDTH + GAP), 0))
    return frame


def write_words(draw, x, y, words, size=28, colour=INK, anchor="mm"):
    draw.text((x, y), words, colour, font_of(size), anchor)


def box(draw, x, y, width, height, colour=INK):
    if height >= 1:
        draw.rectangle((x, y, x + width - 1, y + height - 1), fill=colour)


def tile(row, colours, low, side, levels):
    """Draw a row of pixels as a square image of `side` pixels, each value one of some levels from `low` to 1."""
    pixels = np.round((np.clip(row.reshape(16, 16), low, 1) - low) / (1 - low) * levels) / levels
    shades = matplotlib.colormaps[colours](pixels, bytes=True)[..., :3]
    return Image.fromarray(shades).resize((side, side), Image.Resampling.NEAREST)


# Examples that flow to nodes
NODES, CLASSES, EACH = 10, 5, 6
SIDE, STEP, RADIUS = 48, 54, 22
TOP_OF_PILE, TOP_OF_NODES, TOP_OF_SLOTS, HEIGHT = 96, 290, 330, 552


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
        ("node 1 learns from all of them", dict.fromkeys(range(len(X)), (0, TOP_OF_NODES - SIDE // 2)), 0),
        ("its errors rank them", pile(np.concatenate(by_error[1:])), -1),
    ]
    gcn = [
        ("30 examples of 5 classes", at_first, -1),
        ("sorted by class", sorted_by_class, -1),
        ("the classes take turns", sorted_by_class, -1),
    ]
    for node in range(NODES):
        if node:
            gn.append(("a piece of the ranking for each", gn[-1][1] | slots(by_error[node], node), node))
        gcn.append(("a piece of a class for each", gcn[-1][1] | slots(by_class[node], node), node))
    gn += [("small errors left, large ones right", gn[-1][1], -1)] * 2
    return gn, [*gcn, ("one class for each node", gcn[-1][1], -1)]


def draw_half(image, draw, title, words, places, ghosts, learning, n_trained, thumbs):
    """Draw one algorithm at one moment; ghosts are the places in the pile that examples have left."""
    write_words(draw, WIDTH / 2, 22, title, 30)
    write_words(draw, WIDTH / 2, 64, words, colour=GREY)
    if n_trained and title.startswith("GN"):
        write_words(draw, SIDE / 2, TOP_OF_SLOTS + 24, "all")
    for ink, where in ((0.2, ghosts), (1, places)):
        for example, corner in where.items():
            mask = thumbs[example].convert("L").point([round(ink * (255 - grey)) for grey in range(256)])
            image.paste(INK, tuple(map(round, corner)), mask)
    for node in range(NODES):
        state = "learns" if node == learning else "trained" if node < n_trained else "waits"
        x = node * STEP + SIDE / 2
        place = (x - RADIUS, TOP_OF_NODES - RADIUS, x + RADIUS, TOP_OF_NODES + RADIUS)
        draw.ellipse(place, FACES[state], LEARNING if state == "learns" else INK, 3)
        write_words(draw, x, TOP_OF_NODES, str(node + 1), 27, INK if state == "waits" else "white")


def draw_examples():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    thumbs = [tile(row, "gray_r", -1, SIDE, 7) for row in dealt()[0]]
    both = stages()
    frames, durations, trained = [], [], [0, 0]
    for stage in range(len(both[0])):
        moves = stage and any(of[stage][1] != of[stage - 1][1] for of in both)
        for tween in range(TWEENS if moves else 1):
            share = (1 - np.cos(np.pi * (tween + 1) / TWEENS)) / 2 if moves else 1
            shown = []
            for of, title, n in zip(both, ("GN: by error", "GCN: by class"), trained):
                (words, now, learning), was = of[stage], of[max(stage - 1, 0)][1]
                places = {k: np.add(was[k], share * np.subtract(now[k], was[k])) for k in now}
                shown.append((title, words, places, of[2][1] if stage > 2 else {}, learning, n, thumbs))
            frames.append(frame_of(HEIGHT, draw_half, shown))
            durations.append(TWEEN)
        durations[-1] = END if stage == len(both[0]) - 1 else REST if stage > 2 else 2 * REST
        trained = [max(n, of[stage][2] + 1) for n, of in zip(trained, both)]
    return frames, durations


# What is left to say
SHOWN, TILE, PITCH = 8, 62, 68
RIGHT = SHOWN * PITCH - PITCH + TILE
TOP_OF_TILES, FLOOR, BAR, HEIGHT_OF_MEMORY = 132, 420, 300, 470  # BAR: of a node that counts in full
MEMORIES = {"flat": "flat memory (the paper)", "fading": "fading memory (the program)"}


@cache
def left_to_say(memory):
    """Train GN on all digits; return what is left of one digit for each node, and the mean share that is left."""
    digits = load("mnist16")
    X, zero = digits.X_train, np.flatnonzero(digits.y_train == 0)[0]
    layer = quietly(GreedyByNode(200, reading=replace(READINGS["paper"], memory=memory), **SETTINGS), X)
    said, lefts, shares = np.zeros_like(X), [], []
    for h, v in zip(layer.transform(X).T[:SHOWN], layer.decoder_):
        left = X - A * said
        lefts.append(left[zero])
        shares.append(np.sum(left**2) / np.sum(X**2))
        said = np.outer(h, v) + (1.0 if memory == "flat" else A) * said
    return lefts, shares


def heard(memory, node):
    """Tell how much of each node's output a node is told (list of float, oldest node first)."""
    return [A if memory == "flat" else A ** (node - earlier) for earlier in range(node)]


def draw_memory_half(image, draw, memory, node, tween):
    """Draw one kind of memory while a node learns."""
    lefts, shares = left_to_say(memory)
    write_words(draw, WIDTH / 2, 22, MEMORIES[memory], 30)
    write_words(draw, 0, 66, "still unexplained at each node, in %", colour=GREY, anchor="lm")
    for n in range(node + (tween == TWEENS - 1 or not node)):
        x, colour = n * PITCH, LEARNING if n == node else INK
        write_words(draw, x + TILE / 2, 108, str(n + 1), colour=colour)
        image.paste(tile(lefts[n], "RdBu_r", -1, TILE, 16), (x, TOP_OF_TILES))
        write_words(draw, x + TILE / 2, TOP_OF_TILES + TILE + 22, f"{100 * shares[n]:.0f}", colour=colour)
    told = f"weight of earlier nodes for node {node + 1}"
    write_words(draw, 0, TOP_OF_TILES + TILE + 66, told, colour=GREY, anchor="lm")
    box(draw, 0, FLOOR, RIGHT, 3)
    box(draw, 0, FLOOR - round(BAR * A), RIGHT, 2, FAINT)
    write_words(draw, RIGHT - TILE / 2, FLOOR - BAR * A + 22, f"{A:g}", colour=GREY)
    before = [*heard(memory, max(node - 1, 0)), 0.0]
    for earlier, (was, now) in enumerate(zip(before, heard(memory, node))):
        high = round(BAR * (was + (tween + 1) / TWEENS * (now - was)))
        box(draw, earlier * PITCH + 4, FLOOR - high, TILE - 8, high)
    for n in range(SHOWN):
        write_words(draw, n * PITCH + TILE / 2, FLOOR + 26, str(n + 1), colour=LEARNING if n == node else INK)


def draw_memory():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    frames, durations = [], []
    for node in range(SHOWN):
        for tween in range(TWEENS if node else 1):
            shown = [(memory, node, tween) for memory in MEMORIES]
            frames.append(frame_of(HEIGHT_OF_MEMORY, draw_memory_half, shown))
            durations.append(TWEEN)
        durations[-1] = END if node == SHOWN - 1 else 2 * REST
    return frames, durations


def write(folder=IMAGES, strips=STEPS):
    """Write both moving pictures, which begin with their last frames too, and these as the still ones.

    Their steps, for the site, are the frames on which they rest, in one strip.
    """
    lossless = {"lossless": True, "quality": 50, "method": 4}
    for place, draw in ((EXAMPLES, draw_examples), (MEMORY, draw_memory)):
        frames, durations = draw()
        timed = {"duration": [FIRST, *durations], "loop": TIMES}
        frames[-1].save(Path(folder, place.name), save_all=True, append_images=frames, **timed, **lossless)
        still = frames[-1].quantize(256, dither=Image.Dither.NONE)
        still.save(Path(folder, place.with_suffix(".png").name), optimize=True)
        steps = [frame for frame, duration in zip(frames, durations) if duration > TWEEN]
        strip = Image.new("RGB", (steps[0].width, steps[0].height * len(steps)))
        for n, frame in enumerate(steps):
            strip.paste(frame, (0, n * frame.height))
        strip.save(Path(strips, place.name), **lossless)


if __name__ == "__main__":
    write()
