// The bar above pictures that are compared: with what, and how.

import { html } from "../core/html.js";
import { remember } from "../core/settings.js";
import { Button, Segments, Tool } from "../parts/button.js";
import { AgainstMenu } from "./menu.js";

export const WAYS = [
  ["slider", "Slider"],
  ["blink", "Blink"],
  ["beside", "Side by side"],
  ["difference", "Difference"],
];

const choose = (compareWay) => remember({ compareWay });

export function CompareBar({ compare, way, turns, status }) {
  return html`<div class="compare-bar" role="group" aria-label="Before and now">
    <${AgainstMenu} game=${compare.game} last="Last change" problems />
    <${Segments} label="How" of=${WAYS} value=${way} choose=${choose} hint=${(name) => `${name} (Y: next)`} />
    ${turns && html`<${Button} label=${turns.then ? "Show now" : "Show before"} hint="Before or now" command="compare.flip" />`}
    <p class="said" role="status">${status}</p>
    <${Tool} icon="close" label="Close" command="compare" />
  </div>`;
}
