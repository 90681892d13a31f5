/* Dots in rows over an axis of test accuracy: each dot is a network. */

const gnodeDots = (() => {
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length, percent = (share) => `${Math.round(1000 * share) / 10}%`;
  const name = (text, y) => `<text x="108" y="${y + 4}" text-anchor="end">${text}</text>`;
  const axis = (shares, x, y) => shares.map((share) => `<path d="M${x(share)} ${y - 16}V0"/><text x="${x(share)}" y="${y}" text-anchor="middle">${percent(share)}</text>`).join("");

  /** A row, its dots a little up and down so that equal ones are seen, with a bar at the mean of two or more. */
  function dots(shares, x, y) {
    const circles = shares.map((share, k) => `<circle cx="${x(share)}" cy="${y + 9 * Math.sin(3 * k)}" r="4.5"/>`).join("");
    return shares.length > 1 ? `${circles}<path class="mean" d="M${x(mean(shares))} ${y - 14}v28"/>` : circles;
  }

  return { mean, percent, name, axis, dots };
})();
