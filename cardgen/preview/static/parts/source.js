// What is at a point, and where it is written.

import { html } from "../core/html.js";
import { plural } from "../core/words.js";
import { Tool } from "./button.js";
import { Place } from "./place.js";

export const Hit = ({ place, outline, quiet = false }) =>
  html`<div class=${`hit${quiet ? " less" : ""}`} onMouseEnter=${() => outline(place)}>
    <span class="what">${place.what}</span
    ><${Place} at=${place.at} />${place.line && !quiet && html`<code tabindex="0">${place.line}</code>`}
  </div>`;

// `asked` is the server's answer; `outline` marks another of its places.
export function Source({ asked, clear, outline }) {
  if (!asked) return html`<div class="source"><p class="quiet hintline">Click a spot on the card to see where it is written.</p></div>`;
  const [first, ...more] = asked.places;
  if (!first)
    return html`<div class="source">
      <h2>Here</h2>
      <p class="quiet">There is no element here.</p>
    </div>`;
  return html`<div class="source">
    <h2>Here<${Tool} small icon="close" label="Clear" onClick=${clear} /></h2>
    ${asked.fields.map((f) => html`<div class="hit field"><span class="what">card.${f.field}</span><${Place} at=${f.at} /></div>`)}
    <${Hit} place=${first} outline=${outline} />
    ${
      more.length > 0 &&
      html`<details class="below">
        <summary>${plural(more.length, "more thing")} beneath it</summary>
        ${more.map((place) => html`<${Hit} place=${place} outline=${outline} />`)}
      </details>`
    }
  </div>`;
}
