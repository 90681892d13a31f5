"use strict";
/* A reader's first guesses on all pages, beside what blind guessing gives. The tab keeps them until it is closed; nothing is sent. */

const gnodeTally = (() => {
  let rounds = {}; // of each its right guesses, its guesses, and how many a blind reader would get right
  const kept = (use) => { try { return use(sessionStorage); } catch { return undefined; } }; // some browsers refuse

  /** Counts the guesses of a round, each with the same chance, unless it was answered before; says what all come to, from two rounds on. */
  function tally(round, right, chance, guesses = 1) {
    rounds = kept((storage) => JSON.parse(storage.getItem("gnode-tally"))) ?? rounds;
    if (round && !(round in rounds)) rounds[round] = [Number(right), guesses, guesses * chance];
    kept((storage) => storage.setItem("gnode-tally", JSON.stringify(rounds)));
    const guessed = Object.values(rounds).filter(([, of]) => of), [hits, all, blind] = [0, 1, 2].map((at) => guessed.reduce((sum, of) => sum + of[at], 0));
    return guessed.length > 1 ? ` Your guesses on all pages so far: ${hits} of ${all} right; blind guessing would get ${Number(blind.toFixed(1))}.` : "";
  }

  const foot = document.getElementById("gnode-tally"), tell = () => foot && tally() && (foot.textContent = `${tally()} The count is kept in this tab only.`);
  addEventListener("pageshow", tell), tell(); // a page that one comes back to, too
  return tally;
})();
