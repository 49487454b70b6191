// What follows a rule number: sides and pages that are drawn again when it changes.

import { html } from "../core/html.js";
import { placeOf, titleOf } from "../core/places.js";
import { link } from "../core/router.js";
import { plural } from "../core/words.js";

const FEW = 4;

export const Cite = ({ href, title }) => html`<a class="cite" href=${href}>${title}</a>`;

const page = ({ href, words }, n) => html`<a class="page-number" key=${n} href=${href} aria-label=${words}>${n + 1}</a>`;

/** @param {{ game: Game, [more: string]: any }} given */
export function Followers({ game, redrawn, open }) {
  const { sides } = redrawn;
  const texts = Object.entries(redrawn.pages);
  if (!sides.length && !texts.length) return html`<span class="quiet">–</span>`;
  const all = [...new Map(sides.map((id) => placeOf(game, id)).map((one) => [one.href, one])).values()];
  const cards = html`<ul class="cites">
    ${all.map((one) => html`<li key=${one.href}><${Cite} ...${one} /></li>`)}
  </ul>`;
  return html`${
      all.length > FEW && !open
        ? html`<details>
            <summary>${plural(all.length, "piece")}</summary>
            ${cards}
          </details>`
        : cards
    }
    <ul class="cites">
      ${texts.map(
        ([id, numbers]) =>
          html`<li key=${id} class="pages-of">
            <${Cite}
              href=${link(game.id, id)}
              title=${titleOf(game, id)} />${numbers.map((n) => page(placeOf(game, `${id}/page-${n + 1}`), n))}
          </li>`,
      )}
    </ul>`;
}
