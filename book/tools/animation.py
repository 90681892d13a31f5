"""The two moving pictures of "How it works" and the still ones in their places: `python book/tools/animation.py`.

Examples: thirty digits are dealt out to ten nodes, by their error (GN) and by their class (GCN). Memory: what is left
of one digit for each node to say, with flat and with fading memory. Both show what the library does: none is staged.
"""

import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gnode import GreedyByClassByNode, GreedyByNode, SaturationWarning
from gnode.reading import READINGS
from study.datasets import load

__all__ = ["EXAMPLES", "LONGEST", "MEMORY", "STEPS", "TIMES", "draw_examples", "draw_memory", "write"]

IMAGES = Path(__file__).resolve().parents[1] / "images"
EXAMPLES, MEMORY = IMAGES / "examples.webp", IMAGES / "memory.webp"  # the still ones: .png
STEPS = IMAGES.parent / "_static" / "steps"

TIMES, LONGEST = 2, 60  # plays each picture has, and the seconds that they may take together

FONT = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
INK, GREY, FAINT, LEARNING = "#000000", "#666666", "#E0E0E0", "#D55E00"  # as in the sketches of networks
WIDTH, GAP = 540, 40  # of a half, and between the two
SETTINGS = {"amnesia": 0.4, "learning_rate": 0.001, "max_epochs": 300, "random_state": 0}


@cache
def font_of(size):
    return ImageFont.truetype(FONT, size)


class Half:
    """One half of a frame: what is drawn is placed by the half's own corner."""

    def __init__(self, frame, left):
        self._frame, self._left, self._draw = frame, left, ImageDraw.Draw(frame)

    def text(self, x, y, words, size=28, colour=INK, anchor="mm"):
        self._draw.text((self._left + x, y), words, colour, font_of(size), anchor)

    def picture(self, x, y, image, ink=None):
        """Paste an image; with some ink (0 to 1), only what is dark in it, that much of it."""
        corner = round(self._left + x), round(y)
        if ink is None:
            self._frame.paste(image, corner)
        else:
            mask = image.convert("L").point(lambda grey: round(ink * (255 - grey)))
            self._frame.paste(Image.new("RGB", image.size, INK), corner, mask)

    def box(self, x, y, width, height, colour):
        if height < 1:
            return
        corner = self._left + x, y
        self._draw.rectangle((*corner, corner[0] + width - 1, corner[1] + height - 1), fill=colour)

    def node(self, x, y, number, state, radius=22):
        """Draw a node that waits (white), learns (orange) or is trained (black)."""
        face = {"waits": "white", "learns": LEARNING, "trained": INK}[state]
        place = (self._left + x - radius, y - radius, self._left + x + radius, y + radius)
        self._draw.ellipse(place, face, LEARNING if state == "learns" else INK, 3)
        self.text(x, y, str(number), 27, INK if state == "waits" else "white")


def frame_of(height):
    """Make an empty frame and its two halves."""
    frame = Image.new("RGB", (2 * WIDTH + GAP, height), "white")
    return frame, Half(frame, 0), Half(frame, WIDTH + GAP)


def tile(row, colours, low, side, levels):
    """Draw a row of pixels as a square image of `side` pixels, each value one of some levels from `low` to 1."""
    pixels = np.round((np.clip(row.reshape(16, 16), low, 1) - low) / (1 - low) * levels) / levels
    shades = matplotlib.colormaps[colours](pixels, bytes=True)[..., :3]
    return Image.fromarray(shades).resize((side, side), Image.Resampling.NEAREST)


# Examples that flow to nodes -----------------------------------------------------------------------------------------

NODES, CLASSES, EACH = 10, 5, 6
SIDE, STEP = 48, 54
TOP_OF_PILE, TOP_OF_NODES, TOP_OF_SLOTS, HEIGHT = 96, 290, 330, 552
TWEENS, TWEEN, REST, END, FIRST = 4, 70, 650, 4000, 1500  # frames of a move; milliseconds


@cache
def dealt():
    """Train both algorithms on thirty digits; return the digits, their classes, and the subsets of GN and GCN."""
    digits = load("mnist16")
    rows = np.sort(np.concatenate([np.flatnonzero(digits.y_train == k)[:EACH] for k in range(CLASSES)]))
    X, y = digits.X_train[rows], digits.y_train[rows]
    settings = {"n_components": NODES, "reading": "paper", **SETTINGS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SaturationWarning)
        return X, y, GreedyByNode(**settings).fit(X).subsets_, GreedyByClassByNode(**settings).fit(X, y).subsets_


def pile(order):
    """Place examples in three lines, in this order (dict of example to corner)."""
    return {example: ((n % NODES) * STEP, TOP_OF_PILE + (n // NODES) * STEP) for n, example in enumerate(order)}


def slots(subset, node):
    """Place a node's examples below it."""
    return {example: (node * STEP, TOP_OF_SLOTS + n * STEP) for n, example in enumerate(subset)}


def stages():
    """List, for GN and for GCN, the stages of the dealing: what is said, where examples lie, which node learns."""
    X, y, by_error, by_class = dealt()
    at_first = pile(range(len(X)))
    ranked = np.concatenate(by_error[1:])
    in_node_1 = dict.fromkeys(range(len(X)), (0, TOP_OF_NODES - SIDE // 2))
    gn = [
        ("30 examples", at_first, -1),
        ("node 1 learns from all of them", in_node_1, 0),
        ("its errors rank them", pile(ranked), -1),
    ]
    gcn = [
        ("30 examples of 5 classes", at_first, -1),
        ("sorted by class", pile(np.argsort(y, kind="stable")), -1),
        ("the classes take turns", pile(np.argsort(y, kind="stable")), -1),
    ]
    for node in range(NODES):
        if node:
            gn.append(("a piece of the ranking for each", gn[-1][1] | slots(by_error[node], node), node))
        gcn.append(("a piece of a class for each", gcn[-1][1] | slots(by_class[node], node), node))
    gn.append(("small errors left, large ones right", gn[-1][1], -1))
    gn.append((gn[-1][0], gn[-1][1], -1))
    gcn.append(("one class for each node", gcn[-1][1], -1))
    return gn, gcn


def draw_half(half, title, words, places, ghosts, learning, n_trained, thumbs, all_to_first):
    """Draw one algorithm at one moment; ghosts are the places in the pile that examples have left."""
    half.text(WIDTH / 2, 22, title, 30)
    half.text(WIDTH / 2, 64, words, 28, GREY)
    if all_to_first and n_trained:
        half.text(SIDE / 2, TOP_OF_SLOTS + 24, "all", 28)
    for example, (x, y) in ghosts.items():
        half.picture(x, y, thumbs[example], ink=0.2)
    for example, (x, y) in places.items():
        half.picture(x, y, thumbs[example], ink=1)
    for node in range(NODES):
        state = "learns" if node == learning else "trained" if node < n_trained else "waits"
        half.node(node * STEP + SIDE / 2, TOP_OF_NODES, node + 1, state)


def draw_examples():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    thumbs = [tile(row, "gray_r", -1, SIDE, 7) for row in dealt()[0]]
    gn, gcn = stages()
    frames, durations, trained = [], [], [0, 0]
    for stage in range(len(gn)):
        moves = stage and any(of[stage][1] != of[stage - 1][1] for of in (gn, gcn))
        for tween in range(TWEENS if moves else 1):
            share = (1 - np.cos(np.pi * (tween + 1) / TWEENS)) / 2 if moves else 1
            frame, *halves = frame_of(HEIGHT)
            for n, (half, of, title) in enumerate(zip(halves, (gn, gcn), ("GN: by error", "GCN: by class"))):
                words, now, learning = of[stage]
                was = of[max(stage - 1, 0)][1]
                places = {k: tuple(np.add(was[k], share * np.subtract(now[k], was[k]))) for k in now}
                ghosts = of[2][1] if stage > 2 else {}
                draw_half(half, title, words, places, ghosts, learning, trained[n], thumbs, all_to_first=not n)
            frames.append(frame)
            durations.append(TWEEN)
        durations[-1] = END if stage == len(gn) - 1 else REST if stage > 2 else 2 * REST
        trained = [max(n, of[stage][2] + 1) for n, of in zip(trained, (gn, gcn))]
    return frames, durations


# What is left to say -------------------------------------------------------------------------------------------------

SHOWN, TILE, PITCH = 8, 62, 68
TOP_OF_TILES, FLOOR, BAR, HEIGHT_OF_MEMORY = 132, 420, 300, 470  # BAR: of a node that counts in full
MEMORIES = {"flat": "flat memory (the paper)", "fading": "fading memory (the program)"}


@cache
def left_to_say(memory):
    """Train GN on all digits; return what is left of one digit for each node, and the mean share that is left."""
    X = load("mnist16").X_train
    reading = replace(READINGS["paper"], memory=memory)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SaturationWarning)
        layer = GreedyByNode(200, reading=reading, **SETTINGS).fit(X)
    said, lefts, shares = np.zeros_like(X), [], []
    for h, v in zip(layer.transform(X).T[:SHOWN], layer.decoder_):
        left = X - layer.amnesia * said
        lefts.append(left[np.flatnonzero(load("mnist16").y_train == 0)[0]])
        shares.append(np.sum(left**2) / np.sum(X**2))
        said = np.outer(h, v) + (1.0 if memory == "flat" else layer.amnesia) * said
    return lefts, shares


def heard(memory, node):
    """Tell how much of each node's output a node is told (list of float, oldest node first)."""
    A = SETTINGS["amnesia"]
    return [A if memory == "flat" else A ** (node - earlier) for earlier in range(node)]


def draw_memory():
    """Draw the frames (list of PIL.Image.Image) and how long each is shown (list of int, milliseconds)."""
    frames, durations = [], []
    for node in range(SHOWN):
        for tween in range(TWEENS if node else 1):
            share = (tween + 1) / TWEENS
            frame, *halves = frame_of(HEIGHT_OF_MEMORY)
            for half, (memory, title) in zip(halves, MEMORIES.items()):
                lefts, shares = left_to_say(memory)
                half.text(WIDTH / 2, 22, title, 30)
                half.text(0, 66, "left to say for each node, in %", 28, GREY, "lm")
                last = tween == TWEENS - 1 or not node
                for n in range(node + last):
                    colour = LEARNING if n == node else INK
                    half.text(n * PITCH + TILE / 2, 108, str(n + 1), 28, colour)
                    half.picture(n * PITCH, TOP_OF_TILES, tile(lefts[n], "RdBu_r", -1, TILE, 16))
                    half.text(n * PITCH + TILE / 2, TOP_OF_TILES + TILE + 22, f"{100 * shares[n]:.0f}", 28, colour)
                half.text(
                    0, TOP_OF_TILES + TILE + 66, f"how much node {node + 1} is told of the others", 28, GREY, "lm"
                )
                half.box(0, FLOOR, SHOWN * PITCH - PITCH + TILE, 3, INK)
                A, right = SETTINGS["amnesia"], SHOWN * PITCH - PITCH + TILE
                half.box(0, FLOOR - round(BAR * A), right, 2, FAINT)
                half.text(right - TILE / 2, FLOOR - BAR * A + 22, f"{A:g}", 28, GREY)
                before, now = [*heard(memory, max(node - 1, 0)), 0.0], heard(memory, node)
                for earlier, told in enumerate(now):
                    told = before[earlier] + share * (told - before[earlier])
                    half.box(earlier * PITCH + 4, FLOOR - round(BAR * told), TILE - 8, round(BAR * told), INK)
                for n in range(SHOWN):
                    half.text(n * PITCH + TILE / 2, FLOOR + 26, str(n + 1), 28, LEARNING if n == node else INK)
            frames.append(frame)
            durations.append(TWEEN)
        durations[-1] = END if node == SHOWN - 1 else 2 * REST
    return frames, durations


# Files ---------------------------------------------------------------------------------------------------------------


def write(folder=IMAGES, strips=STEPS):
    """Write both moving pictures, their last frames for where nothing is to move, and their steps, for the site.

    Each begins with its last frame, too: who sees it before it moves, sees what it is about. The steps are the frames
    on which it rests, in one strip.
    """
    for place, draw in ((EXAMPLES, draw_examples), (MEMORY, draw_memory)):
        frames, durations = draw()
        steps = [frame for frame, duration in zip(frames, durations) if duration > TWEEN]
        strip = Image.new("RGB", (steps[0].width, steps[0].height * len(steps)))
        for n, frame in enumerate(steps):
            strip.paste(frame, (0, n * frame.height))
        first, *others = [frames[-1], *frames]
        durations = [FIRST, *durations]
        moving = Path(folder, place.name)
        lossless = {"lossless": True, "quality": 50, "method": 4}
        strip.save(Path(strips, place.name), **lossless)
        first.save(moving, save_all=True, append_images=others, duration=durations, loop=TIMES, **lossless)
        still = frames[-1].quantize(256, dither=Image.Dither.NONE)
        still.save(moving.with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    write()
