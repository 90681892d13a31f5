/* What a layer costs: the reader sends examples in, and the squares of the nodes that each of them updates fill. */
(() => {
  const place = document.getElementById("gnode-squares"), [EXAMPLES, NODES] = [12, 6]; // two digits of each class, by class
  const TRAINS = { // which nodes an example trains, as `study.figures.cost.answer` draws them
    AE: () => true,
    GN: (example, node) => node === 0 || node === 1 + Math.floor((((5 * example) % EXAMPLES) * (NODES - 1)) / EXAMPLES), // ranks that mix the classes
    GCN: (example, node) => node === Math.floor((example * NODES) / EXAMPLES),
  };
  const row = (trains, example) => `<p><canvas aria-hidden="true"></canvas>${Array.from({ length: NODES }, (_, node) => `<i class="${trains(example, node) ? "filled" : ""}"></i>`).join("")}</p>`;
  place.innerHTML = `<p role="status"></p><div class="grids">${Object.entries(TRAINS).map(([name, trains]) => `<div class="${name}"><b></b>${Array.from({ length: EXAMPLES }, (_, example) => row(trains, example)).join("")}<small>${NODES} nodes</small></div>`).join("")}</div>
    <div class="buttons"><button type="button">Send in the next example</button><button type="button"></button></div>`;
  const [status, next, all] = place.querySelectorAll("[role=status], button"), rows = place.querySelectorAll(".grids p"), of = (at) => at % EXAMPLES;
  let sent = 0;
  gnodeUnpack().then(({ X, y }) => rows.forEach((row, at) => {
    const k = [...y.keys()].filter((k) => y[k] === Math.floor(of(at) / 2))[8 + (at % 2)]; // easy to read
    gnodeDraw.row(row.firstChild, X.subarray(256 * k, 256 * (k + 1)), { side: 16, low: -1, high: 1 });
  }), () => {}); // in an old browser no pictures
  const send = (now) => {
    rows.forEach((row, at) => Object.assign(row, { className: of(at) < now ? "sent" : "", style: `--row: ${of(at) - sent}` })); // many fill one after another
    for (const grid of place.querySelector(".grids").children) grid.firstChild.textContent = `${gnodeNames[grid.className]}: ${grid.querySelectorAll(".sent .filled").length}`;
    const done = (sent = now) === EXAMPLES, digit = Math.floor((now - 1) / 2);
    status.textContent = done ? "12 examples: 72 updates in the auto-encoder, 24 in GN and 12 in GCN." : `Example ${now}, a ${digit}, updates all six nodes of the auto-encoder, GN’s first node and another, and GCN’s node for ${digit}s.`;
    [next.ariaDisabled, all.textContent] = [String(done), done ? "Start again" : "Send in all"];
  };
  next.addEventListener("click", () => send(Math.min(EXAMPLES, sent + 1)));
  all.addEventListener("click", () => send(sent < EXAMPLES ? EXAMPLES : 1));
  send(1);
  document.querySelector(".tag_cost-still").before(place); // the caption stays below
})();
