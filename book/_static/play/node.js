/* A node of GN or GCN: nine of its examples with their weights in its feature, and what it adds to the output of earlier nodes. */

(() => {
  const place = gnodeSlider.place("node", "Look at one node");
  const { nodes, of_one, ...layers } = gnodeNodes;
  const percent = (share) => `${Math.round(100 * Math.abs(share))}%`;
  const tile = (name) => `<figure><canvas width="16" height="16"></canvas><figcaption>${name}</figcaption></figure>`;

  const choice = (name, options) => `<fieldset class="${name}"><legend>Which ${name}</legend>${options.map(([value, text, checked]) => `
    <label><input autocomplete="off" type="radio" name="${name}" value="${value}" ${checked}><span>${text}</span></label>`).join("")}</fieldset>`;

  place.innerHTML = `${choice("algorithm", [["GN", "GN<small>by error</small>", ""], ["GCN", "GCN<small>by class</small>", "checked"]])}
    ${choice("node", nodes.map((n, at) => [at, n, n === 8 ? "checked" : ""]))}<small>Find a clear digit and a tangle. How do the shares of their examples differ?</small>
    <p role="status"></p>
    <div class="sum">${tile("").repeat(9)}<b></b>${tile("its feature")}</div>
    <p></p>
    <div class="adds">${["first digit", "unexplained", "− its output", "= missing"].map(tile).join("")}<p></p></div>`;
  const [canvases, told, said] = ["canvas", "p", ".sum figcaption"].map((part) => [...place.querySelectorAll(part)]);

  function show() {
    const [name, at] = [...place.querySelectorAll(":checked")].map((of) => of.value);
    const { pixels, n, shares, left, stuck, average, ...node } = layers[name][at];
    const values = Int8Array.from(atob(pixels), (letter) => letter.charCodeAt(0));
    const image = (i) => values.subarray(256 * i, 256 * (i + 1));
    const all = n > 256, rest = n - 9, others = 1 - shares.reduce((sum, share) => sum + Math.abs(share), 0);
    const sees = all ? `all ${n.toLocaleString("en")} digits` : name === "GN" ? `${n} digits of similar error` : `${n} ${gnodeSlider.digits[node.class]}`;
    told[0].innerHTML = `<b>Node ${nodes[at]} sees ${sees}.</b> ${all ? "Here are nine." : "Nine of them, each with its share of the weight:"}`;
    place.querySelector(".sum b").textContent = all ? "…" : `+ ${rest} more =`;
    shares.forEach((share, i) => { said[i].textContent = all ? "" : `${share < 0 ? "−" : "+"}${percent(share)}`; });
    told[1].innerHTML = `${all ? "" : `The others carry ${percent(others)}. `}<b>${stuck
      ? `It is stuck:</b> its output is the same for every digit${average ? `, and its feature is nearly their average${shares.some((of) => of < 0) ? ", though it subtracts some of them" : ""}` : ""}.`
      : "It is not stuck:</b> it adds some and subtracts others, and its output varies."}`;
    told[2].innerHTML = `Red is ink, blue paper. Before this node, <b>${percent(left[0])}</b> of the squared length of its digits was unexplained; after it, <b>${percent(left[1])}</b>.`;
    for (let i = 0; i < 9; i++) gnodeDraw.row(canvases[i], image(i), { side: 16, low: -127, high: 127 });
    gnodeDraw.feature(canvases[9], image(9), 16);
    gnodeDraw.row(canvases[10], image(0), { side: 16, low: -127, high: 127 });
    const missing = Float32Array.from(image(10), (value, p) => value - image(11)[p]);
    [image(10), image(11), missing].forEach((of, i) => gnodeDraw.feature(canvases[11 + i], of, 16, of_one));
  }

  place.addEventListener("input", show);
  show();
})();
