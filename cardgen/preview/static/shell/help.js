// The list of keys.

import { catalogue, named } from "../core/commands.js";
import { html } from "../core/html.js";
import { Dialog } from "../parts/dialog.js";

// What is done by pointing.
const POINTING = [
  ["drag, wheel, pinch", "move, zoom"],
  ["click", "show where this is written"],
];

export function Help({ close }) {
  const groups = Object.groupBy(catalogue, (one) => one.group);
  const keys = (event) => event.key === "?" && event.currentTarget.close();
  const columns = html`<div class="columns">
    ${Object.entries(groups).map(
      ([group, keys]) =>
        html`<section key=${group}>
          <h3>${group}</h3>
          <dl>
            ${keys.map(
              (one) =>
                html`<dt>${named(one.keys).map((key) => html`<kbd>${key}</kbd> `)}</dt>
                  <dd>${one.words}</dd>`,
            )}
          </dl>
        </section>`,
    )}
    <section>
      <h3>With a pointer, on cards, boards and pages</h3>
      <dl>
        ${POINTING.map(
          ([how, does]) =>
            html`<dt><kbd>${how}</kbd></dt>
              <dd>${does}</dd>`,
        )}
      </dl>
    </section>
  </div>`;
  return html`<${Dialog} id="help" title="Keys" close=${close} onKeyDown=${keys}>${columns}</${Dialog}>`;
}
