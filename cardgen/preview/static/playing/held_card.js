// A card as it lies or is held: its picture with round corners, or what is wrong with it.

import { html } from "../core/html.js";
import { errorsOf, sideOf } from "../core/sides.js";
import { Why } from "../parts/finding.js";
import { Picture } from "../parts/picture.js";

// The words of a card.
/** @param {Card} card */
export const titleOf = (card) => card.title || card.id;

// `scale` is in CSS pixels a millimetre; `corner` [x, width, height] in mm is all that is shown, if given.
/** @param {{ game: Game, deck: Component, card: Card, [more: string]: any }} given */
export function CardPicture({ game, deck, card, side = card.face, scale, corner = null }) {
  const { width, height, radius } = deck;
  const { p } = sideOf(game, side);
  const errors = side === card.face ? errorsOf(game, side, `${deck.id}/${card.id}`) : [];
  const px = (value) => `${Math.round(value * scale * 1000) / 1000}px`;
  const clip = corner && { "clip-path": `inset(0 ${px(width - corner[0] - corner[1])} ${px(height - corner[2])} ${px(corner[0])})` };
  return html`<span class="frame card-picture" style=${{ width: px(width), height: px(height), "--rx": px(radius), "--ry": px(radius) }}>
    <${Picture} print=${p} width=${width * scale} style=${clip} /><${Why} errors=${errors} />
  </span>`;
}
