"""The page that trains: how soon it shows something, whether it answers, and its speed beside Python's.

python benchmarks/page.py [--rounds 4]

It wants the built site (`make site`) and Chromium. It prints milliseconds from a local server for the first page and
"Try it": first paint, first feature, and the longest task of the main thread, which keeps a page from answering; for
20 moves of the amnesia slider (20 nodes of the small digits), the time until the new layer is trained; then the
seconds of a layer of the paper's size (7,291 x 256, 200 nodes, 300 epochs) in the page and in Python, in turn.
"""

import argparse
import json
import time

import numpy as np
from chromium import launched, served

from gnode import GreedyByClassByNode, GreedyByNode

SITE = "_build/html"
PAGES = ("index.html", "notebooks/play.html")
SHAPE = {"n_samples": 7291, "n_features": 256}
SETTINGS = {"learning_rate": 1e-3, "random_state": 0}
LAYERS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}

UNTIL = """
  const button = () => document.querySelector("#gnode-play .train")?.textContent;
  const until = (holds) => new Promise((resolve) => {
    const look = () => (holds() ? resolve(performance.now()) : setTimeout(look, 1));
    look();
  });
"""
LOADED = f"""async () => {{{UNTIL}
  await until(() => document.querySelector("#gnode-play .features"));
  document.querySelector("#gnode-play .features").scrollIntoView({{block: "center"}}); // the first page waits for it
  const shown = await until(() => document.querySelector("#gnode-play .features button:not([aria-disabled])"));
  await until(() => button() === "Train again");
  return [performance.getEntriesByName("first-contentful-paint")[0].startTime, shown];
}}"""
MOVED = f"""async (A) => {{{UNTIL}
  const slider = document.querySelector("#gnode-play input[type=range]");
  const start = performance.now();
  slider.value = A;
  slider.dispatchEvent(new Event("input", {{bubbles: true}}));
  await until(() => button() === "Stop");
  return await until(() => button() === "Train again") - start;
}}"""
ROWS = "([X]) => { window.rows = Float32Array.from(X); }"
TRAIN = """async ([settings, y]) => {
  const start = performance.now();
  await window.gnode.train({...settings, X: window.rows, y, memory: "fading"});
  return (performance.now() - start) / 1000;
}"""


def longest_task(trace):
    """Describe the longest task of a page's main thread in a trace of Chromium (bytes)."""
    events = json.loads(trace)["traceEvents"]
    main = {
        (of["pid"], of["tid"])
        for of in events
        if of["name"] == "thread_name" and of["args"]["name"] == "CrRendererMain"
    }
    tasks = [of for of in events if "RunTask" in of["name"] and (of["pid"], of["tid"]) in main and "dur" in of]
    longest, busiest = (max(task.get(time, 0) for task in tasks) / 1000 for time in ("dur", "tdur"))
    return f"longest task {longest:.0f} (in CPU time {busiest:.0f})"


def traced(browser, page, act):
    """Run `act` and return what it gives, and the longest task meanwhile."""
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline", "__metadata"])
    result = act()
    return result, longest_task(browser.stop_tracing())


def of_page(browser, address):
    """Print how soon a page shows something and whether it answers."""
    page = browser.new_page(reduced_motion="no-preference")

    def load():
        page.goto(address, wait_until="commit")
        return page.evaluate(LOADED)

    (painted, shown), longest = traced(browser, page, load)
    moves, longest_of_moves = traced(browser, page, lambda: [page.evaluate(MOVED, at / 20) for at in range(20)])
    print(f"  first paint {painted:.0f}, first feature {shown:.0f}, {longest}")
    print(f"  slider: median {np.median(moves):.0f}, slowest {max(moves):.0f}; {longest_of_moves}")
    page.close()


def beside_python(page, rounds):
    """Print the seconds of a layer of the paper's size, in the page and in Python."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, tuple(SHAPE.values())).astype(np.float32)
    y = rng.integers(0, 10, len(X))
    page.evaluate(ROWS, [X.ravel().tolist()])
    for name, layer in LAYERS.items():
        given = {**SHAPE, **SETTINGS, "algorithm": name, "n_components": 200, "amnesia": 0.4, "max_epochs": 300}
        labels = y if name == "GCN" else None
        native, in_page = [], []
        for _ in range(rounds):
            in_page.append(page.evaluate(TRAIN, [given, None if labels is None else labels.tolist()]))
            start = time.perf_counter()
            layer(200, amnesia=0.4, max_epochs=300, **SETTINGS).fit(X, labels)
            native.append(time.perf_counter() - start)
        ratio = min(in_page) / min(native)
        print(f"{name}: page {min(in_page):.2f} s, Python {min(native):.2f} s, {ratio:.2f} times (least of {rounds})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=4, help="layers of the paper's size, each")
    rounds = parser.parse_args().rounds
    with served(SITE) as address, launched() as browser:
        for path in PAGES:
            print(f"{path}, milliseconds")
            of_page(browser, f"{address}/{path}")
        page = browser.new_page(reduced_motion="reduce")
        page.goto(f"{address}/{PAGES[1]}")
        page.evaluate(LOADED)
        beside_python(page, rounds)


if __name__ == "__main__":
    main()
