// What a game is compared with: how each side was before its last change, or a state of the game
// that was chosen: a print, a tag, a commit.

import { api, useFetched } from "../core/server.js";
import { changed } from "../core/store.js";

export const LAST = ""; // in place of a state: the last change of each side

const chosen = new Map(); // by game, the id of the state
const answers = new Map(); // by game, the last answer, with the id of its state
const LISTED = []; // no event tells of a commit: the list is fetched whenever it is opened
const NEWS = ["history", "sides", "texts", "game", "ready"];

/** @param {Game} game */
export const againstOf = (game) => chosen.get(game.id) || LAST;

/** @param {Game} game */
export function compareWith(game, id) {
  chosen.set(game.id, id);
  changed();
}

// What a game can be compared with; `turn` is another number when it is to be asked again.
/** @param {Game} game */
export function useStates(game, turn = 0) {
  const [answer] = useFetched(() => api(`games/${game.id}/states`), game, LISTED, [game.id, turn]);
  return answer || { states: [], problems: [] };
}

// What differs from the chosen state, as far as that is laid out; null while there is nothing to
// say, and where the last change of each side is looked at.
/** @param {Game} game */
export function useComparison(game) {
  const id = againstOf(game);
  const ask = async () => {
    if (id === LAST) return null;
    const found = await api(`games/${game.id}/compare`, { with: id });
    answers.set(game.id, found);
    return found;
  };
  const [answer, error] = useFetched(ask, game, NEWS, [game.id, id]);
  if (id === LAST) return null;
  if (error?.status === 404) return { ...NOTHING, gone: true };
  const known = answers.get(game.id);
  return answer || (known?.state.id === id ? known : null);
}

const NOTHING = { line: "", rules: [], titles: [], things: [], sides: {}, problems: [], left: 0, of: 0 };

// How a side was: `kind` is changed, added, removed or "" for the same; `print` names the picture
// of then, if there is one. Lengths are in mm.
/** @param {Game} game @param {Comparison | null} comparison */
export function beforeOf(game, comparison, id, now) {
  if (againstOf(game) === LAST) {
    if (!now.b) return { kind: now.m ? "added" : "", print: "" };
    const [width, height, ...bleed] = now.z || [];
    return { kind: "changed", print: now.b, ...(now.z ? { width, height, bleed } : {}) };
  }
  const found = comparison?.sides[id];
  if (!found) return { kind: "", print: "" };
  const { kind, b = "", width, height, bleed } = found;
  return { kind, print: b, ...(b ? { width, height, bleed } : {}) };
}

// What became of an item of a part: changed, added, "back" for one of which only the back looks
// different, or "data" for one that only says something else.
/** @param {Game} game @param {Comparison | null} comparison @param {Component} component @param {Item} item */
export function kindOf(game, comparison, component, item) {
  if (!comparison) return "";
  const thing = comparison.things.find((one) => one.component === component.id && one.id === item.key && one.kind !== "removed");
  if (thing && thing.kind !== "changed") return thing.kind;
  if (thing) return thing.sides.length ? (thing.sides.includes(item.face) ? "changed" : "back") : "data";
  const kinds = [item.face, item.back].map((id) => id && comparison.sides[id]?.kind).filter(Boolean);
  return kinds.includes("changed") ? "changed" : kinds[0] || "";
}

// What is gone from a part, each with its last picture, if there is one.
/** @param {Comparison | null} comparison @param {string} component */
export function goneFrom(comparison, component) {
  if (!comparison) return [];
  return comparison.things
    .filter((one) => one.component === component && one.kind === "removed" && one.id)
    .map((one) => ({ key: `~gone/${one.id}`, id: one.id, title: one.title, was: comparison.sides[one.sides[0]] || {} }));
}

// How much differs in a part, in words; "" for nothing.
/** @param {Comparison | null} comparison @param {string} component */
export function tallyOf(comparison, component) {
  const counts = {};
  for (const one of comparison?.things || []) {
    if (one.component !== component) continue;
    if (one.id) counts[one.kind] = (counts[one.kind] || 0) + 1;
    else return one.kind === "changed" ? one.said.join(", ") || "changed" : one.kind;
  }
  return ["changed", "added", "removed"]
    .filter((kind) => counts[kind])
    .map((kind) => `${counts[kind]} ${kind}`)
    .join(", ");
}

/** @param {Comparison | null} comparison */
export const isComing = (comparison) => !comparison || comparison.left > 0;
