/* A node of GN or GCN: nine of its examples with their weights in its feature, and what it adds to the output of earlier nodes. */

(() => {
  const place = gnodeSlider.place("node", "Look at one node");
  const { nodes, of_one } = gnodeNodes;
  const percent = (share) => `${Math.round(100 * Math.abs(share))}%`;
  const tile = (name) => `<figure><canvas width="16" height="16"></canvas><figcaption>${name}</figcaption></figure>`;
  const options = nodes.map(({ of, node, name }, at) => `
    <label><input autocomplete="off" type="radio" name="node" value="${at}" ${at === 3 ? "checked" : ""}>
      <span>${name}<small>${of} ${node}</small></span></label>`);
  place.innerHTML = `<fieldset><legend>Which node</legend>${options.join("")}</fieldset>
    <p role="status"></p>
    <div class="sum">${tile("").repeat(9)}<b></b>${tile("its feature")}</div>
    <p></p>
    <div class="adds">${["first digit", "unexplained", "− its output", "= missing"].map(tile).join("")}<p></p></div>`;
  const [canvases, told, said] = ["canvas", "p", ".sum figcaption"].map((part) => [...place.querySelectorAll(part)]);

  function show() {
    const { of, node, shows, pixels, n, shares, left, stuck, class: digit } = nodes[place.querySelector(":checked").value];
    const values = gnodeDraw.weights(pixels);
    const image = (i) => values.subarray(256 * i, 256 * (i + 1));
    const all = n > 256, own = of === "GN" ? `${n} digits of similar error` : `${n} ${gnodeSlider.digits[digit]}`;
    const sees = all ? `all ${n.toLocaleString("en")} digits` : own;
    told[0].innerHTML = `<b>Node ${node} of ${of} sees ${sees}.</b> ${all ? "Here are nine." : "Nine of them, each with its share of the weight:"}`;
    place.querySelector(".sum b").textContent = all ? "…" : `+ ${n - 9} more =`;
    shares.forEach((share, i) => { said[i].textContent = all ? "" : `${share < 0 ? "−" : "+"}${percent(share)}`; });
    told[1].innerHTML = `<b>${shows}</b> ${stuck ? "It is stuck: its output is the same for every digit." : "Its output varies."}`;
    told[2].innerHTML = `Red is ink, blue paper. Before this node, <b>${percent(left[0])}</b> of the squared length of its digits was unexplained; after it, <b>${percent(left[1])}</b>.`;
    for (let i = 0; i < 9; i++) gnodeDraw.row(canvases[i], image(i), { side: 16, low: -127, high: 127 });
    gnodeDraw.feature(canvases[9], image(9), 16);
    gnodeDraw.row(canvases[10], image(0), { side: 16, low: -127, high: 127 });
    const missing = Float32Array.from(image(10), (value, p) => value - image(11)[p]);
    [image(10), image(11), missing].forEach((part, i) => gnodeDraw.feature(canvases[11 + i], part, 16, of_one));
  }

  place.addEventListener("input", show);
  show();
})();
