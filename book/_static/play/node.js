/* A node of GCN or GN: nine of its examples with their weights in its feature. */

(() => {
  const place = gnodeSlider.place("node", "Look at one node");
  const tile = (name) => `<figure><canvas width="16" height="16"></canvas><figcaption>${name}</figcaption></figure>`;
  const options = gnodeNodes.map(({ of, node, name }, at) => `
    <label><input autocomplete="off" type="radio" name="node" value="${at}" ${at ? "" : "checked"}>
      <span>${name}<small>node ${node} of ${of}</small></span></label>`);
  place.innerHTML = `<fieldset><legend>Which node</legend>${options.join("")}</fieldset>
    <p></p><div class="sum">${tile("").repeat(9)}<b></b>${tile("its feature")}</div><p role="status"></p>`;
  const [canvases, said, [sees, told]] = ["canvas", "figcaption", "p"].map((part) => [...place.querySelectorAll(part)]);

  function show() {
    const { of, shows, pixels, n, shares, class: digit } = gnodeNodes[place.querySelector(":checked").value];
    const values = gnodeDraw.weights(pixels), image = (i) => values.subarray(256 * i, 256 * (i + 1));
    sees.textContent = `Nine of its ${n} ${of === "GN" ? "digits" : gnodeSlider.digits[digit]}:`;
    place.querySelector("b").textContent = `+ ${n - 9} more =`;
    shares.forEach((share, i) => { said[i].textContent = `${share < 0 ? "−" : "+"}${Math.round(100 * Math.abs(share))}%`; });
    told.textContent = shows;
    for (let i = 0; i < 9; i++) gnodeDraw.row(canvases[i], image(i), { side: 16, low: -127, high: 127 });
    gnodeDraw.feature(canvases[9], image(9), 16);
  }

  place.addEventListener("input", show);
  show();
})();
