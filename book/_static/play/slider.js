/* What widgets share: their place; a slider; ten features of a stored layer, a byte a weight; and the digits' names. */

const gnodeSlider = {
  digits: "zeros,ones,twos,threes,fours,fives,sixes,sevens,eights,nines".split(","),
  percent: (share) => `${(100 * share).toFixed(1)}%`,
  /** The place of a widget, a region with a name, before its still, whose caption stays below. */
  place(name, ariaLabel) {
    const place = Object.assign(document.getElementById(`gnode-${name}`), { role: "region", ariaLabel });
    document.querySelector(`.tag_${name}-still`).before(place);
    return place;
  },
  /** A slider whose positions are named below it, with a place for its name at the left. */
  range: (label, ticks) => `<div class="slider"><b aria-hidden="true"></b><div>
    <input autocomplete="off" type="range" min="0" max="${ticks.length - 1}" step="1" value="0" aria-label="${label}">
    <div class="ticks" aria-hidden="true">${ticks.map((tick) => `<span>${tick}</span>`).join("")}</div></div></div>`,
  features: `<div class="features" role="img">${'<canvas width="16" height="16"></canvas>'.repeat(10)}</div>`,
  draw(features, letters, words) {
    const weights = gnodeDraw.weights(letters);
    features.setAttribute("aria-label", `Ten of 200 features: ${words}`);
    features.querySelectorAll("canvas").forEach((canvas, i) => gnodeDraw.feature(canvas, weights.subarray(256 * i, 256 * (i + 1)), 16, 127));
  },
};
