// A text of which some parts are marked, and the excerpt that says why something was found.

import { html } from "../core/html.js";
import { nice } from "../core/words.js";

// `marks` are pairs of where a part begins and ends.
export function Marked({ text, marks = [] }) {
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

// Where the words stand that are not in the title.
export const Excerpt = ({ excerpt }) =>
  excerpt
    ? html`<span class="excerpt">
        ${excerpt.place !== "printed" && html`<span class="where-found">${nice(excerpt.place)}: </span>`}<${Marked} ...${excerpt}
      /></span>`
    : null;
