/* What the earlier nodes of GCN leave of a three, and what a node then learns, by the amnesia factor; the sentence compares the shares that it names. */
(() => {
  const place = gnodeSlider.place("fade", "Change the amnesia factor"), { factors, nodes, left, missing, learned } = gnodeFade;
  const name = "<figure><figcaption>node</figcaption><span>still<br>missing</span><span></span><span>learned</span></figure>", tile = '<canvas width="16" height="16"></canvas>';
  const one = (node, i) => `${i % 4 ? "" : name}<figure><figcaption>${node}</figcaption>${tile}<span></span>${tile}</figure>`; // on a phone in fours
  place.innerHTML = `${gnodeSlider.range("Amnesia factor A", factors)}<div class="features" role="img">${nodes.map(one).join("")}</div><p role="status"></p>`;
  const slider = place.querySelector("input"), canvases = place.querySelectorAll("canvas"), percents = place.querySelectorAll("canvas + span");
  const show = () => {
    const k = Number(slider.value), images = [missing[k], learned[k]].map(gnodeDraw.weights), shares = left[k].map((of) => `${Math.round(100 * of)}%`);
    canvases.forEach((canvas, i) => gnodeDraw.feature(canvas, images[i % 2].subarray(128 * (i - (i % 2)), 128 * (i - (i % 2)) + 256), 16, i % 2 ? undefined : 127));
    percents.forEach((of, i) => (of.textContent = shares[i]));
    slider.ariaValueText = place.querySelector(".slider b").textContent = `A = ${factors[k]}`;
    place.querySelector(".features").ariaLabel = `What is still missing from a three, and the feature that each node then learns. Missing from all examples: ${nodes.map((node, i) => `${shares[i]} for node ${node}`).join(", ")}`;
    const [early, late] = [3, 7].map((i) => left[k][i]);
    place.querySelector("[role=status]").innerHTML = `<b>${slider.ariaValueText}:</b> ${Math.min(...left[k]) === 1 ? "every node still has everything to learn." : `${shares[3]} is still missing for node ${nodes[3]}, and ${late > early ? "even" : "only"} ${shares[7]} for node ${nodes[7]}.`}`;
  };
  slider.addEventListener("input", show);
  show((slider.value = factors.indexOf(0.4)));
})();
