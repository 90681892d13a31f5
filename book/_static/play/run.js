/* A run: it trains a layer, shows the features as they come, and then what can be read out of the nodes. */

const gnodeRun = (() => {
  const PACE = 80; // milliseconds between two nodes where they come one by one, or
  const GROUPS = 60; // in so many groups, if there are more
  const POINTS = 200; // of a curve, at most
  const FRAME = 8; // milliseconds of drawing in one frame
  const shortly = (error) => (error < 1000 ? error.toFixed(3) : error.toExponential(1));
  const layerOf = (nodes) => ({ components: Float32Array.from(nodes.flatMap(({ component }) => [...component])), intercept: Float32Array.from(nodes, ({ intercept }) => intercept) });
  const count = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

  class Run {
    /** `place` gets the run's heading, its features, what one of them learned from, and facts; `chosen(i)` is called when a feature is clicked. */
    constructor(place, { chosen, changed }) {
      Object.assign(this, { place, chosen, changed, nodes: [], shown: 0, layer: null, readout: null, busy: false, failure: "" });
      place.innerHTML = `<p class="title"></p><ol class="features"></ol>
        <div class="node" hidden role="group" aria-labelledby="play-node"><p class="title" id="play-node" tabindex="-1"></p><div class="content"></div></div>
        <p class="hint">Below each feature: its node and, for GCN, its class. Scroll to see all, or use the arrow keys<span class="of-trained">; press one to see what it learned from</span>.</p>
        <details class="of-trained"><summary>How a node learned, epoch by epoch</summary>
          <div class="loss"><svg viewBox="0 0 ${POINTS} 50" preserveAspectRatio="none" aria-hidden="true"><polyline /></svg><p></p></div></details>
        <p class="facts"></p>`;
      this.list = place.querySelector(".features");
      this.list.addEventListener("click", ({ target }) => {
        const button = target.closest("button");
        if (button && Number(button.value) < this.shown) this.chosen(Number(button.value));
      });
      this.list.addEventListener("keydown", (event) => {
        const at = Number(event.target.value), across = getComputedStyle(this.list).gridTemplateColumns.split(" ").length;
        const to = this.list.children[{ ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - across, ArrowDown: at + across, Home: 0, End: this.settings.nodes - 1 }[event.key]];
        if (!to || event.altKey || event.ctrlKey || event.metaKey) return; // those are the browser's
        event.preventDefault();
        to.firstChild.focus();
      });
      this.list.addEventListener("focusin", ({ target }) => this.list.querySelectorAll("button").forEach((button) => (button.tabIndex = button === target ? 0 : -1))); // the one at which Tab stops
    }

    stop() {
      this.control?.abort(new DOMException("stopped", "AbortError"));
      cancelAnimationFrame(this.coming);
      clearTimeout(this.waiting);
      this.busy = false;
    }

    /** Train so many nodes more and then wait; without a number go on. */
    pace(more) {
      this.held = more !== undefined;
      clearTimeout(this.waiting);
      this.tell(more ?? this.group);
    }

    /** Train anew: nodes come one by one if `slowly`, otherwise as soon as they can; if `held`, the first alone. */
    async start(settings, rows, { slowly, held }) {
      this.stop();
      const control = (this.control = new AbortController());
      Object.assign(this, { settings, rows, nodes: [], shown: 0, layer: null, readout: null, read: null, looked: 0, failure: "", busy: true, held });
      this.group = slowly ? Math.ceil(settings.nodes / GROUPS) : Infinity;
      this.place.querySelector(".title").textContent = gnodeSettings.inWords(settings);
      this.place.querySelector(".facts").textContent = `What all ${settings.nodes} nodes can do together appears here soon after they are trained.`;
      this.list.setAttribute("aria-label", `Features of ${gnodeSettings.inWords(settings)}`);
      const item = (i) => `<li><button type="button" value="${i}" tabindex="${i ? -1 : 0}" aria-disabled="true" aria-label="Node ${i + 1}: not trained yet"><canvas width="1" height="1" aria-hidden="true"></canvas><span>${i + 1}</span></button></li>`; // people count nodes from 1, arrays from 0
      const anew = slowly || held || this.list.children.length !== settings.nodes; // otherwise the features of the last training stay until the new ones come
      if (anew) this.list.innerHTML = Array.from({ length: settings.nodes }, (_, i) => item(i)).join("");
      this.press(null);
      const drawn = new Promise((resolve) => (this.drawn = resolve));
      const onPart = (node) => {
        this.nodes.push(node);
        if (this.nodes.length === this.shown + 1) this.next();
      };
      const pace = { parts: held ? 1 : this.group, control: (tell) => (this.tell = tell) };
      try {
        const layer = await gnodeTask("train", gnodeSettings.forTraining(settings, rows), { signal: control.signal, onPart, ...pace });
        await drawn;
        if (control.signal.aborted) return;
        [this.layer, this.trained, this.held] = [layer, this.nodes, false];
        this.changed();
        this.readout = await gnodeRows.readout(rows, layer, { signal: control.signal });
        this.read = this.ofTrained = { layer, readout: this.readout };
        this.busy = false;
        this.facts();
      } catch (error) {
        if (control.signal.aborted) return;
        this.busy = false;
        this.failure = error.message.replace(/^(GC?N: node )(\d+)/, (_, what, i) => `${what}${Number(i) + 1}`); // the library counts from 0
      }
      this.changed();
    }

    /** Show and read the trained nodes, or nodes with random weights in place of theirs, as `study.figures.home.untrained` makes them: of the examples that each saw ("sums"), or of the pixels ("noise"). */
    async replace(kind) {
      const { rows } = this, { normal } = gnodeRandom(0), control = (this.control = new AbortController()), mean = (of) => of.reduce((sum, value) => sum + value, 0) / of.length;
      this.nodes = kind === "trained" ? this.trained : this.trained.map((node) => {
        const seen = Array.from(node.rows, rows.row), by = (kind === "sums" ? seen : Array.from(seen[0])).map(normal);
        const w = kind === "noise" ? by : Array.from(seen[0], (_, p) => seen.reduce((sum, x, k) => sum + by[k] * x[p], 0));
        const inputs = seen.map((x) => gnodeDraw.dot(w, x)), middle = mean(inputs), sd = Math.sqrt(mean(inputs.map((of) => (of - middle) ** 2))) || 1;
        return { ...node, component: Float32Array.from(w, (of) => of / sd), intercept: -middle / sd };
      });
      this.place.querySelector(".title").textContent = `${gnodeSettings.inWords(this.settings)}${kind === "trained" ? "" : ", with random weights in place of the trained ones"}`;
      this.nodes.forEach((_, i) => this.show(i));
      if (kind !== "trained") this.list.querySelectorAll("button").forEach((button) => Object.assign(button, { ariaDisabled: "true", ariaLabel: `Node ${button.textContent}, random weights` })); // they learned from nothing
      const layer = layerOf(this.nodes), readout = await gnodeRows.readout(rows, layer, { signal: control.signal });
      if (this.control !== control) return; // other weights, or a new training
      [this.readout, this.read] = [readout, { layer, readout, random: kind !== "trained" }];
      this.facts();
      this.changed();
    }

    /** What can be read out of the nodes so far, while they come one by one. */
    async look() {
      const m = gnodeStrip.steps(this.settings.nodes).findLast((n) => n <= this.shown);
      if (!this.rows.side || this.group === Infinity || !(m > this.looked)) return;
      this.looked = Infinity; // one look at a time
      const { control, nodes } = this;
      const layer = layerOf(nodes.slice(0, m));
      const readout = await gnodeRows.readout(this.rows, layer, { signal: control.signal }).catch(() => null);
      if (!readout || this.control !== control || this.readout) return;
      [this.looked, this.read] = [m, { layer, readout }];
      this.changed();
      this.look();
    }

    press(chosen) {
      for (const button of this.list.querySelectorAll("[aria-pressed]")) button.removeAttribute("aria-pressed");
      this.list.children[chosen]?.firstChild.setAttribute("aria-pressed", "true");
    }

    /** Show what has come, as much as fits into a frame, and ask for the next node where they come one by one. */
    next() {
      clearTimeout(this.waiting); // it was set when the node before was shown
      this.coming = requestAnimationFrame(() => {
        const until = performance.now() + FRAME;
        do this.show(this.shown); while (this.shown < this.nodes.length && performance.now() < until);
        this.curve();
        setTimeout(() => this.look()); // in a task of its own
        if (this.shown === this.settings.nodes) {
          this.tell(Infinity);
          this.drawn();
        } else if (this.shown < this.nodes.length) this.next();
        else if (this.held) this.changed();
        else this.waiting = setTimeout(() => this.pace(), PACE);
      });
    }

    /** How the error of a node went down, of the last one unless another is asked for; what the kernels count is half that of a row. */
    curve(node = this.shown - 1) {
      const { losses } = this.nodes[node];
      const n = Math.min(POINTS, losses.length);
      const errors = Array.from({ length: n }, (_, i) => (2 * losses[Math.round((i * (losses.length - 1)) / (n - 1 || 1))]) / this.rows.d1);
      const [low, high] = [Math.min(...errors), Math.max(...errors)];
      const points = errors.map((error, i) => `${(POINTS * i) / (n - 1 || 1)},${48 - (46 * (error - low)) / (high - low || 1)}`);
      const [line, words] = this.place.querySelectorAll(".loss polyline, .loss p");
      line.setAttribute("points", points.join(" "));
      words.textContent = `Node ${node + 1} as it trained: squared error per ${this.rows.side ? "pixel" : "column"} ${shortly(errors[0])} in epoch 1, ${shortly(errors.at(-1))} in epoch ${losses.length}.`;
    }

    show(i) {
      const { component, rows } = this.nodes[i];
      const button = this.list.children[i].firstChild;
      gnodeDraw.feature(button.firstChild, component, this.rows.side);
      const name = this.className(rows);
      button.lastChild.textContent = name ? `${i + 1}: ${name}` : i + 1;
      button.removeAttribute("aria-disabled");
      button.setAttribute("aria-label", `Node ${button.lastChild.textContent}, feature from ${count(rows.length, "example")}${name && ` of class ${name}`}`);
      this.shown = i + 1;
    }

    /** The class of a node's rows; empty for GN. */
    className(rows) {
      return this.settings.algorithm === "GCN" ? String(this.rows.y[rows[0]]) : "";
    }

    facts() {
      const { best, right } = this.readout, { test } = this.rows, percent = (share) => `${(100 * share).toFixed(0)}%`;
      const those = test ? `${test.n.toLocaleString("en")} unseen digits` : "these examples";
      const said = right === null ? [] : [`A linear read-out of the nodes gets ${percent(right)} of ${those} right${this.read.random ? `; with the trained weights, ${percent(this.ofTrained.readout.right)}` : ""}.`];
      said.push(`Of the examples themselves it leaves a squared error of ${shortly(best)} per ${this.rows.side ? "pixel" : "column"}.`);
      this.place.querySelector(".facts").textContent = said.join(" ");
    }

    inWords() {
      if (this.failure) return this.failure;
      if (this.read?.random) return "These weights were drawn, not trained.";
      if (!this.layer) return `${count(this.shown, "node")} of ${this.settings.nodes} shown.`;
      const left = this.settings.algorithm === "GCN" ? this.rows.classes.slice(this.settings.nodes) : [];
      const missed = left.length ? ` No node learns from the class${left.length > 1 ? "es" : ""} ${left.join(", ")}: ask for ${this.rows.classes.length} nodes or more.` : "";
      const updates = this.layer.n_updates.reduce((sum, n) => sum + n, 0);
      return `${this.settings.algorithm} trained ${count(this.settings.nodes, "node")} on ${count(this.rows.n, "example")} of ${this.rows.d1} numbers in ${this.layer.seconds.toPrecision(2)} s: ${count(updates, "update")}.${missed}`;
    }
  }

  return { Run, count };
})();
