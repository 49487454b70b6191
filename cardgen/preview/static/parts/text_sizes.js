// The sizes in which the texts of a part are set, as bars that choose the cards.

import { html, useState } from "../core/html.js";
import { api, useFetched } from "../core/server.js";
import { kinds, nice, plural } from "../core/words.js";
import { Button } from "./button.js";

const EVENTS = ["sides", "game"];

const points = (size) => `${Number(size.toFixed(2))} pt`;
const marked = (marks) =>
  Object.entries(marks)
    .map(([name, n]) => `${n} ${name}`)
    .join(", ");

/** @param {{ asked: Asked, [more: string]: any }} given */
function Bars({ group, most, asked, ask }) {
  const title = nice(group.label);
  return html`<section class="text-sizes">
    <h2>${title}<span class="quiet">${group.asked.map(points).join(", ")} requested, ${plural(group.texts, "text")}</span></h2>
    <ul>
      ${group.sizes.map(({ size, texts, keys, marks }) => {
        const name = `${title} in ${points(size)}`;
        const on = asked.sized?.name === name && asked.sized.at === group.at;
        const small = size < Math.max(...group.asked) - 1e-6;
        return html`<li key=${size}>
          <${Button}
            class=${kinds("size-bar", on && "on", small && "small")}
            label=${html`<span class="size">${points(size)}</span>
              <span class="track"><span class="fill" style=${{ width: `${Math.max(1.5, (100 * texts) / most)}%` }}></span></span>
              <span class="n">${texts}</span>${marked(marks) && html`<span class="mark">${marked(marks)}</span>`}`}
            on=${on}
            onClick=${() => ask({ sized: on ? null : { name, at: group.at, keys } })} />
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{ game: Game, component: Component, asked: Asked, [more: string]: any }} given */
function Panel({ game, component, asked, ask }) {
  const [groups, error] = useFetched(() => api(`games/${game.id}/texts`, { part: component.id }), game, EVENTS, [game.id, component.id]);
  if (!groups?.length)
    return html`<p class="quiet">${error ? String(error.message || error) : groups ? "There are no texts." : "Reading …"}</p>`;
  const most = Math.max(...groups.flatMap((group) => group.sizes.map((one) => one.texts)));
  return groups.map((group) => html`<${Bars} key=${group.at} group=${group} most=${most} asked=${asked} ask=${ask} />`);
}

/** @param {{ game: Game, component: Component, asked: Asked, [more: string]: any }} given */
export function TextSizes({ game, component, asked, ask }) {
  const [open, setOpen] = useState(false);
  return html`<details
    key="~sizes"
    class=${kinds("chip", asked.sized && "on")}
    name="facets"
    onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Type sizes${asked.sized && html`<b>${asked.sized.name}</b>`}</summary>
    ${open && html`<div class="menu sizes-menu"><${Panel} game=${game} component=${component} asked=${asked} ask=${ask} /></div>`}
  </details>`;
}
