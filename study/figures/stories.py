"""Features of a language model and sums of its activations: the same control as for digits, by what makes them fire.

`python -m study.figures.stories FOLDER` reads the smallest of the tinyllamas of A. Karpathy (the FILES
of https://huggingface.co/karpathy/tinyllamas, folder stories260K, licence MIT), lets it tell stories, trains sparse
auto-encoders on its activations, and stores what they and sums of the same activations respond to.
"""

import json
import pathlib
import re
import struct
import sys
from functools import cache
from hashlib import sha256

import numpy as np
import pandas as pd
from scipy.special import softmax

from .. import store
from ..methods.others import TopKAutoencoder
from ..page import plain
from ..provenance import describe_program

FILE = "stories.json"
FILES = {
    "stories260K.bin": "b0a507e7ad0f626624f17112325e66691f9076d622e1d3274d103d00299f2696",
    "tok512.bin": "037cb335abb25d1fa9e8ecae30ed2a3a8ace9302862ebcdc05d51a6bbb10c312",
}
"""The model's weights and its tokens -> their SHA-256."""
N_STORIES, LENGTH = 1000, 200  # tokens; half of the stories train, the others are unseen
BLOCKS, N_NODES, N_SEEDS = 3, 256, 3  # of five blocks; four nodes for each activation
N_DRAWS, N_STRONGEST, N_TOP = 20, 20, 30
N_SHOWN, N_EXAMPLES, BEFORE = 6, 4, 10
KINDS = "learned", "sum"  # what is shown


class Sparse(TopKAutoencoder):
    """A sparse auto-encoder of which 8 of 256 nodes are active."""

    SHARE_ACTIVE = 1 / 32


def read(folder, name):
    """Read a file if it is the one that is meant (bytes)."""
    content = (pathlib.Path(folder) / name).read_bytes()
    if sha256(content).hexdigest() != FILES[name]:
        raise SystemExit(f"{name} is another file than the one whose results are stored (SHA-256 {FILES[name]}).")
    return content


def read_tokens(folder):
    """Read the texts of the tokens (list of str)."""
    content, at, texts = read(folder, "tok512.bin"), 4, []
    while at < len(content):
        length = struct.unpack_from("fi", content, at)[1]
        texts.append(content[at + 8 : at + 8 + length].decode().replace("<0x0A>", "¶"))
        at += 8 + length
    return texts


def rms(x, gain):
    """Scale to a mean square of one (RMSNorm)."""
    return gain * x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + np.float32(1e-5))


def tell(folder):
    """Let the model tell stories: give tokens, and activations after some blocks (two ndarray, by story and token)."""
    content = read(folder, "stories260K.bin")
    d, hidden, n_blocks, n_heads, n_kv_heads, n_tokens, longest = struct.unpack("7i", content[:28])
    weights, at = np.frombuffer(content, "<f4", offset=28), 0
    size = d // n_heads

    def take(*shape):
        nonlocal at
        at += np.prod(shape)
        return weights[at - np.prod(shape) : at].reshape(shape)

    embedding, before_attention = take(n_tokens, d), take(n_blocks, d)
    queries, keys, values = (take(n_blocks, n * size, d) for n in (n_heads, n_kv_heads, n_kv_heads))
    out, before_layers = take(n_blocks, d, d), take(n_blocks, d)
    gate, down, up = take(n_blocks, hidden, d), take(n_blocks, d, hidden), take(n_blocks, hidden, d)
    last, angles = take(d), take(2, longest, size // 2)

    def turn(x, t):
        """Turn pairs of values by angles that grow with the position (rotary embedding)."""
        real, imaginary = angles[:, t]
        even, odd = x[..., ::2], x[..., 1::2]
        return np.stack([even * real - odd * imaginary, even * imaginary + odd * real], axis=-1).reshape(x.shape)

    rng, current = np.random.default_rng(0), np.ones(N_STORIES, int)  # token 1 begins a story
    told = np.empty((N_STORIES, LENGTH), int)
    activations = np.empty((N_STORIES, LENGTH, d), np.float32)
    memory = np.empty((2, n_blocks, N_STORIES, LENGTH, n_kv_heads, size), np.float32)
    for t in range(LENGTH):
        x = embedding[current]
        for b in range(n_blocks):
            seen = rms(x, before_attention[b])
            query, key, value = ((seen @ of[b].T).reshape(N_STORIES, -1, size) for of in (queries, keys, values))
            memory[:, b, :, t] = turn(key, t), value
            past = np.repeat(memory[:, b, :, : t + 1], n_heads // n_kv_heads, axis=3)
            scores = np.einsum("shi,sthi->sht", turn(query, t), past[0]) / np.float32(np.sqrt(size))
            x = x + np.einsum("sht,sthi->shi", softmax(scores, axis=-1), past[1]).reshape(N_STORIES, d) @ out[b].T
            seen = rms(x, before_layers[b])
            opened = seen @ gate[b].T
            x = x + (opened / (1 + np.exp(-opened)) * (seen @ up[b].T)) @ down[b].T
            if b + 1 == BLOCKS:
                activations[:, t] = x
        told[:, t] = current
        chances = softmax(rms(x, last) @ embedding.T, axis=-1).cumsum(axis=1)
        current = np.minimum((chances < rng.random((N_STORIES, 1))).sum(axis=1), n_tokens - 1)
    return told, activations


def strongest(directions, unseen):
    """Give the positions with the largest outputs, by direction and in no order (ndarray)."""
    return np.argpartition(directions @ unseen.T, -N_STRONGEST, axis=1)[:, -N_STRONGEST:]


def repeated(directions, unseen, tokens):
    """Measure how often the strongest positions have the commonest token among them, by direction (ndarray)."""
    return np.array([np.bincount(tokens[of]).max() / len(of) for of in strongest(directions, unseen)])


def random_sum(rows, rng):
    """Add up rows with random weights, all signs turned if these add up to less than zero, as for sums of digits."""
    weights = rng.standard_normal(len(rows))
    return np.sign(weights.sum()) * weights @ rows


def compared(seen, unseen, tokens, seed):
    """Train a sparse auto-encoder; measure its features, and sums and averages of the activations behind each.

    Behind a feature are the activations for which it is active, or the thirty for which it is most active. Given are
    lists of means, of the share of pairs in which a feature is ahead of a sum or an average, and of the share in which
    they are level (dict), and the directions (dict).
    """
    sae, rng = Sparse(N_NODES, max_epochs=30, random_state=seed).fit(seen), np.random.default_rng(seed)
    outputs = sae.transform(seen)
    behind = {"all active": [seen[active] for active in (outputs > 0).T]}
    behind["top 30"] = [seen[of[:N_TOP]] for of in np.argsort(-outputs, axis=0, kind="stable").T]
    directions = {"learned": sae.components_, "decoder": sae.decoder_, "noise": rng.standard_normal(sae.decoder_.shape)}
    directions["sums of any"] = rng.standard_normal((N_NODES, len(seen))) @ seen
    for name, parts in behind.items():
        directions[f"averages, {name}"] = np.array([of.mean(axis=0) for of in parts])
    of_each = {name: [repeated(of, unseen, tokens)] for name, of in directions.items()}
    for name, parts in behind.items():
        drawn = [np.array([random_sum(of, rng) for of in parts]) for _ in range(N_DRAWS)]
        of_each[f"sums, {name}"] = [repeated(of, unseen, tokens) for of in drawn]
        directions[f"sums, {name}"] = drawn[0]
    learned = of_each["learned"][0]
    found = {name: [float(of.mean()) for of in draws] for name, draws in of_each.items()}
    for name in (f"{kind}, {which}" for kind in ("sums", "averages") for which in behind):
        found[f"ahead of {name}"] = [float(np.mean(learned > np.array(of_each[name])))]
        found[f"level with {name}"] = [float(np.mean(learned == np.array(of_each[name])))]
    return found, directions


@cache
def load_stories():
    """Load what is stored (dict): shares by kind and seed, and the strongest examples of features and of sums."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.stories FOLDER`.")


def in_bold(before, word):
    """Write a place in a text with the word that is responded to in bold (str)."""
    space = " " if " " in (before[-1:], word[:1]) else ""
    return f"{plain(before)}{space}<b>{plain(word)}</b>"


def pairs():
    """Show what each feature and its sum respond to most, side by side (pandas.DataFrame)."""
    rows = []
    for of, first in zip(load_stories()["shown"], np.random.default_rng(0).random(N_SHOWN) < 0.5):
        cells = ("<br>".join(in_bold(*parts) for parts in of[kind]) for kind in KINDS)
        names = ("A", "B") if first else ("B", "A")
        shown = f"<details><summary>show</summary>{names[0]}</details>"
        rows.append(dict(zip(names, cells)) | {"the feature": shown})
    return pd.DataFrame(rows)[["A", "B", "the feature"]]


def main(folder):
    """Tell stories, train, compare and store."""
    texts, (told, activations) = read_tokens(folder), tell(folder)
    going_on = np.cumsum(told == 1, axis=1) == 1  # until the next story begins
    going_on[:, 0] = False
    half = N_STORIES // 2
    seen, unseen = activations[:half][going_on[:half]], activations[half:][going_on[half:]]
    mean = seen.mean(axis=0)
    seen, unseen = (of.astype(float) - mean for of in (seen, unseen))
    places = np.argwhere(going_on & (np.arange(N_STORIES) >= half)[:, np.newaxis])
    made: dict = {"repeated": {}, "shown": []}
    for seed in range(N_SEEDS):
        found, directions = compared(seen, unseen, told[tuple(places.T)], seed)
        made["repeated"] = {name: made["repeated"].get(name, []) + of for name, of in found.items()}
        if seed == 0:
            kinds = dict(zip(KINDS, (directions["learned"], directions["sums, all active"])))

    def example(place):
        """Give the words before a token, and the token if it is a whole word, otherwise None."""
        story, t = place
        before, token, *after = (texts[of] for of in told[story, t - 1 : t + 2])
        begun = "".join(texts[of] for of in told[story, max(1, t - BEFORE) : t])
        begun = re.sub(r"^[^\W\d]*('\w+)?\W*" if t > BEFORE + 1 else r"^\W*", "", begun)  # no half word
        begins, ends = token[0] == " " or not re.search(r"[\w']$", before), after and not re.match(r"[\w']", after[0])
        return begun, token if token.strip().isalpha() and begins and ends else None

    def examples(direction):
        """Give the strongest places of a direction, of two with the same words one."""
        found = (example(places[at]) for at in np.argsort(-(unseen @ direction), kind="stable")[:N_STRONGEST])
        return list(dict.fromkeys(found))[:N_EXAMPLES]

    both = [{kind: examples(rows[n]) for kind, rows in kinds.items()} for n in range(N_NODES)]
    words = [of for of in both if all(len(at) == N_EXAMPLES and all(word for _, word in at) for at in of.values())]
    made["words"] = len(words)  # features of which all strongest places, and those of their sum, are whole words
    made["shown"] = [words[n] for n in np.linspace(0, len(words) - 1, N_SHOWN).round().astype(int)]
    made["tokens"] = [len(seen), len(unseen)]
    store.write_whole(store.results_folder() / FILE, (json.dumps(made | describe_program()) + "\n").encode())


if __name__ == "__main__":
    main(sys.argv[1])
