// What a fan shows of each card, and which cards cannot be told apart by it.

import { html } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { listed, mm } from "../core/words.js";
import { Icon } from "../parts/button.js";
import { stepOf, visible } from "./fan.js";
import { titleOf } from "./held_card.js";

const NO_INDEX = 24; // mm from the top edge that are looked at where a deck declares no index

// The corner of each card that is seen: its width and height in mm.
/** @param {Component} deck @returns {[number, number]} */
export function cornerSeen(deck, count, step) {
  const height = Math.min(deck.index?.[1] ?? NO_INDEX, deck.height);
  return [Math.round(visible(deck, stepOf(count, step), height) * 10) / 10, height];
}

// Ask which of some faces look the same there; groups of faces.
/** @param {Game} game @param {Component} deck */
export function useAlike(game, deck, faces, [width, height], mirrored) {
  const wanted = [...new Set(faces)].sort();
  const part = { x: mirrored ? Math.max(deck.width - width, 0) : 0, y: 0, w: width, h: height };
  const ask = () => {
    if (wanted.length < 2) return Promise.resolve({ groups: [] });
    return api(`games/${game.id}/alike`, [...Object.entries(part), ...wanted.map((face) => ["side", face])]);
  };
  const [answer] = useFetched(ask, game, ["sides", "game"], [game.id, wanted.join(), width, height, mirrored]);
  return answer ? answer.groups : null;
}

/** @param {{ deck: Component, [more: string]: any }} given */
export function CornerNote({ deck, corner: [width, height], groups, held, showIndex }) {
  if (held.length < 2) return html`<div class="corner-note" role="status"></div>`;
  const covered = deck.index ? Math.round((deck.index[0] - width) * 10) / 10 : 0;
  const cards = new Map(held.map(({ card }) => [card.face, card]));
  const named = (groups || [])
    .map((faces) => [...new Set(faces.flatMap((face) => (cards.has(face) ? [titleOf(cards.get(face))] : [])))])
    .filter((titles) => titles.length > 1);
  return html`<div class="corner-note" role="status">
    <p><b>${mm(width)} mm</b> of each card are visible, ${mm(height)} mm below the top.</p>
    ${
      covered > 0 &&
      html`<p class="amiss">
        <${Icon} name="warn" />${`The index is ${mm(deck.index[0])} mm wide: ${mm(covered)} mm are covered.`}
        ${showIndex && html` <button type="button" class="plain" onClick=${showIndex}>Spread wider</button>`}
      </p>`
    }
    ${named.map((titles) => html`<p key=${titles.join()} class="amiss"><${Icon} name="warn" />${listed(titles)} look the same there.</p>`)}
    ${groups && !named.length && html`<p class="well"><${Icon} name="ok" />All cards differ in this corner.</p>`}
  </div>`;
}
