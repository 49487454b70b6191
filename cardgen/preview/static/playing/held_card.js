// A card as it lies or is held, with round corners or what is wrong with it; and a pile of cards on the table.

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

// `top` is the card that is seen, with the side that is up; `children` are words below.
/** @param {{ game: Game, deck: Component, [more: string]: any }} given */
export function Pile({ game, deck, top, side, count, name, title, scale, act, ...more }) {
  const px = (value) => `${value * scale}px`;
  const thick = Math.min(Math.ceil(count / 12), 5);
  return html`<div class="pile">
    <button
      type="button"
      class="lies"
      aria-disabled=${String(!count)}
      title=${title}
      aria-label=${`${name}, ${count}. ${title}`}
      onClick=${() => count && act()}
      data-thick=${thick}
      ...${more}
      style=${{ width: px(deck.width), height: px(deck.height), "--rx": px(deck.radius) }}>
      ${
        top
          ? html`<${CardPicture} game=${game} deck=${deck} card=${top} side=${side} scale=${scale} />`
          : html`<span class="nothing"></span>`
      }
    </button>
    <p class="words">${name} <b>${count}</b></p>
  </div>`;
}
