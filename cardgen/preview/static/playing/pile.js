// A pile of cards that lies on the table.

import { html } from "../core/html.js";
import { CardPicture } from "./held_card.js";

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
