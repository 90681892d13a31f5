// What the search puts first: what is titled like the words; then the pages of the path, which the sidebar lists, before
// the appendix, whose titles count 60; in both those that have the words in a title, then exact words, then parts of words.
var Scorer = {
  objNameMatch: 8,
  objPartialMatch: 3,
  objPrio: { 0: 5, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 60,
  partialTitle: 25,
  term: 5,
  partialTerm: 1,
  score: ([page, , , , score]) => {
    const path = [...document.querySelectorAll("nav.bd-links .toctree-l1:not(.has-children) > a")];
    return score + (path.some(({ pathname }) => pathname.endsWith(`/${page}.html`)) ? 55.5 : 0);
  },
};
