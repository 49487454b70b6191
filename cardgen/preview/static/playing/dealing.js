// A deck in play: what was drawn, held, played and laid aside. All of it follows from the deck, a
// seed and the moves so far, so that a link with both lays out the same cards again.

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"; // without those that look alike

// A seed: letters that can be read out.
export const newSeed = () => [...crypto.getRandomValues(new Uint32Array(7))].map((n) => LETTERS[n % LETTERS.length]).join("");

// Every card of a deck as often as it is there, with a key of its own: `bert`, `bert*2`.
export const copiesOf = (cards) =>
  cards.flatMap((card) => Array.from({ length: card.copies }, (_, n) => ({ key: n ? `${card.id}*${n + 1}` : card.id, card })));

// Shuffle (Fisher and Yates): the same items and the same seed give the same order.
export function shuffled(items, seed) {
  const found = [...items];
  const random = numbers(seed);
  for (let last = found.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [found[last], found[other]] = [found[other], found[last]];
  }
  return found;
}

// What a letter of a move does, with the numbers behind it.
const MOVES = {
  d: (on, count) => on.hand.push(...on.draw.splice(0, count)),
  p: (on, at) => on.table.push(...on.hand.splice(at, 1)),
  x: (on, at) => on.discard.push(...on.hand.splice(at, 1)),
  b: (on, at) => on.draw.push(...on.hand.splice(at, 1)), // to the bottom of the draw pile
  m: (on, from, to) => on.hand.splice(to, 0, ...on.hand.splice(from, 1)),
  t: (on, at) => on.hand.push(...on.table.splice(at, 1)), // back into the hand
  y: (on, at) => on.discard.push(...on.table.splice(at, 1)),
  k: (on) => on.hand.push(...on.discard.splice(-1, 1)), // what was discarded last
  s: (on, _at, _to, seed) => {
    on.draw = shuffled([...on.draw, ...on.discard], seed);
    on.discard = [];
  },
};

// Make some moves. The first card of `draw` lies on top, the last of `discard`. A move that does
// not fit, because the deck was edited meanwhile, changes nothing.
export function played(copies, seed, moves) {
  const on = { draw: shuffled(copies, seed), hand: [], table: [], discard: [] };
  moves.forEach((move, n) => {
    const [at, to] = move.slice(1).split(".").map(Number);
    MOVES[move[0]](on, at, to, `${seed}/${n}`);
  });
  return on;
}

// Moves as they stand in a link: `d5p0m3.1` draws five, plays the first, moves the fourth.
export const readMoves = (text) => (text || "").match(/[dpxbty]\d+|m\d+\.\d+|[ks]/g) ?? [];

// Numbers from 0 to 1 that follow from a text: a hash of it (FNV-1a) starts a small generator whose
// bits are well mixed (Mulberry32).
function numbers(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
