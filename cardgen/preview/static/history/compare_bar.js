// The bar above pictures that are compared: with what, and how.

import { html } from "../core/html.js";
import { remember } from "../core/settings.js";
import { Tool } from "../parts/icon.js";
import { AgainstMenu } from "./menu.js";

export const WAYS = [
  ["slider", "Slider"],
  ["blink", "Blink"],
  ["beside", "Side by side"],
  ["difference", "Difference"],
];

export function CompareBar({ compare, way, turns, status }) {
  return html`<div class="compare-bar" role="group" aria-label="Before and now">
    <${AgainstMenu} game=${compare.game} last="Last change" problems />
    <div class="segs" role="group" aria-label="How">
      ${WAYS.map(
        ([id, name]) =>
          html`<button
            key=${id}
            type="button"
            class="seg"
            aria-pressed=${String(id === way)}
            title=${`${name} (Y: next)`}
            onClick=${() => remember({ compareWay: id })}>
            ${name}
          </button>`,
      )}
    </div>
    ${
      turns &&
      html`<button type="button" class="seg" title="Before or now (n)" onClick=${turns.flip}>
        ${turns.then ? "Show now" : "Show before"}
      </button>`
    }
    <p class="said" role="status">${status}</p>
    <${Tool} icon="close" label="Close (y)" onClick=${compare.close} />
  </div>`;
}
