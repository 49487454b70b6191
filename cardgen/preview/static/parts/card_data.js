// The data behind a card, to be edited, and the templates that it is made of.

import { html } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { plural } from "../core/words.js";
import { Fields } from "../editing/fields.js";
import { Reason } from "./finding.js";
import { Place } from "./place.js";

const File = ({ path }) =>
  html`<li>
    ${path.includes("/") ? html`<${Place} at=${{ path, line: 0, column: 0 }} label=${path.replace(/^templates\//, "")} />` : path}
  </li>`;

function Files({ side: { template, files } }) {
  const main = files.filter((path) => path.endsWith(`/${template}`));
  const rest = files.filter((path) => !main.includes(path));
  const list = (paths) =>
    html`<ul class="files">
      ${paths.map((path) => html`<${File} path=${path} />`)}
    </ul>`;
  return html`${list(files.length ? main : [template])}
  ${
    rest.length > 0 &&
    html`<details class="below">
      <summary>with ${plural(rest.length, "other file")}</summary>
      ${list(rest)}
    </details>`
  }`;
}

// `hits` are the fields that what was clicked on draws on.
/** @param {{ game: Game, component: Component, item: Item, [more: string]: any }} given */
export function CardData({ game, component, item, sides, hits = [] }) {
  const ids = sides.map((one) => one.id);
  const ask = () => Promise.all(ids.map((side) => api(`games/${game.id}/side`, { side })));
  const [answers] = useFetched(ask, game, ["game", "sides"], [game.id, ids.join()]);
  const face = answers?.[0];
  return html`<div class="data">
    ${
      component.cards
        ? html`<${Fields}
            game=${game}
            deck=${component.id}
            card=${item.key}
            order=${component.cards.map((one) => one.id)}
            sides=${sides}
            hits=${hits} />`
        : face?.at && html`<h2>Data<${Place} at=${face.at} /></h2>`
    }
    ${
      face?.files && // a side that is gone has none
      html`<h2>Templates</h2>
        <${Files} side=${face} />`
    }
    ${sides.map((one, n) => html`<${Reason} what=${sides.length > 1 ? `${one.name} redrawn` : "Redrawn"} why=${answers?.[n]?.why} />`)}
  </div>`;
}
