// How cards are held in a fan: all turn about one point below them, where the thumb is. Measures
// are in mm from the top left of a card, turns in degrees clockwise.

export const TIGHTEST = 2;
export const WIDEST = 20;
const WHOLE = 120; // what a hand can spread
const THUMB = 1.08; // in heights of a card, from its top edge

const sin = (degrees) => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees) => Math.cos((degrees * Math.PI) / 180);

// The point that cards turn about.
export const pivot = ({ width, height }) => [width / 2, height * THUMB];

// The turn from one card to the next: as much as is asked for, or as a hand can spread so many.
export const stepOf = (count, asked) => (count > 1 ? Math.min(asked, WHOLE / (count - 1)) : 0);

export const turns = (count, step) => Array.from({ length: count }, (_, n) => (n - (count - 1) / 2) * step);

// How wide the part is that the next card leaves free, so far below the top edge.
export function visible(size, step, depth) {
  if (!step) return size.width;
  const [x, y] = pivot(size);
  // Where the top left corner of the next card lies, and from there its left edge.
  const [left, top] = [x - x * cos(step) + y * sin(step), y - x * sin(step) - y * cos(step)];
  return Math.max(Math.min(left - ((depth - top) * sin(step)) / cos(step), size.width), 0);
}

// The least turn that leaves a corner free; the greatest there is for one that is too large.
export function stepFor(size, [width, height]) {
  let [low, high] = [0, WIDEST];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (visible(size, middle, height) < width) low = middle;
    else high = middle;
  }
  return high;
}

// How far a fan reaches from its pivot: to either side, up, and down.
export function reach(size, all) {
  const [x, y] = pivot(size);
  const corners = [
    [-x, -y],
    [x, -y],
    [-x, size.height - y],
    [x, size.height - y],
  ];
  const points = all.flatMap((turn) => corners.map(([dx, dy]) => [dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)]));
  return {
    aside: Math.max(...points.map(([across]) => Math.abs(across))),
    up: Math.max(...points.map(([, down]) => -down)),
    down: Math.max(...points.map(([, down]) => down)),
  };
}
