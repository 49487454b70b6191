// A hand of cards, held as a fan.

import { html } from "../core/html.js";
import { CardPicture, titleOf } from "./held_card.js";
import { pivot, reach, stepOf, turns } from "./fan.js";

const LIFT = 16; // mm that a card is pulled out of the fan

// How large a fan is, in mm, with room to lift a card.
/** @param {Component} deck */
export function fanSize(deck, count, asked) {
  const { aside, up, down } = reach(deck, turns(count, stepOf(count, asked)));
  return { aside, up: up + LIFT, down };
}

// `held` are cards with keys; `at` is the number of the one that is chosen. Held in the left hand the
// left edges of the cards are seen, in the right hand the right ones. `alike` has the faces that look
// like others.
/** @param {{ game: Game, deck: Component, [more: string]: any }} given */
export function Hand({ game, deck, held, at, choose, play, step, scale, mirrored, corner, alike }) {
  const { aside, up, down } = fanSize(deck, Math.max(held.length, 1), step);
  const [x, y] = pivot(deck);
  const px = (value) => `${value * scale}px`;
  const all = turns(held.length, stepOf(held.length, step));
  const seen = corner && [mirrored ? deck.width - corner[0] : 0, ...corner];
  const onKey = (event, n) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    play(n);
  };
  return html`<div
    class="hand"
    role="group"
    aria-label=${`Hand of ${held.length}`}
    style=${{ width: px(2 * aside), height: px(up + down), "--lift": px(-LIFT), "--pivot": `${px(x)} ${px(y)}` }}>
    ${held.map(
      ({ key, card }, n) =>
        html`<button
          key=${key}
          type="button"
          data-held=${n}
          tabindex=${n === Math.max(at, 0) ? 0 : -1}
          aria-pressed=${String(n === at)}
          class=${`held${n === at ? " up" : ""}${alike.has(card.face) ? " alike" : ""}`}
          aria-label=${`${titleOf(card)}, ${n + 1} of ${held.length}`}
          title=${titleOf(card)}
          style=${{ left: px(aside - x), top: px(up - y), "--turn": `${all[n]}deg`, "z-index": mirrored ? held.length - n : n }}
          onClick=${() => choose(n)}
          onFocus=${() => choose(n)}
          onDblClick=${() => play(n)}
          onKeyDown=${(event) => onKey(event, n)}>
          <${CardPicture} game=${game} deck=${deck} card=${card} scale=${scale} corner=${seen} />
        </button>`,
    )}
  </div>`;
}
