// What the search puts first: pages and sections whose title has the words, then exact words, then parts of words.
var Scorer = {
  objNameMatch: 8,
  objPartialMatch: 3,
  objPrio: { 0: 5, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 60,
  partialTitle: 25,
  term: 5,
  partialTerm: 1,
};
