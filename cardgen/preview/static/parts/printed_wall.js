// A wall of cards on paper: all of it, with names, small enough to be looked over.

import { html } from "../core/html.js";
import { PrintedPicture } from "../core/printing.js";
import { sideOf } from "../core/sides.js";
import { copiesOf, sideShown } from "./tile.js";

const WIDE = 38; // mm: four cards across A4 or Letter, and four rows of most

/** @param {{ game: Game, component: Component, items: Item[], [more: string]: any }} given */
export function PrintedWall({ game, component, items, tally, repeated }) {
  const wide = Math.min(WIDE, Math.max(...items.map((item) => item.width)));
  return html`<section class="printed-wall">
    <h1>${component.title}<small>${game.title} · ${tally}</small></h1>
    ${items.map((item) => {
      const { p } = sideOf(game, sideShown(item));
      const width = Math.min(wide, item.width);
      const copies = copiesOf(component, item);
      return html`<figure key=${item.key} style=${{ width: `${wide}mm` }}>
        ${
          p
            ? html`<${PrintedPicture} p=${p} width=${width} ratio=${item.width / item.height} alt="" />`
            : html`<div class="blank" style=${{ width: `${width}mm`, height: `${(width * item.height) / item.width}mm` }}>
                not drawn yet
              </div>`
        }
        <figcaption>
          ${repeated.has(item.title) ? `${item.title} (${item.key})` : item.title}${copies !== 1 && html` <span class="n">× ${copies}</span>`}
        </figcaption>
      </figure>`;
    })}
  </section>`;
}
