// Sides of cards and other pieces: what is known of them, and in what order they are shown.

import { state } from "./store.js";
import { nice, plural } from "./words.js";

// What is known of a side: its picture, its errors, the edit that changed it last.
/** @param {Game} game */
export function sideOf(game, id) {
  return (game.sides && game.sides[id]) || {};
}

/** @param {Game} game */
export function errorsOf(game, side, name = "") {
  const faults = (game.faults && game.faults[name]) || [];
  const own = sideOf(game, side).e || [];
  return [...faults.filter((f) => f.severity === "error"), ...own];
}

export const isFresh = (side) => Boolean(state.edit && side.m === state.edit);

// The designs of a part: a card, token, or face of a die each, with title, size and sides.
/** @param {Component} component */
export function items(component) {
  if (component.cards) {
    const { width, height, radius } = component;
    return component.cards.map((card) => ({
      key: card.id,
      ref: card,
      title: card.title || nice(card.id),
      copies: card.copies,
      face: card.face,
      back: card.back,
      width,
      height,
      radius,
      name: `${component.id}/${card.id}`,
    }));
  }
  return (component.sides || []).map((s) => {
    const key =
      s.face
        .split("/")
        .slice(1)
        .join("/")
        .replace(/\/face$/, "") || s.face;
    return {
      key,
      title: nice(key),
      copies: s.copies,
      face: s.face,
      back: s.back,
      width: s.width,
      height: s.height,
      radius: s.radius,
      name: s.face,
      ref: {},
    };
  });
}

export const cardsOf = (component) => component.cards.reduce((sum, card) => sum + card.copies, 0);

// What is still to come, in words: without these, "no errors" says too much.
export function toCome() {
  const all = Object.values(state.coming);
  const games = state.project ? state.project.coming.length : 0;
  const sides = all.reduce((sum, one) => sum + one.sides, 0);
  return [
    games ? `reading ${plural(games, "game")}` : null,
    sides ? `drawing ${plural(sides, "side")}` : null,
    all.some((one) => one.pages) ? "laying out pages" : null,
  ].filter(Boolean);
}
