// Cards whose ids follow from their titles: a new title renames the card under the hands of the one who types it.

const ids = new Map(); // by game, deck and old id: the new one
const lists = new Map(); // by game and deck: the ids of the cards, as read last

const named = (game, deck, id) => `${game.id}/${deck}/${id}`;

/** @param {{ id: string }} game */
function note(game, deck, old, id) {
  ids.delete(named(game, deck, id)); // it may have had this id before
  ids.set(named(game, deck, old), id);
}

// Note what the server has renamed.
/** @param {{ id: string }} game @param {Record<string, Record<string, string>>} renamed */
export function noteRenamed(game, renamed) {
  for (const [deck, pairs] of Object.entries(renamed || {})) for (const [old, id] of Object.entries(pairs)) note(game, deck, old, id);
}

// The present id of a card.
/** @param {{ id: string }} game */
export function idNow(game, deck, id) {
  const next = ids.get(named(game, deck, id));
  return next === undefined ? id : idNow(game, deck, next);
}

// The first id that a card had on this page: a key for what must outlive a new id.
/** @param {{ id: string }} game */
export function firstId(game, deck, id) {
  const start = named(game, deck, "");
  const before = [...ids].find(([old, next]) => next === id && old.startsWith(start));
  return before ? firstId(game, deck, before[0].slice(start.length)) : id;
}

// Compare the ids of a deck with those that were read last; one that differs is a card with a new id, whoever renamed it.
/** @param {{ id: string }} game @param {string} deck @param {string[]} read */
export function trace(game, deck, read) {
  const before = lists.get(named(game, deck, "")) || read;
  lists.set(named(game, deck, ""), read);
  const differing = before.length === read.length ? read.map((id, n) => n).filter((n) => before[n] !== read[n]) : [];
  const [n] = differing;
  if (differing.length === 1 && !before.includes(read[n]) && !read.includes(before[n])) note(game, deck, before[n], read[n]);
}
