// Keys of cards. A card may get another id, such as by a new title in a deck whose ids follow from titles; its key stays.

import { store, stored } from "./settings.js";
import { state } from "./store.js";

const HOME = "cardgen-card-keys"; // in the session storage, with the drafts that have these keys

// By deck: `keys` by each id that a card has or had, `ids` in the files by key, both only where they differ; `listed` are
// the keys by id in the list that was read last, `unread` those whose newest id the server has not read yet.
const decks = new Map();
const add = (name, keys = [], ids = []) =>
  decks.set(name, { keys: new Map(keys), ids: new Map(ids), listed: new Map(), unread: new Set() });
for (const [name, keys, ids] of stored(HOME, sessionStorage) || []) add(name, keys, ids);

/** @param {{ id: string }} game @param {string} deck */
function deckOf(game, deck) {
  const name = JSON.stringify([state.project?.root, game.id, deck]);
  if (!decks.has(name)) add(name);
  return decks.get(name);
}

function keep() {
  const renamed = [...decks].filter(([, { keys, ids }]) => keys.size || ids.size);
  const entries = renamed.map(([name, { keys, ids }]) => [name, [...keys], [...ids]]);
  if (entries.length || stored(HOME, sessionStorage)) store(HOME, entries, sessionStorage);
}

// Give an id to a key; a card that had it before, and is gone, has none.
function set({ keys, ids }, key, id) {
  for (const [other, its] of ids) if (its === id) ids.set(other, "");
  ids.set(key, id);
  keys.set(id, key);
  if (key !== id) return;
  ids.delete(key);
  keys.delete(id);
}

// The key of the card that has an id in the files, if its key or id is another than its first.
const holder = ({ ids }, id) => [...ids].find(([, its]) => its === id)?.[0];

// A key for a card that has this id first.
function newKey({ ids }, id, isTaken = (key) => ids.has(key)) {
  let key = id;
  for (let n = 2; isTaken(key); n += 1) key = `${id} ${n}`;
  return key;
}

// The key of a card by an id that the page shows, or showed before.
/** @param {{ id: string }} game @param {string} deck @param {string} id @returns {string} */
export function cardKey(game, deck, id) {
  const { listed, keys } = deckOf(game, deck);
  return listed.get(id) ?? keys.get(id) ?? id;
}

// The key of a card by an id in the files, which the page may not have read yet.
/** @param {{ id: string }} game @param {string} deck @param {string} id @returns {string} */
export function newestKey(game, deck, id) {
  return holder(deckOf(game, deck), id) ?? cardKey(game, deck, id);
}

// A place in a card by the key of the card, which `where` may have beside an id: the id may be another card's by now.
/** @param {{ id: string }} game @param {Record<string, any>} where */
export function keyed(game, { key, ...where }) {
  return where.deck && where.card ? { ...where, card: key ?? cardKey(game, where.deck, where.card) } : where;
}

// The id in the files of a card, by its key.
/** @param {{ id: string }} game @param {string} deck @param {string} key @returns {string} */
export const idNow = (game, deck, key) => deckOf(game, deck).ids.get(key) || key;

// Note new ids, as the server has answered a change with them: by deck, new ids by old ones.
/** @param {{ id: string }} game @param {Record<string, Record<string, string>>} [renamed] */
export function noteRenamed(game, renamed = {}) {
  for (const [name, ids] of Object.entries(renamed)) {
    const deck = deckOf(game, name);
    const pairs = Object.entries(ids).map(([old, id]) => [newestKey(game, name, old), id]);
    for (const [key, id] of pairs) {
      set(deck, key, id);
      deck.unread.add(key);
    }
  }
  keep();
}

// Note the id of a new card, which another card may have had before.
/** @param {{ id: string }} game @param {string} deck @param {string} id */
export function noteNew(game, deck, id) {
  const its = deckOf(game, deck);
  if (holder(its, id) === undefined) set(its, newKey(its, id), id);
  keep();
}

// The server has read all files that this page has changed: its next lists are right.
/** @param {{ id: string }} game */
export function noteRead(game) {
  for (const [name, { unread }] of decks) if (JSON.parse(name)[1] === game.id) unread.clear();
}

// The keys by id of cards that the server has listed. A card with a new id in the place of one that is gone is this one,
// renamed by another tab or program.
/** @param {{ id: string }} game @param {string} name @param {string[]} ids @returns {Map<string, string>} */
export function listedKeys(game, name, ids) {
  const deck = deckOf(game, name);
  const { keys, listed: before, unread } = deck;
  const [now, places] = [new Set(ids), [...before.keys()]];
  const found = new Map();
  const taken = new Set();
  const give = (id, key) => {
    if (key === undefined || found.has(id) || taken.has(key)) return;
    found.set(id, key);
    taken.add(key);
  };
  // A list from before a new id of this page still has the old one.
  for (const [id, key] of before) if (now.has(id) && unread.has(key) && !now.has(idNow(game, name, key))) give(id, key);
  for (const [key, id] of deck.ids) if (now.has(id)) give(id, key);
  for (const id of ids) give(id, before.get(id));
  if (ids.length === places.length) ids.forEach((id, n) => now.has(places[n]) || give(id, before.get(places[n])));
  for (const id of ids) give(id, keys.get(id) ?? id);
  for (const id of ids)
    give(
      id,
      newKey(deck, id, (key) => taken.has(key) || deck.ids.has(key)),
    );
  return new Map(ids.map((id) => [id, found.get(id)]));
}

// Note a list of cards that the page shows from now on.
/** @param {{ id: string }} game @param {string} name @param {string[]} ids */
export function noteList(game, name, ids) {
  const deck = deckOf(game, name);
  deck.listed = listedKeys(game, name, ids);
  for (const [id, key] of deck.listed) {
    if (!deck.unread.has(key)) set(deck, key, id);
    else if (idNow(game, name, key) === id) deck.unread.delete(key);
  }
  keep();
}
