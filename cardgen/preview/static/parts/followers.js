// What follows a rule number: sides and pages that are drawn again when it changes.

import { html } from "../core/html.js";
import { link } from "../core/router.js";
import { nice, plural } from "../core/words.js";

const FEW = 4;

// A side as a place to go to: its address and its title.
/** @param {Game} game */
function place(game, id) {
  const component = game.components.find((one) => one.id === id.split("/")[0]);
  const card = component?.cards?.find((one) => one.face === id || one.back === id);
  const key = card?.id ?? id.split("/").slice(1, -1).join("/");
  const title = card ? card.title || nice(card.id) : key ? nice(key) : component?.title || id;
  return { href: link(...[game.id, component?.id, component?.kind === "board" ? "" : key].filter(Boolean)), title };
}

const Cite = ({ href, title }) => html`<li><a class="cite" href=${href}>${title}</a></li>`;

/** @param {Game} game */
function pages(game, id, numbers) {
  const title = game.components.find((one) => one.id === id)?.title || nice(id);
  if (!numbers.length) return html`<li key=${id}><a class="cite" href=${link(game.id, id)}>${title}</a></li>`;
  return html`<li key=${id} class="pages-of">
    <a class="cite" href=${link(game.id, id)}>${title}</a>
    ${numbers.map(
      (n) =>
        html`<a class="page-number" key=${n} href=${link(game.id, id, String(n + 1))} aria-label=${`${title}, page ${n + 1}`}>${n + 1}</a>`,
    )}
  </li>`;
}

/** @param {{ game: Game, [more: string]: any }} given */
export function Followers({ game, redrawn, open }) {
  const { sides } = redrawn;
  const texts = Object.entries(redrawn.pages);
  if (!sides.length && !texts.length) return html`<span class="quiet">–</span>`;
  const all = sides.map((id) => place(game, id)).filter((one, n, them) => them.findIndex((other) => other.href === one.href) === n);
  const cards = html`<ul class="cites">
    ${all.map((one) => html`<${Cite} key=${one.href} ...${one} />`)}
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
      ${texts.map(([id, numbers]) => pages(game, id, numbers))}
    </ul>`;
}
