// The list of keys.

import { catalogue, named } from "../core/commands.js";
import { html, useEffect, useRef } from "../core/html.js";
import { Tool } from "../parts/icon.js";

// What is done by pointing.
const POINTING = [
  ["drag, wheel, pinch", "move, zoom"],
  ["click", "where is this written?"],
];

export function Help({ close }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const shut = () => dialog.current.close(); // gives the focus back to where it was
  const groups = Object.groupBy(catalogue, (one) => one.group);
  return html`<dialog
    id="help"
    ref=${dialog}
    aria-labelledby="help-title"
    onClose=${close}
    onClick=${(event) => {
      if (event.target === dialog.current) shut();
    }}
    onKeyDown=${(event) => {
      if (event.key === "?") shut();
    }}>
    <header>
      <h2 id="help-title">Keys</h2>
      <${Tool} icon="close" label="Close" onClick=${shut} />
    </header>
    <div class="columns">
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
    </div>
  </dialog>`;
}
