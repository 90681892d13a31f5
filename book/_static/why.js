"use strict";
/* Where a number of the text comes from: a click opens a panel with its chain, and a switch above the page shows which
   numbers have one and lets the Tab key reach them. The page's index is loaded when it is first asked for. */
(() => {
  const { index } = document.currentScript.dataset;
  const numbers = [...document.querySelectorAll("[data-number]")].filter((number) => !number.closest("a"));
  const root = document.documentElement, KEPT = "gnode-numbers";
  const remembered = () => { try { return localStorage.getItem(KEPT) === "shown"; } catch { return false; } };

  const script = (src) => new Promise((onload, onerror) => document.head.append(element("script", { src, onload, onerror })));
  let loaded;
  async function load() { // the index, and what knows which runs can be computed again
    await Promise.all([script(index), window.gnodeAgain || script(new URL("../play/again.js", new URL(index, location)))]);
    const why = window.gnodeWhy;
    why.runs.forEach((run, i) => run.length > 2 || run.push(...why.runs[i - 1].slice(2))); // as the run before
    return why;
  }

  function element(tag, settings = {}, ...children) {
    const made = Object.assign(document.createElement(tag), settings);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  /** The runs of a group: values, and before the first and where they jump the place of the run in a list. */
  function runsOf(why, group) {
    let at = 0;
    return group.flatMap((part) => (Array.isArray(part) ? ([at] = part, []) : [wholeRun(why, at++, part)]));
  }

  /** A run with all that is needed to compute it again; `value` is what entered. */
  function wholeRun(why, place, value) {
    const [key, seed, cell, program] = why.runs[place], [kind, dataset, rows, method, own] = why.cells[cell];
    const settings = Object.fromEntries(own.map((pair) => why.settings[pair])), [commit, machine, day] = why.programs[program];
    return { key, seed, day, kind, dataset, rows, method, settings, commit, machine, value };
  }

  const written = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  const listed = (values, between = ", ") => [...new Set(values)].filter(Boolean).join(between);

  /** Tell groups apart: sets and methods, and those settings that are not the same in all groups. */
  function labels(groups) {
    const first = groups.map(([run]) => run.settings);
    const names = [...new Set(first.flatMap(Object.keys))].filter((name) => name !== "reading" && new Set(first.map((of) => written(of[name]))).size > 1);
    return groups.map((runs, i) => {
      const own = names.filter((name) => name in first[i]).map((name) => `${name.replaceAll("_", " ")} ${written(first[i][name])}`);
      return [`${listed(runs.map((run) => run.method))} on ${listed(runs.map((run) => run.dataset))}`, ...own].join(", ");
    });
  }

  function rowOf(run) {
    const again = element("td");
    if (window.gnodeAgain.can(run)) {
      const href = `${root.dataset.content_root ?? ""}notebooks/audit.html?data=${run.dataset}&run=${run.key}#gnode-again`;
      again.append(element("a", { href, textContent: "compute it now", ariaLabel: `compute the run of seed ${run.seed} now` }));
    }
    return element("tr", {}, element("td", { textContent: run.seed }), element("td", { textContent: run.value }), element("td", {}, element("code", { textContent: run.key })), again);
  }

  function tableOf(runs) {
    const heads = ["seed", "value", "run"].map((textContent) => element("th", { scope: "col", textContent }));
    return element("table", {}, element("thead", {}, element("tr", {}, ...heads, element("td"))), element("tbody", {}, ...runs.map(rowOf)));
  }

  /** The runs of a group, folded where there are many groups; its table is made when it is first opened. */
  function folded(runs, label, place, open) {
    const group = element("details", {}, element("summary", { textContent: `R${place + 1}: ${runs.length === 1 ? "1 run" : `${runs.length} runs`}, ${label}` }));
    const fill = () => { if (group.open && !group.querySelector("table")) group.append(tableOf(runs)); };
    group.addEventListener("toggle", fill);
    group.open = open;
    fill();
    return group;
  }

  function facts(pairs) {
    const told = pairs.filter(([, content]) => content);
    return element("dl", {}, ...told.flatMap(([name, content]) => [element("dt", { textContent: name }), element("dd", {}, content)]));
  }

  async function copied(button, text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // where the page is no secure place, as a file is in some browsers
      const field = element("textarea", { value: text, readOnly: true });
      field.setAttribute("aria-label", "citation");
      button.before(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.textContent = "copied";
  }

  const panel = element("dialog", { className: "origin" });
  panel.setAttribute("aria-labelledby", "origin-title");
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // as the theme does, which would keep it open
    event.stopPropagation();
    panel.close();
  });
  panel.addEventListener("click", ({ target }) => target === panel && panel.close()); // beside its content

  function fill(name, told, why) {
    const groups = told.groups.map((group) => runsOf(why, why.groups[group]));
    const all = groups.flat(), named = labels(groups), page = name.split("/")[0];
    const keys = [...new Set(all.map((run) => run.key))];
    const cell = element("a", { textContent: told.cell, href: `${root.dataset.content_root ?? ""}notebooks/${page}.html#where-the-numbers-come-from` });
    cell.addEventListener("click", () => panel.close());
    const days = all.map((run) => run.day).filter(Boolean).sort();
    const close = element("button", { type: "button", className: "btn btn-sm", textContent: "close" });
    close.addEventListener("click", () => panel.close());
    const copy = element("button", { type: "button", className: "btn btn-sm", textContent: "copy as citation" });
    const cited = [`${told.printed} (${name}): ${told.formula ?? `computed in ${told.cell}`}.`, `Node by Node, code at ${told.commit || "the commit of the page"}.`, `Command: ${told.command}.`, keys.length ? `Runs: ${keys.join(", ")}.` : ""];
    copy.addEventListener("click", () => copied(copy, cited.filter(Boolean).join(" ")));
    const buttons = element("p", { className: "buttons" }, copy, close);
    buttons.setAttribute("aria-live", "polite");
    panel.replaceChildren(element("div", {},
      element("h2", { id: "origin-title", textContent: `Where ${told.printed} comes from` }),
      facts([
        ["Name", element("code", { textContent: name })],
        ["Formula", told.formula ?? "Computed by the cell; the end of its page names commands and runs."],
        ["Cell", cell],
        ["Command", element("code", { textContent: told.command })],
        ["Code at", listed(told.commit.split(", ").map((commit) => commit.slice(0, 10)))],
        ["Machine", listed(all.map((run) => run.machine), "; ")],
        ["Time", days.length ? listed([days[0], days.at(-1)], " to ") : ""],
      ]),
      ...groups.map((runs, i) => folded(runs, named[i], i, groups.length < 3)),
      buttons));
  }

  async function show(number) {
    const name = number.dataset.number, why = await (loaded ??= load().catch((error) => { loaded = undefined; throw error; }));
    fill(name, why.numbers[name], why);
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

  const WORDS = "Sources: show where numbers come from";
  const button = element("button", { type: "button", className: "btn btn-sm why-switch", title: WORDS });
  function shown(on) {
    button.setAttribute("aria-pressed", on);
    button.textContent = on ? "Press a number" : "Sources"; // the first may be far below
    button.ariaLabel = on ? "Press a number to see where it comes from" : WORDS;
    root.classList.toggle("numbers-shown", on);
    for (const number of numbers) {
      const attributes = { tabindex: "0", role: "button", "aria-haspopup": "dialog" };
      for (const [name, value] of Object.entries(attributes)) on ? number.setAttribute(name, value) : number.removeAttribute(name);
    }
  }
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    shown(on);
    try { localStorage.setItem(KEPT, on ? "shown" : ""); } catch { /* it is asked again on the next page */ }
  });
  root.classList.add("numbers-told");
  document.querySelector(".header-article__inner .article-header-buttons, .article-header-buttons")?.prepend(button);
  shown(remembered());
})();
