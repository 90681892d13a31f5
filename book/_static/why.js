/* Where a number of the text comes from: a click opens a panel with its chain; a switch above the page shows which numbers have one and lets the Tab key reach them. */
(() => {
  const { index } = document.currentScript.dataset;
  const numbers = [...document.querySelectorAll("[data-number]")].filter((number) => !number.closest("a"));
  const root = document.documentElement;

  const element = (tag, settings) => Object.assign(document.createElement(tag), settings);
  const load = () => new Promise((onload, onerror) => document.head.append(element("script", { src: index, onload, onerror })));
  const page = (path) => `${root.dataset.content_root ?? ""}notebooks/${path}`;
  const safe = (text) => new Option(text).innerHTML;
  const code = (text) => `<code>${safe(text)}</code>`;

  /** The runs of a group: values, and before the first and where they jump the place of the run in a list. */
  function runsOf(group) {
    let at = 0;
    return gnodeWhy.groups[group].flatMap((value) => {
      if (Array.isArray(value)) return ([at] = value, []);
      const [key, seed, dataset] = gnodeWhy.runs[at++];
      return [{ key, seed, dataset, value }];
    });
  }

  /** A run with its value, and its set if the run can be computed again. */
  function rowOf({ key, seed, dataset, value }) {
    const href = page(`audit.html?data=${dataset}&run=${key}#gnode-again`);
    const again = dataset ? `<a href="${href}" aria-label="compute the run of seed ${seed} now">compute it now</a>` : "";
    return `<tr><td>${seed}</td><td>${value}</td><td>${code(key)}</td><td>${again}</td></tr>`;
  }

  /** The runs of a group, folded where there are many groups. */
  const folded = ({ label, runs }, place, { length }) => `<details ${length < 3 ? "open" : ""}>
    <summary>R${place + 1}: ${runs.length === 1 ? "1 run" : `${runs.length} runs`}, ${safe(label)}</summary>
    <table><thead><tr><th scope="col">seed</th><th scope="col">value</th><th scope="col">run</th><td></td></tr></thead><tbody>${runs.map(rowOf).join("")}</tbody></table></details>`;

  const panel = element("dialog", { className: "origin" });
  panel.setAttribute("aria-labelledby", "origin-title");
  panel.addEventListener("keydown", (event) => event.stopPropagation()); // the theme has a use of its own for Escape
  panel.addEventListener("click", async ({ target }) => {
    if (target === panel || target.closest(".close, dd a")) panel.close(); // beside its content, too
    if (!target.matches(".copy")) return;
    const done = await navigator.clipboard?.writeText(target.value).then(() => true, () => false);
    panel.querySelector(".buttons span").textContent = done ? "copied" : target.value; // in some browsers a file may not copy
  });

  function fill(name, told) {
    const groups = told.groups.map(([label, group]) => ({ label, runs: runsOf(group) }));
    const keys = new Set(groups.flatMap(({ runs }) => runs.map(({ key }) => key)));
    const commits = new Set(told.commit.split(", ").map((commit) => commit.slice(0, 10)));
    const facts = {
      Name: code(name),
      Formula: safe(told.formula ?? "Computed by the cell; the end of its page names commands and runs."),
      Cell: `<a href="${page(`${name.split("/")[0]}.html`)}#where-the-numbers-come-from">${safe(told.cell)}</a>`,
      Command: code(told.command),
      "Code at": [...commits].join(", "),
      Machine: safe(told.machine),
      Time: told.time,
    };
    const cited = [`${told.printed} (${name}): ${told.formula ?? `computed in ${told.cell}`}.`, `Node by Node, code at ${told.commit || "the commit of the page"}.`, `Command: ${told.command}.`, keys.size ? `Runs: ${[...keys].join(", ")}.` : ""];
    panel.innerHTML = `<div><h2 id="origin-title">Where ${told.printed} comes from</h2>
      <dl>${Object.entries(facts).map(([fact, of]) => of && `<dt>${fact}</dt><dd>${of}</dd>`).join("")}</dl>
      ${groups.map(folded).join("")}
      <p class="buttons" aria-live="polite"><button type="button" class="btn btn-sm copy">copy as citation</button><button type="button" class="btn btn-sm close">close</button> <span></span></p></div>`;
    panel.querySelector(".copy").value = cited.filter(Boolean).join(" ");
  }

  async function show(number) {
    await (window.gnodeWhy ?? load());
    fill(number.dataset.number, gnodeWhy.numbers[number.dataset.number]);
    if (!panel.isConnected) document.body.append(panel);
    panel.showModal();
    panel.scrollTop = 0;
  }

  for (const number of numbers) {
    number.addEventListener("click", () => show(number));
    number.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      show(number);
    });
  }

  const button = element("button", { type: "button", className: "btn btn-sm why-switch" });
  const ATTRIBUTES = Object.entries({ tabindex: "0", role: "button", "aria-haspopup": "dialog" });
  function shown(on) {
    button.setAttribute("aria-pressed", on);
    button.textContent = on ? "Sources ✕ press a number" : "Sources";
    button.title = on ? "Press a number to see where it comes from" : "Show where numbers come from";
    root.classList.toggle("numbers-shown", on);
    for (const number of numbers) {
      for (const [name, value] of ATTRIBUTES) on ? number.setAttribute(name, value) : number.removeAttribute(name);
    }
  }
  button.addEventListener("click", () => shown(button.getAttribute("aria-pressed") !== "true"));
  root.classList.add("numbers-told");
  document.querySelector(".header-article__inner .article-header-buttons, .article-header-buttons")?.prepend(button);
  shown(false);
})();
